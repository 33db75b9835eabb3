// The districts of ZIP codes and counties, with and without lines, at the border of two states: boxes through the build.

import { beforeAll, expect, test } from 'vitest'
import { buildBoundaries } from '../../../build/boundaries/boundaries.ts'
import { loadReference } from '../../../build/bundle/reference-tables.ts'
import type { CoreRows } from '../../../data/core/rows.ts'
import type { SourceRow } from '../../../data/store/source-read.ts'
import { boxRings, column, replace, runSteps, shareWarehouse, sourceRow, warehouse } from '../rows.ts'

type Box = readonly [west: number, south: number, east: number, north: number]

const GENERALISED = { lines_precision: 'generalised', error_m: 1_000 } as const
const COUNTY: Readonly<Record<string, string>> = {
  ...{ 'NC west': '37001', 'NC east': '37003', 'VA west': '51001', 'VA east': '51003' },
}

const drawn = (
  layer: CoreRows['shape']['layer'],
  state: 'NC' | 'VA',
  name: string,
  box: Box,
  precision: Partial<CoreRows['shape']> = {},
): SourceRow =>
  sourceRow('shape', {
    ...{ layer, state, name, vintage: '2020', rings: boxRings(...box), ...precision },
    census_geoid: layer === 'county' ? (COUNTY[`${state} ${name}`] ?? null) : null,
    ocd_id: `ocd-division/country:us/state:${state.toLowerCase()}${layer === 'state' ? '' : `/${layer}:${name}`}`,
  })

const said = (zip: string, state: 'NC' | 'VA', county_geoid: string, lat = 36.25, lng = -79.5): SourceRow =>
  sourceRow('zip', { zip, state, county_geoid, lat, lng })

/** @param range_count null if the lines of a ZIP area decide */
const listed = (
  zip: string,
  state: 'NC' | 'VA' | 'CA' | 'GU',
  county_geoid: string,
  range_count: number | null = null,
): SourceRow => sourceRow('zip_county', { zip, state, county_geoid, range_count })

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

shareWarehouse({ threads: 1 })
beforeAll(async () => {
  await loadReference(warehouse)
  await replace(warehouse, 's', ROWS)
  await runSteps(warehouse, '00_macro')
  await buildBoundaries(warehouse, 'f', () => {})
  await runSteps(warehouse, '12_ballot', '20_contest_district', '30_contest_extent', '40_district', '84_zip_county')
  await runSteps(warehouse, '85_overlap', '88_city_county', '90_place_name', '98_missing')
})

/** The districts of an area, `!` behind one that covers it. */
const districtsOf = (area: string): Promise<string[]> =>
  column(
    warehouse,
    `SELECT district.state || ' ' || district.name || CASE WHEN overlap.covers THEN '!' ELSE '' END
FROM out.overlap AS overlap
JOIN out.district AS district ON district.id = overlap.district_id
WHERE overlap.area_key = $area AND overlap.role = 'lines' AND district.type <> 'council'
ORDER BY district.state, district.type, district.name`,
    { area },
  )

const basesOf = (zip: string): Promise<string[]> =>
  column(
    warehouse,
    "SELECT state || ' ' || basis FROM out.place_name WHERE kind = 'zip' AND name_folded = $zip ORDER BY state",
    { zip },
  )

const keyOf = async (type: string, name: string): Promise<string> => {
  const sql = "SELECT 'district:' || id FROM out.district WHERE state = 'NC' AND type = $type AND name = $name"
  return (await column(warehouse, sql, { type, name }))[0] ?? ''
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
  const names = await column(
    warehouse,
    `SELECT overlap.role || ' ' || district.name || CASE WHEN overlap.covers THEN '!' ELSE '' END
FROM out.overlap AS overlap
JOIN out.district AS district ON district.id = overlap.district_id
WHERE overlap.area_key = $area`,
    { area: `zip:${zip}` },
  )
  expect(names.sort()).toEqual([...districts].sort())
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
  ['44444, drawn in one alone', '44444', { 'NC nc': null, 'NC west': null, 'VA va': null, 'VA west': null }],
  ['55555, not drawn', '55555', { 'NC nc': null, 'NC west': null }],
])('shares of ZIP %s', async (_, zip, shares) => {
  expect(await sharesOf(`zip:${zip}`)).toEqual(shares)
})

test('shares of a state are those of its districts', async () => {
  expect(await sharesOf(await keyOf('state', 'nc'))).toEqual({ 'NC east': 0.5, 'NC nc': 1, 'NC west': 0.5 })
})

test('a county lies in itself and its state, not in its neighbours', async () => {
  expect(await districtsOf(await keyOf('county', 'west'))).toEqual(['NC west!', 'NC nc!'])
})

test('a county of address ranges alone is added near the ZIP code, and is not recorded', async () => {
  const counties = (zip: string) =>
    column(warehouse, "SELECT county_geoid || ' ' || recorded FROM out.zip_county WHERE zip = $zip ORDER BY ALL", {
      zip,
    })
  expect(await counties('27001')).toEqual(['37001 true', '37003 false'])
})

test('what is missing is listed by state', async () => {
  const rows = await warehouse.all<{ what: string; states: string[]; available: string[] }>('SELECT * FROM out.missing')
  expect(rows.slice(0, 2)).toEqual([
    { what: 'street addresses', states: ['NC', 'VA'], available: [] },
    { what: 'city boundaries', states: ['NC', 'VA'], available: [] },
  ])
  expect(rows.map(({ what }) => what)).not.toContain('county boundaries')
  expect(rows.find(({ what }) => what === 'city council boundaries')).toEqual({
    what: 'city council boundaries',
    states: ['VA'],
    available: ['NC'],
  })
})
