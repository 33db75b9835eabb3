// The districts of ZIP codes and counties, with and without lines, at the border of two states: boxes through the build.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildBoundaries } from '../../../build/boundaries/boundaries.ts'
import { loadReference } from '../../../build/bundle/reference-tables.ts'
import type { CoreRows } from '../../../data/core/rows.ts'
import { encodeMultiPolygon } from '../../../data/geometry/polygon.ts'
import { projectFile } from '../../../data/store/paths.ts'
import type { SourceRow } from '../../../data/store/source-read.ts'
import { openWarehouse, type Warehouse } from '../../../data/store/warehouse.ts'

type Box = readonly [west: number, south: number, east: number, north: number]

const root = mkdtempSync(join(tmpdir(), 'hustings-areas-'))
let warehouse: Warehouse

const at = { file: 'f', line: 1 }
const GENERALISED = { lines_precision: 'generalised', error_m: 1_000 } as const
const COUNTY: Readonly<Record<string, string>> = {
  'NC west': '37001',
  'NC east': '37003',
  'VA west': '51001',
  'VA east': '51003',
}

function drawn(
  layer: CoreRows['shape']['layer'],
  state: 'NC' | 'VA',
  code: string,
  [west, south, east, north]: Box,
  precision: Pick<CoreRows['shape'], 'lines_precision' | 'error_m'> = { lines_precision: 'exact', error_m: 10 },
): SourceRow {
  const ring = Int32Array.from([west, south, east, south, east, north, west, north], (degrees) => degrees * 1e6)
  const row: CoreRows['shape'] = {
    ...{
      layer,
      state,
      vintage: '2020',
      census_geoid: layer === 'county' ? (COUNTY[`${state} ${code}`] ?? null) : null,
      name: code,
    },
    ocd_id: `ocd-division/country:us/state:${state.toLowerCase()}${layer === 'state' ? '' : `/${layer}:${code}`}`,
    ...{ class: null, valid_from: null, valid_to: null, ...precision },
    ...{ rings: encodeMultiPolygon([[ring]]), repaired: false },
  }
  return { table: 'shape', row, ...at }
}

const said = (zip: string, state: 'NC' | 'VA', county_geoid: string, lat = 36.25, lng = -79.5): SourceRow => ({
  table: 'zip',
  row: { zip, state, place_name: 'x', county_geoid, lat, lng },
  ...at,
})

/** @param range_count null if the lines of a ZIP area decide */
const listed = (
  zip: string,
  state: 'NC' | 'VA' | 'CA' | 'GU',
  county_geoid: string,
  range_count: number | null = null,
): SourceRow => ({ table: 'zip_county', row: { zip, state, county_geoid, range_count }, ...at })

// Virginia lies north of 36.5, North Carolina south of it; each has a west and an east county, split at 79 west.
const ROWS = [
  drawn('state', 'NC', 'nc', [-80, 36, -78, 36.5]),
  drawn('county', 'NC', 'west', [-80, 36, -79, 36.5]),
  drawn('county', 'NC', 'east', [-79, 36, -78, 36.5]),
  drawn('state', 'VA', 'va', [-80, 36.5, -78, 37]),
  drawn('county', 'VA', 'west', [-80, 36.5, -79, 37]),
  drawn('county', 'VA', 'east', [-79, 36.5, -78, 37]),
  // Lines of one state that reach into the other; lines of both; lines of one state, inside it.
  drawn('zcta', 'NC', '11111', [-79.5, 36.4, -79.2, 36.6]),
  drawn('zcta', 'NC', '22222', [-78.5, 36.4, -78.2, 36.5]),
  drawn('zcta', 'VA', '22222', [-78.5, 36.5, -78.2, 36.6]),
  drawn('zcta', 'NC', '33333', [-79.1, 36.1, -78.9, 36.2]),
  // A polygon in one state and a record of the other: its share there is unknown.
  drawn('zcta', 'NC', '44444', [-79.5, 36.1, -79.4, 36.2]),
  said('44444', 'VA', '51001'),
  said('55555', 'NC', '37001'),
  said('66666', 'NC', '37001'),
  said('66666', 'VA', '51001', 36.7),
  // Every county of a list, including one without lines.
  said('27777', 'NC', '37001'),
  listed('27777', 'NC', '37003'),
  listed('28888', 'NC', '37001'),
  listed('28888', 'NC', '37999'),
  listed('29999', 'NC', '37999'),
  // In the south-west, near the east and far from the county of California; the last has only a point.
  said('27001', 'NC', '37001'),
  listed('27001', 'NC', '37003', 3),
  listed('27001', 'CA', '06001', 3),
  said('27003', 'NC', '37003', 36.2, -78.9),
  said('94501', 'VA', '06001', 37.77, -122.26),
  // Only address ranges have these: one with the first digits of its state, one with those of another.
  listed('27002', 'NC', '37003', 2),
  listed('27002', 'CA', '06001', 1),
  listed('94502', 'NC', '37003', 9),
  // Generalised lines, with an error of about 0.01 degrees: inside the west, at its border, and over the border of the states.
  drawn('zcta', 'NC', '11001', [-79.5, 36.2, -79.4, 36.3], GENERALISED),
  drawn('zcta', 'NC', '11002', [-79.1, 36.2, -79.005, 36.3], GENERALISED),
  drawn('zcta', 'NC', '11003', [-79.5, 36.4, -79.4, 36.505], GENERALISED),
  drawn('zcta', 'NC', '11004', [-79.1, 36.2, -79.005, 36.3], GENERALISED),
  listed('11001', 'NC', '37001'),
  listed('11002', 'NC', '37001'),
  listed('11003', 'NC', '37001'),
  listed('11004', 'NC', '37001'),
  listed('11004', 'NC', '37003'),
  drawn('council', 'NC', 'one', [-80, 36, -79, 36.5]),
  drawn('council', 'NC', 'two', [-79, 36, -78, 36.5]),
  // Ranges add no state to a ZIP area with lines.
  listed('33333', 'VA', '51001', 5),
]

