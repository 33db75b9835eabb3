// Courts and boards that are whole counties: from the reference tables and the rows of contests to the district record and the ballot.

import { beforeAll, expect, test } from 'vitest'
import { buildBoundaries } from '../../../build/boundaries/boundaries.ts'
import { loadReference } from '../../../build/bundle/reference-tables.ts'
import type { CoreRows } from '../../../data/core/rows.ts'
import { boxRings, column, insert, replace, runSteps, shareWarehouse, sourceRow, warehouse } from '../rows.ts'

const NC = 'ocd-division/country:us/state:nc'
const county = (name: string): string => `${NC}/county:${name}`
/** West to east, each one degree wide, and their last digits. */
const COUNTIES = ['ash', 'bay', 'cox', 'day']

type Contest = [
  key: string,
  id: string,
  name: string,
  counties: string[],
  record: string,
  more?: Partial<CoreRows['contest']>,
]

const shape = (layer: 'state' | 'county', ocd_id: string, census_geoid: string, west: number, east: number) =>
  sourceRow('shape', {
    ...{ layer, ocd_id, census_geoid, vintage: '2020', name: ocd_id, rings: boxRings(west, 36, east, 37) },
  })

const board = (at: string, code: string): string => `county:${at}/soil_district:${code}`
// biome-ignore format: a contest a line
const CONTESTS: readonly Contest[] = [
  ['court-of-two', 'district_court:1', 'District Court 1', ['ash', 'bay'], '2024'],
  // Returns can lack a county.
  ['court-of-one-seen', 'district_court:1', 'District Court 1', ['bay'], '2024'],
  ['court-of-one', 'district_court:2', 'District Court 2', ['cox'], '2024'],
  ['court-without-counties', 'district_court:3', 'District Court 3', [], '2020'],
  ['court-elsewhere', 'district_court:4', 'District Court 4', ['cox', 'day'], '2024 (not held)'],
  ['court-before', 'district_court:1', 'District Court 1', ['day'], '2022 (not held)', { election_key: 'earlier' }],
  ['court-of-no-row', 'district_court:9', 'District Court 9', ['ash'], '2024 (not held)'],
  ['other-court', 'superior_court:1', 'Superior Court 1', ['ash', 'bay'], '2024 (not held)'],
  ['board', board('ash', 'ash'), 'Ash Soil District', ['ash'], '2020', { district_type: 'special', district_level: 'special' }],
  ['board-in-other-case', board('bay', 'bay'), 'BAY Soil District', [], '2020', { district_type: 'special' }],
  ['board-of-a-city', 'place:elm/soil_district:elm', 'Elm Soil District', [], '2020', { district_type: 'special' }],
  // These share a county's name, or its id, or the kind alone.
  ['board-of-a-creek', board('ash', 'ash_creek'), 'Ash Creek Soil District', ['ash'], 'unheld (not held)', { district_type: 'special' }],
  ['board-of-another', board('bay', 'ash'), 'Ash Soil District', ['bay'], 'unheld (not held)', { district_type: 'special' }],
  ['board-of-another-kind', 'county:ash/fire_district:ash', 'Ash Soil District', ['ash'], 'unheld (not held)', { district_type: 'special' }],
  ['board-left-out', board('cox', 'cox'), 'Cox Soil District', ['cox'], 'unheld (not held)', { district_type: 'special' }],
  ['board-that-reaches-out', board('day', 'day'), 'Day Soil District', ['day', 'cox'], 'unheld (not held)', { district_type: 'special' }],
  ['part-of-a-board', `${board('ash', 'ash')}/part:1`, 'Ash Soil District 1', ['ash'], 'unheld (not held)', { district_type: 'special' }],
]

