// A card states the facts of a contest and of its choices, in both languages.

import { describe, expect, test } from 'vitest'
import type { CardContest } from '../../../apps/web/ballot/card-contest.ts'
import {
  factsAtOnce,
  furtherFacts,
  howToVote,
  measureName,
  runningMateOf,
} from '../../../apps/web/ballot/contest-facts.ts'
import { createView } from '../../../apps/web/ballot/view.ts'
import { partyOf } from '../../../apps/web/ballot/words/parties.ts'
import { WORDS } from '../../../apps/web/ballot/words/words.ts'

const { en, es } = WORDS

test.each([
  ['Amendment No 3', 'Amendment 3', false],
  ['Amendment No. 3', 'Amendment 3', false],
  ['Proposed Constitutional Amendment Number 1', 'Amendment 1', false],
  ['California Proposition 51', '51', false],
  ['Question 1: An Act', '1', false],
  ['Amendment No 13', 'Amendment 3', 'Amendment 3'],
  ['Shall the county levy a tax?', 'A', 'Measure A'],
  ['Legalize Sports Betting', 'Amendment 2', 'Amendment 2'],
] as const)('the page of “%s” with the code %s adds %s', (title, measure_code, name) => {
  expect(measureName(en, 'en', { title, measure_code })).toBe(name)
})

test('a Spanish page names a measure in Spanish', () => {
  expect(measureName(es, 'es', { title: 'Legalize Sports Betting', measure_code: 'Amendment 2' })).toBe('Enmienda 2')
})

test.each([
  ['Independent', 'Independent / Independent', 'Independent'],
  ['Independent', 'INDEPENDENT / Independent', 'Independent'],
  ['Green', 'Green Party / Green', 'Green Party'],
  ['Democratic', 'Democratic / Working Families', 'Democratic / Working Families'],
] as const)('the party %s on the lines %s is told as %s', (party, party_label, told) => {
  expect(partyOf({ party, party_label }, 'en')).toBe(told)
})

describe('a ranking', () => {
  const choices = [1, 2, 3].map((id) => ({
    ...{ id, label: `Sample ${id}`, measure_answer: null, candidate: { id, full_name: `Sample ${id}` } },
    ...{ party: null, party_label: null, option: null, withdrawn: false, ballot_designation: null },
  }))
  const contest = { vote_method: 'ranked_choice', votes_allowed: 1, ranks_allowed: 6, choices, details: {} } as const
  const withdrawn = choices.map((choice, at) => ({ ...choice, withdrawn: at > 0 }))

  test.each([
    ['as the ballot allows', { ...contest, ranks_allowed: 2 }, 'Rank up to 2'],
    ['no more than there are choices', contest, 'Rank up to 3'],
    ['one of one choice that still stands', { ...contest, choices: withdrawn }, 'Vote for one'],
    ['of a list that may lack choices', { ...contest, details: { choices_incomplete: true } }, 'Rank up to 6'],
    ['without a limit', { ...contest, ranks_allowed: null }, 'Rank as many as you like'],
    ['without choices', { ...contest, choices: [] }, 'Rank up to 6'],
  ])('%s', (_, asked, told) => {
    expect(howToVote(en, asked)).toBe(told)
  })
})

test('the details add only what the card does not say at once', () => {
  const view = createView('en', en, undefined)
  const race = {
    ...{ kind: 'candidate', title: 'Sheriff', measure_code: null, party: null, votes_allowed: 1, ranks_allowed: 3 },
    ...{ vote_method: 'ranked_choice', choices: [], details: { short_term: true, uncontested: true } },
  } as unknown as CardContest
  expect(factsAtOnce(view, race)).toEqual(['Rank up to 3', en.shortTerm])
  expect(furtherFacts(view, race)).toEqual([en.uncontested])
  expect(furtherFacts(view, { ...race, vote_method: 'plurality' })).toEqual([en.voteOne, en.uncontested])
})

test('a running mate is told where the data has one and the label does not name both', () => {
  const choice = {
    ...{ id: 1, label: 'Avery Sample', measure_answer: null, candidate: { id: 1, full_name: 'Avery Sample' } },
    ...{ party: null, party_label: null, option: null, withdrawn: false, ballot_designation: null },
  }
  const ticket = { ...choice, details: { running_mate: 'Bailey Example' } }
  expect(runningMateOf(en, ticket)).toBe('Running mate: Bailey Example')
  expect(runningMateOf(es, ticket)).toBe('En fórmula con Bailey Example')
  expect(runningMateOf(en, { ...ticket, label: 'Avery Sample / Bailey Example' })).toBe(false)
  expect(runningMateOf(en, choice)).toBe(false)
})
