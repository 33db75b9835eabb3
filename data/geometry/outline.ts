// Simplifies polygons for drawing: points lie on a grid, and corners that hardly show are removed. No look-up uses the result.

import { type Box, boundingBox, MICRODEGREES, type MultiPolygon, type Ring } from './polygon.ts'

/** Steps of the grid over the longer side of an outline: three to a pixel of a page's map, so that a zoomed map is still smooth. */
const OUTLINE_STEPS = 2048
/** A corner is removed if its triangle is smaller, in square steps. */
const CORNER_AREA = 4
/** The largest outlines are simplified further, until they have no more points: a page has three of them. */
const OUTLINE_POINTS_MAX = 16_000

export interface Outline {
  /** Microdegrees between two lines of the grid. */
  step: number
  /** Closed rings in steps of the grid; holes are rings too. */
  rings: Ring[]
  /** Of the whole lines, in microdegrees; west may be below -180 degrees where they cross the antimeridian. */
  box: Box
}

/** Undefined for polygons without a point. The same polygons give the same outline on every machine. */
export function toOutline(polygons: MultiPolygon): Outline | undefined {
  const rings = toOneSide(polygons)
  const box = boundingBox(rings)
  const side = Math.max(box.east - box.west, box.north - box.south)
  if (side < 0) return undefined
  let step = Math.max(1, Math.ceil(side / OUTLINE_STEPS))
  let shown = simplify(rings, step)
  // Islets far from each other may all be smaller than a step.
  while (shown.length === 0 && step > 1) {
    step = Math.ceil(step / 2)
    shown = simplify(rings, step)
  }
  for (let area = CORNER_AREA; countPoints(shown) > OUTLINE_POINTS_MAX; area *= 2)
    shown = shown.map((ring) => removeCorners(ring, area)).filter((ring) => ring.length > 0)
  return { step, rings: shown, box }
}

/**
 * Outlines of neighbors on one grid: where their lines have the same points, so do the outlines.
 * @param area a corner is removed if its triangle is smaller, in square steps
 * @returns the rings of each, in steps
 */
export function toOutlinesTogether(shapes: Iterable<MultiPolygon>, step: number, area: number): Ring[][] {
  const snapped: Ring[][] = []
  for (const shape of shapes) snapped.push(toOneSide(shape).map((ring) => toGrid(ring, step)))
  const isJunction = findJunctions(snapped.flat())
  return snapped.map((rings) =>
    rings.map((ring) => removeCorners(ring, area, isJunction)).filter((ring) => ring.length > 0),
  )
}

function simplify(rings: readonly Ring[], step: number): Ring[] {
  return rings.map((ring) => removeCorners(toGrid(ring, step), CORNER_AREA)).filter((ring) => ring.length > 0)
}

function countPoints(rings: readonly Ring[]): number {
  return rings.reduce((points, ring) => points + ring.length / 2, 0)
}

const WHOLE_TURN = 360 * MICRODEGREES

/** Rings that would reach around the world lie together instead: the part in the east moves to the west of -180 degrees. */
export function toOneSide(polygons: MultiPolygon): Ring[] {
  const rings = polygons.flat()
  const { west, east } = boundingBox(rings)
  if (east - west <= WHOLE_TURN / 2) return rings
  return rings.map((ring) => ring.map((value, at) => (at % 2 === 0 && value > 0 ? value - WHOLE_TURN : value)))
}

/** In steps, without points that repeat the one before. */
function toGrid(ring: Ring, step: number): Ring {
  const kept = new Int32Array(ring.length)
  let end = 0
  for (let at = 0; at < ring.length; at += 2) {
    const [x, y] = [Math.round((ring[at] ?? 0) / step), Math.round((ring[at + 1] ?? 0) / step)]
    if (end > 0 && kept[end - 2] === x && kept[end - 1] === y) continue
    kept[end++] = x
    kept[end++] = y
  }
  while (end > 2 && kept[0] === kept[end - 2] && kept[1] === kept[end - 1]) end -= 2
  return kept.slice(0, end)
}

/** More than half a turn in steps of a microdegree. */
const KEY_WIDTH = 2 ** 30

