// Grids over areas: every point is inside the lines, and none is missing.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { layAreaGrid } from '../../../build/index/area-grid.ts'
import { type MultiPolygon, polygonsContain } from '../../../data/geometry/polygon.ts'
import { decodeGridRuns, encodeGridRuns, fieldsOf, middleOf } from '../../../data/index/area-grid.ts'
import { polygonOf } from '../../server/box.ts'

const POINTS = 1024

/** Every field of the box whose middle is in one of the shapes. */
function expectedOf(shapes: readonly MultiPolygon[], grid: NonNullable<ReturnType<typeof layAreaGrid>>, rows: number) {
  return Array.from({ length: rows * grid.columns }, (_, field) => field).filter((field) => {
    const [x, y] = middleOf(grid, field)
    return shapes.some((shape) => polygonsContain(shape, x, y))
  })
}

describe('a grid', () => {
  test('has about the wanted number of points, at equal distances', () => {
    for (const box of [
      [-79, 35, -78, 36],
      [-79, 35, -78.99, 35.2],
      [-150, 64, -140, 70],
      [-78.001, 35, -78, 35.001],
    ] as const) {
      const grid = layAreaGrid([polygonOf(box)], POINTS)
      expect(Math.abs((grid ? fieldsOf(grid).length : 0) / POINTS - 1), `${box}`).toBeLessThan(0.15)
      const narrowing = Math.cos((((box[1] + box[3]) / 2) * Math.PI) / 180)
      expect(((grid?.step_lng ?? 0) * narrowing) / (grid?.step_lat ?? 1)).toBeCloseTo(1, 1)
    }
  })

  test('holds exactly the fields whose middle is inside, also with holes, islands and several shapes', () => {
    const holed: MultiPolygon = [[...(polygonOf([0, 0, 1, 1])[0] ?? []), ...(polygonOf([0.3, 0.3, 0.6, 0.9])[0] ?? [])]]
    const islands: MultiPolygon = [...polygonOf([0, 0, 0.2, 0.2]), ...polygonOf([0.7, 0.8, 1.4, 1.1])]
    for (const shapes of [
      [holed],
      [islands],
      [polygonOf([0, 0, 1, 1]), polygonOf([1, 0.5, 2, 1.5])],
      [holed, islands],
    ]) {
      const grid = layAreaGrid(shapes, POINTS)
      if (!grid) throw new Error('no point inside')
      expect(fieldsOf(grid)).toEqual(expectedOf(shapes, grid, 200))
    }
  })

  test('is exact for any triangles', () => {
    const corner = fc.integer({ min: -2_000_000, max: 2_000_000 })
    fc.assert(
      fc.property(
        fc.array(fc.array(corner, { minLength: 6, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
        (rings) => {
          const shapes = rings.map((ring): MultiPolygon => [[Int32Array.from(ring)]])
          const grid = layAreaGrid(shapes, 64)
          if (!grid) return
          const rows = Math.floor((grid.runs.at(-1) ?? 0) / grid.columns) + 3
          // A thin triangle has a long box of fine fields.
          fc.pre(rows * grid.columns < 20_000)
          expect(fieldsOf(grid)).toEqual(expectedOf(shapes, grid, rows))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('is read as it was written', () => {
    const grid = layAreaGrid([polygonOf([-79, 35, -78, 36])], POINTS)
    expect(decodeGridRuns(encodeGridRuns(grid?.runs ?? []))).toEqual(grid?.runs)
  })

  test('is none without an area', () => {
    expect(layAreaGrid([], POINTS)).toBeUndefined()
    expect(layAreaGrid([[[Int32Array.from([0, 0, 5, 5, 10, 10])]]], POINTS)).toBeUndefined()
  })
})
