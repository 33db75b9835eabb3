// Measures of polygons in integer microdegrees: exact orientation, area, bounding box, containment.

import type { MultiPolygon, Ring } from './multipolygon.ts'

/** In microdegrees, edges included. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** Metres in one degree of latitude, on the sphere of the Earth's mean radius (6,371,008.8 m). */
export const METRES_PER_DEGREE = 111_195.08

const EXACT = 2 ** 53

/** Sign of the turn a→b→c: 1 left, -1 right, 0 straight. Exact for integers (BigInt if a product exceeds 2^53). */
export function orientation(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): -1 | 0 | 1 {
  const left = (bx - ax) * (cy - ay)
  const right = (by - ay) * (cx - ax)
  if (Math.abs(left) < EXACT && Math.abs(right) < EXACT) return left > right ? 1 : left < right ? -1 : 0
  const exactLeft = BigInt(bx - ax) * BigInt(cy - ay)
  const exactRight = BigInt(by - ay) * BigInt(cx - ax)
  return exactLeft > exactRight ? 1 : exactLeft < exactRight ? -1 : 0
}

/** Signed area in square microdegrees; positive is counter-clockwise. Computed relative to the first vertex, to stay below 2^53. */
export function ringArea(ring: Ring): number {
  const [x0, y0] = [ring[0] ?? 0, ring[1] ?? 0]
  let doubled = 0
  let x = 0
  let y = 0
  for (let i = 2; i < ring.length; i += 2) {
    const [nextX, nextY] = [(ring[i] ?? 0) - x0, (ring[i + 1] ?? 0) - y0]
    doubled += x * nextY - nextX * y
    x = nextX
    y = nextY
  }
  return doubled / 2
}

export function reverseRing(ring: Ring): Ring {
  const reversed = new Int32Array(ring.length)
  for (let i = 0; i < ring.length; i += 2) {
    reversed[i] = ring[ring.length - 2 - i] ?? 0
    reversed[i + 1] = ring[ring.length - 1 - i] ?? 0
  }
  return reversed
}

/** An empty list gives a box that intersects nothing. */
export function boundingBox(rings: Iterable<Ring>): Box {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) {
      const [x, y] = [ring[i] ?? 0, ring[i + 1] ?? 0]
      if (x < box.west) box.west = x
      if (x > box.east) box.east = x
      if (y < box.south) box.south = y
      if (y > box.north) box.north = y
    }
  return box
}

export function boxesMeet(a: Box, b: Box): boolean {
  return a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north
}

/** Even-odd rule, half-open: exact for integer points and for halves (edge midpoints). A point on a border may count as inside or outside. */
export function ringContains(ring: Ring, x: number, y: number): boolean {
  return crossingsRightOf(ring, x, y, 0, ring.length) % 2 === 1
}

/** Number of edges that pass to the right of the point, among those that end at a vertex of `ring` from index `from` to before `to`. */
export function crossingsRightOf(ring: Ring, x: number, y: number, from: number, to: number): number {
  let crossings = 0
  let ax = ring[(from === 0 ? ring.length : from) - 2] ?? 0
  let ay = ring[(from === 0 ? ring.length : from) - 1] ?? 0
  for (let i = from; i < to; i += 2) {
    const [bx, by] = [ring[i] ?? 0, ring[i + 1] ?? 0]
    if (ay > y !== by > y && crossesRightOf(ax, ay, bx, by, x, y)) crossings++
    ax = bx
    ay = by
  }
  return crossings
}

/** Whether an edge that spans y passes to the right of (x, y), whose coordinates may be halves. */
export function crossesRightOf(ax: number, ay: number, bx: number, by: number, x: number, y: number): boolean {
  if (x < ax && x < bx) return true
  if (x > ax && x > bx) return false
  const turn = orientation(2 * ax, 2 * ay, 2 * bx, 2 * by, 2 * x, 2 * y)
  return by > ay ? turn > 0 : turn < 0
}

export function polygonsContain(polygons: MultiPolygon, x: number, y: number): boolean {
  let inside = false
  for (const rings of polygons) for (const ring of rings) if (ringContains(ring, x, y)) inside = !inside
  return inside
}
