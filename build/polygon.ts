// Polygons for measuring: a local metric plane, and Clipper's paths to and from microdegrees.

import type { Path64, Paths64 } from 'clipper2-ts'
import { MICRODEGREES, type MultiPolygon, type Ring } from '../data/schema/multipolygon.ts'
import type { TaggedEdges } from '../data/schema/node.ts'
import { addRing, overlay } from '../data/schema/overlay.ts'
import { type Box, boundingBox, METRES_PER_DEGREE, ringArea } from '../data/schema/polygon.ts'

/**
 * Equirectangular around one latitude: metres = microdegrees × scale. Within a state's extent lengths are right to about 2 %,
 * ratios of areas that lie together much better.
 */
export interface Plane {
  /** Metres in a microdegree eastward and northward. */
  east: number
  north: number
}

export function planeAt(box: Box): Plane {
  const north = METRES_PER_DEGREE / MICRODEGREES
  return { east: north * Math.cos(((box.south + box.north) / 2 / MICRODEGREES / 180) * Math.PI), north }
}

/** In square microdegrees; holes count off. For valid polygons (ingest/boundary/repair.ts). */
export function polygonsArea(polygons: MultiPolygon): number {
  let area = 0
  for (const rings of polygons)
    rings.forEach((ring, index) => {
      area += index === 0 ? Math.abs(ringArea(ring)) : -Math.abs(ringArea(ring))
    })
  return area
}

/** In square metres. */
export function areaIn(plane: Plane, polygons: MultiPolygon): number {
  return polygonsArea(polygons) * plane.east * plane.north
}

/** In microdegrees. */
export function toPaths(polygons: MultiPolygon): Paths64 {
  return polygons.flat().map(toPath)
}

function toPath(ring: Ring): Path64 {
  const path: Path64 = []
  for (let i = 0; i < ring.length; i += 2) path.push({ x: ring[i] ?? 0, y: ring[i + 1] ?? 0 })
  return path
}

/** Paths in microdegrees as valid polygons: what any of them winds around. */
export function fromPaths(paths: Paths64): MultiPolygon {
  const edges: TaggedEdges = { coordinates: [], tag: [] }
  for (const path of paths) addRing(edges, Int32Array.from(path.flatMap(({ x, y }) => [x, y])), 0)
  return overlay(edges, (windings) => ((windings.get(0) ?? 0) === 0 ? null : 0)).get(0) ?? []
}

export function boxOf(polygons: MultiPolygon): Box {
  return boundingBox(polygons.flat())
}

/** Square of the distance from p to the segment a–b, in the unit of the coordinates. */
export function squaredDistance(px: number, py: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / length))
  return (ax + along * dx - px) ** 2 + (ay + along * dy - py) ** 2
}
