// The district record and the extent of each contest, from lines, plans and listed counties: the build's SQL over a few rows.

import { beforeAll, expect, test } from 'vitest'
import type { Value } from '../../../data/store/warehouse.ts'
import { table, textsBeside } from '../../table.ts'
import { column, createEmpty, insert, runSteps, shareWarehouse, warehouse } from '../rows.ts'

type Row = Readonly<Record<string, Value>>

const US = 'ocd-division/country:us'
const NC = `${US}/state:nc`

const line = (layer: string, ocd_id: string, more: Row = {}): Row => ({
  ...{ layer, ocd_id, state: 'NC', vintage: '1', name: ocd_id, lines_precision: 'exact', error_m: 10, ...more },
})
/** The key says what is special. */
const contest = (contest_key: string, district_type: string, code: string, more: Row = {}): Row => ({
  ...{ contest_key, district_type, ocd_id: `${NC}/${code}`, election_key: 'general', state: 'NC' },
  ...{ source_id: 'ballots', district_level: 'state', district_name: code, ...more },
})
const county = (name: string): string => `${NC}/county:${name}`

const LINES = [
  line('state', NC, { name: 'North Carolina' }),
  ...['ash', 'bay', 'cox', 'day'].map((name, at) =>
    line('county', county(name), { census_geoid: `3700${at + 1}`, name, lines_precision: 'simplified', error_m: 25 }),
  ),
  line('place', `${NC}/place:city`, { class: 'C1' }),
  line('place', `${NC}/place:unclassed`),
  line('place', `${NC}/place:settlement`, { class: 'U1' }),
  line('place', `${NC}/place:town`, { class: 'T1' }),
  line('place', `${county('ash')}/place:township`, { class: 'T1' }),
  line('school', `${NC}/school_district:one`),
  line('zcta', `${NC}/zcta:27601`),
  // Plans of one division: before, at the day of the election, after.
  line('state_lower', `${NC}/sldl:1`, { vintage: 'before', valid_from: '2018-01-01', valid_to: '2024-11-04' }),
  line('state_lower', `${NC}/sldl:1`, { vintage: 'now', valid_from: '2024-11-05', valid_to: '2024-11-05' }),
  line('state_lower', `${NC}/sldl:1`, { vintage: 'after', valid_from: '2024-11-06' }),
  // Several fit: the last to begin, then the last by name; lines without a beginning come last.
  line('state_lower', `${NC}/sldl:2`, { vintage: 'old', valid_from: '2018-01-01' }),
  line('state_lower', `${NC}/sldl:2`, { vintage: 'a', valid_from: '2022-01-01' }),
  line('state_lower', `${NC}/sldl:2`, { vintage: 'b', valid_from: '2022-01-01' }),
  line('state_lower', `${NC}/sldl:2`, { vintage: 'z' }),
  line('congressional', `${NC}/cd:1`, { lines_precision: 'generalised', error_m: 1000 }),
  line('congressional', `${NC}/cd:2`, { lines_precision: 'generalised', error_m: 25 }),
  line('congressional', `${NC}/cd:3`, { lines_precision: 'generalised', error_m: 20 }),
  // Of these, the plan of wards and the counties replace the whole layer, in their state alone.
  line('place', `${NC}/place:past`, { class: 'C1', valid_to: '2024-11-04' }),
  line('place', `${NC}/place:future`, { class: 'C1', valid_from: '2024-11-06' }),
  ...['ward', 'county', 'school'].flatMap((layer) => [
    line(layer, `${NC}/${layer}:old`, { valid_to: '2021-12-31' }),
    line(layer, `${NC}/${layer}:new`, { valid_from: '2022-01-01' }),
  ]),
  line('smd', `${NC}/smd:old`, { valid_to: '2021-12-31' }),
  line('smd', `${US}/state:va/smd:new`, { valid_from: '2022-01-01', state: 'VA' }),
  line('anc', `${NC}/anc:1`, { valid_from: '2023-01-01' }),
  line('county_council', `${county('ash')}/council_district:1`),
]

const ROWS = table<
  [key: string, type: string, code: string, more: string, counties: string, record: string, extent: string]
>(textsBeside(import.meta.url)('contests'))

const CONTESTS = ROWS.map(([key, type, code, more]) => {
  const {
    within,
    election,
    state = 'NC',
  } = Object.fromEntries(
    more.split(', ').map((one): [string, string] => [one.split(' ')[0] ?? '', one.split(' ')[1] ?? '']),
  )
  return contest(key, type, code, {
    ...{ state, ocd_id: `${US}/state:${state === 'VA' ? 'va' : 'nc'}/${code}`, election_key: election ?? 'general' },
    within_ocd_id: within === undefined ? null : `${NC}/${within}`,
  })
})

const COUNTIES = ROWS.flatMap(([contest_key, , , , counties]) =>
  counties.split(', ').flatMap((name) => (name === '' ? [] : { contest_key, county_ocd_id: county(name) })),
)

