// Where each state is, roughly: data/reference/state-extents.csv has the quarter degrees that its outline of the Census Bureau reaches.

import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import { projectFile } from '../../data/store/paths.ts'

const CELLS_IN_DEGREE = 4

/** By state: the cells, as `row column` of quarter degrees from the equator and from Greenwich. */
let extents: ReadonlyMap<string, ReadonlySet<string>> | undefined

function loadExtents(): ReadonlyMap<string, ReadonlySet<string>> {
  const text = readFileSync(projectFile('data', 'reference', 'state-extents.csv'), 'utf8')
  const records: Record<string, string>[] = parse(text, { columns: true })
  const cells = new Map<string, Set<string>>()
  for (const { state = '', south, west, east } of records) {
    const own = cells.get(state) ?? new Set()
    cells.set(state, own)
    for (let column = Number(west) * CELLS_IN_DEGREE; column < Number(east) * CELLS_IN_DEGREE; column++)
      own.add(`${Number(south) * CELLS_IN_DEGREE} ${column}`)
  }
  return cells
}

function cellAt(lng: number, lat: number): string {
  return `${Math.floor(lat * CELLS_IN_DEGREE)} ${Math.floor(lng * CELLS_IN_DEGREE)}`
}

/** `inside` if a vertex lies in a quarter degree of the state; `swapped` if one would with latitude before longitude. */
export type Placement = 'inside' | 'swapped' | 'outside'

/** @param coordinates of a GeoJSON MultiPolygon, in degrees */
export function placeInExtent(state: StateCode, coordinates: readonly (readonly (readonly number[][])[])[]): Placement {
  extents ??= loadExtents()
  const cells = extents.get(state)
  if (!cells) throw new RangeError(`state-extents.csv has no ${state}`)
  let swapped = false
  for (const rings of coordinates)
    for (const ring of rings)
      for (const [lng = 0, lat = 0] of ring) {
        if (cells.has(cellAt(lng, lat))) return 'inside'
        swapped ||= cells.has(cellAt(lat, lng))
      }
  return swapped ? 'swapped' : 'outside'
}
