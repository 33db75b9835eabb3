import { describe, expect, test } from 'vitest'
import { addCountyUnions, type CountyUnion } from '../../../build/boundaries/boundaries.ts'
import type { Boundary } from '../../../build/boundaries/boundary.ts'
import { polygonsArea } from '../../../build/boundaries/polygon.ts'
import { polygonsContain } from '../../../data/geometry/polygon.ts'
import { boundary as drawn } from './drawn.ts'

const square = (west: number, south: number, size = 10): Int32Array =>
  Int32Array.of(west, south, west + size, south, west + size, south + size, west, south + size)
/** Around county 4, clockwise. */
const HOLE = Int32Array.of(30, 30, 30, 40, 40, 40, 40, 30)
const county = (census_geoid: string, polygons: Int32Array[][], own: Partial<Boundary> = {}): Boundary =>
  drawn('county', `county:${census_geoid}`, polygons, { vintage: '2020', census_geoid, name: census_geoid, ...own })
const COUNTIES = [
  county('1', [[square(0, 0)]]),
  county('2', [[square(10, 0)]]),
  // An island, and a mainland around county 4.
  county('3', [[square(40, 0)], [square(20, 20, 30), HOLE]]),
  county('4', [[square(30, 30)]], { lines_precision: 'simplified', error_m: 2_500, vintage: '2023' }),
  county('5', [[square(60, 0)]], { valid_to: '2022-06-05' }),
  // Meets county 1 at one corner.
  county('6', [[square(-10, -10)]]),
]
const union = (...geoids: string[]): CountyUnion => ({
  ...{ ocd_id: `court:${geoids.join('-')}`, layer: 'court', state: 'NC', name: `Court of ${geoids.join(' and ')}` },
  ...{ valid_from: '2024-01-01', valid_to: null, geoids },
})
const draw = (one: CountyUnion, more: readonly Boundary[] = []): Boundary | undefined =>
  addCountyUnions({ boundaries: [...COUNTIES, ...more], near: [] }, [one]).boundaries[COUNTIES.length + more.length]

describe('the lines of whole counties', () => {
  // The corners on the old border stay.
  // biome-ignore format: a case a line
  test.each([
    [['1'], [[4]]],
    [['1', '2'], [[6]]],
    [['3', '4'], [[4], [4]]],
    [['1', '3'], [[4], [4], [4, 4]]],
    [['1', '6'], [[4], [4]]],
  ])('%j are one area each', (geoids, vertices) => {
    const boundary = draw(union(...geoids))
    const drawn = (boundary?.polygons ?? []).map((rings) => rings.map((ring) => ring.length / 2))
    expect([...drawn].sort()).toEqual([...vertices].sort())
    const areas = geoids.map((geoid) =>
      polygonsArea(COUNTIES.find((one) => one.census_geoid === geoid)?.polygons ?? []),
    )
    expect(polygonsArea(boundary?.polygons ?? [])).toBe(areas.reduce((sum, area) => sum + area, 0))
  })

  test('hold a city outside all counties under its GEOID as a county', () => {
    const city = drawn('place', 'place:7', [[square(0, 10, 10)]], {
      vintage: 'current',
      census_geoid: '99',
      county_geoid: '7',
    })
    const { polygons = [] } = draw(union('1', '7'), [city]) ?? {}
    expect(polygons.map((rings) => rings.map((ring) => ring.length / 2))).toEqual([[6]])
    expect([5, 15].map((y) => polygonsContain(polygons, 5, y))).toEqual([true, true])
    expect(draw(union('1', '99'), [city])).toBeUndefined()
  })

  test('contain the points of each county, also on the border between them, and no others', () => {
    const { polygons = [] } = draw(union('1', '2')) ?? {}
    for (const x of [1, 5, 10, 15, 19]) expect(polygonsContain(polygons, x, 5), `${x}`).toBe(true)
    for (const x of [-5, 25]) expect(polygonsContain(polygons, x, 5), `${x}`).toBe(false)
  })

  test('are as exact as the coarsest of them, and drawn from the editions of all', () => {
    expect(draw(union('3', '4'))).toMatchObject({
      ...{ lines_precision: 'simplified', error_m: 2_500, vintage: '2024', drawn_from: ['2020', '2023'] },
      ...{ layer: 'court', name: 'Court of 3 and 4', census_geoid: null, valid_from: '2024-01-01', valid_to: null },
    })
    expect(draw({ ...union('4'), valid_from: null })).toMatchObject({ vintage: '2023', valid_from: null })
  })

  test.each([
    ['a county without lines', union('1', '9'), []],
    ['a county that is no more', union('1', '5'), []],
    ['lines of its own', union('1'), [county('x', [[square(0, 0, 9)]], { layer: 'court', ocd_id: 'court:1' })]],
  ])('are not drawn for a division with %s', (_, one, more) => {
    expect(draw(one, more)).toBeUndefined()
  })

  test('replace lines in which their division is only possible, and the band that says so', () => {
    const vague = (ocd_id: string) =>
      county('x', [[square(0, 0, 9)]], { layer: 'school', ocd_id, lines_precision: 'generalised', error_m: 323 })
    const one: CountyUnion = { ...union('1'), layer: 'school', ocd_id: 'school:1' }
    const drawn = [vague('school:1'), vague('school:2')]
    const { boundaries, near } = addCountyUnions({ boundaries: [...COUNTIES, ...drawn], near: drawn }, [one])
    const of = (found: readonly Boundary[]) =>
      found
        .filter(({ layer }) => layer === 'school')
        .map(({ ocd_id, census_geoid, lines_precision }) => `${ocd_id} ${census_geoid} ${lines_precision}`)
    expect(of(boundaries)).toEqual(['school:2 x generalised', 'school:1 x exact'])
    expect(of(near)).toEqual(['school:2 x generalised'])
  })
})