shareWarehouse({ threads: 1 })
beforeAll(async () => {
  await createEmpty(warehouse, 'alias', 'salt', 'county_union', 'line_overlap')
  await warehouse.run(`
    CREATE TABLE out.state AS SELECT * FROM (VALUES ('NC'), ('SC'), ('VA')) AS state (code);
    INSERT INTO core.election (election_key, date, type) VALUES
      ('general', '2024-11-05', 'general'), ('before', '2018-11-06', 'general'), ('primary', '2024-03-05', 'primary'), ('special', '2024-01-05', 'special');
    CREATE TABLE out.plan_row (state VARCHAR, type VARCHAR, first_general INTEGER, last_general INTEGER, edition VARCHAR, changed VARCHAR);
    INSERT INTO out.plan_row VALUES
      ('NC', 'state_upper', 2022, 2022, NULL, NULL), ('NC', 'state_upper', 2024, NULL, NULL, NULL);
    CREATE TABLE out.plan_exception (state VARCHAR, type VARCHAR, district VARCHAR, date DATE, plan VARCHAR);
    CREATE TABLE out.chamber_in_turns AS SELECT 'NV' AS state, 'state_upper' AS type;
    CREATE TABLE out.line (
      layer VARCHAR, ocd_id VARCHAR, state VARCHAR, vintage VARCHAR, name VARCHAR, class VARCHAR, census_geoid VARCHAR, county_geoid VARCHAR,
      valid_from DATE, valid_to DATE, lines_precision VARCHAR, error_m INTEGER
    );
    INSERT INTO out.line_overlap VALUES
      ('county', '${county('ash')}', '${NC}/place:city', '1'),
      ('county', '${county('bay')}', '${NC}/place:city', 'another'),
      ('zcta', '${county('bay')}', '${NC}/place:city', '1')`)
  const counties = COUNTIES.map((row) => ({ source_id: 'ballots', ...row }))
  await insert(warehouse, 'out.line', LINES)
  await warehouse.run("UPDATE out.line SET county_geoid = census_geoid WHERE layer = 'county'")
  await insert(warehouse, 'core.contest', CONTESTS)
  await insert(warehouse, 'core.contest_county', counties)
  await insert(warehouse, 'core.choice', [
    { source_id: 'ballots', contest_key: 'city', choice_key: 'ann' },
    { source_id: 'ballots', contest_key: 'city', choice_key: 'bob' },
    { source_id: 'ballots', contest_key: 'house-unlisted', choice_key: 'cy' },
  ])
  await insert(warehouse, 'core.division', [
    { ocd_id: county('ash'), name: 'Ash County' },
    { ocd_id: `${county('ash')}/place:polk`, name: 'Polk township', census_geoid: 'place-3700161100' },
    { ocd_id: `${county('bay')}/place:polk`, name: 'Polk township', census_geoid: 'place-3700261108' },
    { ocd_id: `${NC}/place:polk`, name: 'Polk borough', census_geoid: 'place-3761116' },
  ])
  await warehouse.run(`INSERT INTO core.source_read BY NAME FROM (VALUES
    ('ballots', DATE '2024-08-01'), ('later', DATE '2025-01-01')) AS read (source_id, published_on)`)
  await runSteps(warehouse, '00_macro', '05_plan', '12_ballot', '20_contest_district', '30_contest_extent')
  await runSteps(warehouse, '40_district', '80_coverage', '95_election_report')
})

test.each(ROWS.filter(({ 5: record }) => record !== '*'))('the district record of a contest %s', async (...row) => {
  const [contest_key, , , , , record] = row
  const sql =
    "SELECT vintage || if(lines_held, '', ' (not held)') FROM out.contest_district WHERE contest_key = $contest_key"
  expect(await column(warehouse, sql, { contest_key })).toEqual([record])
})

test('the district record of a contest has the days of its plan, or the year of a court', async () => {
  expect(
    await warehouse.all(`
        SELECT contest_key, CAST(plan_from AS VARCHAR) AS plan_from, CAST(plan_to AS VARCHAR) AS plan_to
        FROM out.contest_district
        WHERE contest_key IN ('planned', 'court', 'unheld')
        ORDER BY contest_key`),
  ).toEqual([
    { contest_key: 'court', plan_from: '2024-01-01', plan_to: '2024-12-31' },
    { contest_key: 'planned', plan_from: '2024-01-01', plan_to: null },
    { contest_key: 'unheld', plan_from: null, plan_to: null },
  ])
})

test.each(ROWS.filter(({ 6: extent }) => extent !== '*'))('the extent of a contest %s', async (...row) => {
  const [contest_key, , , , , , extent] = row
  const sql = "SELECT ocd_id || ' ' || rule FROM out.contest_extent WHERE contest_key = $contest_key ORDER BY ALL"
  const found = (await column(warehouse, sql, { contest_key })).map((text) =>
    text.slice(NC.length).replace(/^( |\/)/, (first) => (first === '/' ? '' : 'state ')),
  )
  expect(found.join(', ') || 'nowhere').toBe(extent)
})