shareWarehouse({ threads: 1 })
beforeAll(async () => {
  await loadReference(warehouse)
  await warehouse.run(`
    DELETE FROM out.court_district;
    INSERT INTO out.court_district (state, court, district, counties, first_election) VALUES
      ('NC', 'district_court', '1', '37002 37001', '2024-01-01'), ('NC', 'district_court', '2', '37003', '2024-01-01'),
      ('NC', 'district_court', '3', '37001 37004', NULL), ('NC', 'district_court', '4', '37003', '2024-01-01'),
      ('NC', 'district_court', '5', '37001', NULL);
    DELETE FROM out.county_board;
    INSERT INTO out.county_board (state, kind, name, except_counties) VALUES ('NC', 'soil_district', '{county} Soil District', '37003');
    INSERT INTO core.election (source_id, election_key, date, type) VALUES
      ('s', 'general', '2024-11-05', 'general'), ('s', 'earlier', '2022-11-08', 'general')`)
  await runSteps(warehouse, '00_macro')
  // Its city lies outside all counties.
  await replace(warehouse, 'lines', [
    shape('state', NC, '37', 0, 5),
    ...COUNTIES.map((name, at) => shape('county', county(name), `3700${at + 1}`, at, at + 1)),
    shape('county', `${NC}/place:elm`, '37510', 4, 5),
  ])
  await insert(
    warehouse,
    'core.division',
    COUNTIES.map((name, at) => ({
      ...{ source_id: 's', ocd_id: county(name), name: `${name[0]?.toUpperCase()}${name.slice(1)} County` },
      census_geoid: `place-3700${at + 1}`,
    })),
  )
  await insert(warehouse, 'core.division', [{ source_id: 's', ocd_id: `${NC}/place:elm`, name: 'Elm city' }])
  await insert(
    warehouse,
    'core.contest',
    CONTESTS.map(([contest_key, id, district_name, , , more]) => ({
      ...{ source_id: 's', contest_key, ocd_id: `${NC}/${id}`, district_name, election_key: 'general', state: 'NC' },
      ...{ district_type: 'court', district_level: 'state', ...more },
    })),
  )
  await insert(
    warehouse,
    'core.contest_county',
    CONTESTS.flatMap(([contest_key, , , names]) =>
      names.map((name) => ({ source_id: 's', contest_key, county_ocd_id: county(name) })),
    ),
  )
  await buildBoundaries(warehouse, 'f', () => {})
  await runSteps(warehouse, '12_ballot', '20_contest_district', '30_contest_extent', '40_district')
})

test.each(CONTESTS)('a contest %s', async (contest_key, _id, _name, _counties, record) => {
  const sql =
    "SELECT vintage || if(lines_held, '', ' (not held)') FROM out.contest_district WHERE contest_key = $contest_key"
  expect(await column(warehouse, sql, { contest_key })).toEqual([record])
})

test('a contest with these lines is certain inside them', async () => {
  const extent = await column(
    warehouse,
    `SELECT concat_ws(' ', ocd_id, role, rule)
      FROM out.contest_extent
      WHERE contest_key IN ('court-of-one-seen', 'board')
      ORDER BY ALL`,
  )
  expect(extent).toEqual([...[`${NC}/${board('ash', 'ash')} lines certain`, `${NC}/district_court:1 lines certain`]])
})

const record = async (id: string) => {
  const [row] = await warehouse.all(
    `SELECT vintage, name, type, level, has_boundary, retired, array_to_string(census_geoids, ' ') AS census_geoids, CAST(valid_from AS VARCHAR) AS valid_from
      FROM out.district WHERE ocd_id = $ocd_id AND has_boundary`,
    { ocd_id: `${NC}/${id}` },
  )
  return row
}

test('the district record names the counties that it follows', async () => {
  expect(await record('district_court:1')).toEqual({
    ...{ vintage: '2024', name: 'District Court 1', type: 'court', level: 'state', has_boundary: true },
    ...{ retired: false, census_geoids: '37001 37002', valid_from: '2024-01-01' },
  })
  expect(await record(board('ash', 'ash'))).toMatchObject({
    ...{ name: 'Ash Soil District', type: 'special', level: 'special', census_geoids: '37001', valid_from: null },
  })
  expect(await record('county:cox')).toMatchObject({ census_geoids: '' })
  // A row of the table that no contest names draws nothing.
  expect(await record('district_court:5')).toBeUndefined()
})

test('the district record is found in its counties and in no other', async () => {
  const found = await warehouse.all(
    `SELECT area_ocd_id, covers FROM out.line_overlap WHERE ocd_id = '${NC}/district_court:1' AND area_layer = 'county' ORDER BY ALL`,
  )
  expect(found).toEqual(['ash', 'bay'].map((name) => ({ area_ocd_id: county(name), covers: true })))
})

test('a row more draws again; the same rows do not', async () => {
  const said: string[] = []
  const lines = (_: string, detail: string) => said.push(detail)
  await buildBoundaries(warehouse, 'f', lines)
  expect(said).toEqual(['unchanged'])
  await warehouse.run(
    "INSERT INTO out.court_district (state, court, district, counties) VALUES ('NC', 'district_court', '9', '37001')",
  )
  await buildBoundaries(warehouse, 'f', lines)
  expect(await warehouse.all(`SELECT layer FROM out.line WHERE ocd_id = '${NC}/district_court:9'`)).toEqual([
    { layer: 'court' },
  ])
})
