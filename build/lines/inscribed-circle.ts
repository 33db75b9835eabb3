// Tests whether a disc of a given radius fits into an area, without computing an inset.

import type { Paths64 } from 'clipper2-ts'
import { area, getBounds } from 'clipper2-ts'
import { type Plane, squaredDistance } from './polygon.ts'

/** The search stops at this share of the radius. A disc that fits by less may be missed. */
export const TOLERANCE = 1 / 32

interface Square {
  x: number
  y: number
  half: number
  /** Edges (starts in `edges`) that include the nearest edge of every point of the square. */
  near: readonly number[]
}

/**
 * @param paths a Clipper result in microdegrees: outer paths counter-clockwise, holes clockwise
 * @param radius metres in the plane, greater than 0
 * Squares are halved level by level. A square is dropped if none of its points can lie `radius` from the border, or if none
 * lies inside. The search ends at a middle that lies inside and far enough from the border. An inset by Clipper gives the
 * same answer, but its time grows with the square of the detail.
 */
export function hasDisc(paths: Paths64, plane: Plane, radius: number): boolean {
  const least = (Math.PI * radius * radius) / (plane.east * plane.north)
  const large = paths.filter((path) => area(path) >= least)
  if (large.length === 0) return false
  const boxes = paths.map(getBounds)
  return large.some((path) => {
    const box = getBounds(path)
    const [width, height] = [(box.right - box.left) * plane.east, (box.bottom - box.top) * plane.north]
    if (width < 2 * radius || height < 2 * radius) return false
    const around = paths.filter((_, other) => {
      const b = boxes[other]
      return b && b.left <= box.right && b.right >= box.left && b.top <= box.bottom && b.bottom >= box.top
    })
    const half = Math.max(width, height) / 2
    const middle = { x: box.left * plane.east + width / 2, y: box.top * plane.north + height / 2 }
    return search(edgesIn(plane, around), { ...middle, half }, radius)
  })
}

function edgesIn(plane: Plane, paths: Paths64): Float64Array {
  const edges = new Float64Array(4 * paths.reduce((count, path) => count + path.length, 0))
  let at = 0
  for (const path of paths) {
    let last = path[path.length - 1]
    for (const point of path) {
      edges[at++] = (last?.x ?? 0) * plane.east
      edges[at++] = (last?.y ?? 0) * plane.north
      edges[at++] = point.x * plane.east
      edges[at++] = point.y * plane.north
      last = point
    }
  }
  return edges
}

function search(edges: Float64Array, start: Omit<Square, 'near'>, radius: number): boolean {
  const all: number[] = []
  for (let i = 0; i < edges.length; i += 4) all.push(i)
  let level: Square[] = [{ ...start, near: all }]
  while (level.length > 0) {
    const next: Square[] = []
    for (const square of level) {
      const squared = square.near.map((i) => distanceTo(edges, i, square))
      const distance = Math.sqrt(squared.reduce((least, d) => Math.min(least, d), Infinity))
      const reach = square.half * Math.SQRT2
      if (distance + reach < radius) continue
      if (distance >= radius || distance > reach) {
        const inside = contains(edges, square.x, square.y)
        if (inside && distance >= radius) return true
        if (!inside && distance > reach) continue
      }
      if (reach < radius * TOLERANCE) continue
      const farthest = (distance + 2 * reach) ** 2
      const near = square.near.filter((_, k) => (squared[k] ?? 0) <= farthest)
      const half = square.half / 2
      for (const [dx, dy] of [
        [-half, -half],
        [half, -half],
        [-half, half],
        [half, half],
      ] as const)
        next.push({ x: square.x + dx, y: square.y + dy, half, near })
    }
    level = next
  }
  return false
}

function distanceTo(edges: Float64Array, i: number, { x, y }: Square): number {
  return squaredDistance(x, y, edges[i] ?? 0, edges[i + 1] ?? 0, edges[i + 2] ?? 0, edges[i + 3] ?? 0)
}

/** Even-odd test; called only for points away from every edge. */
function contains(edges: Float64Array, x: number, y: number): boolean {
  let inside = false
  for (let i = 0; i < edges.length; i += 4) {
    const [ax, ay, bx, by] = [edges[i] ?? 0, edges[i + 1] ?? 0, edges[i + 2] ?? 0, edges[i + 3] ?? 0]
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside
  }
  return inside
}
