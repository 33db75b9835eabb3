// Every source and every file with contests has its own record of the election.

import { beforeAll, expect, test } from 'vitest'
import { loadReference } from '../../../build/bundle/reference-tables.ts'
import type { CoreRows } from '../../../data/core/rows.ts'
import type { Listing } from '../../../data/store/source-read.ts'
import { column, createEmpty, replace, runSteps, shareWarehouse, sourceRow, warehouse } from '../rows.ts'

const ELECTION: Partial<CoreRows['election']> = {
  ...{ election_key: 'ky-2026-05-19-primary', state: 'KY', date: '2026-05-19', type: 'primary' },
  primary_system: 'closed',
}

shareWarehouse()
beforeAll(async () => {
  await warehouse.run('CREATE TABLE out.contest_district (contest_key VARCHAR, lines_held BOOLEAN)')
  await createEmpty(warehouse, 'contest_gap')
})

/** One row per file; each source is replaced as a whole. */
async function say(source_id: string, rows: readonly Partial<CoreRows['election']>[], lists?: Listing) {
  const said = rows.map((row, n) => sourceRow('election', { ...ELECTION, ...row }, { file: `${n}`, line: 2 }))
  await replace(warehouse, source_id, said, lists && { lists })
  await runSteps(warehouse, '00_macro', '12_ballot')
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
  await runSteps(warehouse, '00_macro')
  const listedIn = async (lists?: Listing): Promise<string[]> => {
    await say('b', [{}], lists)
    await runSteps(warehouse, '50_election_body')
    const [body] = await column(warehouse, 'SELECT body_en FROM out.election_body')
    return JSON.parse(body ?? '{}').listed_in
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
