// The details that the states' rules add to an election.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { loadReference, loadVotingRules } from '../../../build/bundle/reference-tables.ts'
import type { CoreRows } from '../../../data/core/rows.ts'
import { election } from '../../../data/schema/election.ts'
import type { ContestKind, StateCode } from '../../../data/schema/vocabulary.ts'
import type { SourceRead, SourceRow } from '../../../data/store/source-read.ts'
import { shareFolder } from '../../temporary.ts'
import { createEmpty, replace, runSteps, shareWarehouse, sourceRow, warehouse } from '../rows.ts'

const folder = shareFolder()
shareWarehouse()
beforeAll(async () => {
  await warehouse.run('CREATE TABLE out.contest_district (contest_key VARCHAR, lines_held BOOLEAN)')
  await createEmpty(warehouse, 'contest_gap')
  await loadReference(warehouse)
  await runSteps(warehouse, '00_macro')
})

const details = election.shape.details

type Election = Pick<CoreRows['election'], 'state' | 'date' | 'type'> & { details?: string }

/** The details served of each election, in the order given. */
async function served(
  elections: readonly Election[],
  family: SourceRead['family'] = 'public',
  contests: readonly SourceRow[] = [],
) {
  const keys = elections.map(({ state, date, type }) => `${state.toLowerCase()}-${date}-${type}`)
  const rows = elections.map((row, at) => sourceRow('election', { ...row, election_key: keys[at] ?? '' }))
  await replace(warehouse, 'ballots', [...rows, ...contests], { family })
  await runSteps(warehouse, '12_ballot', '50_election_body')
  const bodies = await warehouse.all<{ election_key: string; body: string }>(
    'SELECT election_key, body_en AS body FROM out.election_body ORDER BY election_key',
  )
  const byKey = new Map(bodies.map(({ election_key, body }) => [election_key, details.parse(JSON.parse(body).details)]))
  return keys.map((key) => byKey.get(key))
}

test('each election has the rules of its state, type and year', async () => {
  // biome-ignore format: an election a line
  const expected: [string, Election['type'], Election['state'], object][] = [
    ['2018-11-06', 'general', 'CA', {}],
    ['2020-11-03', 'general', 'CA', { all_mail: true }],
    ['2021-09-14', 'special', 'CA', { all_mail: true }],
    ['2022-06-07', 'primary', 'CA', { all_mail: true }],
    ['2021-11-02', 'general', 'NV', {}],
    ['2022-06-14', 'primary', 'NV', { all_mail: true }],
    ['2022-08-09', 'primary', 'VT', {}],
    ['2022-11-08', 'general', 'VT', { all_mail: true, fusion_voting: true }],
    ['2022-11-08', 'general', 'OR', { all_mail: true, fusion_voting: true }],
    ['2018-06-12', 'primary', 'ME', { ranked_choice: true }],
    ['2020-03-03', 'primary', 'ME', {}],
    ['2024-03-05', 'primary', 'ME', { ranked_choice: true }],
    ['2022-08-16', 'primary', 'AK', {}],
    ['2022-11-08', 'general', 'AK', { ranked_choice: true }],
    ['2022-06-28', 'primary', 'NY', {}],
    ['2022-11-08', 'general', 'NY', { fusion_voting: true }],
    ['2022-11-08', 'general', 'SC', { fusion_voting: true }],
    ['2024-11-05', 'general', 'SC', {}],
    ['2022-05-17', 'primary', 'NC', { runoff_date: '2022-07-26' }],
    ['2022-11-08', 'general', 'NC', {}],
  ]
  const all = await served(expected.map(([date, type, state]) => ({ state, date, type })))
  expect(expected.map(([date, type, state], at) => [date, type, state, all[at]])).toEqual(expected)
})

test("a source's own details take precedence, and its other details stay", async () => {
  const own = '{"all_mail":false,"note":"x"}'
  expect(await served([{ state: 'WA', date: '2024-11-05', type: 'general', details: own }])).toEqual([
    { all_mail: false, note: 'x' },
  ])
})

test('the rules add nothing to the sample', async () => {
  const elections = [{ state: 'NV', date: '2028-11-07', type: 'general' }] as const
  expect(await served(elections, 'sample')).toEqual([{}])
})

