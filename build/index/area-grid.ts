// Lays a grid of points over an area.

import { type Box, boundingBox, MICRODEGREES, type MultiPolygon, ringArea } from '../../data/geometry/polygon.ts'
import type { AreaGrid } from '../../data/index/area-grid.ts'

/** Columns of one row that are inside, from the first up to before the last. */
type Run = [first: number, end: number]

/**
 * A grid with about `points` points inside, at equal distances east and north. Each shape is inside by the even-odd rule, and the area is
 * all of them together. Undefined if no point is inside.
 */
export function layAreaGrid(shapes: readonly MultiPolygon[], points: number): AreaGrid | undefined {
  const box = boundingBox(shapes.flat(2))
  const narrowing = Math.cos(((box.south + box.north) / 2 / MICRODEGREES / 180) * Math.PI)
  // In square microdegrees of latitude.
  const size = shapes.reduce((sum, shape) => sum + sizeOf(shape), 0) * narrowing
  if (!(size > 0)) return undefined
  const step_lat = Math.max(1, Math.round(Math.sqrt(size / points)))
  const step_lng = Math.max(1, Math.round(step_lat / narrowing))
  const columns = Math.max(1, Math.ceil((box.east - box.west) / step_lng))
  const rows = shapes.map((shape) => runsOf(shape, box, step_lng, step_lat))
  const runs: number[] = []
  for (let row = 0; row <= Math.ceil((box.north - box.south) / step_lat); row++) {
    const own = rows.flatMap((one) => one.get(row) ?? []).sort(([a], [b]) => a - b)
    for (const [first, end] of own) addRun(runs, row * columns + first, row * columns + Math.min(columns, end))
  }
  if (runs.length === 0) return undefined
  return { west: box.west, south: box.south, step_lng, step_lat, columns, runs }
}

function sizeOf(shape: MultiPolygon): number {
  return shape.reduce(
    (sum, [outer, ...holes]) =>
      sum +
      (outer ? Math.abs(ringArea(outer)) : 0) -
      holes.reduce((within, hole) => within + Math.abs(ringArea(hole)), 0),
    0,
  )
}

/** Joins a run to the last one if they touch. */
function addRun(runs: number[], first: number, end: number): void {
  const last = runs.at(-1)
  if (last !== undefined && first <= last) runs[runs.length - 1] = Math.max(last, end)
  else if (first < end) runs.push(first, end)
}

/** The runs of each row that the shape meets: between each two of the edges that cross the middle of the row. */
function runsOf(shape: MultiPolygon, box: Box, step_lng: number, step_lat: number): Map<number, Run[]> {
  const crossings = new Map<number, number[]>()
  for (const ring of shape.flat()) {
    let [ax, ay] = [ring[ring.length - 2] ?? 0, ring[ring.length - 1] ?? 0]
    for (let at = 0; at < ring.length; at += 2) {
      const [bx, by] = [ring[at] ?? 0, ring[at + 1] ?? 0]
      const low = Math.min(ay, by)
      const high = Math.max(ay, by)
      const middle = (row: number): number => box.south + row * step_lat + (step_lat >> 1)
      for (let row = Math.max(0, Math.floor((low - box.south) / step_lat) - 1); middle(row) < high; row++) {
        if (middle(row) < low) continue
        const x = ax + ((middle(row) - ay) / (by - ay)) * (bx - ax)
        const known = crossings.get(row)
        if (known) known.push(x)
        else crossings.set(row, [x])
      }
      ax = bx
      ay = by
    }
  }
  const columnAfter = (x: number): number => Math.max(0, Math.ceil((x - box.west - (step_lng >> 1)) / step_lng))
  return new Map(
    [...crossings].map(([row, xs]) => {
      const sorted = xs.sort((a, b) => a - b)
      const runs: Run[] = []
      for (let at = 0; at + 1 < sorted.length; at += 2)
        runs.push([columnAfter(sorted[at] ?? 0), columnAfter(sorted[at + 1] ?? 0)])
      return [row, runs]
    }),
  )
}

// Stores distinct sets of area ordinals under numbers; 0 is the empty set.

export interface AreaSets {
  /** By set number; ordinals ascending. */
  readonly lists: readonly Uint32Array[]
  intern(rising: readonly number[]): number
  /** The ordinals in exactly one of the two sets. */
  xor(a: number, b: number): number
}

const REMEMBERED = 1_000_000

export function createAreaSets(): AreaSets {
  const empty = new Uint32Array(0)
  const lists = [empty]
  const ids = new Map([['', 0]])
  const known = new Map<number, number>()

  const intern = (rising: readonly number[]): number => {
    const name = rising.join(',')
    let id = ids.get(name)
    if (id === undefined) {
      id = lists.length
      lists.push(Uint32Array.from(rising))
      ids.set(name, id)
    }
    return id
  }

  const xor = (a: number, b: number): number => {
    if (a === 0) return b
    if (b === 0) return a
    if (a === b) return 0
    const pair = Math.min(a, b) * 0x4000000 + Math.max(a, b)
    let id = known.get(pair)
    if (id === undefined) {
      id = intern(difference(lists[a] ?? empty, lists[b] ?? empty))
      if (known.size >= REMEMBERED) known.clear()
      known.set(pair, id)
    }
    return id
  }
  return { lists, intern, xor }
}

function difference(a: Uint32Array, b: Uint32Array): number[] {
  const result: number[] = []
  let j = 0
  for (const value of a) {
    for (; j < b.length && (b[j] ?? 0) < value; j++) result.push(b[j] ?? 0)
    if (j < b.length && b[j] === value) j++
    else result.push(value)
  }
  for (; j < b.length; j++) result.push(b[j] ?? 0)
  return result
}
