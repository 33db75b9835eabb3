// Where the options of a narrowing question lie in their area: a point inside, the side, and a map of fields. Pure.

import { MICRODEGREES } from '../../data/geometry/multipolygon.ts'
import { middleOf } from '../../data/index/area-grid.ts'
import type { NarrowingGrid } from '../../data/schema/narrowing.ts'
import type { Side } from '../../data/schema/vocabulary.ts'
import { NARROWING_MAP_FIELDS_MAX } from '../constants.ts'
import type { SampledGrid } from './area-sample.ts'

/** The option of each point of the sample; -1 without one. */
export type PartOf = readonly number[]

/** Fields of one option. */
function fieldsIn({ fields, point_of }: SampledGrid, optionOf: PartOf, option: number): number[] {
  return fields.filter((_, at) => optionOf[point_of[at] ?? -1] === option)
}

/** The field of an option that is farthest from every other field, in the grid with most of the option. */
export function findInside(
  grids: readonly SampledGrid[],
  optionOf: PartOf,
  option: number,
): { grid: SampledGrid['grid']; field: number } | undefined {
  let most: { grid: SampledGrid['grid']; fields: number[] } | undefined
  for (const one of grids) {
    const fields = fieldsIn(one, optionOf, option)
    if (fields.length > (most?.fields.length ?? 0)) most = { grid: one.grid, fields }
  }
  if (!most) return undefined
  const { columns } = most.grid
  let left = most.fields
  for (;;) {
    const own = new Set(left)
    const inner = left.filter(
      (field) =>
        field % columns !== 0 &&
        (field + 1) % columns !== 0 &&
        [field - 1, field + 1, field - columns, field + columns].every((next) => own.has(next)),
    )
    if (inner.length === 0) break
    left = inner
  }
  const field = left[left.length >> 1]
  return field === undefined ? undefined : { grid: most.grid, field }
}

const AROUND: readonly Side[] = [
  'east',
  'north_east',
  'north',
  'north_west',
  'west',
  'south_west',
  'south',
  'south_east',
]
/** Distance of two middles, as a share of the mean distance from the area's middle, from which a side is named. */
const ASIDE = 0.25

/** Where the middle of an option lies, as seen from the middle of the area. */
export function findSide(grids: readonly SampledGrid[], optionOf: PartOf, option: number): Side {
  const all: Placed[] = []
  const own: Placed[] = []
  // One scale for all points: with their own ones, those in the north would lie further west.
  const narrowing = Math.cos(((grids[0]?.grid.south ?? 0) / MICRODEGREES / 180) * Math.PI)
  for (const one of grids)
    for (const [at, field] of one.fields.entries()) {
      const [lng, lat] = middleOf(one.grid, field)
      const placed = { x: lng * narrowing, y: lat, size: one.size }
      all.push(placed)
      if (optionOf[one.point_of[at] ?? -1] === option) own.push(placed)
    }
  const [whole, part] = [meanOf(all), meanOf(own)]
  const radius = meanOf(all.map((one) => ({ ...one, x: Math.hypot(one.x - whole.x, one.y - whole.y), y: 0 }))).x
  const [east, north] = [part.x - whole.x, part.y - whole.y]
  if (Math.hypot(east, north) < radius * ASIDE) return 'middle'
  const eighth = Math.round(Math.atan2(north, east) / (Math.PI / 4))
  return AROUND[(eighth + 8) % 8] ?? 'middle'
}

interface Placed {
  x: number
  y: number
  /** Weight. */
  size: number
}

function meanOf(points: readonly Placed[]): { x: number; y: number } {
  let [x, y, whole] = [0, 0, 0]
  for (const point of points) {
    x += point.x * point.size
    y += point.y * point.size
    whole += point.size
  }
  return { x: x / whole, y: y / whole }
}

/** Undefined if the map would be too long. */
export function drawGrid({ grid, fields, point_of }: SampledGrid, optionOf: PartOf): NarrowingGrid | undefined {
  const { west, south, step_lng, step_lat, columns } = grid
  const rowOf = (field: number): number => Math.floor(field / columns)
  const [first, last] = [rowOf(fields[0] ?? 0), rowOf(fields.at(-1) ?? 0)]
  if ((last - first + 1) * columns > NARROWING_MAP_FIELDS_MAX) return undefined
  const rows = Array.from({ length: last - first + 1 }, () => new Array<string>(columns).fill(' '))
  for (const [at, field] of fields.entries()) {
    const option = optionOf[point_of[at] ?? -1] ?? -1
    const row = rows[last - rowOf(field)]
    if (row) row[field % columns] = option < 0 ? '-' : option.toString(36)
  }
  return {
    ...{ north: (south + (last + 1) * step_lat) / MICRODEGREES, west: west / MICRODEGREES },
    ...{ step_lat: step_lat / MICRODEGREES, step_lng: step_lng / MICRODEGREES },
    rows: rows.map((row) => row.join('').trimEnd()),
  }
}
