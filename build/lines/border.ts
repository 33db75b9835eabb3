// Compares shapes whose borders do not meet, without clipping: one contains the other, or they are disjoint.

import type { MultiPolygon, Ring } from '../../data/geometry/multipolygon.ts'
import { type Box, polygonsContain } from '../../data/geometry/polygon.ts'

/** Side of the lattice's cells, about 500 m. */
const CELL = 5_000
const STRIDE = 2 ** 20

/** All lattice cells that the border may touch. */
export function borderCells(polygons: MultiPolygon): Set<number> {
  const cells = new Set<number>()
  for (const ring of polygons.flat()) {
    let [x, y] = [Math.floor((ring[ring.length - 2] ?? 0) / CELL), Math.floor((ring[ring.length - 1] ?? 0) / CELL)]
    for (let i = 0; i < ring.length; i += 2) {
      const [nextX, nextY] = [Math.floor((ring[i] ?? 0) / CELL), Math.floor((ring[i + 1] ?? 0) / CELL)]
      for (let column = Math.min(x, nextX); column <= Math.max(x, nextX); column++)
        for (let row = Math.min(y, nextY); row <= Math.max(y, nextY); row++) cells.add(column * STRIDE + row)
      x = nextX
      y = nextY
    }
  }
  return cells
}

type Relation = 'disjoint' | 'first-contains' | 'second-contains' | 'mixed'

/** Relation of two valid shapes; `mixed` if clipping is needed to tell. */
export function relate(
  first: { polygons: MultiPolygon; cells: ReadonlySet<number> },
  second: { polygons: MultiPolygon; cells: ReadonlySet<number> },
): Relation {
  const [few, many] = first.cells.size < second.cells.size ? [first, second] : [second, first]
  for (const cell of few.cells) if (many.cells.has(cell)) return 'mixed'
  const inFirst = count(second.polygons, first.polygons)
  const inSecond = count(first.polygons, second.polygons)
  if (inFirst === 0 && inSecond === 0) return 'disjoint'
  if (inFirst === second.polygons.flat().length && inSecond === 0) return 'first-contains'
  if (inSecond === first.polygons.flat().length && inFirst === 0) return 'second-contains'
  return 'mixed'
}

/** Number of rings of one shape inside the other. If borders do not meet, a ring lies wholly inside or wholly outside. */
function count(inner: MultiPolygon, outer: MultiPolygon): number {
  return inner.flat().filter((ring) => polygonsContain(outer, ring[0] ?? 0, ring[1] ?? 0)).length
}

/** The part of each ring inside a box (Sutherland–Hodgman). Parts may be connected by edges along the box. */
export function clipToBox(polygons: MultiPolygon, box: Box): MultiPolygon {
  const rings = polygons.flat().flatMap((ring) => {
    let points = withoutRuns(ring, box)
    points = cut(points, 0, 1, box.west)
    points = cut(points, 0, -1, box.east)
    points = cut(points, 1, 1, box.south)
    points = cut(points, 1, -1, box.north)
    return points.length >= 6 ? [points] : []
  })
  return rings.length > 0 ? [rings] : []
}

/** Of vertices in a row that all lie beyond one side of the box, keeps the first and the last: cutting gives the same area, and sooner. */
function withoutRuns(ring: Ring, { west, east, south, north }: Box): Ring {
  const kept: number[] = []
  let [sides, last] = [0, -1]
  for (let i = 0; i < ring.length; i += 2) {
    const [x, y] = [ring[i] ?? 0, ring[i + 1] ?? 0]
    const beyond = (x < west ? 1 : 0) | (x > east ? 2 : 0) | (y < south ? 4 : 0) | (y > north ? 8 : 0)
    if ((beyond & sides) !== 0) {
      sides &= beyond
      last = i
      continue
    }
    if (last >= 0) kept.push(ring[last] ?? 0, ring[last + 1] ?? 0)
    kept.push(x, y)
    sides = beyond
    last = -1
  }
  if (last >= 0) kept.push(ring[last] ?? 0, ring[last + 1] ?? 0)
  return kept.length === ring.length ? ring : Int32Array.from(kept)
}

/** Keeps the side of a straight line across one axis where sign × (coordinate − limit) ≥ 0. */
function cut(ring: Ring, axis: 0 | 1, sign: 1 | -1, limit: number): Ring {
  let whole = true
  for (let i = axis; i < ring.length && whole; i += 2) whole = sign * ((ring[i] ?? 0) - limit) >= 0
  if (whole) return ring
  const kept: number[] = []
  let before = [ring[ring.length - 2] ?? 0, ring[ring.length - 1] ?? 0] as const
  for (let i = 0; i < ring.length; i += 2) {
    const point = [ring[i] ?? 0, ring[i + 1] ?? 0] as const
    const [was, is] = [sign * (before[axis] - limit), sign * (point[axis] - limit)]
    if ((was < 0 && is > 0) || (was > 0 && is < 0)) {
      const other = axis === 0 ? 1 : 0
      const met = Math.round(before[other] + (was / (was - is)) * (point[other] - before[other]))
      kept.push(...(axis === 0 ? [limit, met] : [met, limit]))
    }
    if (is >= 0) kept.push(...point)
    before = point
  }
  return Int32Array.from(kept)
}
