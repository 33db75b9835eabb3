// The shapes of a map: districts on one grid, so that neighbors share their borders, cut along the outline of an area.

import { setImmediate } from 'node:timers/promises'
import { toOneSide, toOutlinesTogether } from '../../data/geometry/outline.ts'
import {
  type Box,
  boundingBox,
  boxesMeet,
  MICRODEGREES,
  type MultiPolygon,
  type Ring,
  ringArea,
  ringContains,
} from '../../data/geometry/polygon.ts'
import { addRing, overlay } from '../../data/geometry/polygon-overlay.ts'
import type { TaggedEdges } from '../../data/geometry/segment.ts'
import type { AreaShape } from '../../server/host.ts'

/** @setting Steps of the grid over the longer side of a map of an area: three to a pixel of a wide screen, so that a zoomed map is still smooth. */
const MAP_STEPS = 3072
/** @setting A corner is left out if its triangle has fewer square steps: half a square pixel. */
const MAP_CORNER_AREA = 4
/** @setting Points of a map of an area, after which corners are left out further: about 150 kB compressed. */
const MAP_POINTS_MAX = 20_000
/** @setting Width of the surroundings on each side of a map, as a share of the longer side of what it shows. */
const AROUND = 0.25
/** @setting A part of an area that lies apart, such as an island, is in view at first if it lies within this share of the longer side of the larger ones. */
const APART_DISTANCE = 0.15
/** @setting A part farther away is in view at first if it has this share of the area, */
const APART_SHARE_MIN = 0.05
/** @setting and the view grows by no more than this factor; */
const APART_GROWTH_MAX = 3
/** @setting or if it has this share. */
const APART_SHARE_ALWAYS = 0.45

/** @setting Most cities whose names a map has, the largest first; those that do not fit beside each other are left out. */
export const MAP_CITIES_MAX = 60
/** A map is no wider, as a share of its height, and no narrower than a square. */
export const MAP_RATIO_MAX = 1.8
/** What is drawn is larger than what is in view at first by this factor at least. */
const FRAME_GROWTH_MIN = 1.3

/** A place on the map that is cut out of a district. */
export interface MapFace {
  /** Places in the list of districts: those that the face lies in. */
  districts: readonly number[]
  /** Whether it lies in the area. */
  inside: boolean
  polygons: MultiPolygon
}

export interface AreaMap {
  /** What is drawn, in microdegrees. */
  frame: Box
  /** The bulk of the area: far islands are left out. */
  bulk: Box
  outline: MultiPolygon
  faces: readonly MapFace[]
  /** Those of each layer, such as the counties. */
  lines: readonly MultiPolygon[]
}

/** Of the area itself, and of the rectangle around it that is drawn. */
export function frameOf(area: readonly MultiPolygon[]): { bulk: Box; frame: Box } {
  const bulk = bulkOf(area.flatMap(toSameSide))
  const [width, height] = [bulk.east - bulk.west, bulk.north - bulk.south]
  const narrowing = Math.cos(((bulk.south + bulk.north) / 2 / MICRODEGREES / 180) * Math.PI)
  const around = AROUND * longerSide(bulk)
  // A map's picture is wider than a narrow area.
  const across = Math.max(around, ((FRAME_GROWTH_MIN * height) / narrowing - width) / 2)
  const down = Math.max(around, ((FRAME_GROWTH_MIN * width * narrowing) / MAP_RATIO_MAX - height) / 2)
  const frame = {
    west: bulk.west - across,
    south: bulk.south - down,
    east: bulk.east + across,
    north: bulk.north + down,
  }
  return { bulk, frame: roundBox(frame) }
}

/** The box of the largest polygon, and of those that are large or near: far islands would shrink a city. */
function bulkOf(polygons: MultiPolygon): Box {
  const parts = polygons
    .map((rings) => ({ box: boundingBox(rings), size: Math.abs(rings[0] ? ringArea(rings[0]) : 0) }))
    .sort((a, b) => b.size - a.size)
  const whole = parts.reduce((sum, { size }) => sum + size, 0)
  let bulk = parts[0]?.box ?? boundingBox([])
  // A chain of islands is followed to its end: each island brings the next within reach.
  for (let before = 0; before < boxSize(bulk); ) {
    before = boxSize(bulk)
    for (const { box, size } of parts) {
      const both = joined(bulk, box)
      const isNear = boxesMeet(grow(bulk, APART_DISTANCE * longerSide(bulk)), box)
      const isLarge = size >= APART_SHARE_MIN * whole && boxSize(both) <= APART_GROWTH_MAX * boxSize(bulk)
      if (isNear || isLarge || size >= APART_SHARE_ALWAYS * whole) bulk = both
    }
  }
  return bulk
}

