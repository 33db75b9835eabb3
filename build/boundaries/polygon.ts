// Measures polygons: areas on the sphere, lengths in a local metric plane, and conversion to and from Clipper's paths in
// microdegrees.

import { area, getBounds, type Path64, type Paths64 } from 'clipper2-ts'
import {
  type Box,
  boundingBox,
  METRES_PER_DEGREE,
  MICRODEGREES,
  type MultiPolygon,
  type Ring,
} from '../../data/geometry/polygon.ts'
import { addRing, overlay } from '../../data/geometry/polygon-overlay.ts'
import type { TaggedEdges } from '../../data/geometry/segment.ts'

/**
 * Equirectangular around one latitude: meters = microdegrees × scale. Within a state, lengths are accurate to about 2 %, and
 * ratios of nearby areas much better.
 */
export interface Plane {
  /** Meters per microdegree, eastward and northward. */
  east: number
  north: number
}

export function planeAt(box: Box): Plane {
  const north = METRES_PER_DEGREE / MICRODEGREES
  return { east: north * Math.cos(((box.south + box.north) / 2 / MICRODEGREES / 180) * Math.PI), north }
}

const RADIANS = Math.PI / 180 / MICRODEGREES
const DECIMETRES = (METRES_PER_DEGREE * 10) / MICRODEGREES
const RADIUS = DECIMETRES / RADIANS

/**
 * Area on the sphere in whole square decimeters (about one square microdegree), so that sums are exact; holes are
 * subtracted. For valid polygons (ingest/boundary/shape.ts).
 */
export function polygonsArea(polygons: MultiPolygon): number {
  let area = 0
  for (const rings of polygons)
    rings.forEach((ring, index) => {
      area += index === 0 ? Math.abs(sphereArea(ring)) : -Math.abs(sphereArea(ring))
    })
  return area
}

/** The same for a Clipper result: outer paths counter-clockwise, holes clockwise. */
export function pathsArea(paths: Paths64): number {
  return Math.abs(paths.reduce((area, path) => area + sphereArea(toRing(path)), 0))
}

/**
 * Positive means counter-clockwise. Edges are straight in degrees. The strip between an edge and the first vertex's parallel
 * is Δλ × (the mean of sin φ along it − sin φ₀) × radius². Each strip is rounded by itself, so that sums are exact.
 */
function sphereArea(ring: Ring): number {
  const first = Math.sin((ring[1] ?? 0) * RADIANS)
  let area = 0
  let [x, y] = [ring[ring.length - 2] ?? 0, ring[ring.length - 1] ?? 0]
  for (let i = 0; i < ring.length; i += 2) {
    const [nextX, nextY] = [ring[i] ?? 0, ring[i + 1] ?? 0]
    if (nextX !== x) {
      const squared = (((nextY - y) / 2) * RADIANS) ** 2
      // sin h / h, for edges far shorter than a radian.
      const mean = Math.sin(((y + nextY) / 2) * RADIANS) * (1 - squared / 6 + (squared * squared) / 120)
      area -= Math.round((nextX - x) * DECIMETRES * (mean - first) * RADIUS)
    }
    x = nextX
    y = nextY
  }
  return area
}

/** Coordinates in microdegrees. */
export function toPaths(polygons: MultiPolygon): Paths64 {
  return polygons.flat().map(toPath)
}

/**
 * A class of its own, because V8 gives all literals `{ x, y }` one layout: once Clipper's offsets store fractions in some, each
 * coordinate of every literal takes an allocation of its own.
 */
class Vertex {
  readonly x: number
  readonly y: number
  constructor(x: number, y: number) {
    this.x = x
    this.y = y
  }
}

function toPath(ring: Ring): Path64 {
  const path: Path64 = []
  for (let i = 0; i < ring.length; i += 2) path.push(new Vertex(ring[i] ?? 0, ring[i + 1] ?? 0))
  return path
}

export function toRing(path: Path64): Ring {
  const ring = new Int32Array(path.length * 2)
  path.forEach(({ x, y }, i) => {
    ring[2 * i] = x
    ring[2 * i + 1] = y
  })
  return ring
}

/** Converts paths in microdegrees to valid polygons: the area with a non-zero winding number. */
export function fromPaths(paths: Paths64): MultiPolygon {
  const edges: TaggedEdges = { coordinates: [], tag: [] }
  for (const path of paths) addRing(edges, toRing(path), 0)
  return overlay(edges, (windings) => ((windings.get(0) ?? 0) === 0 ? null : 0)).get(0) ?? []
}

export function countVertices(polygons: MultiPolygon): number {
  return polygons.flat().reduce((sum, ring) => sum + ring.length / 2, 0)
}

export function boxOf(polygons: MultiPolygon): Box {
  return boundingBox(polygons.flat())
}

/** Squared distance from p to the segment a–b, in squared units of the coordinates. */
export function squaredDistance(px: number, py: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / length))
  return (ax + along * dx - px) ** 2 + (ay + along * dy - py) ** 2
}

// The disc of a given radius: whether it fits into an area, without computing an inset.

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
 * @param radius meters in the plane, greater than 0
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
