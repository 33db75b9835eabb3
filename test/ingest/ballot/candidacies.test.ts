// From lines of candidates to contests: the behaviour common to all states' files.

import { expect, it } from 'vitest'
import { type Candidacy, writeCandidacies } from '../../../ingest/ballot/candidacies.ts'
import { stateHouse, statewide } from '../../../ingest/ballot/office.ts'
import { collectSink } from '../../../ingest/engine/sink.ts'
import { sourceOf } from '../nightly.ts'
import { fileOf, noDivisions, toTables } from '../run-reader.ts'

const election = { state: 'NV', date: '2031-11-04', type: 'general', words: 'General Election' } as const
const source = sourceOf('nv-results-2016')

function write(lines: readonly (Partial<Candidacy> & { file?: string })[]) {
  const sink = collectSink()
  const context = { source, states: new Set(source.states), divisions: noDivisions }
  const files = [fileOf('a.csv'), fileOf('b.csv')]
  const candidacies = lines.map(({ file = 'a.csv', ...line }, index): Candidacy => {
    return { at: { file, line: index + 1 }, election, contest: 'governor', name: `Ada ${index}`, ...line }
  })
  const offices = [
    { pattern: /^governor$/, office: () => statewide('governor', 'Governor') },
    { pattern: /^house (\d+)$/, office: (district: string) => stateHouse('NV', district) },
  ]
  writeCandidacies({ state: 'NV', offices }, candidacies, { files, context, sink })
  const { contest: contests, choice: choices } = toTables(sink.rows)
  return {
    contests,
    choices,
    counties: sink.rows.filter(({ table }) => table === 'contest_county'),
    codes: sink.issues.map(({ code }) => code),
  }
}

it('a line without a name is an issue, and the contest no longer says who is unopposed', () => {
  const { contests, choices, codes } = write([{ name: 'Ada Sample' }, { name: ' - ' }])
  expect(codes).toEqual(['missing-name'])
  expect(choices).toMatchObject([{ label: 'Ada Sample' }])
  expect(contests).toMatchObject([{ details: '{"choices_incomplete":true}' }])
})

it('namesakes keep their keys in any order of the list', () => {
  const lines = ['Green', 'Libertarian'].map((party) => ({ name: 'Ada Sample', party }))
  const keys = (given: typeof lines) => write(given).choices.map(({ choice_key, party }) => `${choice_key} ${party}`)
  expect(keys(lines).sort()).toEqual(keys(lines.toReversed()).sort())
})

it.each([
  [true, false],
  [false, true],
])('a candidate who is withdrawn on one line and stands on another stands: %s, then %s', (...lines) => {
  const { choices, codes } = write(lines.map((withdrawn) => ({ name: 'Ada Sample', withdrawn })))
  expect(choices).toMatchObject([{ label: 'Ada Sample', withdrawn: false }])
  expect(codes).toEqual(['withdrawn-and-standing'])
})

it('a second none of these is an issue, and left out', () => {
  const none = { option: 'none_of_these' } as const
  const { choices, codes } = write([{}, { ...none, name: 'None of these' }, { ...none, name: 'None of the above' }])
  expect(choices).toMatchObject([{ label: 'Ada 0' }, { label: 'None of these', option: 'none_of_these' }])
  expect(codes).toEqual(['repeated-choice'])
})

it('a contest has the address of its own file, and each county the line that lists it', () => {
  const { contests, counties } = write([
    { contest: 'house 1', file: 'b.csv', counties: ['Elko'] },
    { contest: 'house 1', file: 'a.csv', counties: ['Washoe'] },
  ])
  expect(contests).toMatchObject([{ source_url: 'https://example.org/b.csv' }])
  expect(counties).toMatchObject([
    { file: 'b.csv', line: 1, row: { county_ocd_id: expect.stringMatching(/elko$/) } },
    { file: 'a.csv', line: 2, row: { county_ocd_id: expect.stringMatching(/washoe$/) } },
  ])
})

it('a contest without a rule is one issue, for any number of candidates', () => {
  const { contests, codes } = write([{ contest: 'dogcatcher' }, { contest: 'dogcatcher' }, {}])
  expect(contests).toMatchObject([{ title: 'Governor' }])
  expect(codes).toEqual(['unknown-contest-title'])
})