/** Points with more than two neighbors, in all rings together: where three shapes meet, or a shared line ends. */
function findJunctions(rings: readonly Ring[]): (x: number, y: number) => boolean {
  const keyOf = (x: number, y: number): number => x * KEY_WIDTH + y
  const neighbours = new Map<number, [number, number]>()
  const junctions = new Set<number>()
  for (const ring of rings)
    for (let at = 0; at < ring.length; at += 2) {
      const before = at === 0 ? ring.length - 2 : at - 2
      const after = at + 2 === ring.length ? 0 : at + 2
      const [own, a, b] = [at, before, after].map((one) => keyOf(ring[one] ?? 0, ring[one + 1] ?? 0))
      if (own === undefined || a === undefined || b === undefined) continue
      const known = neighbours.get(own)
      if (!known) neighbours.set(own, [a, b])
      else if (!known.includes(a) || !known.includes(b)) junctions.add(own)
    }
  return (x, y) => junctions.has(keyOf(x, y))
}

/**
 * Visvalingam's method: removes the corner with the smallest triangle again and again. Integers and a total order make a line's result the
 * same from both sides. Empty if the ring is smaller than the area.
 */
function removeCorners(ring: Ring, area: number, isFixed: (x: number, y: number) => boolean = () => false): Ring {
  const count = ring.length / 2
  const least = 2 * area
  if (count < 3) return new Int32Array(0)
  const before = new Int32Array(count)
  const after = new Int32Array(count)
  for (let at = 0; at < count; at++) {
    before[at] = at === 0 ? count - 1 : at - 1
    after[at] = at === count - 1 ? 0 : at + 1
  }
  const doubled = new Float64Array(count)
  const x = (at: number): number => ring[2 * at] ?? 0
  const y = (at: number): number => ring[2 * at + 1] ?? 0
  const isFirst = (a: number, b: number): boolean =>
    (doubled[a] ?? 0) - (doubled[b] ?? 0) < 0 ||
    (doubled[a] === doubled[b] && (x(a) - x(b) < 0 || (x(a) === x(b) && (y(a) < y(b) || (y(a) === y(b) && a < b)))))
  const heap = createHeap(count, isFirst)
  const measure = (at: number): void => {
    const [a, b] = [before[at] ?? 0, after[at] ?? 0]
    doubled[at] = isFixed(x(at), y(at))
      ? Infinity
      : Math.abs((x(at) - x(a)) * (y(b) - y(a)) - (x(b) - x(a)) * (y(at) - y(a)))
  }
  const consider = (at: number): void => {
    if ((doubled[at] ?? 0) < least) heap.place(at)
    else heap.remove(at)
  }
  for (let at = 0; at < count; at++) measure(at)
  for (let at = 0; at < count; at++) consider(at)
  let left = count
  for (let at = heap.first(); at !== undefined; at = heap.first()) {
    heap.remove(at)
    left -= 1
    const [a, b] = [before[at] ?? 0, after[at] ?? 0]
    after[a] = b
    before[b] = a
    // No longer in the ring.
    after[at] = -1
    if (left < 3) return new Int32Array(0)
    for (const near of [a, b]) {
      measure(near)
      consider(near)
    }
  }
  if (left === count) return ring
  const kept = new Int32Array(2 * left)
  let end = 0
  for (let at = 0; at < count; at++) {
    if (after[at] === -1) continue
    kept[end++] = x(at)
    kept[end++] = y(at)
  }
  return kept
}

interface Heap {
  /** Undefined if it is empty. */
  first(): number | undefined
  /** Adds an item, or moves it after its order changed. */
  place(item: number): void
  remove(item: number): void
}

/** A binary heap of the items 0 to `count` - 1. */
function createHeap(count: number, isFirst: (a: number, b: number) => boolean): Heap {
  const items: number[] = []
  const placeOf = new Int32Array(count).fill(-1)
  const put = (item: number, at: number): void => {
    items[at] = item
    placeOf[item] = at
  }
  const rise = (from: number): number => {
    const item = items[from] ?? 0
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = items[parent] ?? 0
      if (!isFirst(item, above)) break
      put(above, at)
      at = parent
    }
    put(item, at)
    return at
  }
  const sink = (from: number): void => {
    const item = items[from] ?? 0
    let at = from
    for (;;) {
      let child = 2 * at + 1
      if (child >= items.length) break
      if (child + 1 < items.length && isFirst(items[child + 1] ?? 0, items[child] ?? 0)) child += 1
      const below = items[child] ?? 0
      if (!isFirst(below, item)) break
      put(below, at)
      at = child
    }
    put(item, at)
  }
  return {
    first: () => items[0],
    place(item) {
      const at = placeOf[item] ?? -1
      if (at < 0) {
        items.push(item)
        rise(items.length - 1)
      } else sink(rise(at))
    },
    remove(item) {
      const at = placeOf[item] ?? -1
      if (at < 0) return
      placeOf[item] = -1
      const last = items.pop()
      if (last === undefined || last === item) return
      put(last, at)
      sink(rise(at))
    },
  }
}
