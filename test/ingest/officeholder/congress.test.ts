import { v5 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { BIOGUIDE_NAMESPACE } from '../../../ingest/officeholder/congress.ts'
import { lastGeneralElection } from '../../../ingest/officeholder/seat.ts'
import { divisionsOf } from '../boundary/collect.ts'
import { issueCodes, peopleTar, read, uuid, yamlFile } from './read.ts'

const divisions = divisionsOf([])

function member(bioguide: string, terms: readonly object[]): object {
  return { id: { bioguide }, name: { first: 'Bo', last: 'Birch', official_full: 'Bo B. Birch' }, terms }
}

const REP = { type: 'rep', start: '2025-01-03', end: '2027-01-03', state: 'NC', district: 2, party: 'Democrat' }
const SEN = { type: 'sen', start: '2021-01-03', end: '2027-01-03', state: 'NC', party: 'Republican' }

async function readMembers(
  members: readonly object[],
  more: { offices?: object[]; social?: object[]; people?: object } = {},
) {
  const people = await peopleTar({ 'us/legislature/other': person('Z000001', 9), ...more.people })
  return read(
    'congress-legislators',
    [
      yamlFile('members.yaml', members),
      yamlFile('offices.yaml', more.offices ?? []),
      yamlFile('social.yaml', more.social ?? []),
      people,
    ],
    { divisions },
  )
}

function person(bioguide: string, n: number, more: object = {}): object {
  return {
    id: `ocd-person/${uuid(n)}`,
    name: 'B',
    other_identifiers: [{ scheme: 'bioguide', identifier: bioguide }],
    ...more,
  }
}

describe('congress-legislators', () => {
  it('gives a representative with the capitol office first, under the id that Open States has', async () => {
    const found = await readMembers(
      [member('B000001', [{ ...REP, url: 'https://birch.example.gov', phone: '202-555-0101', address: 'House' }])],
      {
        offices: [
          {
            id: { bioguide: 'B000001' },
            offices: [
              {
                address: '1 Main St.',
                suite: 'Suite 2',
                city: 'Raleigh',
                state: 'NC',
                zip: '27601',
                phone: '919-555-0102',
              },
            ],
          },
        ],
        social: [{ id: { bioguide: 'B000001' }, social: { twitter: 'bo', twitter_id: 5, youtube_id: 'UC1' } }],
        people: {
          'us/legislature/b': person('B000001', 1, { image: 'https://example.org/b.jpg', email: 'https://x.gov/form' }),
        },
      },
    )
    expect(found.issues).toEqual([])
    const ocd_id = 'ocd-division/country:us/state:nc/cd:2'
    expect(found.holders).toEqual([
      {
        ...{ officeholder_key: `${uuid(1)}/us_representative/${ocd_id}`, person_id: uuid(1) },
        ...{ name: 'Bo B. Birch', given_name: 'Bo', family_name: 'Birch', office: 'us_representative' },
        ...{ office_title: 'United States Representative', level: 'federal', state: 'NC', party: 'Democratic' },
        ...{ term_start: '2025-01-03', term_end: '2027-01-03', ocd_id, district: '2', elected_on: '2024-11-05' },
        ...{
          phone: '202-555-0101',
          email: null,
          website: 'https://birch.example.gov',
          photo: 'https://example.org/b.jpg',
        },
        offices: JSON.stringify([
          { classification: 'capitol', address: 'House', phone: '202-555-0101', fax: null },
          {
            classification: 'district',
            address: '1 Main St., Suite 2, Raleigh, NC 27601',
            ...{ phone: '919-555-0102', fax: null },
          },
        ]),
        social: '{"twitter":"bo","youtube":"UC1"}',
        source_urls: '["https://bioguide.congress.gov/search/bio/B000001"]',
      },
    ])
  })

  it('makes an id from the Bioguide id if Open States lacks the person', async () => {
    const found = await readMembers([member('B000001', [SEN])])
    expect(found.holders[0]?.person_id).toBe(v5('B000001', BIOGUIDE_NAMESPACE))
    expect(v5('https://bioguide.congress.gov/', v5.URL)).toBe(BIOGUIDE_NAMESPACE)
    expect(issueCodes(found)).toEqual({ 'unknown-person': 1 })
  })

  it.each(
    // biome-ignore format: a case a line
    [
      [SEN, 'us_senator', 'United States Senator', 'state:nc', null, '2020-11-03'],
      [{ ...REP, district: 0, state: 'WY' }, 'us_representative', 'United States Representative', 'state:wy/cd:at-large', 'At-Large', '2024-11-05'],
      [{ ...REP, district: 0, state: 'DC' }, 'us_representative', 'Delegate', 'district:dc/cd:at-large', 'At-Large', '2024-11-05'],
      [{ ...REP, district: 0, state: 'AS' }, 'us_representative', 'Delegate', 'territory:as/cd:at-large', 'At-Large', '2024-11-05'],
      [{ ...REP, district: 0, state: 'GU' }, 'us_representative', 'Delegate', 'territory:gu/cd:at-large', 'At-Large', '2024-11-05'],
      [{ ...REP, district: 0, state: 'MP' }, 'us_representative', 'Delegate', 'territory:mp/cd:at-large', 'At-Large', '2024-11-05'],
      [{ ...REP, district: 0, state: 'VI' }, 'us_representative', 'Delegate', 'territory:vi/cd:at-large', 'At-Large', '2024-11-05'],
      [{ ...REP, district: 0, state: 'PR' }, 'us_representative', 'Resident Commissioner', 'territory:pr/cd:at-large', 'At-Large', '2024-11-05'],
      // By a special election in the November of its end: in the lines of that Congress too.
      [{ ...SEN, start: '2024-11-12' }, 'us_senator', 'United States Senator', 'state:nc', null, '2022-11-08'],
      // By a special election: in the lines of the Congress.
      [{ ...REP, start: '2025-04-02' }, 'us_representative', 'United States Representative', 'state:nc/cd:2', '2', '2024-11-05'],
    ],
  )('%j', async (term, office, title, division, district, elected) => {
    const { holders } = await readMembers([member('B000001', [term])])
    expect(holders.map((one) => [one.office, one.office_title, one.ocd_id, one.district, one.elected_on])).toEqual([
      [office, title, `ocd-division/country:us/${division}`, district, elected],
    ])
  })

  it('takes the term that is held on the day of the file', async () => {
    const terms = [{ ...REP, start: '2023-01-03', end: '2025-01-03', district: 9 }, REP]
    expect((await readMembers([member('B000001', terms)])).holders.map(({ district }) => district)).toEqual(['2'])
    for (const gone of [
      { ...REP, end: '2026-06-15' },
      { ...REP, start: '2026-06-16' },
    ]) {
      const found = await readMembers([member('B000001', [gone])])
      expect([found.holders, issueCodes(found)]).toEqual([[], { 'no-current-role': 1 }])
      expect(found.issues[0]).toMatchObject({ line: 1, file: 'members.yaml' })
    }
  })

  it('skips a record of another layout, and stops at a file of another layout', async () => {
    const found = await readMembers([{ id: { bioguide: 'x' } }, member('B000001', [SEN])])
    expect([found.holders.length, issueCodes(found)['invalid-record']]).toEqual([1, 1])
    const list = yamlFile('members.yaml', { members: [] })
    const files = [list, list, list, await peopleTar({ 'us/legislature/a': person('B000001', 1) })]
    await expect(read('congress-legislators', files, { divisions })).rejects.toThrow(/members\.yaml: expected a list/)
    await expect(read('congress-legislators', files.slice(1), { divisions })).rejects.toThrow(/3 files/)
  })
})

it('elections are those before a given day', () => {
  expect(lastGeneralElection('2025-01-03')).toBe('2024-11-05')
  expect(lastGeneralElection('2024-11-05')).toBe('2022-11-08')
  expect(lastGeneralElection('2024-11-06')).toBe('2024-11-05')
  expect(lastGeneralElection('2026-10-31')).toBe('2024-11-05')
})
