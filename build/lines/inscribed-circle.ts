// Tests whether a disc of a given radius fits into an area, without computing an inset.

import type { Paths64 } from 'clipper2-ts'
import { area, getBounds } from 'clipper2-ts'
import { type Plane, squaredDistance } from './polygon.ts'

/** The search stops at this share of the radius. A disc that fits by less may be missed. */
export const TOLERANCE = 1 / 32

interface Square {
  half: number
  x: number
  y: number
  /** Edges (starts in `edges`) that include the nearest edge of every point of the square. */
  near: Int32Array
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
    const [x, y] = [box.left * plane.east + width / 2, box.top * plane.north + height / 2]
    return search(edgesIn(plane, around), { half, x, y }, radius)
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
  const all = Int32Array.from({ length: edges.length / 4 }, (_, edge) => 4 * edge)
  const squared = new Float64Array(all.length)
  const kept = new Int32Array(all.length)
  let level: Square[] = [{ ...start, near: all }]
  while (level.length > 0) {
    const next: Square[] = []
    for (const { x, y, half: size, near } of level) {
      let least = Infinity
      for (let k = 0; k < near.length; k++) {
        const i = near[k] ?? 0
        const d = squaredDistance(x, y, edges[i] ?? 0, edges[i + 1] ?? 0, edges[i + 2] ?? 0, edges[i + 3] ?? 0)
        squared[k] = d
        if (d < least) least = d
      }
      const distance = Math.sqrt(least)
      const reach = size * Math.SQRT2
      if (distance + reach < radius) continue
      if (distance >= radius || distance > reach) {
        const inside = contains(edges, x, y)
        if (inside && distance >= radius) return true
        if (!inside && distance > reach) continue
      }
      if (reach < radius * TOLERANCE) continue
      const farthest = (distance + 2 * reach) ** 2
      let count = 0
      for (let k = 0; k < near.length; k++) if ((squared[k] ?? 0) <= farthest) kept[count++] = near[k] ?? 0
      const nearer = kept.slice(0, count)
      const half = size / 2
      for (const dx of [-half, half])
        for (const dy of [-half, half]) next.push({ half, x: x + dx, y: y + dy, near: nearer })
    }
    level = next
  }
  return false
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