function joined(a: Box, b: Box): Box {
  return {
    west: Math.min(a.west, b.west),
    south: Math.min(a.south, b.south),
    east: Math.max(a.east, b.east),
    north: Math.max(a.north, b.north),
  }
}

function roundBox({ west, south, east, north }: Box): Box {
  return { west: Math.round(west), south: Math.round(south), east: Math.round(east), north: Math.round(north) }
}

function boxSize({ west, south, east, north }: Box): number {
  return (east - west) * (north - south)
}

function grow({ west, south, east, north }: Box, by: number): Box {
  return { west: west - by, south: south - by, east: east + by, north: north + by }
}

function longerSide({ west, south, east, north }: Box): number {
  return Math.max(east - west, north - south)
}

/** Shapes across the antimeridian reach to the west of -180 degrees. */
export function toSameSide(shape: MultiPolygon): MultiPolygon {
  const rings = toOneSide(shape)
  let at = 0
  return shape.map((polygon) => polygon.map((ring) => rings[at++] ?? ring))
}

/**
 * Cuts districts along the outline of an area, within the frame. It takes up to 0.2 seconds of processor time: between its steps,
 * the process answers others.
 * @param lines layers of which the borders alone are drawn
 */
export async function cutMap(
  area: readonly MultiPolygon[],
  districts: readonly MultiPolygon[],
  lines: readonly MultiPolygon[],
): Promise<AreaMap> {
  const { bulk, frame } = frameOf(area)
  const shapes = [...area, ...districts, ...lines].map((shape) => [toSameSide(shape).flat()])
  const drawn = (await drawTogether(shapes, frame)).map((polygons) => polygons.flat())
  const own = drawn.slice(0, area.length)
  const others = drawn.slice(area.length, area.length + districts.length)
  const layers = drawn.slice(area.length + districts.length)
  const faces = facesOf([own.flat(), ...others], frame).map(({ tags, polygons }) => ({
    districts: tags.filter((tag) => tag > 0).map((tag) => tag - 1),
    inside: tags[0] === 0,
    polygons,
  }))
  await setImmediate()
  const outline = facesOf([own.flat()], frame).flatMap(({ polygons }) => polygons)
  const cut: MultiPolygon[] = []
  for (const rings of layers) {
    await setImmediate()
    cut.push(facesOf([rings], frame).flatMap(({ polygons }) => polygons))
  }
  return { frame, bulk, outline, faces, lines: cut }
}

/**
 * Shapes on one grid, so that neighbors share their borders, with no more points than a map may have.
 * @param shapes each on one side of the antimeridian
 * @returns what of each lies in the frame, or a little beside it: a line along the frame is out of view
 */
export async function drawTogether(shapes: readonly MultiPolygon[], frame: Box): Promise<MultiPolygon[]> {
  const step = Math.max(1, Math.ceil(longerSide(frame) / MAP_STEPS))
  const wide = grow(frame, 10 * step)
  const clipped: MultiPolygon = []
  const owners: number[] = []
  for (const [at, shape] of shapes.entries()) {
    if (at % SHAPES_A_TURN === 0) await setImmediate()
    for (const polygon of intoFrame(shape, wide)) {
      const rings = polygon.flatMap((ring) => clipRing(ring, wide) ?? [])
      // Onto the grid one by one, which is most of the work; then all together have few points.
      const [snapped = []] = rings.length > 0 ? toOutlinesTogether([[rings]], step, 0) : []
      if (snapped.length === 0) continue
      clipped.push(snapped)
      owners.push(at)
    }
  }
  await setImmediate()
  let drawn = toOutlinesTogether(clipped.map(alone), 1, MAP_CORNER_AREA)
  for (
    let corner = 2 * MAP_CORNER_AREA;
    corner <= CORNER_AREA_MAX && countPoints(drawn) > MAP_POINTS_MAX;
    corner *= 2
  ) {
    await setImmediate()
    drawn = toOutlinesTogether(drawn.map(alone), 1, corner)
  }
  await setImmediate()
  const found: Ring[][][] = shapes.map(() => [])
  for (const [at, rings] of drawn.entries())
    if (rings.length > 0)
      found[owners[at] ?? 0]?.push(rings.map((ring) => withoutRepeats(ring).map((one) => one * step)))
  return found
}

