// Outlines of districts for small maps: their lines, rounded to a grid. For drawing only; look-ups use the lines as served.

import { decodeMultiPolygon, MICRODEGREES, type MultiPolygon } from '../../data/geometry/multipolygon.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { cachePerPart } from './per-part-cache.ts'

/** Steps of the grid over the longer side of the district: finer than a pixel of a map on a page. */
const GRID_STEPS = 900
const WHOLE_TURN = 360 * MICRODEGREES

export interface Outline {
  /** Closed rings, [x0, y0, x1, y1, …] in microdegrees; holes are rings too. */
  rings: readonly (readonly number[])[]
  /** In microdegrees; west may be below -180 degrees where a district crosses the antimeridian. */
  box: { west: number; south: number; east: number; north: number }
}

/** Undefined if the lines of the district are not held. */
export function findOutline({ places }: Pick<Bundle, 'places'>, district: number): Outline | undefined {
  return loadOutline(places, district).outline
}

const loadOutline = cachePerPart((places, id: number): { outline: Outline | undefined } => {
  const row = places.statement<{ rings: Uint8Array }>('SELECT rings FROM boundary WHERE district_id = $id').get({ id })
  return { outline: row && toOutline(decodeMultiPolygon(row.rings)) }
})

/** Id of the state's own district, as its lines are now; undefined if it is not held. */
export function findStateDistrict({ places }: Pick<Bundle, 'places'>, state: string): number | undefined {
  return places
    .statement<{ id: number }>(
      `SELECT id
FROM district
WHERE state = $state AND type = 'state' AND retired = 0 AND has_boundary = 1
ORDER BY id
LIMIT 1`,
    )
    .get({ state })?.id
}

/** Undefined for polygons without a point. */
export function toOutline(polygons: MultiPolygon): Outline | undefined {
  const rings = polygons.flat().map((ring) => Array.from(ring))
  const boxOf = (): Outline['box'] => {
    const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
    for (const ring of rings)
      for (let at = 0; at < ring.length; at += 2) {
        const [x = 0, y = 0] = [ring[at], ring[at + 1]]
        box.west = Math.min(box.west, x)
        box.east = Math.max(box.east, x)
        box.south = Math.min(box.south, y)
        box.north = Math.max(box.north, y)
      }
    return box
  }
  let box = boxOf()
  if (box.west > box.east) return undefined
  if (box.east - box.west > WHOLE_TURN / 2) {
    for (const ring of rings)
      for (let at = 0; at < ring.length; at += 2) if ((ring[at] ?? 0) > 0) ring[at] = (ring[at] ?? 0) - WHOLE_TURN
    box = boxOf()
  }
  const step = Math.max(1, Math.ceil(Math.max(box.east - box.west, box.north - box.south) / GRID_STEPS))
  return { rings: rings.map((ring) => toGrid(ring, step)).filter((ring) => ring.length >= 6), box }
}

/** Rounds to the grid, and leaves out points that then repeat the one before or lie on a straight line. */
function toGrid(ring: readonly number[], step: number): number[] {
  const kept: number[] = []
  for (let at = 0; at < ring.length; at += 2) {
    const [x, y] = [Math.round((ring[at] ?? 0) / step) * step, Math.round((ring[at + 1] ?? 0) / step) * step]
    const [bx, by, ax, ay] = [kept.at(-2), kept.at(-1), kept.at(-4), kept.at(-3)]
    if (bx === x && by === y) continue
    if (ax !== undefined && ay !== undefined && bx !== undefined && by !== undefined)
      if ((bx - ax) * (y - ay) === (by - ay) * (x - ax)) kept.splice(-2)
    kept.push(x, y)
  }
  return kept
}
