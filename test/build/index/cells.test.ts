import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildCells, Hull, touches } from '../../../build/index/cells.ts'
import type { MultiPolygon } from '../../../data/geometry/polygon.ts'
import { CELL_RESOLUTION, cellCentre, cellKey } from '../../../data/index/cell.ts'
import { turn } from '../../../data/index/crossing.ts'
import { lookupIn, type Point, plainTests } from '../cells-brute.ts'

/** A grid of unit squares, each owned by an area or by none, as polygons of axis-parallel rings with every grid vertex kept. */
interface Grid {
  owners: number[][]
  left: number
  bottom: number
  unit: number
  /** Moves each grid vertex, so that edges slant; 0 keeps them level, upright and collinear. */
  slant: number
}

const grids: fc.Arbitrary<Grid> = fc.record({
  owners: fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 5, maxLength: 5 }), {
    minLength: 5,
    maxLength: 5,
  }),
  left: fc.integer({ min: -170_000_000, max: 170_000_000 }),
  bottom: fc.integer({ min: -70_000_000, max: 70_000_000 }),
  unit: fc.constantFrom(3, 100, 5_000, 40_000, 700_000),
  slant: fc.constantFrom(0, 0, 1),
})

function vertex({ left, bottom, unit, slant }: Grid, column: number, row: number): Point {
  const shift = slant * Math.floor(unit / 3)
  return [
    left + column * unit + ((row * 7 + column * 3) % 3) * shift,
    bottom + row * unit + ((row + column * 5) % 3) * shift,
  ]
}

/** Each square a polygon of its own: edges inside an area are used twice and cancel. */
function toShapes(grid: Grid): MultiPolygon[] {
  return [1, 2, 3, 4].map((owner) =>
    grid.owners.flatMap((line, row) =>
      line.flatMap((who, column) => {
        if (who !== owner) return []
        const corners = [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ].map(([dx = 0, dy = 0]) => vertex(grid, column + dx, row + dy))
        return [[Int32Array.from(corners.flat())]]
      }),
    ),
  )
}

function pointsOf(grid: Grid): Point[] {
  const points: Point[] = []
  for (let row = 0; row <= 5; row++)
    for (let column = 0; column <= 5; column++) {
      const [x, y] = vertex(grid, column, row)
      const [nextX, nextY] = vertex(grid, column + 1, row)
      const [aboveX, aboveY] = vertex(grid, column, row + 1)
      points.push([x, y], [x + 1, y], [x - 1, y - 1])
      points.push([Math.round((x + nextX) / 2), Math.round((y + nextY) / 2)])
      points.push([Math.round((x + aboveX) / 2), Math.round((y + aboveY) / 2)])
      points.push([Math.round((nextX + aboveX) / 2), Math.round((nextY + aboveY) / 2)])
    }
  return points
}

