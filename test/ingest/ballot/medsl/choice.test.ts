import { describe, expect, it } from 'vitest'
import { joinParties, readChoice, saysWriteIn } from '../../../../ingest/ballot/medsl/block.ts'
import { indexJudges, readRetention } from '../../../../ingest/ballot/medsl/retention.ts'
import { cells, table } from '../../../table.ts'

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

it('The candidate column has marks that are no part of a name, and names that voters wrote', () => {
  expect(readChoice('ANN LEE (I) *', 'FALSE')).toEqual({ kind: 'person', name: 'ANN LEE' })
  expect(readChoice('LEE, ANN B. JR', 'FALSE')).toEqual({ kind: 'person', name: 'ANN B. LEE JR' })
  expect(readChoice('ANN LEE', 'True').kind).toBe('write-in')
  expect(readChoice('WRITE-IN: ANN LEE', 'FALSE').kind).toBe('write-in')
  expect(readChoice('NO CANDIDATE(S) NOMINATED', 'FALSE').kind).toBe('nobody')
  expect(readChoice('NONE OF THESE CANDIDATES', 'FALSE').kind).toBe('none_of_these')
})

it.each(
  table(`
    COURT OF APPEAL RETENTION OF ADRIAN G LEE | COURT OF APPEAL RETENTION | ADRIAN G LEE
    JUDICIAL RETENTION: SHALL ANN LEE BE RETAINED AS JUDGE OF THE COURT OF APPEALS? | JUDGE OF THE COURT OF APPEALS | ANN LEE
    JUDICIAL RETENTION: SHALL ANN LEE BE RETAINED AS JUDGE OF THE 1ST JUDICIAL DISTRICT, DIVISION 3? FIRST JUDICIAL DISTRICT: DIVISION 03 | JUDGE OF THE 1ST JUDICIAL DISTRICT, DIVISION 3 | ANN LEE
    JUDICIAL RETENTION: SHALL ANN LEE BE RETAINED AS DISTRICT JUDGE? FIFTH JUDICIAL DISTRICT | DISTRICT JUDGE FIFTH JUDICIAL DISTRICT | ANN LEE
    DISTRICT COURT - RETAIN DEREK LEE | DISTRICT COURT | DEREK LEE
    SUPREME COURT LEE, JAMES | SUPREME COURT | JAMES LEE
    DISTRICT JUDGE - ERIC JOHN LEE | DISTRICT JUDGE | ERIC JOHN LEE
    CIRCUIT COURT JUDGE, EIGHTH JUDICIAL DISTRICT NATHAN LEE | CIRCUIT COURT JUDGE, EIGHTH JUDICIAL DISTRICT | NATHAN LEE
    SHALL JUDGE JIM LEE OF THE DISTRICT COURT JUDGE DISTRICT 6, DEPT 1 OF THE STATE OF MONTANA BE RETAINED | DISTRICT COURT JUDGE DISTRICT 6, DEPT 1 | JIM LEE
    PAIGE LEE JUDICIAL RETENTION | JUDICIAL RETENTION | PAIGE LEE
    DISTRICT COURT - RETAIN ANN BO CY DI ED LEE | DISTRICT COURT | ANN BO CY DI ED LEE
    DISTRICT COURT - RETAIN ANN BO CY DI ED FLO LEE | DISTRICT COURT - RETAIN ANN BO CY DI ED FLO LEE |
    DISTRICT COURT JUDGE | DISTRICT COURT JUDGE |
  `),
)('The judge whom voters keep or not is found in %s', (text, office, judge) => {
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
  const at = { file: 'f', line: 2 }
  const sink = { issue: () => {} }

  it('of one candidate are one label, the major one first', () => {
    const lines = ['CONSERVATIVE', 'REPUBLICAN', ''].map((party) => ({ party, at, county: 'ADAMS' }))
    expect(joinParties(lines, sink)).toEqual({ party: 'Republican', party_label: 'REPUBLICAN / CONSERVATIVE' })
    const none = { party: 'NONPARTISAN', at, county: 'ADAMS' }
    expect(joinParties([none], sink)).toEqual({ party: null, party_label: null })
    expect(() => joinParties([{ ...none, party: 'PENGUIN' }], sink)).toThrow('f:2: got party_detailed "PENGUIN"')
  })

  it('of one county among many are an error of that county', () => {
    const lines = ['ADAMS', 'BOONE', 'CLAY'].map((county) => ({ party: 'DEMOCRAT', at, county }))
    expect(joinParties([...lines, { party: 'LIBERTARIAN', at, county: 'CLAY' }], sink)).toEqual({
      party: 'Democratic',
      party_label: 'DEMOCRAT',
    })
  })

  it('of one cell have the major one first, unless the file keeps the order of the ballot', () => {
    const of = (party: string, habit = {}) => joinParties([{ party, at, county: 'ADAMS' }], sink, habit).party
    const printed = { parties_as_printed: true }
    expect([of('PROGRESSIVE/DEMOCRAT'), of('PROGRESSIVE/DEMOCRAT', printed)]).toEqual(['Democratic', 'Progressive'])
    expect([of('DEMOCRAT/REPUBLICAN'), of('REPUBLICAN / DEMOCRAT')]).toEqual([null, null])
    expect([of('DEMOCRAT/REPUBLICAN', printed), of('REPUBLICAN / DEMOCRAT', printed)]).toEqual([
      ...['Democratic', 'Republican'],
    ])
  })

  it('of several lines have both main ones in no order, unless all ballots of the state print one first', () => {
    const of = (parties: readonly string[], habit = {}) =>
      joinParties(
        parties.map((party) => ({ party, at, county: 'ADAMS' })),
        sink,
        habit,
      )
    const [all, first] = [['REPUBLICAN', 'CONSERVATIVE', 'DEMOCRAT'], { first_line: 'Democratic' }]
    expect(of(all).party).toBeNull()
    expect(of(all, first)).toEqual({ party: 'Democratic', party_label: 'DEMOCRAT / REPUBLICAN / CONSERVATIVE' })
    // The order of a cell says nothing about lines.
    expect(of(all, { parties_as_printed: true }).party).toBeNull()
    expect(of(['REPUBLICAN', 'CONSERVATIVE'], first).party).toBe('Republican')
  })

  it('say that a name was written in', () => {
    expect(['WRITE-IN', '(W/I)', 'INDEPENDENT (WRITE-IN)', 'WIDE'].map(saysWriteIn)).toEqual([true, true, true, false])
  })
})
