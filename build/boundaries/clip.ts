// Cuts rings to a box before they go to Clipper, which takes time for every vertex.

import { type Box, boundingBox, crossingsRightOf, type MultiPolygon, type Ring } from '../../data/geometry/polygon.ts'

/** Holds the coordinates of one result until they are copied. */
let scratch = new Int32Array(1 << 16)

/** The part of each ring inside a box (Sutherland–Hodgman). Parts may be connected by edges along the box. */
export function clipToBox(rings: readonly IndexedRing[], box: Box): MultiPolygon {
  const parts: Ring[] = []
  for (const indexed of rings) {
    if (sidesBeyond(indexed.box, box) !== 0) continue
    let points = withoutRuns(indexed, box)
    points = cut(points, 0, 1, box.west)
    points = cut(points, 0, -1, box.east)
    points = cut(points, 1, 1, box.south)
    points = cut(points, 1, -1, box.north)
    if (points.length >= 6) parts.push(points)
  }
  return parts.length > 0 ? [parts] : []
}

/** Of vertices in a row that all lie beyond one side of the box, keeps the first and the last: cutting gives the same area, and sooner. */
function withoutRuns({ ring, runs }: IndexedRing, box: Box): Ring {
  const { west, east, south, north } = box
  reserve(ring.length)
  const kept = scratch
  let count = 0
  let [sides, last] = [0, -1]
  const keep = (at: number): void => {
    kept[count++] = ring[at] ?? 0
    kept[count++] = ring[at + 1] ?? 0
  }
  for (let run = 0, from = 0; from < ring.length; run++, from += 2 * RUN_VERTICES) {
    const end = Math.min(from + 2 * RUN_VERTICES, ring.length)
    if (sides !== 0) {
      const [w = 0, e = 0, s = 0, n = 0] = [runs[4 * run], runs[4 * run + 1], runs[4 * run + 2], runs[4 * run + 3]]
      const beyond = sidesBeyond({ west: w, east: e, south: s, north: n }, box)
      if ((beyond & sides) !== 0) {
        sides &= beyond
        last = end - 2
        continue
      }
    }
    for (let i = from; i < end; i += 2) {
      const [x, y] = [ring[i] ?? 0, ring[i + 1] ?? 0]
      const beyond = (x < west ? 1 : 0) | (x > east ? 2 : 0) | (y < south ? 4 : 0) | (y > north ? 8 : 0)
      if ((beyond & sides) !== 0) {
        sides &= beyond
        last = i
        continue
      }
      if (last >= 0) keep(last)
      keep(i)
      sides = beyond
      last = -1
    }
  }
  if (last >= 0) keep(last)
  return count === ring.length ? ring : kept.slice(0, count)
}

/** A bit for each side of `box` beyond which the whole of `inner` lies. */
function sidesBeyond(inner: Box, { west, east, south, north }: Box): number {
  return (
    (inner.east < west ? 1 : 0) |
    (inner.west > east ? 2 : 0) |
    (inner.north < south ? 4 : 0) |
    (inner.south > north ? 8 : 0)
  )
}

/** Keeps the side of a straight line across one axis where sign × (coordinate − limit) ≥ 0. */
function cut(ring: Ring, axis: 0 | 1, sign: 1 | -1, limit: number): Ring {
  let whole = true
  for (let i = axis; i < ring.length && whole; i += 2) whole = sign * ((ring[i] ?? 0) - limit) >= 0
  if (whole) return ring
  reserve(2 * ring.length)
  const [kept, other] = [scratch, axis === 0 ? 1 : 0]
  let count = 0
  let [before, beforeOther] = [ring[ring.length - 2 + axis] ?? 0, ring[ring.length - 2 + other] ?? 0]
  for (let i = 0; i < ring.length; i += 2) {
    const [point, pointOther] = [ring[i + axis] ?? 0, ring[i + other] ?? 0]
    const [was, is] = [sign * (before - limit), sign * (point - limit)]
    if ((was < 0 && is > 0) || (was > 0 && is < 0)) {
      kept[count + axis] = limit
      kept[count + other] = Math.round(beforeOther + (was / (was - is)) * (pointOther - beforeOther))
      count += 2
    }
    if (is >= 0) {
      kept[count + axis] = point
      kept[count + other] = pointOther
      count += 2
    }
    before = point
    beforeOther = pointOther
  }
  return kept.slice(0, count)
}

function reserve(length: number): void {
  if (scratch.length < length) scratch = new Int32Array(2 * length)
}

// A ring with a box around each run of its vertices, so that a test that needs few of them skips the others.

/** Vertices of a run; the last run may have fewer. */
export const RUN_VERTICES = 32

export interface IndexedRing {
  ring: Ring
  box: Box
  /** For each run: its westernmost, easternmost, southernmost and northernmost coordinate. */
  runs: Int32Array
}

/** The rings of all polygons, in their order. */
export function indexRings(polygons: MultiPolygon): IndexedRing[] {
  return polygons.flat().map((ring) => ({ ring, box: boundingBox([ring]), runs: boxRuns(ring) }))
}

function boxRuns(ring: Ring): Int32Array {
  const length = 2 * RUN_VERTICES
  const runs = new Int32Array(4 * Math.ceil(ring.length / length))
  for (let run = 0; run * length < ring.length; run++) {
    const { west, east, south, north } = boundingBox([ring.subarray(run * length, (run + 1) * length)])
    runs.set([west, east, south, north], 4 * run)
  }
  return runs
}

/** The same answer as polygonsContain of the rings' polygons. */
export function ringsContain(rings: readonly IndexedRing[], x: number, y: number): boolean {
  let crossings = 0
  for (const { ring, box, runs } of rings) {
    if (y < box.south || y > box.north || x < box.west || x > box.east) continue
    for (let run = 0, from = 0; from < ring.length; run++, from += 2 * RUN_VERTICES) {
      // The first edge of a run begins at the last vertex of the run before.
      const before = ring[(from === 0 ? ring.length : from) - 1] ?? 0
      const [south = 0, north = 0] = [runs[4 * run + 2], runs[4 * run + 3]]
      if ((south > y && before > y) || (north <= y && before <= y)) continue
      crossings += crossingsRightOf(ring, x, y, from, Math.min(from + 2 * RUN_VERTICES, ring.length))
    }
  }
  return crossings % 2 === 1
}
