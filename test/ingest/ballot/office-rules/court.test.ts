import { expect, it } from 'vitest'
import type { StateCode } from '../../../../data/schema/vocabulary.ts'
import { loadRules } from '../../../../ingest/ballot/office-rules/tables.ts'
import { table, textsBeside } from '../../../table.ts'
import { openOffices } from '../published.ts'

const text = textsBeside(import.meta.url)

const PUBLISHED = [
  ['county:st_clair', 'St. Clair County'],
  ['county:st_clair/council_district:3', 'St. Clair County District 3'],
  ['sldl:100', 'District 100'],
  ['sldl:grand_isle-chittenden', 'Grand Isle-Chittenden'],
  ['sldu:1st_plymouth_and_norfolk', '1st Plymouth and Norfolk'],
  ['board_of_education:4', 'District 4'],
  ['place:sparks', 'Sparks city'],
] as const

/** Title, level and division of an office in St. Clair County of a state. */
function read(state: StateCode, office: string, district = '', judge: string | null = null): unknown[] {
  const { read: readOffice, toId } = openOffices(state, PUBLISHED)
  const reading = readOffice({ office, district, judge, county: 'ST CLAIR' })
  return reading ? [reading.office.title, reading.office.level, toId(reading.office.area)] : []
}

it.each(table<[StateCode, string, string, string, string, string]>(text('judges')))(
  'A judge of %s is elected by: %s %s',
  (state, office, district, title, level, id) => {
    expect(read(state, office, district)).toEqual([title, level, id])
  },
)

// A star stands for no judge, or for a value of which the case says nothing.
it.each(table<[StateCode, ...string[]]>(text('judges of circuits and cities')))(
  'A judge of %s: %s %s %s',
  (state, office = '', district = '', judge = '', ...expected) => {
    const said = read(state, office, district, judge === '*' ? null : judge)
    expect(said.map((one, at) => (expected[at] === '*' ? '*' : one))).toEqual(expected)
  },
)

it.each([
  ['3RD CIRCUIT, 2ND DIST., ELEC. SEC. 2A', undefined, 'unmatched-division'],
  ['1ST CIRCUIT, 2ND DIST., SUBDIST. 1', undefined, 'unmatched-division'],
  ['3RD CIRCUIT, 2ND DIST.', 'District 2', null],
])('A part of a circuit’s district is in no published division: %s', (district, seat, unmatched) => {
  const reading = openOffices('LA', PUBLISHED).read({ office: 'JUDGE, COURT OF APPEAL', district, county: 'ST CLAIR' })
  expect(reading?.office).toMatchObject({ area: { division: { unmatched } } })
  expect(reading?.office.seat).toBe(seat)
})

it.each(table<[StateCode, string, string, string, string]>(text('districts of the state')))(
  'An office of a district of the state of %s has its published id and words: %s %s',
  (state, office, district, title, id) => {
    const [said, , division] = read(state, office, district)
    expect([title === '*' ? '*' : said, id === '*' ? '*' : division]).toEqual([title, id])
  },
)

/** The texts that a pattern of words writes out: `\\b(?:CHIEF )?MAGISTRATE$` gives CHIEF MAGISTRATE and MAGISTRATE. */
function textsOf(pattern: string): string[] {
  const [group, inner = '', optional] = /\(\?:([^()]*)\)(\??)/.exec(pattern) ?? []
  if (group === undefined)
    return pattern.split('|').map((one) => {
      const words = one.replace(/\\b|\^|\$/g, '').replace(/(\w)\?/g, '$1')
      return one.endsWith('$') ? words : `${words} JUDGE`
    })
  return [...inner.split('|'), ...(optional ? [''] : [])].flatMap((word) => textsOf(pattern.replace(group, () => word)))
}

it('each row of courts.csv reads its own words: a pattern stands before those that it contains', () => {
  const rules = loadRules('courts.csv')
  const read = rules.flatMap(({ pattern: { source } }) =>
    textsOf(source).map((text) => [text, source, rules.find(({ pattern }) => pattern.test(text))?.pattern.source]),
  )
  expect(read).toContainEqual(['CIVIL APPEALS JUDGE', '\\bCIVIL APPEALS\\b', '\\bCIVIL APPEALS\\b'])
  expect(read.filter(([, own, first]) => own !== first)).toEqual([])
})
