// Whether lines are in their state, roughly: by the quarter degrees that its outline reaches.

import { STATE_EXTENTS } from '../../data/reference/state-extents.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'

const CELLS_IN_DEGREE = 4

/** The cells of a state, as `row column` of quarter degrees from the equator and from Greenwich. */
function cellsOf(state: StateCode): ReadonlySet<string> {
  const cells = new Set<string>()
  for (const run of STATE_EXTENTS[state].split('; ')) {
    const [south = 0, west = 0, east = 0] = run.split(' ').map((degrees) => Number(degrees) * CELLS_IN_DEGREE)
    for (let column = west; column < east; column++) cells.add(`${south} ${column}`)
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
  const cells = cellsOf(state)
  let swapped = false
  for (const rings of coordinates)
    for (const ring of rings)
      for (const [lng = 0, lat = 0] of ring) {
        if (cells.has(cellAt(lng, lat))) return 'inside'
        swapped ||= cells.has(cellAt(lat, lng))
      }
  return swapped ? 'swapped' : 'outside'
}
