// Shapes drawn in metres from a corner of Raleigh.

import { planeAt } from '../../../build/boundaries/polygon.ts'
import type { Ring } from '../../../data/geometry/polygon.ts'

export const WEST = -78_700_000
export const SOUTH = 35_800_000
export const plane = planeAt({ west: WEST, east: WEST + 20_000, south: SOUTH, north: SOUTH + 20_000 })

/** Metres east and north of a corner of Raleigh. */
export function ring(...metres: number[]): Ring {
  return Int32Array.from(metres, (value, i) =>
    Math.round(i % 2 === 0 ? WEST + value / plane.east : SOUTH + value / plane.north),
  )
}
export const box = (x: number, y: number, width: number, height: number): Ring =>
  ring(x, y, x + width, y, x + width, y + height, x, y + height)
