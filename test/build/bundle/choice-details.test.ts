// What the build adds to a choice: its full name from another list, its running mate, and why it shows no party. All people are invented.

import { beforeAll, beforeEach, expect, test } from 'vitest'
import { spellNames } from '../../../build/bundle/name-case.ts'
import { loadReference } from '../../../build/bundle/reference-tables.ts'
import type { ChoiceDetails } from '../../../data/schema/choice.ts'
import { replace, runSteps, shareWarehouse, sourceRow, warehouse } from '../rows.ts'

const ELECTION = 'tx-2024-11-05-general'
const TX = 'ocd-division/country:us/state:tx'

shareWarehouse({ threads: 1 })
beforeAll(async () => {
  await loadReference(warehouse)
  await runSteps(warehouse, '00_macro')
})
beforeEach(async () => {
  for (const { source_id } of await warehouse.sourceReads()) await warehouse.dropSource(source_id)
  await warehouse.run('DELETE FROM core.officeholder')
})

interface Person {
  name: string
  party?: string | null
  party_label?: string | null
  incomplete?: boolean
  running_mate?: string
}

interface Listed {
  source_id: string
  states?: string[]
  office?: string
  ocd_id?: string
  state?: 'TX' | 'NE'
  details?: string
  people: readonly Person[]
}

/** A list with one contest. The list of the fewest states is the best one. */
async function list({ source_id, states = ['TX'], office = 'state-house', ocd_id = `${TX}/sldl:4`, ...more }: Listed) {
  const { state = 'TX', details = '{}', people } = more
  const contest_key = `${ELECTION}/${ocd_id}/${office}`
  const choices = people.map(({ name, incomplete, running_mate, ...party }, index) =>
    sourceRow('choice', {
      ...{ choice_key: `${contest_key}/${index}-${source_id}`, contest_key, label: name, candidate_name: name },
      ...{ ballot_order: index + 1, ...party },
      details: JSON.stringify({ ...(incomplete && { name_incomplete: true }), ...(running_mate && { running_mate }) }),
    }),
  )
  const rows = [
    sourceRow('election', { election_key: ELECTION, state }),
    sourceRow('contest', {
      ...{ contest_key, election_key: ELECTION, title: office, details, state, ocd_id, district_type: 'state_lower' },
    }),
    ...choices,
  ]
  await replace(warehouse, source_id, rows, {
    ...{ states, lists: { basis: 'returns', kinds: ['candidate'], whole_in: [] } },
  })
}

/** A holder of the seat of the Texas House's 4th district, unless the row says otherwise. */
async function seat(name: string, party: string, more: { district?: string; office?: string; since?: string } = {}) {
  const { district = 'sldl:4', office = 'state_representative', since = '2025-01-14' } = more
  await warehouse.run(
    `INSERT INTO core.officeholder (source_id, name, state, office, party, ocd_id, term_start)
     VALUES ('people', '${name}', 'TX', '${office}', '${party}', '${TX}/${district}', '${since}')`,
  )
}

async function choices(): Promise<[label: string, ChoiceDetails][]> {
  await spellNames(warehouse)
  await runSteps(warehouse, '12_ballot', '54_choice_name', '55_choice_body')
  const rows = await warehouse.all<{ label: string; name: string; details: string }>(
    'SELECT struct_en.label AS label, struct_en.candidate.full_name AS name, struct_en.details::VARCHAR AS details FROM out.choice_body ORDER BY ballot_order',
  )
  return rows.map(({ label, name, details }) => [label === name ? name : `${label} [${name}]`, JSON.parse(details)])
}

const PART = { name_incomplete: true }

test('a surname becomes the full name that one list or one holder of the seat has, and the key stays', async () => {
  await list({
    source_id: 'surnames',
    people: [
      { name: 'SAMPLE', party: 'Democratic', incomplete: true },
      { name: 'DE LA EXAMPLE', party: 'Republican', incomplete: true },
      { name: 'PLACEHOLDER', party: 'Green', incomplete: true },
      { name: 'WHOLE', party: 'Libertarian', incomplete: true },
    ],
  })
  await list({
    source_id: 'names',
    states: ['TX', 'UT'],
    people: [
      { name: 'ANN SAMPLE', party: 'Democratic' },
      { name: 'Bo De La Example Jr.', party: 'Republican' },
    ],
  })
  await seat('Cy Placeholder', 'Green')
  expect(await choices()).toEqual([
    ['Ann Sample', {}],
    ['Bo De La Example Jr.', {}],
    ['Cy Placeholder', {}],
    ['Whole', PART],
  ])
  const keys = await warehouse.all<{ key: string }>(
    'SELECT choice_key AS key FROM out.choice_body ORDER BY ballot_order',
  )
  expect(keys[0]?.key).toMatch(/\/0-surnames$/)
})

