// A city outside all counties, which the Census draws as a place and as a county, through the build: one record, found as both.

import { beforeAll, expect, test } from 'vitest'
import { buildBoundaries } from '../../../build/boundaries/boundaries.ts'
import { loadReference } from '../../../build/bundle/reference-tables.ts'
import type { CoreRows } from '../../../data/core/rows.ts'
import type { SourceRow } from '../../../data/store/source-read.ts'
import { boxRings, column, replace, runSteps, shareWarehouse, sourceRow, warehouse } from '../rows.ts'

const VA = 'ocd-division/country:us/state:va'
const CITY = `${VA}/place:richmond`
type Box = readonly [west: number, south: number, east: number, north: number]

const drawn = (
  layer: CoreRows['shape']['layer'],
  ocd_id: string,
  box: Box,
  own: Partial<CoreRows['shape']>,
): SourceRow =>
  sourceRow('shape', { layer, state: 'VA', ocd_id, rings: boxRings(...box), vintage: '2023', error_m: 2_500, ...own })
const division = (ocd_id: string, name: string, census_geoid: string): SourceRow =>
  sourceRow('division', { ocd_id, name, census_geoid })

/** A contest on the ballot of all voters of these counties. */
const contest = (
  contest_key: string,
  ocd_id: string,
  type: 'place' | 'court',
  counties: readonly string[],
): SourceRow[] => [
  sourceRow('contest', {
    ...{ contest_key, ocd_id, state: 'VA', election_key: 'va', district_type: type, district_name: contest_key },
    ...{ level: 'city', district_level: 'city', title: contest_key },
  }),
  ...counties.map((county_ocd_id) => sourceRow('contest_county', { contest_key, county_ocd_id })),
]

const ROWS = [
  sourceRow('election', { election_key: 'va', state: 'VA' }),
  drawn('state', VA, [-78, 37, -77, 38], { vintage: '2017', error_m: 10, name: 'Virginia', census_geoid: '51' }),
  // In the west, the simplified county reaches into the city by half a tenth; in the east, the city as a county reaches beyond the city.
  drawn('county', `${VA}/county:henrico`, [-78, 37, -77.55, 38], { name: 'Henrico', census_geoid: '51087' }),
  drawn('county', CITY, [-77.55, 37, -77.2, 38], { name: 'Richmond', census_geoid: '51760' }),
  drawn('county', `${VA}/county:richmond`, [-77.2, 37, -77, 38], { name: 'Richmond', census_geoid: '51159' }),
  drawn('place', CITY, [-77.6, 37.2, -77.3, 38], {
    ...{ vintage: 'current', error_m: 18, name: 'Richmond', census_geoid: '5167000', class: 'C7' },
  }),
  // A city in a county, whose division is no county's.
  drawn('place', `${VA}/place:ashland`, [-77.9, 37.2, -77.8, 37.3], {
    ...{ vintage: 'current', error_m: 18, name: 'Ashland', census_geoid: '5103368', class: 'C1' },
  }),
  division(`${VA}/county:henrico`, 'Henrico County', 'place-51087'),
  division(`${VA}/county:richmond`, 'Richmond County', 'place-51159'),
  division(CITY, 'Richmond city', 'place-51760'),
  sourceRow('zip', { zip: '23219', state: 'VA', county_geoid: '51760', place_name: 'Richmond', lat: 37.5, lng: -77.5 }),
  sourceRow('zip', { zip: '23220', state: 'VA', county_geoid: null, place_name: 'Richmond', lat: 37.5, lng: -77.58 }),
  ...contest('mayor', CITY, 'place', [CITY]),
  ...contest('judge', `${VA}/district_court:13`, 'court', [CITY]),
]

shareWarehouse({ threads: 1 })
beforeAll(async () => {
  await loadReference(warehouse)
  await replace(warehouse, 's', ROWS)
  await runSteps(warehouse, '00_macro', '05_plan')
  await buildBoundaries(warehouse, 'f', () => {})
  await runSteps(warehouse, '12_ballot', '20_contest_district', '30_contest_extent', '40_district', '84_zip_county')
  await runSteps(warehouse, '85_overlap', '88_city_county', '90_place_name')
})

test('it is one record, of the place, with both GEOIDs', async () => {
  expect(
    await warehouse.all(
      `SELECT type, name, vintage, census_geoid, array_to_string(census_geoids, ' ') AS census_geoids, county_geoid
FROM out.district
WHERE ocd_id = '${CITY}'`,
    ),
  ).toEqual([
    {
      ...{ type: 'place', name: 'Richmond', vintage: 'current', census_geoid: '5167000' },
      ...{ census_geoids: '51760', county_geoid: '51760' },
    },
  ])
  const others =
    "SELECT type || ' ' || name || ' ' || county_geoid FROM out.district WHERE county_geoid IS NOT NULL ORDER BY ALL"
  expect(await column(warehouse, others)).toEqual([
    ...['county Henrico County 51087', 'county Richmond County 51159', 'place Richmond 51760'],
  ])
})

/** The districts of an area but the state, `!` behind one that covers it. */
const districtsOf = (area: string): Promise<string[]> =>
  column(
    warehouse,
    `SELECT district.name || CASE WHEN overlap.covers THEN '!' ELSE '' END
FROM out.overlap AS overlap
JOIN out.district AS district ON district.id = overlap.district_id
WHERE overlap.area_key = $area AND overlap.role = 'lines' AND district.type <> 'state'
ORDER BY ALL`,
    { area },
  )
const keyOf = async (name: string): Promise<string> =>
  (await column(warehouse, `SELECT 'district:' || id FROM out.district WHERE name = '${name}'`))[0] ?? ''

test('no county has land of it, and what the simplified lines leave between is a county’s', async () => {
  expect(await districtsOf(await keyOf('Richmond'))).toEqual(['Richmond!'])
  expect(await districtsOf(await keyOf('Henrico County'))).toEqual(['Ashland', 'Henrico County!'])
})

test('a ZIP code of the city as a county lies in the city, and so does one with a point in it', async () => {
  expect(await districtsOf('zip:23219')).toEqual(['Richmond!'])
  expect(await districtsOf('zip:23220')).toEqual(['Richmond!'])
})

test('a contest that the listing has in the city as a county is voted in the city', async () => {
  const voted = `SELECT extent.contest_key || ' ' || district.name || ' ' || extent.rule
FROM out.contest_extent AS extent
JOIN out.district AS district USING (ocd_id, vintage)
ORDER BY ALL`
  expect(await column(warehouse, voted)).toEqual(['judge Richmond possible', 'mayor Richmond certain'])
})

test('it is found by its names as a city and as a county, beside the county of its name', async () => {
  const named = `SELECT kind || ' ' || name_folded || ' ' || label
FROM out.place_name
WHERE area_key = $area
ORDER BY ALL`
  expect(await column(warehouse, named, { area: await keyOf('Richmond') })).toEqual([
    ...['city cityofrichmond Richmond, VA', 'city richmond Richmond, VA', 'city richmondcity Richmond, VA'],
    'largest richmond Richmond, VA',
  ])
  expect(await column(warehouse, named, { area: await keyOf('Richmond County') })).toEqual([
    'county richmond Richmond County, VA',
  ])
})
