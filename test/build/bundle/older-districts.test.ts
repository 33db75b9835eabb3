// The extent of contests whose plan has no lines here: wards and single-member districts of 2018.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadReference } from '../../../build/bundle/reference-tables.ts'
import { runSql } from '../../../build/sql/run-sql.ts'
import type { CoreRows } from '../../../data/core/rows.ts'
import { encodeMultiPolygon } from '../../../data/geometry/polygon.ts'
import type { SourceRead, SourceRow } from '../../../data/store/source-read.ts'
import { openWarehouse, type Warehouse } from '../../../data/store/warehouse.ts'
import { toDivisions } from '../../../ingest/engine/source-dependencies.ts'
import { readText } from '../../ingest/ballot/read.ts'

const SQUARE = Int32Array.of(
  -77_100_000,
  38_800_000,
  -77_000_000,
  38_800_000,
  -77_000_000,
  38_900_000,
  -77_100_000,
  38_900_000,
)
const DC = 'ocd-division/country:us/district:dc'
const RESULTS = `ElectionDate,ElectionName,ContestNumber,ContestName,PrecinctNumber,WardNumber,Candidate,Party,Votes
11/6/2018 12:00:00 AM,General Election,4,MAYOR OF THE DISTRICT OF COLUMBIA,1,6,DEM Ann Lee,DEM,40
11/6/2018 12:00:00 AM,General Election,5,WARD SIX MEMBER OF THE COUNCIL OF THE DISTRICT OF COLUMBIA,1,6,DEM Bo Diaz,DEM,40
11/6/2018 12:00:00 AM,General Election,6,ANC - 6C02 SINGLE MEMBER DISTRICT,1,6,NPN Cy Roe,NPN,40
`
let warehouse: Warehouse

beforeAll(async () => {
  warehouse = await openWarehouse(':memory:')
  const { election, contest, choice } = await readText('dc-results-2022', [RESULTS], toDivisions([]))
  const at = { file: 'results.csv', line: 2 }
  await replace('dc-results-2018', [
    ...election.map((row): SourceRow => ({ table: 'election', row, ...at })),
    ...contest.map((row): SourceRow => ({ table: 'contest', row, ...at })),
    ...choice.map((row): SourceRow => ({ table: 'choice', row, ...at })),
  ])
  await replace('lines', [shape('state', DC, '2017', null), shape('ward', `${DC}/ward:6`, '2022', '2022-01-01')])
  await loadReference(warehouse)
  for (const name of ['00_macro', '10_shape']) await runSql(warehouse, name)
  await warehouse.run('CREATE TABLE out.line AS SELECT *, 1 AS size FROM out.shape')
  await warehouse.run(
    'CREATE TABLE out.line_overlap (area_layer VARCHAR, area_ocd_id VARCHAR, ocd_id VARCHAR, vintage VARCHAR)',
  )
  for (const name of ['12_ballot', '20_contest_district', '30_contest_extent']) await runSql(warehouse, name)
})
afterAll(() => warehouse.close())

async function replace(source_id: string, rows: SourceRow[]): Promise<void> {
  const read: SourceRead = {
    ...{ source_id, published_on: '2019-01-01', family: 'public', signature: 's', publisher: 'p', licence: 'MIT' },
    ...{ vintage: 'v', url: 'u', states: ['DC'], rows_in: rows.length, files: [] },
  }
  await warehouse.replaceSource(read, rows, [])
}

function shape(layer: 'state' | 'ward', ocd_id: string, vintage: string, valid_from: string | null): SourceRow {
  const row: CoreRows['shape'] = {
    ...{
      layer,
      state: 'DC',
      ocd_id,
      census_geoid: null,
      name: ocd_id,
      class: null,
      vintage,
      valid_from,
      valid_to: null,
    },
    ...{ lines_precision: 'exact', error_m: 0, rings: encodeMultiPolygon([[SQUARE]]), repaired: false },
  }
  return { table: 'shape', row, file: 'lines.geojson', line: null }
}

test('are possible in all of the District, and in no lines of another plan', async () => {
  const extents = await warehouse.all<{ title: string; ocd_id: string; rule: string }>(
    `SELECT title, extent.ocd_id, rule
     FROM out.contest_extent AS extent JOIN core.contest USING (contest_key)
     ORDER BY ballot_order, extent.ocd_id`,
  )
  expect(extents.map(({ title, ocd_id, rule }) => [title.slice(0, 10), ocd_id, rule])).toEqual([
    ['Mayor of t', DC, 'certain'],
    ['Ward 6 Mem', DC, 'possible'],
    ['Advisory N', DC, 'possible'],
  ])
})