test('the extent of a contest has the band along generalised lines as an area of its own', async () => {
  expect(
    await warehouse.all("SELECT DISTINCT role, rule FROM out.contest_extent WHERE role = 'near' OR rule = 'near'"),
  ).toEqual([{ role: 'near', rule: 'near' }])
})

const record = async (code: string, vintage: string) => {
  const [row] = await warehouse.all<Row>(
    `SELECT * REPLACE (CAST(valid_from AS VARCHAR) AS valid_from, CAST(valid_to AS VARCHAR) AS valid_to,
        array_to_string(census_geoids, ' ') AS census_geoids)
      FROM out.district
      WHERE ocd_id = $ocd_id AND vintage = $vintage`,
    { ocd_id: code === '' ? NC : `${NC}/${code}`, vintage },
  )
  return row
}

test('district records of drawn lines have the level of their layer; ZIP areas have none', async () => {
  const levels = await warehouse.all<{ type: string; level: string }>(
    'SELECT DISTINCT type, level FROM out.district WHERE has_boundary ORDER BY type',
  )
  expect(Object.fromEntries(levels.map(({ type, level }) => [type, level]))).toEqual({
    ...{ anc: 'city', congressional: 'federal', county: 'county', county_council: 'county', place: 'city' },
    ...{ school: 'school', smd: 'city', state: 'state', state_lower: 'state', ward: 'city' },
  })
})

// biome-ignore format: a record a line
test.each<[string, string, Row]>([
    // Retired if later lines of the division follow; those of district 2 have no end.
    ['sldl:1', 'before', { retired: true, valid_to: '2024-11-04' }],
    ['sldl:1', 'now', { retired: true }],
    ['sldl:1', 'after', { retired: false }],
    ['sldl:2', 'old', { retired: false }],
    ['ward:old', '1', { retired: true }],
    ['county:old', '1', { retired: true }],
    ['school:old', '1', { retired: false }],
    ['smd:old', '1', { retired: false }],
    ['sldu:9', '2024', { retired: false, has_boundary: false, type: 'state_upper' }],
    // Without lines: the name, the level and the days of the contests.
    ['district_court:10', '2024', { name: 'district_court:10', level: 'state', type: 'court', state: 'NC', has_boundary: false }],
    ['district_court:10', '2024', { valid_from: '2024-01-01', valid_to: '2024-12-31', lines_precision: null, minted: true }],
    ['county:ash', '1', { minted: false, has_boundary: true, lines_precision: 'simplified' }],
    ['county:bay', '1', { minted: true }],
    // A court has its counties only if it covers each of them.
    ['district_court:20', '2024', { census_geoids: '37001 37002' }],
    ['district_court:21', '2024', { census_geoids: '' }],
    ['cd:7', 'unheld', { census_geoids: '' }],
    ['county:ash', '1', { census_geoids: '', census_geoid: '37001' }],
  ])('district records %s of %s: %o', async (code, vintage, expected) => {
    expect(await record(code, vintage)).toMatchObject(expected)
  })

test('district records without lines have the GEOID that is published for them', async () => {
  const geoids = { 'county:ash/': '3700161100', 'county:bay/': '3700261108', 'county:cox/': null, '': '3761116' }
  for (const [under, census_geoid] of Object.entries(geoids))
    expect(await record(`${under}place:polk`, 'unheld'), under).toMatchObject({ census_geoid, has_boundary: false })
})

test('the report counts contests, choices, and the contests with lines, with those of another plan, and with none', async () => {
  const columns = ['date', 'contests', 'choices', 'lines_held', 'lines_of_another_plan', 'lines_not_held']
  const report = await warehouse.all<{ slug: string }>('SELECT * FROM out.election_report')
  const counted = report.map(({ slug, ...row }) => [
    slug,
    Object.entries(row).map(([name, value]) => `${name} ${value}`),
  ])
  const said = (...values: unknown[]) => columns.map((name, at) => `${name} ${values[at]}`)
  expect(Object.fromEntries(counted)).toEqual({
    before: said('2018-11-06', 2, 0, 0, 2, 0),
    primary: said('2024-03-05', 1, 0, 0, 0, 1),
    special: said('2024-01-05', 1, 1, 1, 0, 0),
    // The city of another county has lines that do not fit; a settlement is no municipality.
    general: said('2024-11-05', 38, 2, 10, 1, 27),
  })
})

test('the coverage has every state, with the date of the newest of its sources', async () => {
  await insert(warehouse, 'core.contest', [
    contest('newer', 'special', 'fire:2', { source_id: 'later', election_key: 'none' }),
  ])
  await runSteps(warehouse, '80_coverage')
  expect(await warehouse.all('SELECT * FROM out.coverage')).toEqual([
    { state: 'NC', updated_at: '2025-01-01T00:00:00.000Z' },
    { state: 'SC', updated_at: null },
    { state: 'VA', updated_at: '2024-08-01T00:00:00.000Z' },
  ])
})
