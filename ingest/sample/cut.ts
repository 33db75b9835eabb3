// Cuts shapes along meridians and parallels such that pieces, neighbours and unions have the very same vertices.

import type { MultiPolygon } from '../../data/schema/multipolygon.ts'
import type { TaggedEdges } from '../../data/schema/node.ts'
import { addRing, overlay } from '../../data/schema/overlay.ts'
import type { Box } from '../../data/schema/polygon.ts'
import type { Point } from './atlas.ts'

/** The part of a box between percentages of its width and height, counted from its south-west corner. */
export function windowOf(box: Box, percent: Box): Box {
  const along = (low: number, high: number, share: number): number => low + Math.round(((high - low) * share) / 100)
  return {
    west: along(box.west, box.east, percent.west),
    south: along(box.south, box.north, percent.south),
    east: along(box.west, box.east, percent.east),
    north: along(box.south, box.north, percent.north),
  }
}

/**
 * Adds to an arc a vertex, rounded to the microdegree, wherever it crosses the border of a box. Done before any shape is
 * made, it makes each crossing a vertex of all shapes along the arc, and cutting them then rounds nothing.
 */
export function addCrossings(arc: readonly Point[], boxes: readonly Box[]): Point[] {
  const result: Point[] = []
  for (const point of arc) {
    const before = result.at(-1)
    if (before) result.push(...crossings(before, point, boxes))
    result.push(point)
  }
  return result
}

/** Where the edge from a to b crosses the boxes' borders, in its direction, each point once, the edge's ends left out. */
function crossings(a: Point, b: Point, boxes: readonly Box[]): Point[] {
  const found: { share: number; point: Point }[] = []
  for (const { west, south, east, north } of boxes) {
    for (const x of [west, east]) {
      if (a[0] <= x === b[0] <= x || a[0] === x || b[0] === x) continue
      const share = (x - a[0]) / (b[0] - a[0])
      const y = Math.round(a[1] + share * (b[1] - a[1]))
      if (y >= south && y <= north) found.push({ share, point: [x, y] })
    }
    for (const y of [south, north]) {
      if (a[1] <= y === b[1] <= y || a[1] === y || b[1] === y) continue
      const share = (y - a[1]) / (b[1] - a[1])
      const x = Math.round(a[0] + share * (b[0] - a[0]))
      if (x >= west && x <= east) found.push({ share, point: [x, y] })
    }
  }
  const seen = new Set([String(a), String(b)])
  return found
    .sort((one, other) => one.share - other.share)
    .map(({ point }) => point)
    .filter((point) => !seen.has(String(point)) && seen.add(String(point)))
}

const SHAPE = 0
const BOX = 1

/** The part of a shape inside a box; an empty list where they do not meet. */
export function cut(polygons: MultiPolygon, { west, south, east, north }: Box): MultiPolygon {
  const edges: TaggedEdges = { coordinates: [], tag: [] }
  for (const ring of polygons.flat()) addRing(edges, ring, SHAPE)
  addRing(edges, Int32Array.of(west, south, east, south, east, north, west, north), BOX)
  const inBoth = overlay(edges, (windings) => ((windings.get(SHAPE) ?? 0) && (windings.get(BOX) ?? 0) ? SHAPE : null))
  return inBoth.get(SHAPE) ?? []
}
