// A contest that several sources list is served once (docs/rules.md#several-sources-of-one-contest).

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CoreRows } from '../../../data/core/rows.ts'
import type { ContestBasis } from '../../../data/schema/vocabulary.ts'
import { openWarehouse, type Warehouse } from '../../../data/store/warehouse.ts'
import { loadBallotRows, toBallots } from '../../../ingest/engine/ballot-rows.ts'
import { column, replace, runSteps, sourceRow } from '../rows.ts'

const NC = 'ocd-division/country:us/state:nc'
const ELECTION = 'nc-2024-11-05-general'
const CONTEST = `${ELECTION}/${NC}/governor`

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
  const rows = Object.entries(choices).map(([name, more], index) => {
    const choice_key = `${CONTEST}/${name.toLowerCase().replaceAll(' ', '-')}`
    const own = { choice_key, contest_key: CONTEST, label: name, candidate_name: name, ballot_order: index + 1 }
    return sourceRow('choice', { ...own, ...more })
  })
  const listed = counties.map((county) =>
    sourceRow('contest_county', { contest_key: CONTEST, county_ocd_id: `${NC}/county:${county}` }),
  )
  const title = `Governor of ${source_id}`
  await replace(
    warehouse,
    source_id,
    [sourceRow('election', {}), sourceRow('contest', { contest_key: CONTEST, title, ...contest }), ...rows, ...listed],
    { states, ...(basis && { lists: { basis, kinds: ['candidate'], whole_in: [] } }) },
  )
}

async function merge() {
  await runSteps(warehouse, '00_macro', '12_ballot')
  const [contest] = await warehouse.all('FROM out.contest')
  const choices = await warehouse.all<CoreRows['choice']>('FROM out.choice ORDER BY ballot_order')
  const listed = "SELECT split_part(county_ocd_id, 'county:', 2) FROM out.contest_county ORDER BY ALL"
  return { contest, choices, counties: await column(warehouse, listed) }
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

test('the contests of a level stand by kind if several sources list them, and else as their source has them', async () => {
  const federal = (source_id: string, ...subjects: string[]) =>
    replace(
      warehouse,
      source_id,
      subjects.map((subject, at) =>
        sourceRow('contest', { contest_key: `${ELECTION}/${NC}/${subject}`, level: 'federal', ballot_order: at + 1 }),
      ),
    )
  const order = async () => {
    await runSteps(warehouse, '00_macro', '12_ballot')
    return column(
      warehouse,
      "SELECT split_part(contest_key, '/', -1) FROM out.contest ORDER BY ballot_order, contest_key",
    )
  }
  await federal('senate', 'us-senate', 'president')
  expect(await order()).toEqual(['us-senate', 'president'])
  await federal('senate', 'us-senate')
  await federal('the-president', 'president')
  expect(await order()).toEqual(['president', 'us-senate'])
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
  const seen = (hidden: string) => toBallots(rows, { hidden: new Set([hidden]), reads: new Map() }).contests(ELECTION)
  expect(seen('')).toMatchObject([{ title: 'Governor of b-list', choices: [{ label: 'Bo Diaz' }] }])
  expect(seen('b-list')).toMatchObject([{ title: 'Governor of c-feed', choices: [{ label: 'B Diaz' }] }])
})
