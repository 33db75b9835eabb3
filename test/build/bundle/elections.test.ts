// Every source and every file with contests has its own record of the election.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadReference } from '../../../build/bundle/reference-tables.ts'
import { runSql } from '../../../build/sql/run-sql.ts'
import type { CoreRows } from '../../../data/core/rows.ts'
import { projectFile } from '../../../data/store/paths.ts'
import type { Listing, SourceRead } from '../../../data/store/source-read.ts'
import { openWarehouse, type Warehouse } from '../../../data/store/warehouse.ts'

const ELECTION: CoreRows['election'] = {
  ...{ election_key: 'ky-2026-05-19-primary', state: 'KY', date: '2026-05-19', type: 'primary', details: '{}' },
  ...{ name: 'E', name_es: null, short_name: 'E', primary_system: 'closed', info_url: null },
}

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await openWarehouse(':memory:')
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
  await runSql(warehouse, '12_election')
  return {
    elections: await warehouse.all('SELECT election_key, primary_system FROM out.election ORDER BY ALL'),
    twice: await warehouse.all(readFileSync(projectFile('build', 'check', 'key-is-unique.sql'), 'utf8')),
  }
}

const { election_key } = ELECTION

test('equal records of all files and sources are one election', async () => {
  await say('a', [{}, {}, {}])
  expect(await say('b', [{}])).toEqual({ elections: [{ election_key, primary_system: 'closed' }], twice: [] })
})

test('different records of two sources fail the check, which names the rows of both', async () => {
  const { elections, twice } = await say('b', [{ primary_system: 'open' }])
  expect(elections).toHaveLength(2)
  expect(twice).toMatchObject(
    ['a', 'a', 'a', 'b'].map((source_id) => ({ source_id, key: election_key, kind: 'election' })),
  )
})

test('a null is a difference too, and the source that differs from most is named', async () => {
  await say('c', [{}])
  expect((await say('b', [{ primary_system: null }])).twice).toMatchObject([{ source_id: 'b', key: election_key }])
  await say('c', [])
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
