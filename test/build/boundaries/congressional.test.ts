// Lines of a Congress from coarse, detailed and local files. congressional-real.long.test.ts tests the publishers' files.

import { describe, expect, it } from 'vitest'
import { innerBorders, nearBands } from '../../../build/boundaries/border.ts'
import { COARSE_ERROR_M, congressionalBoundaries, fitToOutline } from '../../../build/boundaries/congressional.ts'
import { type MultiPolygon, polygonsContain, reverseRing } from '../../../data/geometry/polygon.ts'
import { expectCoverage } from './coverage.ts'
import { square } from './drawn.ts'

describe('lines of a Congress', () => {
  const before = { lines_precision: 'exact', error_m: 10, polygons: square(0, 0, 50_000, 90_000) } as const
  const coarse = [1, 2].map((n) => ({
    ocd_id: `x/cd:${n}`,
    polygons: square(n * 50_000 - 45_000, 5_000, 50_000, 80_000),
  }))
  const outline = { ...before, polygons: square(0, 0, 100_000, 90_000) }
  const input = { new_plan: false, previous: [], coarse, local: null, outline }

  it('are the previous ones if the plan is the same', () => {
    const previous = [2, 1].map((n) => ({ ...before, ocd_id: `x/cd:${n}` }))
    const lines = congressionalBoundaries({ ...input, previous })
    expect(lines).toEqual(
      [1, 2].map((n) => ({ ...before, ocd_id: `x/cd:${n}`, same_plan: true, origins: ['previous'], near: [] })),
    )
  })

  it('are refused if the same plan has other districts', () => {
    const previous = [1, 3].map((n) => ({ ...before, ocd_id: `x/cd:${n}` }))
    expect(() => congressionalBoundaries({ ...input, previous })).toThrow(/x\/cd:2 of them new/)
  })

  it('are generalised if the plan is new, or if there are no previous lines', () => {
    const lines = congressionalBoundaries({ ...input, new_plan: true })
    expect(lines.map(({ lines_precision, error_m, same_plan }) => [lines_precision, error_m, same_plan])).toEqual(
      [1, 2].map(() => ['generalised', COARSE_ERROR_M, false]),
    )
    expect(congressionalBoundaries(input)[0]?.lines_precision).toBe('generalised')
    expect(() => congressionalBoundaries({ ...input, outline: null })).toThrow(/no outline/)
  })

  it('of a single seat are the state', () => {
    const only = [{ ocd_id: 'x/cd:at-large', polygons: square(1, 1, 9, 9) }]
    // As in the table of shapes: a record of the state layer, not of a congressional district.
    const state = { ...outline, layer: 'state', vintage: '2017' }
    const lines = congressionalBoundaries({ ...input, coarse: only, outline: state })
    expect(lines).toEqual([{ ...outline, ocd_id: 'x/cd:at-large', same_plan: true, origins: ['previous'], near: [] }])
  })

  it('that are the same but generalised are possible on both sides of a border', () => {
    const previous = [1, 2].map((n) => ({
      ...{ ocd_id: `x/cd:${n}`, polygons: square(n * 50_000 - 50_000, 0, 50_000, 90_000) },
      ...{ lines_precision: 'generalised' as const, error_m: 1_112 },
    }))
    const lines = congressionalBoundaries({ ...input, previous })
    const nearAt = (x: number) => lines.map(({ near }) => polygonsContain(near, x, 45_000))
    expect([41_000, 59_000].map(nearAt)).toEqual([1, 2].map(() => [true, true]))
    expect([39_000, 61_000].map(nearAt)).toEqual([1, 2].map(() => [false, false]))
  })

  describe('of a new plan', () => {
    const [WIDTH, HEIGHT] = [400_000, 100_000]
    const state = { ...before, polygons: square(0, 0, WIDTH, HEIGHT) }
    const district = (n: number, polygons: MultiPolygon) => ({ ocd_id: `x/cd:${n}`, polygons })
    const inDistrict = (lines: readonly { ocd_id: string; polygons: MultiPolygon }[], x: number, y: number) =>
      lines.filter(({ polygons }) => polygonsContain(polygons, x, y)).map(({ ocd_id }) => Number(ocd_id.slice(5)))
    /** The district at each point, and behind a slash those that are possible there. */
    const at = (lines: ReturnType<typeof congressionalBoundaries>, ...points: (readonly [x: number, y: number])[]) => {
      const near = lines.map((line) => ({ ocd_id: line.ocd_id, polygons: line.near }))
      return points.map(([x, y]) => `${inDistrict(lines, x, y)}/${inDistrict(near, x, y)}`).join(' ')
    }
    const drawnOf = (lines: ReturnType<typeof congressionalBoundaries>) =>
      lines.map(({ lines_precision, error_m, origins }) => `${lines_precision} ${error_m} ${origins.join('+')}`)

    it('are those of a locality inside it, and generalised outside', () => {
      const simplified = { lines_precision: 'simplified', error_m: 100 } as const
      // The border between 1 and 2 is drawn at 190,000 in the coarse file, and at 205,000 by the locality; 3 is an enclave.
      const enclave = square(160_000, 10_000, 10_000, 20_000)
      const local = {
        within: square(150_000, 0, 100_000, 50_000),
        districts: [
          { ...simplified, ...district(3, enclave) },
          { ...simplified, ...district(1, cut(square(150_000, 0, 55_000, 45_000), enclave)) },
          { ...simplified, ...district(2, square(205_000, 0, 45_000, 45_000)) },
        ],
      }
      const lines = congressionalBoundaries({
        ...{ new_plan: true, previous: [], outline: state, local },
        coarse: [
          district(1, square(0, 0, 190_000, HEIGHT)),
          district(2, square(190_000, 0, 210_000, HEIGHT)),
          district(3, square(150_000, 0, 5_000, 5_000)),
        ],
      })
      expectCoverage(
        lines.map(({ polygons }) => polygons),
        state.polygons,
      )
      const both = `generalised ${COARSE_ERROR_M} local+coarse`
      expect(drawnOf(lines)).toEqual([both, both, 'simplified 100 local'])
      // Inside the locality its lines are certain, up to its limit; what they leave out goes to the nearest of them.
      expect(at(lines, [200_000, 25_000], [207_000, 25_000], [165_000, 20_000])).toBe('1/ 2/ 3/')
      expect(at(lines, [200_000, 48_000], [210_000, 49_000])).toBe('1/ 2/')
      // Outside it both are possible within 2,000 m (18,000 microdegrees) of the coarse border.
      expect(at(lines, [200_000, 75_000], [180_000, 75_000])).toBe('2/1,2 1/1,2')
      expect(at(lines, [215_000, 80_000], [170_000, 75_000])).toBe('2/ 1/')
      // And along the locality's limit where other districts lie on its two sides.
      expect(at(lines, [197_000, 51_000])).toBe('2/1,2')
    })

    it('keep the previous detail for a district that has not changed', () => {
      // The true border of 1 and 2 bends between two vertices of the coarse file; that of 2 and 3 has moved.
      const first: MultiPolygon = [[Int32Array.of(0, 0, 100_000, 0, 103_000, 50_000, 100_000, HEIGHT, 0, HEIGHT)]]
      const second: MultiPolygon = [
        [Int32Array.of(100_000, 0, 200_000, 0, 200_000, HEIGHT, 100_000, HEIGHT, 103_000, 50_000)],
      ]
      const third = square(200_000, 0, 200_000, HEIGHT)
      const lines = congressionalBoundaries({
        ...{ new_plan: true, local: null, outline: state },
        previous: [first, second, third].map((polygons, at) => ({ ...before, ...district(at + 1, polygons) })),
        coarse: [
          district(1, square(0, 0, 100_000, HEIGHT)),
          district(2, square(100_000, 0, 150_000, HEIGHT)),
          district(3, square(250_000, 0, 150_000, HEIGHT)),
        ],
      })
      expectCoverage(
        lines.map(({ polygons }) => polygons),
        state.polygons,
      )
      const coarse = `generalised ${COARSE_ERROR_M} coarse`
      expect(drawnOf(lines)).toEqual(['exact 10 previous', coarse, coarse])
      expect(at(lines, [101_000, 50_000], [104_000, 50_000])).toBe('1/ 2/')
      expect(at(lines, [240_000, 50_000], [260_000, 50_000])).toBe('2/2,3 3/2,3')
    })

    it('take no previous detail for a district that moved far at one of many vertices', () => {
      const steps = Array.from({ length: 21 }, (_, nth) => (nth * HEIGHT) / 20)
      /** Two districts with a border of 21 vertices; the middle one lies at this longitude. */
      const pair = (middle: number): MultiPolygon[] => {
        const border = steps.map((y, nth) => [nth === 10 ? middle : 100_000, y])
        return [
          [[Int32Array.from([0, HEIGHT, 0, 0, ...border.flat()])]],
          [[Int32Array.from([400_000, 0, 400_000, HEIGHT, ...border.toReversed().flat()])]],
        ]
      }
      const linesOf = (middle: number) =>
        congressionalBoundaries({
          ...{ new_plan: true, local: null, outline: state },
          previous: pair(100_000).map((polygons, at) => ({ ...before, ...district(at + 1, polygons) })),
          coarse: pair(middle).map((polygons, at) => district(at + 1, polygons)),
        }).map(({ origins }) => origins)
      expect(linesOf(100_000)).toEqual([['previous'], ['previous']])
      expect(linesOf(180_000)).toEqual([['coarse'], ['coarse']])
    })
  })

  it('cover the outline once, with shared vertices, and give gaps to the nearest', () => {
    const gappy = [square(10_000, 10_000, 30_000, 60_000), square(60_000, 20_000, 30_000, 30_000)]
    const fitted = fitToOutline(gappy, outline.polygons)
    expectCoverage(fitted, outline.polygons)
    expect([
      polygonsContain(fitted[0] ?? [], 46_000, 30_000),
      polygonsContain(fitted[1] ?? [], 54_000, 30_000),
    ]).toEqual([true, true])
  })
})

/** With a hole. */
function cut([shell = []]: MultiPolygon, hole: MultiPolygon): MultiPolygon {
  return [[...shell, ...hole.flat().map(reverseRing)]]
}

it('bands lie within the error of borders between districts only', () => {
  const parts = fitToOutline(
    [square(0, 0, 50_000, 90_000), square(50_000, 0, 50_000, 90_000)],
    square(0, 0, 100_000, 90_000),
  )
  const districts = parts.map((polygons, n) => ({ ocd_id: `x/cd:${n}`, polygons }))
  const [first, second] = nearBands(innerBorders(districts), square(0, 0, 100_000, 90_000), 1_112)
  const inBand = (x: number, y: number) => [first, second].map((band) => polygonsContain(band?.polygons ?? [], x, y))
  expect([inBand(41_000, 45_000), inBand(59_000, 45_000)]).toEqual([1, 2].map(() => [true, true]))
  expect([inBand(39_000, 45_000), inBand(61_000, 45_000), inBand(1_000, 45_000)]).toEqual(
    [1, 2, 3].map(() => [false, false]),
  )
  expect(inBand(50_000, 91_000)).toEqual([false, false])
})