function alone(polygon: Ring[]): MultiPolygon {
  return [polygon]
}

/** In square steps. A map that still has more points is sent as it is. */
const CORNER_AREA_MAX = 4096

/** Shapes that are clipped before other requests get their turn. */
const SHAPES_A_TURN = 4

/** A shape in the east, beside a frame that reaches beyond -180 degrees, lies to the west of it. */
function intoFrame(shape: MultiPolygon, frame: Box): MultiPolygon {
  const turn = 360 * MICRODEGREES
  if (frame.west >= -turn / 2 || boxesMeet(boundingBox(shape.flat()), frame)) return shape
  return shape.map((rings) => rings.map((ring) => ring.map((value, at) => (at % 2 === 0 ? value - turn : value))))
}

/** What of the polygons lies in a box; all of them if that is no more than a sliver of it. */
export function partInView(polygons: MultiPolygon, box: Box): MultiPolygon {
  const cut = polygons.map((rings) => rings.flatMap((ring) => clipRing(ring, box) ?? []))
  const size = cut.reduce((sum, [outer]) => sum + (outer ? Math.abs(ringArea(outer)) : 0), 0)
  return size < SLIVER * boxSize(box) ? polygons : cut.filter(([outer]) => outer && ringArea(outer) !== 0)
}

const SLIVER = 0.005

/** Where a corner without a width is removed, its two ends are one point. */
function withoutRepeats(ring: Ring): Ring {
  const kept: number[] = []
  let [x, y] = [ring[ring.length - 2], ring[ring.length - 1]]
  for (let at = 0; at < ring.length; at += 2) {
    if (ring[at] === x && ring[at + 1] === y) continue
    ;[x = 0, y = 0] = ring.subarray(at, at + 2)
    kept.push(x, y)
  }
  return Int32Array.from(kept)
}

function countPoints(shapes: readonly Ring[][]): number {
  return shapes.flat().reduce((points, { length }) => points + length / 2, 0)
}

const FRAME = -1

/** The polygons of each set of shapes that lie over each other within the frame. */
function facesOf(shapes: readonly Ring[][], frame: Box): { tags: readonly number[]; polygons: MultiPolygon }[] {
  const edges: TaggedEdges = { coordinates: [], tag: [] }
  addRing(edges, cornersOf(frame), FRAME)
  for (const [tag, rings] of shapes.entries()) for (const ring of rings) addRing(edges, ring, tag)
  const sets: number[][] = []
  const known = new Map<string, number>()
  const polygons = overlay(edges, (windings) => {
    const isIn = (tag: number): boolean => (windings.get(tag) ?? 0) % 2 !== 0
    const tags = [...windings.keys()].filter((tag) => tag !== FRAME && isIn(tag)).sort((a, b) => a - b)
    if (!isIn(FRAME) || tags.length === 0) return null
    const key = tags.join(' ')
    const at = known.get(key) ?? sets.length
    if (at === sets.length) {
      sets.push(tags)
      known.set(key, at)
    }
    return at
  })
  return [...polygons].map(([at, own]) => ({ tags: sets[at] ?? [], polygons: own }))
}

function cornersOf({ west, south, east, north }: Box): Ring {
  return Int32Array.of(west, south, east, south, east, north, west, north)
}

/** Sutherland and Hodgman's method: what lies outside a box is drawn along its border. Undefined if nothing lies inside. */
function clipRing(ring: Ring, box: Box): Ring | undefined {
  const own = boundingBox([ring])
  if (!boxesMeet(own, box)) return undefined
  let points: number[] = [...ring]
  for (const [axis, limit, sign] of [
    [0, box.west, 1],
    [0, box.east, -1],
    [1, box.south, 1],
    [1, box.north, -1],
  ] as const) {
    const kept: number[] = []
    for (let at = 0; at < points.length; at += 2) {
      const before = at === 0 ? points.length - 2 : at - 2
      const [a, b] = [points[before + axis] ?? 0, points[at + axis] ?? 0]
      const isIn = (value: number): boolean => (value - limit) * sign >= 0
      if (isIn(a) !== isIn(b)) {
        const [c, d] = [points[before + 1 - axis] ?? 0, points[at + 1 - axis] ?? 0]
        const crossing = Math.round(c + ((limit - a) / (b - a)) * (d - c))
        kept.push(...(axis === 0 ? [Math.round(limit), crossing] : [crossing, Math.round(limit)]))
      }
      if (isIn(b)) kept.push(points[at] ?? 0, points[at + 1] ?? 0)
    }
    points = kept
  }
  return points.length < 6 ? undefined : Int32Array.from(points)
}

