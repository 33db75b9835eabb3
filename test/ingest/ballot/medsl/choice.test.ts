import { describe, expect, it } from 'vitest'
import { joinParties, readChoice, saysWriteIn } from '../../../../ingest/ballot/medsl/block.ts'
import { indexJudges, readRetention } from '../../../../ingest/ballot/medsl/retention.ts'
import { cells, table, textsBeside } from '../../../table.ts'

const text = textsBeside(import.meta.url)

it.each([
  '',
  ...cells(`
    UNDERVOTES | OVER VOTES | BLANK/VOID | ALL OTHERS | TOTAL VOTES CAST | SCATTERING | ALLARD - OVERVOTES | NA
    CAST VOTES | PAPER BALLOTS CAST-TOTAL
  `),
])('The candidate column counts: %s', (text) => {
  expect(readChoice(text, 'FALSE')).toEqual({ kind: 'tally' })
})

it.each(['ANNA CASTOR', 'GLOVER BLANK', 'JOHN UNDERWOOD', 'RICHARD FOR', 'BO BOND', 'KIM YES', 'NORMA LEVY'])(
  'The candidate column names the person %s',
  (name) => {
    expect(readChoice(name, 'False')).toEqual({ kind: 'person', name })
  },
)

it.each([
  ['YES', 'yes', null],
  ['AGAINST', 'no', null],
  ['REJECTED', 'no', null],
  ['IN FAVOR OF', 'yes', null],
  ['YES FOR APPROVAL', 'yes', null],
  ['AGAINST THE PROPOSITION - NO', 'no', null],
  ['FOR THE PROPOSAL - YES', 'yes', null],
  ['NO BUDGET INCREASE', 'no', null],
  ['LEASE OR EXCHANGE OF REAL PROPERTY NO', 'no', null],
  ['YES/SI', 'yes', null],
  ['WALKER JR - NO', 'no', 'WALKER JR'],
  ['ANN LEE - FOR RECALLING ANN LEE', 'yes', 'ANN LEE'],
])('The candidate column answers: %s', (text, answer, about) => {
  expect(readChoice(text, 'FALSE')).toMatchObject({ kind: 'answer', answer, about })
})

it.each([
  ['ANN LEE (I) *', 'FALSE', { kind: 'person', name: 'ANN LEE' }],
  ['LEE, ANN B. JR', 'FALSE', { kind: 'person', name: 'ANN B. LEE JR' }],
  ['ANN LEE', 'True', { kind: 'write-in' }],
  ['WRITE-IN: ANN LEE', 'FALSE', { kind: 'write-in' }],
  ['NO CANDIDATE(S) NOMINATED', 'FALSE', { kind: 'nobody' }],
  ['NONE OF THESE CANDIDATES', 'FALSE', { kind: 'none_of_these' }],
])('The candidate column says with marks and words: %s %s', (text, written, said) => {
  expect(readChoice(text, written)).toMatchObject(said)
})

it.each(table(text('retentions')))('The judge whom voters keep or not is found in %s', (text, office, judge) => {
  expect(readRetention(text)).toEqual({ office, judge })
})

it.each(['COURT FACILITIES BOND QUESTION', 'MUSEUM LEVY'])('The judge whom voters keep or not is not in %s', (text) => {
  expect(readRetention(text)).toBeUndefined()
})

it('A judge whom one county names with the court, and another in full, is one', () => {
  const find = indexJudges(['SECOND DISTRICT COURT LEE', 'PAIGE LEE JUDICIAL RETENTION'])
  const judge = { office: 'SECOND DISTRICT COURT', judge: 'PAIGE LEE' }
  expect(['SECOND DISTRICT COURT LEE', 'PAIGE LEE JUDICIAL RETENTION'].map(find)).toEqual([judge, judge])
})

describe('Parties', () => {
  const lineOf = (party: string, county = 'ADAMS') => ({ party, county, at: { file: 'f', line: 2 } })
  const join = (parties: readonly string[], habit = {}) =>
    joinParties(
      parties.map((party) => lineOf(party)),
      { issue: () => {} },
      habit,
    )
  const printed = { parties_as_printed: true }
  const first = { first_line: 'Democratic' }

  it.each<[string, string[], object, string | null]>([
    ['of one cell have the major one first', ['PROGRESSIVE/DEMOCRAT'], {}, 'Democratic'],
    ['of a cell in the order of the ballot are as printed', ['PROGRESSIVE/DEMOCRAT'], printed, 'Progressive'],
    ['of one cell have both main ones in no order', ['REPUBLICAN / DEMOCRAT'], {}, null],
    ['of a cell in the order of the ballot have the main one first', ['REPUBLICAN / DEMOCRAT'], printed, 'Republican'],
    ['of several lines have both main ones in no order', ['REPUBLICAN', 'CONSERVATIVE', 'DEMOCRAT'], {}, null],
    ['of several lines have no order of a cell', ['REPUBLICAN', 'CONSERVATIVE', 'DEMOCRAT'], printed, null],
    ['of a state whose ballots print one first', ['REPUBLICAN', 'CONSERVATIVE', 'DEMOCRAT'], first, 'Democratic'],
    ['of such a state without that one', ['REPUBLICAN', 'CONSERVATIVE'], first, 'Republican'],
    ['of no party are none', ['NONPARTISAN'], {}, null],
  ])('%s', (_, parties, habit, party) => expect(join(parties, habit).party).toBe(party))

  it('are one label, the major one first', () => {
    const label = 'REPUBLICAN / CONSERVATIVE'
    expect(join(['CONSERVATIVE', 'REPUBLICAN', ''])).toEqual({ party: 'Republican', party_label: label })
    expect(join(['REPUBLICAN', 'DEMOCRAT'], first).party_label).toBe('DEMOCRAT / REPUBLICAN')
    expect(join(['NONPARTISAN']).party_label).toBeNull()
    const wrong = { parties: { CONSTITUTION: 'CONSERVATIVE' } }
    expect(join(['CONSTITUTION / REPUBLICAN'], wrong)).toEqual({ party: 'Republican', party_label: label })
    expect(() => join(['PENGUIN'])).toThrow('f:2: got party_detailed "PENGUIN"')
  })

  it('of one county among many are an error of that county', () => {
    const lines = ['ADAMS', 'BOONE', 'CLAY'].map((county) => lineOf('DEMOCRAT', county))
    const joined = joinParties([...lines, lineOf('LIBERTARIAN', 'CLAY')], { issue: () => {} })
    expect(joined).toEqual({ party: 'Democratic', party_label: 'DEMOCRAT' })
  })

  it('say that a name was written in', () => {
    expect(['WRITE-IN', '(W/I)', 'INDEPENDENT (WRITE-IN)', 'WIDE'].map(saysWriteIn)).toEqual([true, true, true, false])
  })
})