beforeAll(async () => {
  warehouse = await openWarehouse(join(root, 'work.duckdb'), { threads: 1 })
  await loadReference(warehouse)
  const read = {
    published_on: '2024-08-01',
    family: 'public',
    signature: 's',
    publisher: 'p',
    licence: 'CC0-1.0',
  } as const
  await warehouse.replaceSource(
    { ...read, source_id: 's', vintage: 'v', url: 'u', states: [], rows_in: ROWS.length, files: [] },
    ROWS,
    [],
  )
  await run('00_macro')
  await buildBoundaries(warehouse, 'f', () => {})
  for (const step of [
    '12_ballot',
    '20_contest_district',
    '30_contest_extent',
    '40_district',
    '84_zip_county',
    '85_overlap',
    '88_city_county',
    '90_place_name',
    '98_unheld',
  ])
    await run(step)
})
afterAll(async () => {
  await warehouse.close()
  rmSync(root, { recursive: true })
})

async function run(step: string): Promise<void> {
  await warehouse.run(readFileSync(projectFile('build', 'sql', `${step}.sql`), 'utf8'))
}

/** The districts of an area, `!` behind one that covers it. */
async function districtsOf(area: string): Promise<string[]> {
  const rows = await warehouse.all<{ district: string }>(
    `SELECT district.state || ' ' || district.name || CASE WHEN overlap.covers THEN '!' ELSE '' END AS district
FROM out.overlap AS overlap
JOIN out.district AS district ON district.id = overlap.district_id
WHERE overlap.area_key = $area AND overlap.role = 'lines' AND district.type <> 'council'
ORDER BY district.state, district.type, district.name`,
    { area },
  )
  return rows.map(({ district }) => district)
}

async function basesOf(zip: string): Promise<string[]> {
  const rows = await warehouse.all<{ name: string }>(
    "SELECT state || ' ' || basis AS name FROM out.place_name WHERE kind = 'zip' AND name_folded = $zip ORDER BY state",
    { zip },
  )
  return rows.map(({ name }) => name)
}

test.each([
  ['11111', ['NC west', 'NC nc', 'VA west', 'VA va'], ['NC area']],
  ['22222', ['NC east', 'NC nc', 'VA east', 'VA va'], ['NC area']],
  ['33333', ['NC east', 'NC west', 'NC nc!'], ['NC area']],
  ['44444', ['NC west', 'NC nc', 'VA west', 'VA va'], ['VA county']],
  // Its one county covers it, as its state does.
  ['55555', ['NC west!', 'NC nc!'], ['NC county']],
  ['27777', ['NC east', 'NC west', 'NC nc!'], ['NC county']],
  ['28888', ['NC west', 'NC nc!'], ['NC county']],
  ['29999', ['NC east', 'NC west', 'NC nc!'], ['NC county']],
  ['27001', ['NC east', 'NC west', 'NC nc!'], ['NC county']],
  ['27002', ['NC east!', 'NC nc!'], ['NC county']],
  ['94502', [], []],
  ['66666', ['NC west', 'NC nc', 'VA west', 'VA va'], ['NC county']],
])('ZIP %s', async (zip, districts, bases) => {
  expect(await districtsOf(`zip:${zip}`)).toEqual(districts)
  expect(await basesOf(zip)).toEqual(bases)
})

