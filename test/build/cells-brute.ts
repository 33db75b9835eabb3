// Slow, plain answers to compare the cell index with.

import pointInPolygon from 'point-in-polygon-hao'
import type { CellIndex } from '../../build/index/cells.ts'
import { type Box, boundingBox, type MultiPolygon, type Ring } from '../../data/geometry/polygon.ts'
import { cellKey } from '../../data/index/cell.ts'
import { areasInCell, toRecords } from '../../data/index/crossing.ts'

export type Point = readonly [number, number]

/** The index read from memory, as server/place/point.ts reads it from rows. */
export function lookupIn(index: CellIndex): (point: Point) => number[] {
  const rows = [...index.cells]
  return ([x, y]) => {
    const key = cellKey(x, y)
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((rows[middle]?.key ?? 0) <= key) low = middle + 1
      else high = middle
    }
    const row = rows[low - 1]
    const set = index.sets[row?.set_id ?? 0] ?? []
    return row?.edges ? areasByRecord(row.edges, set, [x, y]) : [...set]
  }
}

/** The areas of a set that contain a point, by the record at these bytes of `edges`. */
export function areasByRecord(
  edges: Uint8Array,
  set: ArrayLike<number>,
  [x, y]: Point,
  [start, end]: readonly [number, number] = [0, edges.length],
): number[] {
  const areas = Uint32Array.of(set.length, ...Array.from(set))
  return areasInCell({ areas, first: 0, records: toRecords([edges]), start, end }, x, y)
}

/** Microdegrees of the grid that says which polygons lie near a point. */
const GRID = 500_000

/** Microdegrees of latitude of the bands that a polygon is cut down to, where it is. */
const BAND = 100_000
const IS_WHOLE = process.env.PROOF === '1'

interface Boxed extends Box {
  ordinal: number
  rings: Ring[]
  /** As point-in-polygon-hao takes them. */
  closedAt(y: number): Point[][]
}

export interface Plain {
  /** Areas strictly inside, and those on whose boundary the point lies, by point-in-polygon-hao. */
  hao(point: Point): { inside: number[]; border: number[] }
  /** Areas by the half-open ray cast: of the areas that share a border, one. */
  halfOpen(point: Point): number[]
}

/**
 * Two plain tests over every polygon whose box holds the point; coordinates stay integer microdegrees. With PROOF=1 all of each
 * polygon is tested, else without what lies wholly north or south of the point's band, which no ray east or west can meet.
 */
export function plainTests(shapes: readonly MultiPolygon[]): Plain {
  const grid = new Map<number, Boxed[]>()
  for (const [at, polygons] of shapes.entries())
    for (const rings of polygons) {
      const box = boundingBox(rings)
      const boxed = { ...box, ordinal: at + 1, rings, closedAt: closedRings(rings) }
      for (let x = Math.floor(box.west / GRID); x <= Math.floor(box.east / GRID); x++)
        for (let y = Math.floor(box.south / GRID); y <= Math.floor(box.north / GRID); y++) {
          const square = grid.get(squareOf(x, y))
          if (square) square.push(boxed)
          else grid.set(squareOf(x, y), [boxed])
        }
    }
  // Ordinals increase in each square.
  const near = ([x, y]: Point): Boxed[] =>
    (grid.get(squareOf(Math.floor(x / GRID), Math.floor(y / GRID))) ?? []).filter(
      ({ west, south, east, north }) => x >= west && x <= east && y >= south && y <= north,
    )
  return {
    hao(point) {
      const [inside, border] = [new Set<number>(), new Set<number>()]
      for (const { ordinal, closedAt } of near(point)) {
        const answer = pointInPolygon(point, closedAt(point[1]))
        if (answer === 0) border.add(ordinal)
        else if (answer) inside.add(ordinal)
      }
      return { inside: [...inside].filter((ordinal) => !border.has(ordinal)), border: [...border] }
    },
    halfOpen(point) {
      const odd = new Set<number>()
      for (const { ordinal, rings } of near(point)) if (isOdd(rings, point) && !odd.delete(ordinal)) odd.add(ordinal)
      return [...odd]
    },
  }
}

function squareOf(x: number, y: number): number {
  return x * 1_000 + y
}

function closedRings(rings: readonly Ring[]): (y: number) => Point[][] {
  const bands = new Map<number, Point[][]>()
  return (y) => {
    const band = IS_WHOLE ? 0 : Math.floor(y / BAND)
    const [south, north] = IS_WHOLE ? [-Infinity, Infinity] : [band * BAND, (band + 1) * BAND]
    const cut = bands.get(band) ?? rings.map((ring) => cutTo(ring, south, north)).filter((ring) => ring.length > 0)
    bands.set(band, cut)
    return cut
  }
}

/** Closed. Of a run of points all north or all south of the band only the ends stay: between them an edge passes it as far off. */
function cutTo(ring: Ring, south: number, north: number): Point[] {
  const sideOf = (y: number): number => (y < south ? -1 : y > north ? 1 : 0)
  const points: Point[] = []
  let before = sideOf(ring.at(-1) ?? 0)
  let side = sideOf(ring[1] ?? 0)
  for (let i = 0; i < ring.length; i += 2) {
    const after = sideOf(ring[(i + 3) % ring.length] ?? 0)
    if (side === 0 || side !== before || side !== after) points.push([ring[i] ?? 0, ring[i + 1] ?? 0])
    before = side
    side = after
  }
  const [first] = points
  return first ? [...points, first] : []
}

function isOdd(rings: readonly Ring[], [x, y]: Point): boolean {
  let odd = false
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [ax, ay, bx, by] = [ring[j] ?? 0, ring[j + 1] ?? 0, ring[i] ?? 0, ring[i + 1] ?? 0]
      if (ay > y === by > y) continue
      const side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
      if (by > ay ? side > 0 : side < 0) odd = !odd
    }
  }
  return odd
}
