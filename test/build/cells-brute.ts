// Slow, plain answers to hold the cell index against.

import pointInPolygon from 'point-in-polygon-hao'
import type { CellIndex } from '../../build/cells.ts'
import { cellKey } from '../../data/schema/cell.ts'
import { areasInCell } from '../../data/schema/crossing.ts'
import type { MultiPolygon } from '../../data/schema/multipolygon.ts'

export type Point = readonly [number, number]

/** The index read from memory: what server/place/point.ts does with rows. */
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
    return row?.edges ? areasInCell(row.edges, set, x, y) : [...set]
  }
}

/** Polygons with their boxes, for the two plain tests; coordinates stay integer microdegrees. */
export function plainTests(shapes: readonly MultiPolygon[]): {
  /** Areas strictly inside, and those on whose boundary the point lies, by point-in-polygon-hao. */
  hao(point: Point): { inside: number[]; border: number[] }
  /** Areas by the half-open ray cast: of the areas that share a border, one. */
  halfOpen(point: Point): number[]
} {
  const boxed = shapes.map((polygons, i) => {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
    for (const ring of polygons.flat())
      for (let j = 0; j < ring.length; j += 2) {
        west = Math.min(west, ring[j] ?? 0)
        east = Math.max(east, ring[j] ?? 0)
        south = Math.min(south, ring[j + 1] ?? 0)
        north = Math.max(north, ring[j + 1] ?? 0)
      }
    return {
      ordinal: i + 1,
      polygons,
      closed: polygons.map((rings) => rings.map(closedRing)),
      west,
      south,
      east,
      north,
    }
  })
  const near = ([x, y]: Point): typeof boxed =>
    boxed.filter(({ west, south, east, north }) => x >= west && x <= east && y >= south && y <= north)
  return {
    hao(point) {
      const [inside, border]: [number[], number[]] = [[], []]
      for (const { ordinal, closed } of near(point)) {
        const answers = closed.map((rings) => pointInPolygon(point, rings))
        if (answers.includes(0)) border.push(ordinal)
        else if (answers.includes(true)) inside.push(ordinal)
      }
      return { inside, border }
    },
    halfOpen: (point) => near(point).flatMap(({ ordinal, polygons }) => (isOdd(polygons, point) ? [ordinal] : [])),
  }
}

function closedRing(ring: Int32Array): [number, number][] {
  const points: [number, number][] = []
  for (let i = 0; i <= ring.length; i += 2) points.push([ring[i % ring.length] ?? 0, ring[(i % ring.length) + 1] ?? 0])
  return points
}

function isOdd(polygons: MultiPolygon, [x, y]: Point): boolean {
  let odd = false
  for (const ring of polygons.flat()) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [ax, ay, bx, by] = [ring[j] ?? 0, ring[j + 1] ?? 0, ring[i] ?? 0, ring[i + 1] ?? 0]
      if (ay > y === by > y) continue
      const side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
      if (by > ay ? side > 0 : side < 0) odd = !odd
    }
  }
  return odd
}
