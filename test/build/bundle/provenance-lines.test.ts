// The provenance of served records: exactly the lines, files and rules that decide them.

import { beforeAll, expect, test } from 'vitest'
import { loadReference } from '../../../build/bundle/reference-tables.ts'
import { type Explained, findProvenance } from '../../../build/provenance/provenance.ts'
import type { CoreRows } from '../../../data/core/rows.ts'
import type { SourceRow } from '../../../data/store/source-read.ts'
import type { ListedContest } from '../../../ingest/ballot/listed.ts'
import { writeBallot } from '../../../ingest/ballot/write.ts'
import { collectSink } from '../../../ingest/engine/sink.ts'
import { column, createEmpty, replace, runSteps, shareWarehouse, sourceRow, warehouse } from '../rows.ts'

const NV = 'ocd-division/country:us/state:nv'
const WASHOE = `${NV}/county:washoe`
const DISTRICT = `${NV}/sldu:16`
const COURT = `${NV}/district_court:2`

shareWarehouse()
beforeAll(async () => {
  await replace(warehouse, 'lines', [
    shape('county', WASHOE, { vintage: '2023', name: 'Washoe', census_geoid: '32031' }, 2),
    shape('county', `${NV}/county:clark`, { vintage: '2023', name: 'Clark', census_geoid: '32003' }, 4),
    shape('state_upper', DISTRICT, { vintage: 'sld2024', name: '16', valid_from: '2022-11-08' }, 3),
    shape('congressional', `${NV}/cd:2`, { vintage: 'cd119', name: 'Second, coarse' }, 7),
    shape('congressional', `${NV}/cd:2`, { vintage: 'cd119_reno', name: 'Second, in Reno' }, 8),
    shape('congressional', `${NV}/cd:2`, { vintage: 'cd118', name: 'Second, before' }, 9),
  ])
  await replace(warehouse, 'results', [...ballot('2014-11-04', 4), ...ballot('2024-11-05', 6)], {
    files: [
      ...['results.csv', 'withdrawn.xlsx'].map((name) => ({ name, url: 'https://example.org', sha256: 's' })),
      { name: 'empty.csv', url: 'https://example.org', sha256: 's', alone: { signature: 's', rows_in: 0, rows: 0 } },
    ],
  })
  await loadReference(warehouse)
  await runSteps(warehouse, '00_macro', '10_shape')
  await createEmpty(warehouse, 'line_overlap', 'no_such_district')
  await warehouse.run(`
    CREATE TABLE out.line AS
    SELECT *, CASE vintage WHEN 'cd119' THEN 'cd119_reno cd119' ELSE vintage END AS drawn_from, 1 AS size
    FROM out.shape
    WHERE vintage <> 'cd119_reno'`)
  await warehouse.run(`
    CREATE TABLE out.county_union AS
    SELECT '${COURT}' AS ocd_id, 'court' AS layer, 'state' AS level, DATE '2024-01-01' AS valid_from, ['32031'] AS geoids;
    INSERT INTO out.line BY NAME
    SELECT 'court' AS layer, 'NV' AS state, '${COURT}' AS ocd_id, '2024' AS vintage, 'Second' AS name, '2023' AS drawn_from,
      DATE '2024-01-01' AS valid_from, 'exact' AS lines_precision, 0 AS error_m`)
  await runSteps(warehouse, '12_ballot', '20_contest_district', '30_contest_extent', '40_district', '41_district_body')
  await runSteps(warehouse, '45_contest_gap', '50_election_body', '54_choice_name', '55_choice_body', '60_contest_body')
})

const shape = (
  layer: CoreRows['shape']['layer'],
  ocd_id: string,
  own: Partial<CoreRows['shape']>,
  line: number,
): SourceRow => sourceRow('shape', { layer, state: 'NV', ocd_id, ...own }, { file: 'lines.dbf', line })

function ballot(date: string, line: number): SourceRow[] {
  const at = { file: 'results.csv', line }
  const words = { title: `Senator of ${date}`, short_title: 'Senate 16', subject: 'state-senate' }
  const district = { district_type: 'state_upper', district_level: 'state', district_name: 'Senate 16' } as const
  const contest: ListedContest = {
    ...{ at, kind: 'candidate', level: 'state', ...words, counties: [WASHOE] },
    division: { ocd_id: DISTRICT, ...district, within_ocd_id: null, unmatched: null },
    choices: [{ at: { ...at, line: line + 1 }, label: 'Ann Lee' }],
  }
  const sink = collectSink()
  writeBallot({ state: 'NV', date, type: 'general', words: 'General Election' }, at, [contest], sink)
  return [...sink.rows]
}

const idOf = async (sql: string): Promise<string> => String((await column(warehouse, sql))[0])
const said = async (kind: Explained, id: string): Promise<string[]> =>
  (await findProvenance(warehouse, kind, id)).map(({ what, value, file, line }) => `${what} ${value} ${file}:${line}`)

const contestOf = (date: string) =>
  idOf(`SELECT id FROM out.contest_body WHERE election_date = '${date}'`).then((id) => said('contest', id))

test('a contest whose plan has no lines depends on the lines of the counties that list it', async () => {
  expect(await contestOf('2014-11-04')).toEqual([
    'contest Senator of 2014-11-04 results.csv:4',
    'basis candidate_list results.csv:4',
    'election Nevada General Election, November 4, 2014 results.csv:4',
    'choice Ann Lee results.csv:5',
    'beside its statements about contests of other files withdrawn.xlsx:null',
    `county ${WASHOE} results.csv:4`,
    'lines Washoe (2023) lines.dbf:2',
  ])
})

test('a contest whose plan has lines depends on only those', async () => {
  expect((await contestOf('2024-11-05')).filter((row) => row.startsWith('lines'))).toEqual([
    'lines 16 (sld2024) lines.dbf:3',
  ])
})

test('a district depends on the lines of its own plan, or else on its contests', async () => {
  const of = (drawn: boolean) =>
    idOf(`SELECT id FROM out.district WHERE type = 'state_upper' AND has_boundary = ${drawn}`)
  expect(await said('district', await of(true))).toEqual(['lines 16 (sld2024) lines.dbf:3'])
  expect(await said('district', await of(false))).toEqual(['contest Senator of 2014-11-04 results.csv:4'])
})

test('a district with lines from several files depends on each of them, and on no lines of another plan', async () => {
  const id = await idOf(`SELECT id FROM out.district WHERE type = 'congressional' AND vintage = 'cd119'`)
  expect(await said('district', id)).toEqual([
    'lines Second, coarse (cd119) lines.dbf:7',
    'lines Second, in Reno (cd119_reno) lines.dbf:8',
  ])
})

test('a district of whole counties depends on the lines of these', async () => {
  const id = await idOf(`SELECT id FROM out.district WHERE type = 'court'`)
  expect(await said('district', id)).toEqual(['lines Washoe (2023) lines.dbf:2'])
})

test('an election depends on the voting rules of its details', async () => {
  const lines = (await findProvenance(warehouse, 'election', 'nv-2024-11-05-general')).map(({ line }) => line)
  expect(lines).toEqual([6, 9])
  expect(await said('election', 'nv-2014-11-04-general')).toHaveLength(1)
  expect(await said('election', 'nv-2024-11-05-general')).toEqual([
    'election Nevada General Election, November 5, 2024 results.csv:6',
    expect.stringMatching(
      /^rule all_mail; NRS 293\.269911 .*; https:\/\/www\.leg\.state\.nv\.us\S+ data\/reference\/voting-rules\.csv:9$/,
    ),
  ])
})
