// Segments in a grid: finds near pairs, tells how two segments meet, and splits edges until they meet only at their ends. Exact on
// integers.

import { orientation, type Ring } from './polygon.ts'

/** Segments from (ax, ay) to (bx, by), stored by column. */
export interface Segments {
  ax: Int32Array
  ay: Int32Array
  bx: Int32Array
  by: Int32Array
}

/** `touch`: one shared point, an end of at least one segment; `cross`: inner points; `overlap`: a shared length. */
type Meeting = 'touch' | 'cross' | 'overlap'

export function segmentsOf(rings: readonly Ring[]): Segments {
  let count = 0
  for (const ring of rings) count += ring.length / 2
  const segments = emptySegments(count)
  let at = 0
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) {
      const next = i + 2 < ring.length ? i + 2 : 0
      segments.ax[at] = ring[i] ?? 0
      segments.ay[at] = ring[i + 1] ?? 0
      segments.bx[at] = ring[next] ?? 0
      segments.by[at] = ring[next + 1] ?? 0
      at++
    }
  return segments
}

function emptySegments(count: number): Segments {
  return {
    ax: new Int32Array(count),
    ay: new Int32Array(count),
    bx: new Int32Array(count),
    by: new Int32Array(count),
  }
}

/** How segments i and j meet; null if they do not. */
export function meeting(s: Segments, i: number, j: number): Meeting | null {
  const [ax, ay, bx, by] = [s.ax[i] ?? 0, s.ay[i] ?? 0, s.bx[i] ?? 0, s.by[i] ?? 0]
  const [cx, cy, dx, dy] = [s.ax[j] ?? 0, s.ay[j] ?? 0, s.bx[j] ?? 0, s.by[j] ?? 0]
  const c = orientation(ax, ay, bx, by, cx, cy)
  const d = orientation(ax, ay, bx, by, dx, dy)
  if (c === d && c !== 0) return null
  if (c === 0 && d === 0) {
    const along = Math.abs(bx - ax) >= Math.abs(by - ay)
    const [a1, a2, b1, b2] = along ? [ax, bx, cx, dx] : [ay, by, cy, dy]
    const shared = Math.min(Math.max(a1, a2), Math.max(b1, b2)) - Math.max(Math.min(a1, a2), Math.min(b1, b2))
    return shared > 0 ? 'overlap' : shared === 0 ? 'touch' : null
  }
  const a = orientation(cx, cy, dx, dy, ax, ay)
  const b = orientation(cx, cy, dx, dy, bx, by)
  if (a === b) return null
  return a === 0 || b === 0 || c === 0 || d === 0 ? 'touch' : 'cross'
}

/**
 * Calls `visit(i, j)`, i < j, for every pair whose boxes meet; a pair may be visited more than once.
 * Uses a uniform grid of about four cells per segment: near-linear on borders, while testing all pairs would be quadratic.
 */
export function forEachNearPair(s: Segments, visit: (i: number, j: number) => void): void {
  const grid = gridOf(s)
  for (let cell = 0; cell + 1 < grid.starts.length; cell++) {
    const end = grid.starts[cell + 1] ?? 0
    for (let p = grid.starts[cell] ?? 0; p < end; p++) {
      const i = grid.items[p] ?? 0
      const [ax, ay, bx, by] = [s.ax[i] ?? 0, s.ay[i] ?? 0, s.bx[i] ?? 0, s.by[i] ?? 0]
      const [west, east] = ax < bx ? [ax, bx] : [bx, ax]
      const [south, north] = ay < by ? [ay, by] : [by, ay]
      for (let q = p + 1; q < end; q++) {
        const j = grid.items[q] ?? 0
        const [cx, cy, dx, dy] = [s.ax[j] ?? 0, s.ay[j] ?? 0, s.bx[j] ?? 0, s.by[j] ?? 0]
        if ((cx > east && dx > east) || (cx < west && dx < west)) continue
        if ((cy > north && dy > north) || (cy < south && dy < south)) continue
        visit(i, j)
      }
    }
  }
}

/** Items of cell c are items[starts[c]] … items[starts[c + 1] - 1], in rising order. */
function gridOf(s: Segments): { starts: Uint32Array; items: Uint32Array } {
  const count = s.ax.length
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < count; i++) {
    west = Math.min(west, s.ax[i] ?? 0, s.bx[i] ?? 0)
    east = Math.max(east, s.ax[i] ?? 0, s.bx[i] ?? 0)
    south = Math.min(south, s.ay[i] ?? 0, s.by[i] ?? 0)
    north = Math.max(north, s.ay[i] ?? 0, s.by[i] ?? 0)
  }
  const size = Math.max(1, Math.sqrt(((east - west + 1) * (north - south + 1)) / (4 * count + 1)))
  const columns = count === 0 ? 1 : Math.floor((east - west) / size) + 1
  const rows = count === 0 ? 1 : Math.floor((north - south) / size) + 1
  const starts = new Uint32Array(columns * rows + 1)
  const walk = (i: number, enter: (cell: number) => void): void => {
    const forward = (s.ax[i] ?? 0) <= (s.bx[i] ?? 0)
    const [x0, y0] = forward ? [s.ax[i] ?? 0, s.ay[i] ?? 0] : [s.bx[i] ?? 0, s.by[i] ?? 0]
    const [x1, y1] = forward ? [s.bx[i] ?? 0, s.by[i] ?? 0] : [s.ax[i] ?? 0, s.ay[i] ?? 0]
    const slope = x1 === x0 ? 0 : (y1 - y0) / (x1 - x0)
    const [low, high] = [Math.min(y0, y1), Math.max(y0, y1)]
    const last = Math.floor((x1 - west) / size)
    for (let column = Math.floor((x0 - west) / size); column <= last; column++) {
      // One microdegree of margin outweighs the rounding of the slope.
      const enterY = x1 === x0 ? y0 : y0 + slope * (Math.max(x0, west + column * size) - x0)
      const leaveY = x1 === x0 ? y1 : y0 + slope * (Math.min(x1, west + (column + 1) * size) - x0)
      const from = Math.max(low, Math.min(enterY, leaveY) - 1)
      const to = Math.min(high, Math.max(enterY, leaveY) + 1)
      const top = Math.floor((to - south) / size)
      for (let row = Math.floor((from - south) / size); row <= top; row++) enter(row * columns + column)
    }
  }
  const add = (cell: number): void => {
    starts[cell + 1] = (starts[cell + 1] ?? 0) + 1
  }
  for (let i = 0; i < count; i++) walk(i, add)
  for (let cell = 1; cell < starts.length; cell++) starts[cell] = (starts[cell] ?? 0) + (starts[cell - 1] ?? 0)
  const items = new Uint32Array(starts[starts.length - 1] ?? 0)
  const next = starts.slice()
  for (let i = 0; i < count; i++)
    walk(i, (cell) => {
      const at = next[cell] ?? 0
      items[at] = i
      next[cell] = at + 1
    })
  return { starts, items }
}

// Noding: splits edges until they meet only at their ends.

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
