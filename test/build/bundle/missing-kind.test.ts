// Missing contests in api.contest and api.election: gaps of an election, and House seats without a contest.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadReference } from '../../../build/bundle/reference-tables.ts'
import { openWarehouse, type Warehouse } from '../../../data/store/warehouse.ts'
import { column, createEmpty, insert, replace, runSteps, sourceRow } from '../rows.ts'

let warehouse: Warehouse
const KANSAS = 'ocd-division/country:us/state:ks'
const keyOf = (date: string, type = 'general'): string => `ks-${date}-${type}`

/** House contests by the day of their election; `unexpired` in the seat of district 1. */
const HELD: Record<string, readonly string[]> = {
  '2002-11-05': ['1', '2', '3', '4'],
  '2004-11-02': ['1', '3'],
  '2006-11-07': ['1', '2', '3', '4'],
  '2012-11-06': ['2', '3', '4'],
}

beforeAll(async () => {
  warehouse = await openWarehouse(':memory:')
  await loadReference(warehouse)
  await runSteps(warehouse, '00_macro')
  const contest = (election_key: string, code: string, end = '') =>
    sourceRow('contest', {
      ...{ contest_key: `${election_key}/${KANSAS}/cd:${code}/us-house${end}`, election_key, kind: 'candidate' },
      ...{ level: 'federal', district_type: 'congressional', district_level: 'federal', vote_method: 'plurality' },
      ...{ state: 'KS', ocd_id: `${KANSAS}/cd:${code}` },
    })
  const rows = Object.entries(HELD).flatMap(([date, codes]) => {
    const election_key = keyOf(date)
    const election = sourceRow('election', { election_key, state: 'KS', date, type: 'general' })
    return [election, ...codes.map((code) => contest(election_key, code))]
  })
  const special = keyOf('2012-11-06')
  await replace(warehouse, 's', [...rows, contest(special, '1', '/unexpired')], {
    states: ['KS'],
    lists: { basis: 'returns', kinds: ['candidate'], levels: ['federal'], whole_in: [] },
  })
  await warehouse.run(`CREATE OR REPLACE TABLE out.district
    (state VARCHAR, type VARCHAR, ocd_id VARCHAR, has_boundary BOOLEAN, valid_from DATE, valid_to DATE)`)
  await insert(warehouse, 'out.district', [])
  await createEmpty(warehouse, 'no_such_district')
  await runSteps(warehouse, '12_ballot', '45_contest_gap', '99_missing_kind')
})
afterAll(() => warehouse.close())

it('a House district is absent if another election of the apportionment has it, or a higher number', async () => {
  const found = await warehouse.all<{ election_key: string; reason: string; districts: string[] }>(
    "SELECT election_key, reason, districts FROM out.missing_kind WHERE kind = 'us_house' ORDER BY election_key",
  )
  const district = (code: string) => `${KANSAS}/cd:${code}`
  expect(found).toEqual([
    { election_key: keyOf('2004-11-02'), reason: 'not_read', districts: [district('2'), district('4')] },
    // The seat for the rest of a term is another contest.
    { election_key: keyOf('2012-11-06'), reason: 'not_read', districts: [district('1')] },
  ])
})

it('each contest says whether others of its kind are absent from its election', async () => {
  const absent = await warehouse.all<{ contest_key: string }>('SELECT contest_key FROM out.contest_missing')
  const keys = await column(warehouse, 'SELECT contest_key FROM out.contest ORDER BY contest_key')
  const expected = keys.filter((key) => /^ks-(2004|2012)/.test(String(key)))
  expect(absent.map(({ contest_key }) => contest_key)).toEqual(expected)
})

it('an election has the reason of the first kind that lacks any, and every absent division', async () => {
  const found = await warehouse.all<{ election_key: string; districts: string[] }>(
    'SELECT election_key, districts FROM out.election_missing ORDER BY election_key',
  )
  expect(found.map(({ election_key, districts }) => [election_key, districts.length])).toEqual([
    [keyOf('2002-11-05'), 0],
    [keyOf('2004-11-02'), 2],
    [keyOf('2006-11-07'), 0],
    [keyOf('2012-11-06'), 1],
  ])
})
