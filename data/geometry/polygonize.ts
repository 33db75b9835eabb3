// Turns directed edges into valid polygons. The edges have their area on the left and meet only at their ends.

import { type Box, boundingBox, type MultiPolygon, type Ring, ringArea, ringContains } from './polygon.ts'

/** [ax, ay, bx, by, …] */
export type DirectedEdges = number[]

/**
 * Rings are simple, outer ones counter-clockwise. A ring that would touch itself is split there into shells and holes, so
 * that polygons touch only at points. Vertices do not change. The order follows the edges: same edges, same result.
 * @throws RangeError if the edges do not close.
 */
export function assemble(edges: DirectedEdges): MultiPolygon {
  const shells: { rings: Ring[]; box: Box; area: number }[] = []
  const holes: Ring[] = []
  for (const walk of walks(edges))
    for (const ring of simpleRings(walk)) {
      const area = ringArea(ring)
      if (area > 0) shells.push({ rings: [ring], box: boundingBox([ring]), area })
      else if (area < 0) holes.push(ring)
    }
  const bySize = [...shells].sort((a, b) => a.area - b.area)
  for (const hole of holes) {
    // A midpoint of an edge lies on no other ring; a vertex may.
    const [x, y] = [((hole[0] ?? 0) + (hole[2] ?? 0)) / 2, ((hole[1] ?? 0) + (hole[3] ?? 0)) / 2]
    const shell = bySize.find(({ box, rings }) => {
      if (x < box.west || x > box.east || y < box.south || y > box.north) return false
      return rings[0] !== undefined && ringContains(rings[0], x, y)
    })
    if (!shell) throw new RangeError(`hole of ${hole.length / 2} vertices: it lies in no outer ring`)
    shell.rings.push(hole)
  }
  return shells.map(({ rings }) => rings)
}

/** Follows edges. At each vertex it takes the next edge clockwise, and so walks around one connected interior. */
function walks(edges: DirectedEdges): number[][] {
  const { numbers, count } = numberPoints(edges)
  const leaving = leavingEdges(numbers, count)
  const used = new Uint8Array(edges.length / 4)
  const result: number[][] = []
  for (let start = 0; start < edges.length; start += 4) {
    if (used[start / 4]) continue
    const points: number[] = []
    let at = start
    do {
      used[at / 4] = 1
      points.push(edges[at] ?? 0, edges[at + 1] ?? 0)
      const next = nextEdge(edges, at, leaving(numbers[at / 2 + 1] ?? 0))
      if (next === undefined || (next !== start && used[next / 4]))
        throw new RangeError(`edge that ends at ${edges[at + 2]}, ${edges[at + 3]}: no edge continues it`)
      at = next
    } while (at !== start)
    result.push(points)
  }
  return result
}

/** Positions in the list of the edges that leave a vertex, in order. */
function leavingEdges(numbers: Uint32Array, count: number): (vertex: number) => Uint32Array {
  const starts = new Uint32Array(count + 1)
  for (let i = 0; i < numbers.length; i += 2) starts[(numbers[i] ?? 0) + 1] = (starts[(numbers[i] ?? 0) + 1] ?? 0) + 1
  for (let vertex = 0; vertex < count; vertex++) starts[vertex + 1] = (starts[vertex + 1] ?? 0) + (starts[vertex] ?? 0)
  const items = new Uint32Array(numbers.length / 2)
  const next = starts.slice()
  for (let i = 0; i < numbers.length; i += 2) {
    const at = next[numbers[i] ?? 0] ?? 0
    items[at] = 2 * i
    next[numbers[i] ?? 0] = at + 1
  }
  return (vertex) => items.subarray(starts[vertex], starts[vertex + 1])
}

function nextEdge(edges: DirectedEdges, at: number, candidates: Uint32Array): number | undefined {
  if (candidates.length < 2) return candidates[0]
  const [x, y] = [edges[at + 2] ?? 0, edges[at + 3] ?? 0]
  const [backX, backY] = [(edges[at] ?? 0) - x, (edges[at + 1] ?? 0) - y]
  let best: { edge: number; dx: number; dy: number } | undefined
  for (const edge of candidates) {
    const [dx, dy] = [(edges[edge + 2] ?? 0) - x, (edges[edge + 3] ?? 0) - y]
    if (!best || clockwiseBefore(backX, backY, dx, dy, best.dx, best.dy)) best = { edge, dx, dy }
  }
  return best?.edge
}

/** Whether direction a comes before b when turning clockwise from `back`. Exact: edges at one vertex are short. */
function clockwiseBefore(backX: number, backY: number, ax: number, ay: number, bx: number, by: number): boolean {
  const [halfA, halfB] = [half(backX, backY, ax, ay), half(backX, backY, bx, by)]
  return halfA !== halfB ? halfA < halfB : ax * by - ay * bx < 0
}

/** 0 for the half turn clockwise of `back` (its opposite included), 1 for the rest. */
function half(backX: number, backY: number, dx: number, dy: number): 0 | 1 {
  const turn = backX * dy - backY * dx
  return turn < 0 || (turn === 0 && backX * dx + backY * dy < 0) ? 0 : 1
}

/** Splits a closed walk wherever it comes back to a vertex. */
function simpleRings(points: readonly number[]): Ring[] {
  const result: Ring[] = []
  const path: number[] = []
  const seen = new Map<string, number>()
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i] ?? 0, points[i + 1] ?? 0]
    const before = seen.get(`${x},${y}`)
    if (before !== undefined) {
      const loop = path.splice(before)
      for (let p = 0; p < loop.length; p += 2) seen.delete(`${loop[p]},${loop[p + 1]}`)
      result.push(Int32Array.from(loop))
    }
    seen.set(`${x},${y}`, path.length)
    path.push(x, y)
  }
  result.push(Int32Array.from(path))
  return result
}

// Gives each distinct point a number, with a hash table of integers, to find the edges that meet at a vertex.

/**
 * @param coordinates [x0, y0, x1, y1, …], integers
 * @returns the number of each point, from 0 by first occurrence; equal points have equal numbers.
 */
export function numberPoints(coordinates: ArrayLike<number>): { numbers: Uint32Array; count: number } {
  const points = coordinates.length / 2
  const numbers = new Uint32Array(points)
  const firsts = new Uint32Array(points)
  // Each slot holds a number plus one; half of the slots stay empty.
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * points + 1)))
  let count = 0
  for (let point = 0; point < points; point++) {
    const [x, y] = [coordinates[2 * point] ?? 0, coordinates[2 * point + 1] ?? 0]
    let slot = hash(x, y) & (slots.length - 1)
    for (; slots[slot]; slot = (slot + 1) & (slots.length - 1)) {
      const first = 2 * (firsts[(slots[slot] ?? 0) - 1] ?? 0)
      if (coordinates[first] === x && coordinates[first + 1] === y) break
    }
    if (!slots[slot]) {
      firsts[count] = point
      slots[slot] = ++count
    }
    numbers[point] = (slots[slot] ?? 0) - 1
  }
  return { numbers, count }
}

function hash(x: number, y: number): number {
  const mixed = Math.imul(x ^ (x >>> 16), 0x9e3779b1) ^ Math.imul(y ^ (y >>> 15), 0x85ebca6b)
  const spread = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (spread ^ (spread >>> 16)) >>> 0
}
