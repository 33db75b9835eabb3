// The directed edges of polygons.

import type { MultiPolygon } from '../data/schema/multipolygon.ts'
import type { TaggedEdges } from '../data/schema/node.ts'
import { addRing } from '../data/schema/overlay.ts'

export type Edge = readonly [ax: number, ay: number, bx: number, by: number]

/** In microdegrees, area on the left. */
export function edgesOf(polygons: MultiPolygon): Edge[] {
  const edges: TaggedEdges = { coordinates: [], tag: [] }
  for (const ring of polygons.flat()) addRing(edges, ring, 0)
  return edges.tag.map((_, i) => [
    edges.coordinates[4 * i] ?? 0,
    edges.coordinates[4 * i + 1] ?? 0,
    edges.coordinates[4 * i + 2] ?? 0,
    edges.coordinates[4 * i + 3] ?? 0,
  ])
}
