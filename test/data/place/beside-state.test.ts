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

function contains([west, south, east, north]: Box, lng: number, lat: number): boolean {
  return lng >= west && lng < east && lat >= south && lat < north
}

function placeAt(lng: number, lat: number, world = WORLD): PointPlace {
  const known = toAreas(world)
  const areasAt = (x: number, y: number): number[] =>
    world.filter(({ box }) => contains(box, x / DEGREE, y / DEGREE)).map(({ ordinal }) => ordinal)
  const point = { lngMicro: Math.round(lng * DEGREE), latMicro: Math.round(lat * DEGREE) }
  const within = areasAt(point.lngMicro, point.latMicro)
  const place = toPlace(known, { within, possible: [] })
  const possible = findPossible(known, place, { ...point, within, areasAt, layers: place.gaps })
  return toPlace(known, { within, possible })
}

const districtsOf = ({ areas }: PointPlace): number[] => [...new Set(areas.map(({ district_id }) => district_id))]

// biome-ignore format: a point a line
test.each([
  ['in the state has its districts for certain', [1.9, 0.3], 'ME', false, [], [STATE, COUNTY, DISTRICT], 'all'],
  ['beside the state may be in its county, its state and the nearest other districts', [2.005, 0.3], 'ME', true, ['congressional'], [STATE, COUNTY, DISTRICT], 'none'],
  ['farther off, where no other district is near, still has its county and its state', [2.19, 0.3], 'ME', true, ['congressional'], [STATE, COUNTY], 'none'],
  ['in another state belongs to that state, whatever county reaches over the border', [2.15, 0.7], 'NH', false, [], [5], 'all'],
  ['in a city outside all counties lacks no county: the city covers its part of the state', [11.5, 0.5], 'VA', false, [], [6, 8], 'all'],
  ['beside such a city may be in the nearest county, and not in the city: its lines are exact', [11.005, 0.5], 'VA', false, ['county'], [6, 7], 'some'],
  ['at the coast, in such a city, belongs to its state', [12.1, 0.5], 'VA', true, [], [6, 8], 'none'],
  ['in a former county is in no place', [1, 1.2], '', false, [], [], 'all'],
] as const)('a point %s', (_, [lng, lat], state, beside_state, gaps, districts, covering) => {
  const place = placeAt(lng, lat)
  expect(place).toMatchObject({ state, beside_state, gaps })
  expect(districtsOf(place)).toEqual(districts)
  const covered = new Set(place.areas.map(({ covers }) => covers))
  expect(covered.has(false) ? (covered.has(true) ? 'some' : 'none') : 'all').toBe(covering)
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

test('a point near the simplified border of two cities may be in those of its own state alone', () => {
  const simplified = { city_lines: 'simplified' } as const
  const cities = [
    area(1, 'state', [0, 0, 1, 1]),
    area(2, 'state', [1, 0, 2, 1], { state: 'NH' }),
    area(3, 'place', [0.5, 0, 1, 1], simplified),
    area(4, 'place', [1, 0, 1.5, 1], { state: 'NH', ...simplified }),
  ]
  // About 55 m from the border.
  expect([0.9995, 1.0005].map((lng) => districtsOf(placeAt(lng, 0.5, cities)))).toEqual([
    [1, 3],
    [2, 4],
  ])
})