// The shape of an area.

/** Its boundaries, or about them: the outline of a grid's fields, with its corners cut. */
export function areaPolygons({ boundaries, grids }: AreaShape): MultiPolygon[] {
  return [...boundaries, ...grids.map(contourOf)]
}

/** Through the middles of the sides between a field inside and one outside. */
function contourOf(grid: AreaShape['grids'][number]): MultiPolygon {
  const { columns, west, south, step_lng, step_lat } = grid
  const inside = new Set(grid.fields)
  const isIn = (column: number, row: number): boolean =>
    column >= 0 && column < columns && inside.has(row * columns + column)
  // Sides in half fields, the inside on the left, by the corner at which each begins.
  const sides = new Map<string, [x: number, y: number][]>()
  const add = (x: number, y: number, toX: number, toY: number): void => {
    const key = `${x} ${y}`
    sides.set(key, [...(sides.get(key) ?? []), [toX, toY]])
  }
  for (const field of inside) {
    const [column, row] = [field % columns, Math.floor(field / columns)]
    const [x, y] = [2 * column, 2 * row]
    if (!isIn(column, row - 1)) add(x, y, x + 2, y)
    if (!isIn(column + 1, row)) add(x + 2, y, x + 2, y + 2)
    if (!isIn(column, row + 1)) add(x + 2, y + 2, x, y + 2)
    if (!isIn(column - 1, row)) add(x, y + 2, x, y)
  }
  const rings: Ring[] = []
  for (const start of sides.keys()) {
    const points: number[] = []
    for (let key = start, [x = 0, y = 0] = start.split(' ').map(Number); ; ) {
      const next = sides.get(key)?.pop()
      if (!next) break
      const [middleX, middleY] = [(x + next[0]) / 2, (y + next[1]) / 2]
      points.push(west + Math.round((middleX * step_lng) / 2), south + Math.round((middleY * step_lat) / 2))
      ;[x, y] = next
      key = `${x} ${y}`
    }
    if (points.length >= 6) rings.push(Int32Array.from(points))
  }
  // By the even-odd rule, holes need no polygon of their own.
  return rings.map((ring) => [ring])
}

// A point inside a shape, for its name.

const CANDIDATES = 24

/**
 * A point of the polygon with the largest box that lies far from its border: [lng, lat] in microdegrees.
 * @param candidates points that are tried, across and down
 */
export function innerPoint(polygons: MultiPolygon, candidates = CANDIDATES): [number, number] {
  const [largest = []] = polygons
    .map((rings) => ({ rings, size: Math.abs(rings[0] ? ringArea(rings[0]) : 0) }))
    .sort((a, b) => b.size - a.size)
    .map(({ rings }) => rings)
  const { west, south, east, north } = boundingBox(largest)
  const narrowing = Math.cos(((south + north) / 2 / MICRODEGREES / 180) * Math.PI)
  let [best, inner]: [number, [number, number]] = [-1, [(west + east) / 2, (south + north) / 2]]
  for (let row = 0; row < candidates; row++)
    for (let column = 0; column < candidates; column++) {
      const x = Math.round(west + ((column + 0.5) / candidates) * (east - west))
      const y = Math.round(south + ((row + 0.5) / candidates) * (north - south))
      if (!isInside(largest, x, y)) continue
      const distance = Math.min(...largest.map((ring) => distanceTo(ring, x, y, narrowing)))
      if (distance > best) [best, inner] = [distance, [x, y]]
    }
  return inner
}

export function isInside(rings: readonly Ring[], x: number, y: number): boolean {
  return rings.filter((ring) => ringContains(ring, x, y)).length % 2 === 1
}

/** Squared, in microdegrees of latitude. */
function distanceTo(ring: Ring, x: number, y: number, narrowing: number): number {
  let least = Infinity
  let [ax, ay] = [((ring[ring.length - 2] ?? 0) - x) * narrowing, (ring[ring.length - 1] ?? 0) - y]
  for (let at = 0; at < ring.length; at += 2) {
    const [bx, by] = [((ring[at] ?? 0) - x) * narrowing, (ring[at + 1] ?? 0) - y]
    const [dx, dy] = [bx - ax, by - ay]
    const along = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)))
    least = Math.min(least, (ax + along * dx) ** 2 + (ay + along * dy) ** 2)
    ax = bx
    ay = by
  }
  return least
}
