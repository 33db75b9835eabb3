import { describe, expect, it } from 'vitest'
import { openMatcher } from '../../../ingest/endorsement/match.ts'
import type { ResolvedReference } from '../../../ingest/endorsement/reference.ts'
import type { Ballots } from '../../../ingest/read/source.ts'
import { cells } from '../../table.ts'
import { bond, choice, contest, council, ELECTION, governor, inventedBallots, mayor } from './ballots.ts'

const matcher = openMatcher(inventedBallots)
const PRIMARY = 'nc-2028-05-09-primary'

/** The matched record's key, or the code of the problem. */
function said<Known extends object>(found: ResolvedReference<Known>, key: keyof Known): unknown {
  return 'found' in found ? found.found[key] : found.problem.code
}
const messageOf = (found: ResolvedReference<object>): string => ('problem' in found ? found.problem.message : '')

it.each([
  ['its slug', ELECTION, ELECTION],
  ['its id', '11', ELECTION],
  ['state, day and type', 'NC, 2028-11-07, General', ELECTION],
  ['its name in any case', 'sample GENERAL election', ELECTION],
  ['a part of its name', 'General Election', 'unmatched-election'],
  ['nothing but punctuation', '---', 'unmatched-election'],
])('an election is found by %s: %s', (_, reference, expected) => {
  expect(said(matcher.election(reference), 'election_key')).toBe(expected)
})

it('an election that two have the name of is not guessed', () => {
  const [first] = inventedBallots.elections()
  const two = inventedBallots.elections().map((election) => ({ ...election, name: first?.name ?? '' }))
  const found = openMatcher({ ...inventedBallots, elections: () => two }).election(first?.name ?? '')
  expect(said(found, 'election_key')).toBe('ambiguous-election')
  expect(messageOf(found)).toContain(ELECTION)
})

it('an election that is not known gets the likely ones', () => {
  expect(messageOf(matcher.election('nc-2028-11-08-general'))).toContain(
    `likely: ${ELECTION} "Sample General Election"`,
  )
  expect(messageOf(matcher.election('zzz'))).not.toContain('likely')
})

describe('a contest', () => {
  const NONE = { party: null, district: null }
  const find = (contest: string, more: { party?: string; district?: string } = {}, at = ELECTION, known = matcher) =>
    known.contest(at, { ...NONE, contest, ...more })
  it.each([
    ['its id', String(governor.id), governor],
    ['its key', governor.contest_key, governor],
    ['the rest of its key', 'ocd-division/country:us/state:nc/governor', governor],
    ['its title, without case, accents and punctuation', 'n.c. Góvernor', governor],
    ['its short title', 'governor', governor],
    ['its code', 'a', bond],
    ['its code in words', 'Proposition A', bond],
  ])('is found by %s: %s', (_, reference, expected) => {
    expect(said(find(reference), 'contest_key')).toBe(expected.contest_key)
  })

  it('with the same short title in two counties is distinguished only by district', () => {
    const found = find('Sheriff')
    expect(said(found, 'title')).toBe('ambiguous-contest')
    expect(messageOf(found)).toMatch(
      /2 contests of .*; add party or district.*"Luna County Sheriff" \(county:luna, id \d+\)/,
    )
    for (const district of ['Luna County', 'luna', 'county:luna', 'ocd-division/country:us/state:nc/county:luna'])
      expect(said(find('Sheriff', { district }), 'title')).toBe('Luna County Sheriff')
    expect(said(find('Sheriff', { district: 'Stella County' }), 'title')).toBe('unmatched-contest')
  })

  it('of a primary is told apart by party', () => {
    const senate = (party?: string) => said(find('US Senate', party === undefined ? {} : { party }, PRIMARY), 'party')
    expect(senate()).toBe('ambiguous-contest')
    for (const party of ['Democratic', 'DEM', 'Democratic Party', 'democrat']) expect(senate(party)).toBe('Democratic')
    for (const party of ['R', 'Green', 'ublican']) expect(senate(party)).toBe('unmatched-contest')
  })

  it('is not found in another election, and a title wins over a short title', () => {
    expect(said(find('Governor', {}, PRIMARY), 'title')).toBe('unmatched-contest')
    expect(messageOf(find('Governor', {}, 'x'))).toContain('no contest of x is known')
    const titled = contest('mayor-2', 'Mayor')
    const short = contest('mayor-3', 'Mayor of Elsewhere', { short_title: 'Mayor' })
    const ballots: Ballots = { ...inventedBallots, contests: () => [short, titled] }
    const found = find('mayor', {}, ELECTION, openMatcher(ballots))
    expect(said(found, 'contest_key')).toBe(titled.contest_key)
  })

  it('that is not known gets the likeliest, at most three', () => {
    expect(messageOf(find('NC Governer'))).toContain(`likely: "NC Governor" (state:nc, id ${governor.id})`)
    const many = Array.from({ length: 9 }, (_, i) => contest(`house-${i}`, `NC House District ${i}`))
    const ballots = { ...inventedBallots, contests: () => many }
    const found = find('NC House Distric 4', {}, ELECTION, openMatcher(ballots))
    expect(messageOf(found).match(/id \d+/g)).toHaveLength(3)
    expect(messageOf(found)).toMatch(/likely: "NC House District 4"/)
  })
})

