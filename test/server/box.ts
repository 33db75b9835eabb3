// Boxes in degrees, as polygons and their sizes.

import { polygonsArea } from '../../build/boundaries/polygon.ts'
import type { MultiPolygon } from '../../data/geometry/polygon.ts'

export type Box = readonly [west: number, south: number, east: number, north: number]

export function polygonOf([west, south, east, north]: Box): MultiPolygon {
  const corners = [west, south, east, south, east, north, west, north].map((degrees) => Math.round(degrees * 1e6))
  return [[Int32Array.from(corners)]]
}

/** In square decimetres; null without lines. For boxes that meet. */
export function sizeOfBoth(a: Box | undefined, b: Box | null): number | null {
  if (!a || !b) return null
  const [west, south] = [Math.max(a[0], b[0]), Math.max(a[1], b[1])]
  return polygonsArea(polygonOf([west, south, Math.min(a[2], b[2]), Math.min(a[3], b[3])]))
}
