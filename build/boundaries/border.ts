// The edges and borders of districts, and the bands along generalized borders in which either district is possible.

import { difference, EndType, FillRule, inflatePaths, intersect, JoinType, type Paths64 } from 'clipper2-ts'
import type { Box, MultiPolygon } from '../../data/geometry/polygon.ts'
import { addRing } from '../../data/geometry/polygon-overlay.ts'
import type { DirectedEdges } from '../../data/geometry/polygonize.ts'
import type { TaggedEdges } from '../../data/geometry/segment.ts'
import { clipToBox, type IndexedRing, indexRings } from './clip.ts'
import { boxOf, fromPaths, type Plane, planeAt, toPaths, toRing } from './polygon.ts'

/** Clipper uses integers: 10 units per meter. */
const UNITS_PER_METRE = 10
/** Maximum shortfall of a band's round ends, as a share of its width. */
const ARC_TOLERANCE = 0.01

/** Edges between a district and others, with the district on their left. */
export interface Border {
  ocd_id: string
  edges: readonly Edge[]
}

/**
 * The border of each district with the others, without the outer border. The districts are a coverage: neighbors share
 * every vertex.
 */
export function innerBorders(districts: readonly { ocd_id: string; polygons: MultiPolygon }[]): Border[] {
  const owned = districts.map(({ ocd_id, polygons }) => ({ ocd_id, edges: edgesOf(polygons) }))
  const all = new Set(owned.flatMap(({ edges }) => edges.map((edge) => edge.join())))
  return owned.map(({ ocd_id, edges }) => ({
    ocd_id,
    edges: edges.filter(([ax, ay, bx, by]) => all.has([bx, by, ax, ay].join())),
  }))
}

/**
 * For each border, the part of `within` nearer to it than `error_m` meters on either side: there the district is possible.
 * Without edges the band is empty.
 */
export function nearBands(
  borders: readonly Border[],
  within: MultiPolygon,
  error_m: number,
): { ocd_id: string; polygons: MultiPolygon }[] {
  const plane = planeAt(boxOf(within))
  const around = indexRings(within)
  return borders.map(({ ocd_id, edges }) => {
    if (edges.length === 0) return { ocd_id, polygons: [] }
    const width = error_m * UNITS_PER_METRE
    const lines = scaled(chains(edges), plane.east * UNITS_PER_METRE, plane.north * UNITS_PER_METRE)
    const tube = inflatePaths(lines, width, JoinType.Round, EndType.Round, 2, width * ARC_TOLERANCE)
    const band = scaled(tube, 1 / (plane.east * UNITS_PER_METRE), 1 / (plane.north * UNITS_PER_METRE))
    const near = clipToBox(around, widened(band, plane, error_m))
    return { ocd_id, polygons: fromPaths(intersect(band, toPaths(near), FillRule.NonZero)) }
  })
}

/** The polygons, and everything nearer to them than `metres`; at corners, which stay square, a little more. */
export function widenedBy(polygons: MultiPolygon, metres: number): MultiPolygon {
  const plane = planeAt(boxOf(polygons))
  const [x, y] = [plane.east * UNITS_PER_METRE, plane.north * UNITS_PER_METRE]
  const wide = inflatePaths(scaled(toPaths(polygons), x, y), metres * UNITS_PER_METRE, JoinType.Square, EndType.Polygon)
  const paths = scaled(wide, 1 / x, 1 / y)
  // One path is one polygon without holes.
  return paths.length === 1 ? [paths.map(toRing)] : fromPaths(paths)
}

/** The part of `polygons` inside an outline that is longer by far. */
export function insideOf(outline: readonly IndexedRing[], polygons: MultiPolygon): MultiPolygon {
  const near = clipToBox(outline, boxOf(polygons))
  return fromPaths(intersect(toPaths(polygons), toPaths(near), FillRule.EvenOdd))
}

/** The part of a district outside its band, where the district is certain. Empty if the band covers the district. */
export function awayFrom(polygons: MultiPolygon, band: MultiPolygon): MultiPolygon {
  return fromPaths(difference(toPaths(polygons), toPaths(band), FillRule.EvenOdd))
}

function scaled(paths: Paths64, x: number, y: number): Paths64 {
  return paths.map((path) => path.map((point) => ({ x: Math.round(point.x * x), y: Math.round(point.y * y) })))
}

function widened(paths: Paths64, plane: Plane, metres: number): Box {
  const box = boxOf([paths.map((path) => Int32Array.from(path.flatMap(({ x, y }) => [x, y])))])
  const [x, y] = [Math.ceil(metres / plane.east), Math.ceil(metres / plane.north)]
  return { west: box.west - x, south: box.south - y, east: box.east + x, north: box.north + y }
}

/** Joins edges end to start into lines; each edge is used once. */
function chains(edges: readonly Edge[]): Paths64 {
  const leaving = new Map<string, Edge[]>()
  const arriving = new Set<string>()
  for (const edge of edges) {
    const [ax, ay, bx, by] = edge
    arriving.add(`${bx},${by}`)
    const list = leaving.get(`${ax},${ay}`)
    if (list) list.push(edge)
    else leaving.set(`${ax},${ay}`, [edge])
  }
  const result: Paths64 = []
  const follow = (key: string): void => {
    for (let edge = leaving.get(key)?.pop(); edge; edge = leaving.get(key)?.pop()) {
      const path = [{ x: edge[0], y: edge[1] }]
      for (let next: typeof edge | undefined = edge; next; next = leaving.get(`${next[2]},${next[3]}`)?.pop())
        path.push({ x: next[2], y: next[3] })
      result.push(path)
    }
  }
  const starts = [...leaving.keys()]
  for (const key of starts) if (!arriving.has(key)) follow(key)
  for (const key of starts) follow(key)
  return result
}

// Edges, and those without a counterpart. For districts that share their borders, these are the outer border and every fault between
// neighbors.

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
