// Every source and every file with contests has its own record of the election.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadReference } from '../../../build/bundle/reference-tables.ts'
import { runSql } from '../../../build/sql/run-sql.ts'
import type { CoreRows } from '../../../data/core/rows.ts'
import type { Listing, SourceRead } from '../../../data/store/source-read.ts'
import { openWarehouse, type Warehouse } from '../../../data/store/warehouse.ts'

const ELECTION: CoreRows['election'] = {
  ...{ election_key: 'ky-2026-05-19-primary', state: 'KY', date: '2026-05-19', type: 'primary', details: '{}' },
  ...{ name: 'E', name_es: null, short_name: 'E', primary_system: 'closed', info_url: null },
}

const NO_GAPS =
  'CREATE TABLE out.contest_gap (election_key VARCHAR, kind VARCHAR, reason VARCHAR, districts VARCHAR[], listed_in VARCHAR[])'

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await openWarehouse(':memory:')
  await warehouse.run('CREATE TABLE out.contest_district (contest_key VARCHAR, lines_held BOOLEAN)')
  await warehouse.run(NO_GAPS)
})
afterAll(() => warehouse.close())

/** One row per file; each source is replaced as a whole. */
async function say(source_id: string, rows: readonly Partial<CoreRows['election']>[], lists?: Listing) {
  const read: SourceRead = {
    ...(lists && { lists }),
    ...{ source_id, published_on: '2025-11-11', family: 'public', signature: 's', publisher: 'p', licence: 'CC0-1.0' },
    ...{ vintage: 'v', url: 'u', states: [], rows_in: rows.length, files: [] },
  }
  const said = rows.map(
    (row, n) => ({ table: 'election', row: { ...ELECTION, ...row }, file: `${n}`, line: 2 }) as const,
  )
  await warehouse.replaceSource(read, said, [])
  await runSql(warehouse, '12_ballot')
  return warehouse.all('SELECT election_key, primary_system FROM out.election ORDER BY ALL')
}

const { election_key } = ELECTION

test('equal records of all files and sources are one election', async () => {
  await say('a', [{}, {}, {}])
  expect(await say('b', [{}])).toEqual([{ election_key, primary_system: 'closed' }])
})

test('of different records, that of the best source applies, and another fills what it lacks', async () => {
  expect(await say('b', [{ primary_system: 'open' }])).toEqual([{ election_key, primary_system: 'closed' }])
  await say('a', [{}], { basis: 'returns', kinds: ['candidate'], whole_in: [] })
  expect(await say('b', [{ primary_system: 'open' }])).toEqual([{ election_key, primary_system: 'open' }])
  expect(await say('b', [{ primary_system: null }])).toEqual([{ election_key, primary_system: 'closed' }])
})

test('is listed in the areas of its state for which a source lists all candidates', async () => {
  const state = 'ocd-division/country:us/state:ky'
  const county = `${state}/county:boone`
  await loadReference(warehouse)
  await runSql(warehouse, '00_macro')
  const listedIn = async (lists?: Listing): Promise<string[]> => {
    await say('b', [{}], lists)
    await runSql(warehouse, '50_election_body')
    const [row] = await warehouse.all<{ body_en: string }>('SELECT body_en FROM out.election_body')
    return JSON.parse(row?.body_en ?? '{}').listed_in
  }
  await say('a', [{}], { kinds: ['candidate'], whole_in: [] })
  expect(await listedIn({ kinds: ['candidate'], whole_in: [] })).toEqual([])
  expect(await listedIn({ kinds: ['measure'], whole_in: [state] })).toEqual([])
  expect(await listedIn({ kinds: ['candidate'], whole_in: [`${state}x`] })).toEqual([])
  expect(await listedIn({ kinds: ['candidate', 'measure'], levels: ['county'], whole_in: [county] })).toEqual([county])
  expect(await listedIn({ kinds: ['candidate'], whole_in: ['ocd-division/country:us/state:nc', state] })).toEqual([
    state,
  ])
  // A source without a statement of its lists counts as complete.
  expect(await listedIn()).toEqual([state])
})