describe('a choice', () => {
  it.each([
    ['candidates', governor, String(governor.choices[1]?.id), 'Bob Example'],
    ['candidates', governor, 'bob-example', 'Bob Example'],
    ['candidates', governor, `${governor.contest_key}/bob-example`, 'Bob Example'],
    ['candidates', governor, 'BOB  EXAMPLE', 'Bob Example'],
    ['candidates', governor, 'Bob', 'unmatched-choice'],
    ['candidates', governor, 'Yes', 'unmatched-choice'],
    ['candidates', mayor, 'Jose Pena', 'José Peña'],
    ['a measure', bond, 'yes', 'For'],
    ['a measure', bond, 'Sí', 'For'],
    ['a measure', bond, 'No', 'Against'],
    ['a measure', bond, 'against', 'Against'],
    ['a measure', bond, 'Abstain', 'unmatched-choice'],
  ])('of %s', (_, where, reference, expected) => {
    expect(said(matcher.choice(where, reference), 'label')).toBe(expected)
  })

  it.each(
    cells(`
    Mr. Hal Sample | Hal Sample | Dr Hal Sample, Jr. | Hal "Hap" Sample | Hal (H.) Sample Jr | Hal Sample, Ph.D.
  `),
  )('is found without honorific, nickname and suffix, and says so: %s', (reference) => {
    const found = matcher.choice(mayor, reference)
    expect(said(found, 'label')).toBe('Hal "Hap" Sample, Jr.')
    expect('repaired' in found && found.repaired?.code).toBe('mended-name')
  })

  it('of another generation, or that two fit without their suffix, is not guessed', () => {
    expect(said(matcher.choice(mayor, 'Hal Sample Sr.'), 'label')).toBe('unmatched-choice')
    expect(said(matcher.choice(mayor, 'Hal Sample III'), 'label')).toBe('unmatched-choice')
    const two = contest('clerk', 'Clerk', { names: ['Lou Sample, Sr.', 'Lou Sample, Jr.'] })
    expect(said(matcher.choice(two, 'Lou Sample'), 'label')).toBe('ambiguous-choice')
    expect(said(matcher.choice(two, 'Lou Sample Jr'), 'label')).toBe('Lou Sample, Jr.')
  })

  it('of one name twice is told apart by party', () => {
    const key = `${ELECTION}/clerk-2`
    const choices = ['Lake', 'Hill'].map((party) =>
      choice(key, 'Moe Sample', { party, choice_key: `${key}/moe-sample/${party}` }),
    )
    const clerk = contest('clerk-2', 'Clerk', { choices })
    expect(said(matcher.choice(clerk, 'Moe Sample'), 'party')).toBe('ambiguous-choice')
    expect(said(matcher.choice(clerk, 'Moe Sample', 'Hill Party'), 'party')).toBe('Hill')
    expect(said(matcher.choice(clerk, 'Moe Sample', 'Meadow'), 'party')).toBe('ambiguous-choice')
  })

  it('may be withdrawn', () => {
    const gone = contest('gone', 'Gone', { choices: [choice('gone', 'Ned Sample', { withdrawn: true })] })
    expect(said(matcher.choice(gone, 'Ned Sample'), 'withdrawn')).toBe(true)
  })

  it('that is not known gets the likely ones', () => {
    expect(messageOf(matcher.choice(council, 'Dee Smaple'))).toMatch(/likely: "Dee Sample" \(id \d+\)/)
    expect(messageOf(matcher.choice(contest('none', 'None'), 'Dee'))).toContain('none of its choices is known')
  })
})