test('a surname stays where the other name is of another party, two fit, or it fits two', async () => {
  await list({
    source_id: 'surnames',
    people: [
      { name: 'TWIN', party: 'Democratic', incomplete: true },
      { name: 'TWIN', party: 'Republican', incomplete: true },
      { name: 'SAMPLE', party: 'Green', incomplete: true },
      { name: 'EXAMPLE', party: null, incomplete: true },
      { name: 'EXAMPLE', party: null, incomplete: true },
    ],
  })
  await list({
    source_id: 'names',
    states: ['TX', 'UT'],
    people: [
      { name: 'Ann Twin', party: 'Democratic' },
      { name: 'Bo Sample', party: 'Green' },
      { name: 'Cy Sample', party: 'Green' },
      { name: 'Di Example', party: 'Independent' },
    ],
  })
  const told = await choices()
  expect(told.map(([label, { name_incomplete = false }]) => [label, name_incomplete])).toEqual([
    ['Ann Twin', false],
    ['Twin', true],
    ['Sample', true],
    ['Example', true],
    ['Example', true],
  ])
})

test('a holder completes a name only in the same seat, of the same party, in office by February', async () => {
  await list({ source_id: 'surnames', people: [{ name: 'SAMPLE', party: 'Democratic', incomplete: true }] })
  await seat('Ann Sample', 'Democratic', { district: 'sldl:5' })
  await seat('Bo Sample', 'Republican')
  await seat('Cy Sample', 'Democratic', { office: 'state_senator' })
  await seat('Di Sample', 'Democratic', { since: '2025-06-01' })
  expect(await choices()).toEqual([['Sample', PART]])
  await seat('Ed Sample', 'Democratic', { since: '1999-01-12' })
  expect(await choices()).toEqual([['Ed Sample', {}]])
})

test('a ticket shows both names in their case; a table names the mates of lists that lack them', async () => {
  const of = (office: string, people: readonly Person[]) =>
    list({ source_id: office, office, ocd_id: TX, people: people.map((one) => ({ party: 'Green', ...one })) })
  await of('governor', [{ name: 'ANN SAMPLE', running_mate: 'BO MCEXAMPLE' }])
  await of('president', [{ name: 'KAMALA D. HARRIS' }, { name: 'Kamala Sample' }, { name: 'Donald J. Trump' }])
  expect((await choices()).sort()).toEqual([
    ['Ann Sample', { running_mate: 'Bo McExample' }],
    ['Donald J. Trump', { running_mate: 'JD Vance' }],
    ['Kamala D. Harris', { running_mate: 'Tim Walz' }],
    ['Kamala Sample', {}],
  ])
})

test('a mate of the table is of its office and its year alone', async () => {
  await warehouse.run(
    "INSERT INTO out.running_mate_row VALUES (NULL, '2028-11-07', 'president', 'Cy Sample', 'Di Example', 'invented')",
  )
  await list({ source_id: 'a', office: 'governor', ocd_id: TX, people: [{ name: 'Donald Trump', party: 'Green' }] })
  await list({ source_id: 'b', office: 'president', ocd_id: TX, people: [{ name: 'Cy Sample', party: 'Green' }] })
  expect((await choices()).map(([, details]) => details)).toEqual([{}, {}])
})

test.each([
  ['not_stated', { party_label: null }],
  ['no_party', { party_label: 'No Party Preference' }],
  ['unknown_label', { party_label: 'XYZ' }],
  ['order_unknown', { party_label: 'DEMOCRAT / REPUBLICAN' }],
])('a choice without a party says %s', async (reason, { party_label }) => {
  await list({
    source_id: 'list',
    office: 'sheriff',
    people: [
      { name: 'Ann Sample', party_label },
      { name: 'Bo Example', party: 'Green' },
    ],
  })
  expect((await choices()).map(([, details]) => details)).toEqual([{ party_missing: reason }, {}])
})

test.each([
  ['of an office without parties', { office: 'sheriff', details: '{"nonpartisan":true}', party: 'Green' }, undefined],
  ['of a list without parties', { office: 'sheriff', party: null }, undefined],
  ['of an office that parties nominate', { office: 'us-senate', party: null }, 'not_stated'],
  ['of a legislature without parties', { office: 'state-senate', state: 'NE' as const, party: null }, undefined],
])('a choice %s', async (_, { party, ...contest }, reason) => {
  await list({ source_id: 'list', ...contest, people: [{ name: 'Ann Sample' }, { name: 'Bo Example', party }] })
  expect((await choices())[0]?.[1].party_missing).toBe(reason)
})
