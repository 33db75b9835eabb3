// A contest that several sources list is served once (docs/rules.md#several-sources-of-one-contest).

import { afterEach, beforeEach, expect, test } from 'vitest'
import { runSql } from '../../../build/sql/run-sql.ts'
import type { CoreRows } from '../../../data/core/rows.ts'
import type { ContestBasis } from '../../../data/schema/vocabulary.ts'
import type { SourceRow } from '../../../data/store/source-read.ts'
import { openWarehouse, type Warehouse } from '../../../data/store/warehouse.ts'
import { loadBallotRows, toBallots } from '../../../ingest/engine/ballot-rows.ts'

const NC = 'ocd-division/country:us/state:nc'
const ELECTION = 'nc-2024-11-05-general'
const CONTEST = `${ELECTION}/${NC}/governor`
const at = { file: 'f.csv', line: 1 }

let warehouse: Warehouse
beforeEach(async () => {
  warehouse = await openWarehouse(':memory:', { threads: 1 })
})
afterEach(() => warehouse.close())

interface Listed {
  basis?: ContestBasis
  states?: readonly string[]
  contest?: Partial<CoreRows['contest']>
  counties?: readonly string[]
  /** Names with what else the source says of them. */
  choices: Readonly<Record<string, Partial<CoreRows['choice']>>>
}

/** A source with one contest. */
async function list(source_id: string, { basis, states = ['NC'], contest, counties = [], choices }: Listed) {
  const election: CoreRows['election'] = {
    ...{ election_key: ELECTION, state: 'NC', date: '2024-11-05', type: 'general', details: '{}', name: 'E' },
    ...{ name_es: null, short_name: 'E', primary_system: null, info_url: null },
  }
  const row: CoreRows['contest'] = {
    ...{ contest_key: CONTEST, election_key: ELECTION, title: `Governor of ${source_id}`, title_es: null },
    ...{ short_title: 'Governor', short_title_es: null, kind: 'candidate', vote_method: 'plurality' },
    ...{ votes_allowed: 1, ranks_allowed: null, measure_code: null, description: null, description_es: null },
    ...{ level: 'state', party: null, ballot_order: 1, source_url: null, details: '{}', state: 'NC', ocd_id: NC },
    ...{ district_type: 'state', district_level: 'state', district_name: 'NC', within_ocd_id: null, ...contest },
  }
  const names = Object.entries(choices).map(([name, more], index): SourceRow => {
    const choice_key = `${CONTEST}/${name.toLowerCase().replaceAll(' ', '-')}`
    const plain = { measure_answer: null, label_es: null, party: null, party_label: null, option: null }
    const rest = { withdrawn: false, ballot_designation: null, details: '{}', ballot_order: index + 1 }
    const own = { choice_key, contest_key: CONTEST, label: name, candidate_name: name }
    return { table: 'choice', row: { ...own, ...plain, ...rest, ...more }, ...at }
  })
  const listed = counties.map(
    (county): SourceRow => ({
      table: 'contest_county',
      row: { contest_key: CONTEST, county_ocd_id: `${NC}/county:${county}` },
      ...at,
    }),
  )
  await warehouse.replaceSource(
    {
      ...{ source_id, published_on: '2024-10-01', family: 'public', signature: 's', publisher: 'p', licence: 'MIT' },
      ...{ vintage: 'v', url: 'u', states, rows_in: 1, files: [] },
      ...(basis && { lists: { basis, kinds: ['candidate'], whole_in: [] } }),
    },
    [{ table: 'election', row: election, ...at }, { table: 'contest', row, ...at }, ...names, ...listed],
    [],
  )
}

async function merge() {
  await runSql(warehouse, '12_ballot')
  const [contest] = await warehouse.all<CoreRows['contest'] & { source_id: string; basis: ContestBasis }>(
    'FROM out.contest',
  )
  const choices = await warehouse.all<CoreRows['choice']>('FROM out.choice ORDER BY ballot_order')
  const counties = await warehouse.all<{ county: string }>(
    "SELECT split_part(county_ocd_id, 'county:', 2) AS county FROM out.contest_county ORDER BY county",
  )
  return { contest, choices, counties: counties.map(({ county }) => county) }
}

test('a list of candidates wins over returns, which fill what it lacks but add no candidate', async () => {
  await list('a-returns', {
    basis: 'returns',
    contest: { description: 'From the returns', votes_allowed: 2, details: '{"nonpartisan":true}' },
    counties: ['wake', 'ash'],
    choices: { 'Ann Lee': { party: 'Green', withdrawn: true }, 'BO DIAZ JR': { party: 'Blue' } },
  })
  await list('b-list', { choices: { 'Bo Diaz': { party: 'Blue' }, 'Ann Lee': {} } })
  const { contest, choices, counties } = await merge()
  expect(contest).toMatchObject({
    ...{ source_id: 'b-list', basis: 'candidate_list', title: 'Governor of b-list', votes_allowed: 1, details: '{}' },
    description: 'From the returns',
  })
  expect(choices.map(({ label, party, withdrawn }) => [label, party, withdrawn])).toEqual([
    ['Bo Diaz', 'Blue', false],
    ['Ann Lee', 'Green', false],
  ])
  expect(counties).toEqual(['ash', 'wake'])
})

test('a source that names all candidates is better than a list that does not', async () => {
  await list('list', { contest: { details: '{"choices_incomplete":true}' }, choices: { 'Ann Lee': {} } })
  await list('returns', { basis: 'returns', choices: { 'Ann Lee': {}, 'Bo Diaz': {} } })
  const { contest, choices } = await merge()
  expect(contest).toMatchObject({ source_id: 'returns', basis: 'returns' })
  expect(choices.map(({ label }) => label)).toEqual(['Ann Lee', 'Bo Diaz'])
})

test('among equals the source of fewer states is better, then the first id, and its counties stay alone', async () => {
  await list('a-nation', { basis: 'returns', states: ['NC', 'SC'], counties: ['wake'], choices: { 'A N': {} } })
  await list('c-state', { basis: 'returns', counties: ['ash'], choices: { 'C S': {} } })
  await list('b-state', { basis: 'returns', choices: { 'B S': {} } })
  const { contest, choices, counties } = await merge()
  expect(contest).toMatchObject({ source_id: 'b-state' })
  expect(choices.map(({ label }) => label)).toEqual(['B S'])
  expect(counties).toEqual(['ash'])
})

test('readers see the contest as the build serves it', async () => {
  await list('a-returns', { basis: 'returns', choices: { 'BO DIAZ JR': {} } })
  await list('b-list', { contest: { ballot_order: 7 }, choices: { 'Bo Diaz': {} } })
  await list('c-feed', { basis: 'feed', choices: { 'B Diaz': {} } })
  const rows = await loadBallotRows(warehouse)
  const seen = (hidden: string) => toBallots(rows, (id) => id !== hidden).contests(ELECTION)
  expect(seen('')).toMatchObject([{ title: 'Governor of b-list', choices: [{ label: 'Bo Diaz' }] }])
  expect(seen('b-list')).toMatchObject([{ title: 'Governor of c-feed', choices: [{ label: 'B Diaz' }] }])
})
