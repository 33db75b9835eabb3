// The extent of a contest, from the lines of its district and the counties that its listing names.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadReference } from '../../../build/bundle/reference-tables.ts'
import { runSql } from '../../../build/sql/run-sql.ts'
import type { CoreRows } from '../../../data/core/rows.ts'
import { encodeMultiPolygon } from '../../../data/geometry/polygon.ts'
import type { SourceRow } from '../../../data/store/source-read.ts'
import { openWarehouse, type Warehouse } from '../../../data/store/warehouse.ts'
import type { ListedContest } from '../../../ingest/ballot/listed.ts'
import { writeBallot } from '../../../ingest/ballot/write.ts'
import { collectSink } from '../../../ingest/engine/sink.ts'

const NV = 'ocd-division/country:us/state:nv'
const WASHOE = `${NV}/county:washoe`
const DISTRICT = `${NV}/cd:2`
const SQUARE = Int32Array.of(-1_000_000, 0, 0, 0, 0, 1_000_000, -1_000_000, 1_000_000)
const at = { file: 'f', line: 1 }

let warehouse: Warehouse
beforeEach(async () => {
  warehouse = await openWarehouse(':memory:')
})
afterEach(() => warehouse.close())

function shape(layer: CoreRows['shape']['layer'], ocd_id: string, own: Partial<CoreRows['shape']>): SourceRow {
  const row: CoreRows['shape'] = {
    ...{ layer, state: 'NV', ocd_id, census_geoid: null, class: null, valid_from: null, valid_to: null, name: ocd_id },
    ...{ vintage: '1', lines_precision: 'exact', error_m: 10, rings: encodeMultiPolygon([[SQUARE]]) },
    ...{ repaired: false, ...own },
  }
  return { table: 'shape', row, ...at }
}

function ballot(): SourceRow[] {
  const district = { district_type: 'congressional', district_level: 'federal', district_name: 'District 2' } as const
  const contest: ListedContest = {
    ...{ at, kind: 'candidate', level: 'federal', title: 'US House 2', short_title: 'House 2', subject: 'us-house' },
    ...{ counties: [WASHOE], choices: [{ at, label: 'Ann Lee' }] },
    division: { ocd_id: DISTRICT, ...district, within_ocd_id: null, unmatched: null },
  }
  const sink = collectSink()
  writeBallot({ state: 'NV', date: '2024-11-05', type: 'general', words: 'General Election' }, at, [contest], sink)
  return [...sink.rows]
}

/** The contest's extent by area, for an error of the county's lines in metres and 1,100 metres for the district's. */
async function extentOf(county_error_m: number): Promise<string[]> {
  const rows = [
    shape('state', NV, {}),
    shape('county', WASHOE, { lines_precision: 'simplified', error_m: county_error_m }),
    shape('congressional', DISTRICT, { vintage: 'cd118', lines_precision: 'generalised', error_m: 1_100 }),
    ...ballot(),
  ]
  await warehouse.replaceSource(
    {
      ...{ source_id: 's', published_on: '2025-01-01', family: 'public', signature: 's', publisher: 'p' },
      ...{ licence: 'MIT', vintage: 'v', url: 'u', states: [], rows_in: rows.length, files: [] },
    },
    rows,
    [],
  )
  await loadReference(warehouse)
  for (const name of ['00_macro', '10_shape']) await runSql(warehouse, name)
  await warehouse.run('CREATE TABLE out.line AS SELECT * FROM out.shape')
  await warehouse.run(
    'CREATE TABLE out.line_overlap (area_layer VARCHAR, area_ocd_id VARCHAR, ocd_id VARCHAR, vintage VARCHAR)',
  )
  for (const name of ['12_ballot', '20_contest_district', '30_contest_extent']) await runSql(warehouse, name)
  const extent = await warehouse.all<{ ocd_id: string; rule: string }>(
    'SELECT ocd_id, rule FROM out.contest_extent ORDER BY ocd_id, rule',
  )
  return extent.map(({ ocd_id, rule }) => `${ocd_id.slice(NV.length)} ${rule}`)
}

test('generalised lines decide inside the listed counties, and a sole district of a county is certain there', async () => {
  expect(await extentOf(25)).toEqual(['/cd:2 inside', '/cd:2 near', '/county:washoe certain'])
})

test('counties with coarser lines than the district have no effect', async () => {
  expect(await extentOf(2_500)).toEqual([' listed', '/cd:2 inside', '/cd:2 near'])
})
