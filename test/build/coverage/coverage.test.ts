import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ElectionCoverage,
  electionsTable,
  indexPage,
  loadCoverage,
  newestGeneral,
  type StateCoverage,
  statePage,
  TABLE_MARKS,
} from '../../../build/coverage/coverage.ts'
import { openWarehouse, type Warehouse } from '../../../data/store/warehouse.ts'
import { copySample } from '../../cli/sample.ts'
import { shareFolder } from '../../temporary.ts'

const folder = shareFolder()
let warehouse: Warehouse
let states: StateCoverage[]
/** A source with two refused values, a mended one and an ignored one. */
let faulty: string | undefined
beforeAll(async () => {
  await copySample(folder)
  warehouse = await openWarehouse(join(folder, 'sample', 'warehouse.duckdb'))
  const [first] = await warehouse.all<{ source_id: string }>('SELECT min(source_id) AS source_id FROM core.contest')
  faulty = first?.source_id
  for (const severity of ['refused', 'mended', 'ignored', 'refused'])
    await warehouse.run(
      "INSERT INTO core.issue BY NAME SELECT $faulty AS source_id, 'f.csv' AS file, 'c' AS code, 'm' AS message, $severity AS severity",
      { faulty: faulty ?? '', severity },
    )
  states = await loadCoverage(warehouse)
})
afterAll(() => warehouse.close())

const elections = () => states.flatMap((state) => state.elections)
const sumOf = (of: (election: ElectionCoverage) => number) => elections().reduce((sum, one) => sum + of(one), 0)

test('counts every contest, choice and endorsement of the warehouse once', async () => {
  const [held] = await warehouse.all(`SELECT
    (SELECT count(*) FROM api.contest) AS contests, (SELECT count(*) FROM api.choice) AS choices,
    (SELECT count(*) FROM api.endorsement) AS endorsements,
    (SELECT count(DISTINCT contest_id) FROM api.endorsement) AS endorsed`)
  expect({
    contests: sumOf(({ contests }) => contests),
    choices: sumOf(({ choices }) => choices),
    endorsements: sumOf(({ endorsements }) => endorsements),
    endorsed: sumOf(({ endorsed }) => endorsed),
  }).toEqual(held)
  for (const { levels, basis, contests } of elections()) {
    expect(Object.values(levels).reduce((sum, one) => sum + one, 0)).toBe(contests)
    expect(Object.values(basis).reduce((sum, one) => sum + one, 0)).toBe(contests)
  }
})

test('counts as refused the lines and values that could not be used, not those that were mended or ignored', () => {
  const told = states.flatMap(({ sources }) => sources.filter(({ source_id }) => source_id === faulty))
  expect(told.length).toBeGreaterThan(0)
  for (const { refused } of told) expect(refused).toBe(2)
})

const ELECTION: ElectionCoverage = {
  ...{ state: 'ME', slug: 'me-2024-11-05-general', date: '2024-11-05', type: 'general', contests: 3, choices: 6 },
  levels: { federal: 1, state: 2, county: 0, city: 0, school: 0, special: 0 },
  basis: { candidate_list: 1, feed: 0, returns: 2 },
  ...{ with_lines: 2, endorsed: 1, endorsements: 4, incomplete: 0, votes_unknown: 3, listed: false },
  missing: [
    { kind: 'court', reason: 'not_read', districts: null, listed_in: [] },
    { kind: 'state_measure', reason: 'not_published', districts: null, listed_in: [] },
    { kind: 'school', reason: 'unknown', districts: null, listed_in: [] },
  ],
}
const MAINE: StateCoverage = {
  state: 'ME',
  name: 'Maine',
  elections: [{ ...ELECTION, date: '2024-06-11', type: 'special_primary', contests: 0 }, ELECTION],
  sources: [],
}

test('a page says what is held and what is known to be missing', () => {
  const page = statePage(MAINE)
  expect(page).toContain('| 2024-11-05 general | 3 | 1 | 2 | 0 | 0 | 0 | 0 | 66 % | 1 | candidate list 1, returns 2 |')
  expect(page).toContain(
    '- Contests read from returns. A seat that nobody contested may be missing: 2024-11-05 general (2 of 3).',
  )
  expect(page).toContain('- Levels without a contest: 2024-11-05 general (county, city, school, special).')
  expect(page).toContain('how many votes a voter has: 2024-11-05 general (all).')
  expect(page).toContain(
    '- Kinds of contests that are known to be absent, in whole or in part: 2024-11-05 general (courts not read, state measures not published).',
  )
  expect(page).not.toContain('special primary')
  const source = {
    state: 'ME' as const,
    source_id: 'medsl-2024-me',
    publisher: 'P',
    published_on: '2026-01-01',
    licence: 'CC0-1.0',
  }
  expect(statePage({ ...MAINE, sources: [{ ...source, contests: 1, refused: 0 }] })).toContain(
    '- The file of `medsl-2024-me` lacks lines of some towns and candidates, so a contest may have more names.',
  )
  expect(statePage({ ...MAINE, elections: [] })).toContain('We have no contest of this state.')
  const whole = {
    ...ELECTION,
    listed: true,
    missing: [],
    with_lines: 3,
    votes_unknown: 0,
    basis: { ...ELECTION.basis, returns: 0 },
  }
  const full = { ...whole, levels: { federal: 1, state: 1, county: 1, city: 1, school: 1, special: 1 } }
  expect(statePage({ ...MAINE, elections: [full] })).not.toContain('missing')
})

test('the index has the newest general election, and the table sums by year', () => {
  const index = indexPage([MAINE], newestGeneral)
  expect(index).toContain(`${TABLE_MARKS.begin}\n\n${electionsTable([MAINE])}\n\n${TABLE_MARKS.end}\n`)
  expect(index).toContain('| [Maine](me.md) | 2 | 3 | 2024-11-05 | 3 | 66 % | 1 |')
  const vermont = { ...MAINE, elections: [{ ...ELECTION, state: 'VT' as const, type: 'primary' }] }
  expect(electionsTable([MAINE, vermont]).split('\n').slice(2)).toEqual([
    '| 2024, general | ME | 3 | 66 % | 4 | candidate list 1, returns 2 |',
    '| 2024, others | VT | 3 | 66 % | 4 | candidate list 1, returns 2 |',
  ])
  const old = [2000, 2002, 2004, 2006, 2008, 2010, 2012, 2014].map((year) => ({ ...ELECTION, date: `${year}-11-07` }))
  const table = electionsTable([{ ...MAINE, elections: old.toReversed() }]).split('\n')
  expect(table.slice(7)).toEqual([
    '| 2004, general | ME | 3 | 66 % | 4 | candidate list 1, returns 2 |',
    '| 2000 to 2002 | ME | 6 | 66 % | 8 | candidate list 2, returns 4 |',
  ])
})
