// A recommendation in words: each rank with its reason, a tie with its names, and who would change the result.

import { expect, test } from 'vitest'
import { type AdvisedContest, type AdvisingPosition, advise } from '../../../apps/web/ballot/advice.ts'
import { WORDS } from '../../../apps/web/ballot/words/words.ts'
import { fill } from '../../../apps/web/sentence.ts'

const { en, es } = WORDS

/** Choices A, B, C, D with the ids 1 to 4. */
function contestOf(rules: Partial<AdvisedContest>): AdvisedContest {
  const choices = ['A', 'B', 'C', 'D'].map((label, at) => ({ id: at + 1, label, withdrawn: false }))
  return { vote_method: 'plurality', votes_allowed: 1, ranks_allowed: null, choices, ...rules }
}

/** `ranked('AB')`: A first, B second. */
const ranked = (endorser: string, labels: string): AdvisingPosition => ({
  endorser,
  picks: [...labels].map((label, at) => ({ choice_id: 'ABCD'.indexOf(label) + 1, rank: at + 1 })),
})
const picked = (endorser: string, labels: string): AdvisingPosition => ({
  endorser,
  picks: [...labels].map((label) => ({ choice_id: 'ABCD'.indexOf(label) + 1, rank: null })),
})

test('a ranking is told rank by rank: how many back each, and the rule that puts it before the next', () => {
  const contest = contestOf({ vote_method: 'ranked_choice', ranks_allowed: 4 })
  // Backers: A 3, B 2, C 2, D 1. B and C have no first choice, and B has the better mean rank.
  const advice = advise(contest, [ranked('One', 'ABC'), ranked('Two', 'ABC'), ranked('Three', 'AD')], en)
  expect([advice.heading, advice.labels]).toEqual([en.adviceRanking, ['A', 'B', 'C', 'D']])
  expect(advice.ranks).toEqual([
    'Backed by 3 of 3; first choice of 3.',
    'Backed by 2 of 3. As many back C, at a lower rank on average.',
    'Backed by 2 of 3.',
    'Backed by 1 of 3.',
  ])
  expect(advice.reasons.join(' ')).not.toContain(en.ruleMostBacked)
})

test('two of a ranking with as many backers: first choices decide, and a tie in every way says so', () => {
  const contest = contestOf({ vote_method: 'ranked_choice', ranks_allowed: 3 })
  expect(advise(contest, [ranked('One', 'BA'), ranked('Two', 'BA'), ranked('Three', 'AB')], en).ranks).toEqual([
    'Backed by 3 of 3; first choice of 2. As many back A, with fewer first choices.',
    'Backed by 3 of 3; first choice of 1.',
  ])
  expect(advise(contest, [ranked('One', 'AB'), ranked('Two', 'BA')], es).ranks).toEqual([
    'Con el apoyo de 2 de 2; primer lugar para 1. Empata en todo con B; quedan como en la boleta.',
    'Con el apoyo de 2 de 2; primer lugar para 1.',
  ])
})

test('a rank that the ballot does not allow is left out, and the last one says why it stands before it', () => {
  const contest = contestOf({ vote_method: 'ranked_choice', ranks_allowed: 1 })
  const { labels, ranks } = advise(contest, [ranked('One', 'A'), ranked('Two', 'B')], en)
  expect([labels, ranks]).toEqual([
    ['A'],
    ['Backed by 1 of 2; first choice of 1. Tied with B in every way; the two are in the order of the ballot.'],
  ])
})

test('a tie says who is tied, with how many endorsers, and how many of them a voter can mark', () => {
  const two = [picked('One', 'A'), picked('Two', 'B')]
  expect(advise(contestOf({}), two, en)).toMatchObject({
    heading: en.adviceNone,
    labels: [],
    ranks: [],
    reasons: [
      en.agreementSplit,
      'A tie: A, B. Each is backed by 1 endorser. A voter can mark only 1 of them, so none of them is recommended.',
      fill(en.pivotalMany, { names: 'One, Two' }),
    ],
  })
  // Of three seats, A has one; B, C and D tie for two.
  const three = contestOf({ vote_method: 'multi_seat', votes_allowed: 3 })
  const many = advise(three, [picked('One', 'ABC'), picked('Two', 'ABD'), picked('Three', 'ACD')], es)
  expect(many.labels).toEqual(['A'])
  expect(many.reasons).toContain(
    fill(es.tie, { names: 'B, C, D', backers: fill(es.endorsersMany, { count: 2 }), places: 2 }),
  )
  // A withdrawn candidate takes part in no tie.
  const [first, ...others] = contestOf({}).choices
  if (!first) throw new Error('there are four choices')
  const gone = contestOf({ choices: [{ ...first, withdrawn: true }, ...others] })
  expect(advise(gone, [...two, picked('Three', 'C')], en).reasons.join(' ')).toContain('A tie: B, C. Each')
})

test('who would change the result is told of several endorsers, not of a single one', () => {
  const [one, two, three] = [picked('One', 'A'), picked('Two', 'A'), picked('Three', 'B')] as const
  expect(advise(contestOf({}), [one, two, three], en).reasons).toContain(fill(en.pivotalMany, { names: 'One, Two' }))
  expect(advise(contestOf({}), [one], en).reasons).toEqual([fill(en.agreementOne, { name: 'One' })])
})

test('a recommendation that not all back says how many do, who they are, and what the others chose', () => {
  const three = [picked('One', 'A'), picked('Two', 'A'), picked('Three', 'B')]
  expect(advise(contestOf({}), three, en).reasons[0]).toBe(
    '2 of your 3 endorsers who took a position: One, Two. Three: B.',
  )
  // Of two seats, each has its own number; a further pick of a backer is told too.
  const seats = contestOf({ vote_method: 'multi_seat', votes_allowed: 2 })
  expect(advise(seats, [picked('One', 'AB'), picked('Two', 'AB'), picked('Three', 'AD')], es).reasons[0]).toBe(
    'A: 3 de los 3 marcados que tomaron posición: One, Two, Three. B: 2 de los 3 marcados que tomaron posición: One, Two. Three: D.',
  )
  const many = Array.from({ length: 10 }, (_, at) => picked(`E${at}`, 'A'))
  expect(advise(contestOf({}), [...many, picked('Other', 'B')], en).reasons[0]).toMatch(/E7 and 2 more\. Other: B\.$/)
})
