// Points between the boundaries of a state and those of its counties, in a made-up world of boxes: the lines of one county reach
// beyond the state's.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Area, findPossible, type PointPlace, toAreas, toPlace } from '../../../data/place/point.ts'

const DEGREE = 1e6

type Box = readonly [west: number, south: number, east: number, north: number]
const area = (district_id: number, type: string, box: Box, more: Partial<Area> = {}) => ({
  ...{
    ordinal: district_id,
    district_id,
    type,
    box,
    role: 'lines' as const,
    state: 'ME',
    retired: 0,
    city_lines: null,
    outside_counties: false,
  },
  ...more,
})
const [STATE, COUNTY, DISTRICT, FORMER] = [1, 2, 3, 4]
const WORLD = [
  area(STATE, 'state', [0, 0, 2, 1]),
  area(COUNTY, 'county', [0, 0, 2.2, 1]),
  area(DISTRICT, 'congressional', [0, 0, 2, 1]),
  area(FORMER, 'county', [0, 1, 2, 1.5], { retired: 1 }),
  area(5, 'state', [2.1, 0.5, 3, 1], { state: 'NH' }),
  area(6, 'state', [10, 0, 12, 1], { state: 'VA' }),
  area(7, 'county', [10, 0, 11, 1], { state: 'VA' }),
  // Between the two, a strip that neither has; in the east, the city reaches beyond the state.
  area(8, 'place', [11.01, 0, 12.2, 1], { state: 'VA', outside_counties: true }),
]
const known = toAreas(WORLD)

function contains([west, south, east, north]: Box, lng: number, lat: number): boolean {
  return lng >= west && lng < east && lat >= south && lat < north
}

function placeAt(lng: number, lat: number): PointPlace {
  const areasAt = (x: number, y: number): number[] =>
    WORLD.filter(({ box }) => contains(box, x / DEGREE, y / DEGREE)).map(({ ordinal }) => ordinal)
  const point = { lngMicro: Math.round(lng * DEGREE), latMicro: Math.round(lat * DEGREE) }
  const within = areasAt(point.lngMicro, point.latMicro)
  const place = toPlace(known, { within, possible: [] })
  const possible = findPossible(known, place, { ...point, within, areasAt, nearby: () => known.drawn })
  return toPlace(known, { within, possible })
}

const districtsOf = ({ areas }: PointPlace): number[] => [...new Set(areas.map(({ district_id }) => district_id))]

test('a point in the state has its districts for certain', () => {
  const place = placeAt(1.9, 0.3)
  expect(place).toMatchObject({ state: 'ME', beside_state: false, gaps: [] })
  expect(districtsOf(place)).toEqual([STATE, COUNTY, DISTRICT])
  expect(place.areas.every(({ covers }) => covers)).toBe(true)
})

test('a point beside the state has its county, its state and the nearest districts of the other layers, all only possible', () => {
  const place = placeAt(2.005, 0.3)
  expect(place).toMatchObject({ state: 'ME', beside_state: true, gaps: ['congressional'] })
  expect(districtsOf(place)).toEqual([STATE, COUNTY, DISTRICT])
  expect(place.areas.some(({ covers }) => covers)).toBe(false)
})

test('farther off, where no other district is near, it still has its county and its state', () => {
  expect(districtsOf(placeAt(2.19, 0.3))).toEqual([STATE, COUNTY])
})

test('a point in another state belongs to that state, whatever county reaches over the border', () => {
  expect(placeAt(2.15, 0.7)).toMatchObject({ state: 'NH', beside_state: false })
})

test('a city outside all counties covers its part of the state: no county is missing there', () => {
  const place = placeAt(11.5, 0.5)
  expect([place.gaps, districtsOf(place)]).toEqual([[], [6, 8]])
  expect(place.areas.every(({ covers }) => covers)).toBe(true)
})

test('beside it, the nearest county is possible, and the city is not: its lines are exact', () => {
  const place = placeAt(11.005, 0.5)
  expect([place.gaps, districtsOf(place)]).toEqual([['county'], [6, 7]])
})

test('at the coast, a point in such a city belongs to its state', () => {
  const place = placeAt(12.1, 0.5)
  expect(place).toMatchObject({ state: 'VA', beside_state: true, gaps: [] })
  expect(districtsOf(place)).toEqual([6, 8])
})

test('a former county makes no place of a point', () => {
  expect(placeAt(1, 1.2)).toMatchObject({ state: '', beside_state: false, areas: [] })
})

test('a point outside every state and county is in none, as near as it may be', () => {
  const around = fc.double({ min: -1, max: 4, noNaN: true })
  fc.assert(
    fc.property(around, around, (lng, lat) => {
      const [x, y] = [Math.round(lng * DEGREE) / DEGREE, Math.round(lat * DEGREE) / DEGREE]
      const isInWorld = WORLD.some(({ retired, box }) => retired === 0 && contains(box, x, y))
      expect(placeAt(lng, lat).state === '').toBe(!isInWorld)
    }),
    {
      numRuns: 500,
      examples: [
        [2.2001, 0.3],
        [-0.0001, 0.5],
        [2.1, 1.0001],
        [2.0001, -0.0001],
        [-90, 40],
      ],
    },
  )
})
