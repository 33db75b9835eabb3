// An exact overlay in integer microdegrees. It splits tagged directed edges at crossings and computes for both sides of each piece the
// tags that wind around it. Sides to which a rule gives the same label become valid polygons that share their vertices.
// Clipper is not used: it may move or drop vertices far from any crossing, and neighbors must keep theirs.

import { crossesRightOf, type MultiPolygon, type Ring } from './polygon.ts'
import { assemble, type DirectedEdges, numberPoints } from './polygonize.ts'
import { compare, node, type Segments, segmentsOfEdges, type TaggedEdges } from './segment.ts'

/** Gives the label of a location from the winding number of each tag (absent is 0); null is outside of everything. */
export type LabelRule = (windings: ReadonlyMap<number, number>) => number | null

export function addRing(edges: TaggedEdges, ring: Ring, tag: number): void {
  let [x, y] = [ring[ring.length - 2] ?? 0, ring[ring.length - 1] ?? 0]
  for (let i = 0; i < ring.length; i += 2) {
    edges.coordinates.push(x, y, ring[i] ?? 0, ring[i + 1] ?? 0)
    edges.tag.push(tag)
    x = ring[i] ?? 0
    y = ring[i + 1] ?? 0
  }
}

/**
 * The polygons of every label. Together they are a coverage: each shared border has the same vertices on both sides.
 * New vertices are crossings, rounded to the microdegree (about 0.1 m), and ends of edges that touch another's inside.
 * @throws RangeError if rounding does not settle (not seen on real boundaries).
 */
export function overlay(edges: TaggedEdges, label: LabelRule): Map<number, MultiPolygon> {
  const pieces = piecesOf(node(edges))
  const { ax, ay, bx, by } = pieces.segments
  const sides = new Map<number, DirectedEdges>()
  const add = (region: number | null, ...edge: [number, number, number, number]): void => {
    if (region === null) return
    const list = sides.get(region)
    if (list) list.push(...edge)
    else sides.set(region, [...edge])
  }
  labelSides(pieces, label).forEach(([left, right], i) => {
    if (left === right) return
    add(left, ax[i] ?? 0, ay[i] ?? 0, bx[i] ?? 0, by[i] ?? 0)
    add(right, bx[i] ?? 0, by[i] ?? 0, ax[i] ?? 0, ay[i] ?? 0)
  })
  const result = new Map<number, MultiPolygon>()
  for (const key of [...sides.keys()].sort((a, b) => a - b)) result.set(key, assemble(sides.get(key) ?? []))
  return result
}

interface Pieces {
  segments: Segments
  windings: Map<number, number>[]
}

type Sides = readonly [left: number | null, right: number | null]

/** A ray gives the sides of one piece. Where only two pieces meet, the other has the same sides, and so on along the line. */
function labelSides(pieces: Pieces, label: LabelRule): Sides[] {
  const look = rays(pieces, label)
  const neighbour = linksOf(pieces.segments)
  const labels: Sides[] = new Array(pieces.windings.length)
  for (let start = 0; start < labels.length; start++) {
    if (labels[start]) continue
    const found = look(start)
    labels[start] = found
    for (const end of [0, 1] as const) {
      let [at, leaving, [left, right]]: [number, 0 | 1, Sides] = [start, end, found]
      for (;;) {
        const next = neighbour(at, leaving)
        if (!next || labels[next.piece]) break
        // Pieces run upward: two that both begin or both end here have opposite sides.
        if (next.end === leaving) [left, right] = [right, left]
        labels[next.piece] = [left, right]
        at = next.piece
        leaving = next.end === 0 ? 1 : 0
      }
    }
  }
  return labels
}

/** The only piece that meets another at its start (0) or end (1), and which of its ends is there. */
function linksOf(s: Segments): (piece: number, end: 0 | 1) => { piece: number; end: 0 | 1 } | undefined {
  const count = s.ax.length
  const ends = new Int32Array(4 * count)
  for (let piece = 0; piece < count; piece++)
    ends.set([s.ax[piece] ?? 0, s.ay[piece] ?? 0, s.bx[piece] ?? 0, s.by[piece] ?? 0], 4 * piece)
  const vertices = numberPoints(ends)
  const degree = new Uint32Array(vertices.count)
  /** Sum of 2 × piece + end over the pieces that meet at a vertex: with two pieces, the sum minus one gives the other. */
  const sum = new Float64Array(vertices.count)
  vertices.numbers.forEach((vertex, half) => {
    degree[vertex] = (degree[vertex] ?? 0) + 1
    sum[vertex] = (sum[vertex] ?? 0) + half
  })
  return (piece, end) => {
    const vertex = vertices.numbers[2 * piece + end] ?? 0
    if (degree[vertex] !== 2) return undefined
    const other = (sum[vertex] ?? 0) - (2 * piece + end)
    return { piece: other >>> 1, end: other % 2 === 0 ? 0 : 1 }
  }
}