// 11003 is listed in North Carolina alone.
test.each([
  ['11001', ['lines one!', 'lines west!', 'lines nc!']],
  ['11002', ['lines one', 'lines west!', 'lines nc!', 'near two']],
  ['11003', ['lines one!', 'lines west!', 'lines nc!']],
  ['11004', ['lines one', 'lines west', 'lines nc!', 'near east', 'near two']],
])('ZIP %s, of generalised lines', async (zip, districts) => {
  const rows = await warehouse.all<{ name: string }>(
    `SELECT overlap.role || ' ' || district.name || CASE WHEN overlap.covers THEN '!' ELSE '' END AS name
FROM out.overlap AS overlap
JOIN out.district AS district ON district.id = overlap.district_id
WHERE overlap.area_key = $area
ORDER BY overlap.role, district.type = 'state', district.type, district.name`,
    { area: `zip:${zip}` },
  )
  const sort = (names: readonly string[]) => [...names].sort()
  expect(sort(rows.map(({ name }) => name))).toEqual(sort(districts))
})

/** `null` if the area's own size is unknown too. */
async function sharesOf(area: string): Promise<Record<string, number | null>> {
  const rows = await warehouse.all<{ district: string; size: number | null; whole: number | null }>(
    `SELECT district.state || ' ' || district.name AS district, overlap.size, whole.size AS whole
FROM out.overlap AS overlap
JOIN out.district AS district ON district.id = overlap.district_id
LEFT JOIN out.area_size AS whole USING (area_key)
WHERE overlap.area_key = $area AND overlap.role = 'lines' AND district.type <> 'council'
ORDER BY district`,
    { area },
  )
  return Object.fromEntries(
    rows.map(({ district, size, whole }) => {
      expect(size === null, `${area} ${district}`).toBe(whole === null)
      return [district, size === null || whole === null ? null : Math.round((size / whole) * 100) / 100]
    }),
  )
}

// At 36.5 degrees a tenth of a degree of latitude less has 0.07 % more area, less than a hundredth.
test.each([
  ['11111, across the border', '11111', { 'NC nc': 0.5, 'NC west': 0.5, 'VA va': 0.5, 'VA west': 0.5 }],
  ['22222, drawn in both states, as one', '22222', { 'NC east': 0.5, 'NC nc': 0.5, 'VA east': 0.5, 'VA va': 0.5 }],
  ['33333, in one', '33333', { 'NC east': 0.5, 'NC nc': 1, 'NC west': 0.5 }],
  [
    '44444, drawn in one alone: nobody knows',
    '44444',
    { 'NC nc': null, 'NC west': null, 'VA va': null, 'VA west': null },
  ],
  ['55555, not drawn', '55555', { 'NC nc': null, 'NC west': null }],
])('shares of ZIP %s', async (_, zip, shares) => {
  expect(await sharesOf(`zip:${zip}`)).toEqual(shares)
})

test('shares of a state are those of its districts', async () => {
  const [state] = await warehouse.all<{ key: string }>(
    "SELECT 'district:' || id AS key FROM out.district WHERE state = 'NC' AND type = 'state'",
  )
  expect(await sharesOf(state?.key ?? '')).toEqual({ 'NC east': 0.5, 'NC nc': 1, 'NC west': 0.5 })
})

test('a county lies in itself and its state, not in its neighbours', async () => {
  const [county] = await warehouse.all<{ key: string }>(
    "SELECT 'district:' || id AS key FROM out.district WHERE state = 'NC' AND type = 'county' AND name = 'west'",
  )
  expect(await districtsOf(county?.key ?? '')).toEqual(['NC west!', 'NC nc!'])
})

test('what is not held is listed by state', async () => {
  const rows = await warehouse.all<{ what: string; states: string[]; held: string[] }>('SELECT * FROM out.unheld')
  expect(rows.slice(0, 2)).toEqual([
    { what: 'street addresses', states: ['NC', 'VA'], held: [] },
    { what: 'city lines', states: ['NC', 'VA'], held: [] },
  ])
  expect(rows.map(({ what }) => what)).not.toContain('county lines')
  expect(rows.find(({ what }) => what === 'city council lines')).toEqual({
    ...{ what: 'city council lines', states: ['VA'], held: ['NC'] },
  })
})
