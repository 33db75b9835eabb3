// Finds edges without a counterpart. For districts that share their borders: the outer border and every fault between
// neighbours.

import type { MultiPolygon } from '../../data/geometry/multipolygon.ts'
import { addRing } from '../../data/geometry/polygon-overlay.ts'
import type { DirectedEdges } from '../../data/geometry/polygonize.ts'
import type { TaggedEdges } from '../../data/geometry/split-edges.ts'

// List the directed edges of polygons.

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

/**
 * Directed edges of all shapes, area on the left, without those that another shape has in reverse. An edge that several
 * shapes have in the same direction is repeated. Ordered by first occurrence, so the same shapes give the same edges.
 */
export function unpairedEdges(shapes: Iterable<MultiPolygon>): DirectedEdges {
  const rings = [...shapes].flatMap((polygons) => polygons.flat())
  const count = rings.reduce((sum, ring) => sum + ring.length / 2, 0)
  // Key: from the lower end to the higher one. Value: forward count minus reverse count.
  const edges = new Int32Array(4 * count)
  const balance = new Int32Array(count)
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * count + 1)))
  let used = 0
  const enter = (ax: number, ay: number, bx: number, by: number, direction: 1 | -1): void => {
    let slot = hash(ax, ay, bx, by) & (slots.length - 1)
    for (; slots[slot]; slot = (slot + 1) & (slots.length - 1)) {
      const at = 4 * ((slots[slot] ?? 0) - 1)
      if (edges[at] === ax && edges[at + 1] === ay && edges[at + 2] === bx && edges[at + 3] === by) break
    }
    if (!slots[slot]) {
      edges.set([ax, ay, bx, by], 4 * used)
      slots[slot] = ++used
    }
    const edge = (slots[slot] ?? 0) - 1
    balance[edge] = (balance[edge] ?? 0) + direction
  }
  for (const ring of rings) {
    let [x, y] = [ring[ring.length - 2] ?? 0, ring[ring.length - 1] ?? 0]
    for (let i = 0; i < ring.length; i += 2) {
      const [nextX, nextY] = [ring[i] ?? 0, ring[i + 1] ?? 0]
      if (x < nextX || (x === nextX && y < nextY)) enter(x, y, nextX, nextY, 1)
      else enter(nextX, nextY, x, y, -1)
      x = nextX
      y = nextY
    }
  }
  const unpaired: DirectedEdges = []
  for (let edge = 0; edge < used; edge++) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = edges.subarray(4 * edge, 4 * edge + 4)
    for (let times = balance[edge] ?? 0; times > 0; times--) unpaired.push(ax, ay, bx, by)
    for (let times = balance[edge] ?? 0; times < 0; times++) unpaired.push(bx, by, ax, ay)
  }
  return unpaired
}

function hash(ax: number, ay: number, bx: number, by: number): number {
  let mixed = Math.imul(ax, 0x9e3779b1) ^ Math.imul(ay, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) ^ Math.imul(bx, 0x27d4eb2f) ^ Math.imul(by, 0x165667b1)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0x9e3779b1)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