function contestRow(state: StateCode, election_key: string, office: string, kind: ContestKind = 'candidate') {
  const ocd_id = `ocd-division/country:us/state:${state.toLowerCase()}`
  const contest_key = `${election_key}/${ocd_id}/${office}`
  const vote_method = kind === 'candidate' ? 'plurality' : 'yes_no'
  return sourceRow('contest', { contest_key, election_key, state, ocd_id, kind, vote_method, level: 'federal' })
}

/** By election: the offices of which the rules say that a majority wins, and the day of the runoff. */
async function runoffs(elections: readonly Election[], family?: SourceRead['family']) {
  const contests = elections.flatMap(({ state, date, type }) => {
    const key = `${state.toLowerCase()}-${date}-${type}`
    const offices = ['president', 'us-house', 'us-senate', 'state-house', 'mayor']
    const question = contestRow(state, key, 'us-house/question', 'measure')
    return [...offices.map((office) => contestRow(state, key, office)), question]
  })
  await served(elections, family, contests)
  const rows = await warehouse.all<{ contest_key: string; details: string }>('FROM out.contest_runoff ORDER BY ALL')
  return rows.map(({ contest_key, details }) => {
    const { majority_required, runoff_date } = JSON.parse(details)
    return [contest_key.split('/')[0], contest_key.split('/').pop(), majority_required, runoff_date]
  })
}

const general = (state: StateCode, date: string): Election => ({ state, date, type: 'general' })

test("a majority wins in Louisiana's open primaries for Congress and in Georgia, else there is a runoff", async () => {
  const elections = [
    ...['2020-11-03', '2022-11-08', '2024-11-05'].map((date) => general('LA', date)),
    ...['2022-11-08', '2024-11-05'].map((date) => general('GA', date)),
    // Louisiana's parties nominate since 2026. North Carolina's runoff is for less than 30 %, and a candidate must ask for it.
    ...[general('LA', '2026-11-03'), general('AL', '2024-11-05')],
    { state: 'NC', date: '2022-05-17', type: 'primary' } as const,
  ]
  const of = (key: string, day: string, ...offices: string[]) => offices.map((office) => [key, office, true, day])
  expect(await runoffs(elections)).toEqual([
    ...of('ga-2022-11-08-general', '2022-12-06', 'state-house', 'us-house', 'us-senate'),
    ...of('ga-2024-11-05-general', '2024-12-03', 'state-house', 'us-house', 'us-senate'),
    ...of('la-2020-11-03-general', '2020-12-05', 'us-house', 'us-senate'),
    ...of('la-2022-11-08-general', '2022-12-10', 'us-house', 'us-senate'),
    ...of('la-2024-11-05-general', '2024-12-07', 'us-house', 'us-senate'),
  ])
  expect(await runoffs([general('LA', '2024-11-05')], 'sample')).toEqual([])
})

const HEADER = 'state,rule,types,first_election,last_election,runoff_date,offices,source,note'

// biome-ignore format: a case a line
test.each([
  ['NC,by_pigeon,general,2020-01-01,,,,https://example.org,', /NC, by_pigeon.* got the rule "by_pigeon", expected one of all/],
  ['XX,all_mail,general,2020-01-01,,,,https://example.org,', /got the state "XX"/],
  ['NC,all_mail,general local,2020-01-01,,,,https://example.org,', /got the type "local", expected one of general/],
  ['NC,all_mail,general,2020-01-01,2019-01-01,,,https://example.org,', /last election, 2019-01-01, is before its first/],
  ['NC,runoff,primary,2020-03-03,2020-03-03,,,https://example.org,', /a runoff needs a date/],
  ['NC,all_mail,primary,2020-03-03,,2020-06-23,,https://example.org,', /got the runoff date 2020-06-23, expected none/],
  ['NC,all_mail,primary,2020-03-03,,,,hearsay,', /got the source "hearsay"/],
  ['NC,all_mail,primary,2020-03-03,,,us-house,https://example.org,', /got the offices us-house, expected none/],
  ['NC,all_mail,primary,March,,,,https://example.org,', /March/],
])('refuses %s', async (line, said) => {
  const file = join(folder, 'voting-rules.csv')
  writeFileSync(file, `${HEADER}\n${line}\n`)
  await expect(loadVotingRules(warehouse, file)).rejects.toThrow(said)
})
