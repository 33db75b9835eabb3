// Noding: splits edges until they meet only at their ends.

import { orientation } from './polygon.ts'
import { emptySegments, forEachNearPair, meeting, type Segments } from './segment.ts'

/** Directed edges; `tag[i]` names the region that lies to the left of edge i where it winds counter-clockwise. */
export interface TaggedEdges {
  coordinates: number[]
  tag: number[]
}

const ROUNDS_MAX = 24

/**
 * Splits edges wherever they meet, until they meet only at their ends.
 * @throws RangeError if rounding does not settle (not seen on real boundaries).
 */
export function node(edges: TaggedEdges): TaggedEdges {
  let current = edges
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const segments = segmentsOfEdges(current.coordinates)
    const inserted = new Map<number, number[]>()
    forEachNearPair(segments, (i, j) => {
      const how = meeting(segments, i, j)
      if (how === null) return
      if (how === 'cross') {
        const [x, y] = crossing(segments, i, j)
        insert(inserted, segments, i, x, y)
        insert(inserted, segments, j, x, y)
        return
      }
      for (const [on, other] of [
        [i, j],
        [j, i],
      ] as const) {
        insertIfOn(inserted, segments, on, segments.ax[other] ?? 0, segments.ay[other] ?? 0)
        insertIfOn(inserted, segments, on, segments.bx[other] ?? 0, segments.by[other] ?? 0)
      }
    })
    if (inserted.size === 0) return current
    current = split(current, inserted)
  }
  throw new RangeError(`${edges.tag.length} edges still cross after ${ROUNDS_MAX} rounds of splitting`)
}

export function segmentsOfEdges(coordinates: readonly number[]): Segments {
  const segments = emptySegments(coordinates.length / 4)
  for (let i = 0; i < segments.ax.length; i++) {
    segments.ax[i] = coordinates[4 * i] ?? 0
    segments.ay[i] = coordinates[4 * i + 1] ?? 0
    segments.bx[i] = coordinates[4 * i + 2] ?? 0
    segments.by[i] = coordinates[4 * i + 3] ?? 0
  }
  return segments
}

/** Orders the four ends canonically, so that two lines give the same point in either direction. */
function crossing(s: Segments, i: number, j: number): [number, number] {
  const ends = [i, j].map((k) => {
    const [a, b] = [
      [s.ax[k] ?? 0, s.ay[k] ?? 0],
      [s.bx[k] ?? 0, s.by[k] ?? 0],
    ]
    return compare(a, b) <= 0 ? [...a, ...b] : [...b, ...a]
  })
  const [first = [], second = []] = ends.sort(compare)
  const [ax = 0, ay = 0, bx = 0, by = 0] = first
  const [cx = 0, cy = 0, dx = 0, dy = 0] = second
  const along = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / ((bx - ax) * (dy - cy) - (by - ay) * (dx - cx))
  return [Math.round(ax + along * (bx - ax)), Math.round(ay + along * (by - ay))]
}

/** Compares lexicographically. */
export function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function insert(inserted: Map<number, number[]>, s: Segments, i: number, x: number, y: number): void {
  if ((x === s.ax[i] && y === s.ay[i]) || (x === s.bx[i] && y === s.by[i])) return
  const points = inserted.get(i)
  if (points) points.push(x, y)
  else inserted.set(i, [x, y])
}

function insertIfOn(inserted: Map<number, number[]>, s: Segments, i: number, x: number, y: number): void {
  const [ax, ay, bx, by] = [s.ax[i] ?? 0, s.ay[i] ?? 0, s.bx[i] ?? 0, s.by[i] ?? 0]
  if (x < Math.min(ax, bx) || x > Math.max(ax, bx) || y < Math.min(ay, by) || y > Math.max(ay, by)) return
  if (orientation(ax, ay, bx, by, x, y) === 0) insert(inserted, s, i, x, y)
}

function split(edges: TaggedEdges, inserted: ReadonlyMap<number, number[]>): TaggedEdges {
  const result: TaggedEdges = { coordinates: [], tag: [] }
  edges.tag.forEach((tag, i) => {
    const [ax = 0, ay = 0, bx = 0, by = 0] = edges.coordinates.slice(4 * i, 4 * i + 4)
    const points: [number, number, number][] = []
    const flat = inserted.get(i) ?? []
    for (let p = 0; p < flat.length; p += 2) {
      const [x, y] = [flat[p] ?? 0, flat[p + 1] ?? 0]
      points.push([(x - ax) * (bx - ax) + (y - ay) * (by - ay), x, y])
    }
    points.sort((p, q) => p[0] - q[0] || p[1] - q[1] || p[2] - q[2])
    let [x, y] = [ax, ay]
    for (const [, nextX, nextY] of [...points, [0, bx, by] as const]) {
      if (nextX === x && nextY === y) continue
      result.coordinates.push(x, y, nextX, nextY)
      result.tag.push(tag)
      x = nextX
      y = nextY
    }
  })
  return result
}
