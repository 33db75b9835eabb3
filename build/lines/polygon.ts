// Measures polygons: areas on the sphere, lengths in a local metric plane, and conversion to and from Clipper's paths in
// microdegrees.

import type { Path64, Paths64 } from 'clipper2-ts'
import { MICRODEGREES, type MultiPolygon, type Ring } from '../../data/geometry/multipolygon.ts'
import { type Box, boundingBox, METRES_PER_DEGREE } from '../../data/geometry/polygon.ts'
import { addRing, overlay } from '../../data/geometry/polygon-overlay.ts'
import type { TaggedEdges } from '../../data/geometry/split-edges.ts'

/**
 * Equirectangular around one latitude: metres = microdegrees × scale. Within a state, lengths are accurate to about 2 %, and
 * ratios of nearby areas much better.
 */
export interface Plane {
  /** Metres per microdegree, eastward and northward. */
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
 * Area on the sphere in whole square decimetres (about one square microdegree), so that sums are exact; holes are
 * subtracted. For valid polygons (ingest/boundary/repair.ts).
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