/** The labels to the left and right of a piece, from the tags that wind around its middle. */
function rays({ segments, windings }: Pieces, label: LabelRule): (i: number) => Sides {
  const inSlab = slabsOf(segments)
  const { ax, ay, bx, by } = segments
  return (i) => {
    const [x0, y0, x1, y1] = [ax[i] ?? 0, ay[i] ?? 0, bx[i] ?? 0, by[i] ?? 0]
    const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
    const right = new Map<number, number>()
    // Next to a level edge, the half-open rule itself separates just above from just below.
    const above = y0 === y1 ? new Map<number, number>() : right
    for (const j of inSlab(y)) {
      if (j === i) continue
      const [cx, cy, dx, dy] = [ax[j] ?? 0, ay[j] ?? 0, bx[j] ?? 0, by[j] ?? 0]
      const spansAbove = cy <= y && y < dy
      const spansBelow = cy < y && y <= dy
      if (!(spansAbove || (y0 === y1 && spansBelow)) || !crossesRightOf(cx, cy, dx, dy, x, y)) continue
      if (above === right) wind(right, windings[j])
      else {
        if (spansAbove) wind(above, windings[j])
        if (spansBelow) wind(right, windings[j])
      }
    }
    const left = new Map(above)
    if (y0 !== y1) wind(left, windings[i])
    return [label(left), label(right)]
  }
}

function wind(into: Map<number, number>, windings: ReadonlyMap<number, number> | undefined): void {
  for (const [tag, count] of windings ?? []) into.set(tag, (into.get(tag) ?? 0) + count)
}

/** Each distinct piece once, upward (level ones eastward), in a total order, with its contribution to each tag's winding number. */
function piecesOf(edges: TaggedEdges): Pieces {
  const rows = edges.tag.map((tag, i) => {
    const [ax = 0, ay = 0, bx = 0, by = 0] = edges.coordinates.slice(4 * i, 4 * i + 4)
    const upward = by > ay || (by === ay && bx > ax)
    return upward ? [ax, ay, bx, by, tag, 1] : [bx, by, ax, ay, tag, -1]
  })
  rows.sort(compare)
  const coordinates: number[] = []
  const windings: Map<number, number>[] = []
  let previous: readonly number[] = []
  for (const row of rows) {
    const [ax = 0, ay = 0, bx = 0, by = 0, tag = 0, direction = 0] = row
    if (previous.length === 0 || compare(previous, row.slice(0, 4)) !== 0) {
      coordinates.push(ax, ay, bx, by)
      windings.push(new Map())
      previous = row.slice(0, 4)
    }
    const counts = windings[windings.length - 1]
    counts?.set(tag, (counts.get(tag) ?? 0) + direction)
  }
  return { segments: segmentsOfEdges(coordinates), windings }
}

/** Pieces by bands of latitude: a ray checks only the pieces of its own band. */
function slabsOf(s: Segments): (y: number) => readonly number[] {
  const south = s.ay.reduce((least, y) => Math.min(least, y), Infinity)
  const north = s.by.reduce((most, y) => Math.max(most, y), -Infinity)
  const height = Math.max(1, (north - south + 1) / (s.ax.length / 4 + 1))
  const slabs: number[][] = []
  for (let i = 0; i < s.ax.length; i++) {
    if (s.ay[i] === s.by[i]) continue
    const last = Math.floor(((s.by[i] ?? 0) - south) / height)
    for (let slab = Math.floor(((s.ay[i] ?? 0) - south) / height); slab <= last; slab++) {
      const list = slabs[slab]
      if (list) list.push(i)
      else slabs[slab] = [i]
    }
  }
  return (y) => slabs[Math.floor((y - south) / height)] ?? []
}
