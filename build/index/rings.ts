// Converts areas to distinct edges: a border shared by several areas is one edge with the set of areas that it bounds.

import type { MultiPolygon, Ring } from '../../data/geometry/polygon.ts'
import { LONGEST_EDGE } from '../../data/index/crossing.ts'
import type { AreaSets } from './area-grid.ts'

export interface IndexedArea {
  /** Dense from 1. */
  ordinal: number
  /** Read twice, so that it may be decoded each time and kept nowhere. */
  readonly polygons: MultiPolygon
}

export interface Edges {
  readonly count: number
  /** ax, ay, bx, by of each edge in microdegrees, in the direction and order of the first ring with this edge. */
  readonly ends: Int32Array
  /** The set of areas that each edge bounds; never empty. */
  readonly sets: Int32Array
}

/** Microdegrees. Above it, a cell's straight-sided outline deviates too far from its true one (build/index/cells.ts). */
const HIGHEST_LATITUDE = 80_000_000

/**
 * Drops an edge that an area uses twice, because it bounds nothing.
 * @throws RangeError for an edge beyond the limits of the exact test, or a latitude beyond 80°
 */
export function collectEdges(areas: readonly IndexedArea[], sets: AreaSets): Edges {
  let total = 0
  for (const { polygons } of areas) for (const rings of polygons) for (const ring of rings) total += ring.length / 2
  const ends = new Int32Array(total * 4)
  const bounds = new Int32Array(total)
  const mask = 2 ** Math.max(4, Math.ceil(Math.log2(total * 1.5 + 1))) - 1
  const slots = new Int32Array(mask + 1).fill(-1)
  let count = 0

  const add = (ax: number, ay: number, bx: number, by: number, set: number): void => {
    const forward = ax < bx || (ax === bx && ay < by)
    let slot = forward ? hash(ax, ay, bx, by) & mask : hash(bx, by, ax, ay) & mask
    for (; ; slot = (slot + 1) & mask) {
      const edge = slots[slot] ?? -1
      if (edge < 0) break
      const same =
        ends[edge * 4] === ax && ends[edge * 4 + 1] === ay && ends[edge * 4 + 2] === bx && ends[edge * 4 + 3] === by
      const back =
        ends[edge * 4] === bx && ends[edge * 4 + 1] === by && ends[edge * 4 + 2] === ax && ends[edge * 4 + 3] === ay
      if (!same && !back) continue
      bounds[edge] = sets.xor(bounds[edge] ?? 0, set)
      return
    }
    slots[slot] = count
    ends[count * 4] = ax
    ends[count * 4 + 1] = ay
    ends[count * 4 + 2] = bx
    ends[count * 4 + 3] = by
    bounds[count++] = set
  }

  for (const { ordinal, polygons } of areas) {
    const set = sets.intern([ordinal])
    for (const rings of polygons)
      for (const ring of rings) eachEdge(ring, ordinal, (ax, ay, bx, by) => add(ax, ay, bx, by, set))
  }
  return compact(ends, bounds, count)
}

function eachEdge(ring: Ring, ordinal: number, visit: (ax: number, ay: number, bx: number, by: number) => void): void {
  let ax = ring[ring.length - 2] ?? 0
  let ay = ring[ring.length - 1] ?? 0
  for (let i = 0; i < ring.length; i += 2) {
    const bx = ring[i] ?? 0
    const by = ring[i + 1] ?? 0
    if (Math.abs(bx - ax) > LONGEST_EDGE || Math.abs(by - ay) > LONGEST_EDGE || Math.abs(by) > HIGHEST_LATITUDE)
      throw new RangeError(
        `area ${ordinal} has the edge (${ax}, ${ay}) to (${bx}, ${by}) in microdegrees: expected at most 60° of length and 80° of latitude; split an area that crosses the antimeridian`,
      )
    if (ax !== bx || ay !== by) visit(ax, ay, bx, by)
    ax = bx
    ay = by
  }
}

function compact(ends: Int32Array, bounds: Int32Array, count: number): Edges {
  let kept = 0
  for (let edge = 0; edge < count; edge++) {
    if (bounds[edge] === 0) continue
    ends.copyWithin(kept * 4, edge * 4, edge * 4 + 4)
    bounds[kept++] = bounds[edge] ?? 0
  }
  // Views: what lies behind them was never written, so it takes no memory, and a copy would.
  return { count: kept, ends: ends.subarray(0, kept * 4), sets: bounds.subarray(0, kept) }
}

function hash(ax: number, ay: number, bx: number, by: number): number {
  let value = Math.imul(ax, 0x9e3779b1) ^ Math.imul(ay, 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 15), 0xc2b2ae35) ^ Math.imul(bx, 0x27d4eb2f) ^ Math.imul(by, 0x165667b1)
  value = Math.imul(value ^ (value >>> 13), 0x2c1b3c6d)
  return value ^ (value >>> 16)
}

// Collects (place, edge) pairs in any order, and groups them by place.

const EDGES = 2 ** 26
const PLACES = 2 ** 27

export interface PairGroups {
  /** Distinct places, ascending. */
  readonly places: Float64Array
  /** The edges of `places[i]` are `edges[starts[i]]` to `edges[starts[i + 1]]`, ascending. */
  readonly starts: Uint32Array
  readonly edges: Uint32Array
}

/** Stores each pair as a single number, which sorts natively and takes eight bytes. */
export class Pairs {
  private packed = new Float64Array(1024)
  private length = 0

  /** @throws RangeError beyond 2^27 places or 2^26 edges */
  add(place: number, edge: number): void {
    if (place >= PLACES || edge >= EDGES)
      throw new RangeError(`edge ${edge} in place ${place} does not fit: at most ${EDGES} edges and ${PLACES} places`)
    if (this.length === this.packed.length) {
      const larger = new Float64Array(this.length * 2)
      larger.set(this.packed)
      this.packed = larger
    }
    this.packed[this.length++] = place * EDGES + edge
  }

  /** Returns each pair once, and empties the collection. */
  group(): PairGroups {
    const sorted = this.packed.subarray(0, this.length).sort()
    const edges = new Uint32Array(sorted.length)
    const places: number[] = []
    const starts: number[] = []
    let count = 0
    let last = -1
    for (const pair of sorted) {
      if (pair === last) continue
      const place = Math.floor(pair / EDGES)
      if (places.length === 0 || place !== places[places.length - 1]) {
        places.push(place)
        starts.push(count)
      }
      edges[count++] = pair - place * EDGES
      last = pair
    }
    starts.push(count)
    this.packed = new Float64Array(1024)
    this.length = 0
    return { places: Float64Array.from(places), starts: Uint32Array.from(starts), edges: edges.subarray(0, count) }
  }
}

/** Index of the last value ≤ `key`, or -1. */
export function floorIndex(rising: ArrayLike<number>, key: number): number {
  let low = 0
  let high = rising.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rising[middle] ?? 0) <= key) low = middle + 1
    else high = middle
  }
  return low - 1
}