describe('buildCells', () => {
  it('agrees with the half-open ray cast on random partitions, vertices and edges included', () => {
    fc.assert(
      fc.property(grids, (grid) => {
        const shapes = toShapes(grid)
        const find = lookupIn(buildCells(shapes.map((polygons, i) => ({ ordinal: i + 1, polygons }))))
        const { halfOpen } = plainTests(shapes)
        for (const point of pointsOf(grid))
          expect({ point, areas: find(point) }).toEqual({ point, areas: halfOpen(point) })
      }),
      { numRuns: process.env.PROOF === '1' ? 300 : 40, seed: 11 },
    )
  })

  it('answers for overlapping layers, holes and islands', () => {
    const square = (x: number, y: number, side: number): Int32Array =>
      Int32Array.from([x, y, x + side, y, x + side, y + side, x, y + side])
    const areas: MultiPolygon[] = [
      [[square(0, 0, 1_000_000), square(400_000, 400_000, 200_000)]],
      [[square(400_000, 400_000, 200_000)], [square(2_000_000, 0, 1000)]],
      [[square(-500_000, -500_000, 3_000_000)]],
    ]
    const find = lookupIn(buildCells(areas.map((polygons, i) => ({ ordinal: i + 1, polygons }))))
    expect(find([100_000, 100_000])).toEqual([1, 3])
    expect(find([500_000, 500_000])).toEqual([2, 3])
    expect(find([2_000_500, 500])).toEqual([2, 3])
    expect(find([2_100_000, 500])).toEqual([3])
    expect(find([-600_000, 0])).toEqual([])
  })

  it('joins the parts of an area on both sides of the antimeridian', () => {
    const box = (west: number, east: number): Int32Array =>
      Int32Array.from([west, 51e6, east, 51e6, east, 52e6, west, 52e6])
    // The two parts share the meridian whole, except for a vertex that only one of them has.
    const eastern = Int32Array.from([-180e6, 51e6, -179e6, 51e6, -179e6, 52e6, -180e6, 52e6, -180e6, 51_400_000])
    const areas: MultiPolygon[] = [[[box(179e6, 180e6)], [eastern]], [[box(179_500_000, 180e6)]]]
    const find = lookupIn(buildCells(areas.map((polygons, i) => ({ ordinal: i + 1, polygons }))))
    for (let y = 51_000_500; y < 52e6; y += 997) {
      for (const x of [-180e6, -179_999_999, -179_990_000, -179_900_000]) expect(find([x, y])).toEqual([1])
      for (const x of [179_999_999, 179_990_000, 179_900_000]) expect(find([x, y])).toEqual([1, 2])
      expect(find([178_999_999, y])).toEqual([])
      expect(find([-178_999_999, y])).toEqual([])
    }
  })

  it('counts borders that run along the sides of the boxes of the grid of points', () => {
    const square = (x: number, y: number): MultiPolygon => [
      [Int32Array.from([x, y, x + 50_000, y, x + 50_000, y + 50_000, x, y + 50_000])],
    ]
    const shapes = [square(49_999, 50_000), square(99_999, 50_000), square(49_999, 100_000), square(199_999, 0)]
    const find = lookupIn(buildCells(shapes.map((polygons, i) => ({ ordinal: i + 1, polygons }))))
    const { halfOpen } = plainTests(shapes)
    for (let x = -1; x < 300_000; x += 6250)
      for (let y = 0; y < 200_000; y += 6250)
        expect({ x, y, areas: find([x, y]) }).toEqual({ x, y, areas: halfOpen([x, y]) })
  })

  it('has increasing keys from 0, no equal neighbours, the empty set first, and is deterministic', () => {
    const ring = Int32Array.from([0, 0, 90_000, 10_000, 50_000, 80_000])
    const make = (): ReturnType<typeof buildCells> => buildCells([{ ordinal: 1, polygons: [[ring]] }])
    const index = make()
    const rows = [...index.cells]
    expect(rows[0]).toEqual({ key: 0, set_id: 0, edges: null })
    expect(index.sets[0]).toEqual(new Uint32Array(0))
    rows.slice(1).forEach((row, i) => {
      const before = rows[i]
      expect(row.key).toBeGreaterThan(before?.key ?? 0)
      if (!row.edges && !before?.edges) expect(row.set_id).not.toBe(before?.set_id)
    })
    expect([...index.cells]).toEqual(rows)
    expect([...make().cells]).toEqual(rows)
  })

  it('refuses ordinals with gaps, and edges that the exact test cannot hold', () => {
    const triangle = Int32Array.from([0, 0, 1000, 0, 0, 1000])
    expect(() => buildCells([{ ordinal: 2, polygons: [[triangle]] }])).toThrow(/ordinal 2: expected 1/)
    const wide = Int32Array.from([-90_000_000, 0, 0, 0, 0, 1000])
    expect(() => buildCells([{ ordinal: 1, polygons: [[wide]] }])).toThrow(/at most 60°/)
    const polar = Int32Array.from([0, 79_000_000, 1000, 81_000_000, 0, 81_000_000])
    expect(() => buildCells([{ ordinal: 1, polygons: [[polar]] }])).toThrow(/80° of latitude/)
  })
})

it('a cell hull contains every point of its cell, up to 80° of latitude', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -180_000_000, max: 179_999_999 }),
      fc.integer({ min: -80_000_000, max: 80_000_000 }),
      (x, y) => {
        const hull = new Hull(cellKey(x, y))
        const [dx, dy] = [turn(hull.x, x), y - hull.y]
        expect(touches(hull, dx, dy, dx, dy)).toBe(true)
      },
    ),
    { numRuns: 20_000, seed: 13 },
  )
})

it('a cell hull contains the points of the cell beyond the straight lines between its corners', () => {
  let checked = 0
  const anywhere = fc.tuple(fc.integer({ min: -179e6, max: 179e6 }), fc.integer({ min: -80e6, max: 79e6 }))
  fc.assert(
    fc.property(anywhere, ([lng, lat]) => {
      const hull = new Hull(cellKey(lng, lat))
      const { corners } = hull
      for (let i = 0, j = corners.length - 2; i < corners.length; j = i, i += 2)
        for (let beyond = -6; beyond <= 6; beyond++) {
          const x = Math.round(((corners[i] ?? 0) + (corners[j] ?? 0)) / 2)
          const y = Math.round(((corners[i + 1] ?? 0) + (corners[j + 1] ?? 0)) / 2) + beyond
          if (cellKey(hull.x + x, hull.y + y) !== hull.key) continue
          checked++
          expect(touches(hull, x, y, x, y)).toBe(true)
        }
    }),
    { numRuns: 2000, seed: 14 },
  )
  expect(checked).toBeGreaterThan(10_000)
})

it('a cell hull does not contain points one cell away', () => {
  const hull = new Hull(cellKey(-78_639_100, 35_780_400))
  expect(touches(hull, -40_000, 20_000, 40_000, 20_000)).toBe(false)
  expect(touches(hull, 18_000, -40_000, 18_000, 40_000)).toBe(false)
  expect(touches(hull, -40_000, 0, 40_000, 0)).toBe(true)
  expect(cellCentre(hull.key, CELL_RESOLUTION)).toEqual([hull.x, hull.y])
})
