import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AGREEMENTS, DECIDING_RULES, VOTE_METHODS } from '../../../data/schema/vocabulary.ts'
import { findPivotal, type RankedContest, recommend } from '../../../server/recommend/recommend.ts'
import { anyCase } from './arbitrary.ts'
import { type Answer, bruteForce, bruteForcePivotal } from './brute-force.ts'

const RUNS = process.env.PROOF === '1' ? 20_000 : 1000
const SEED = 20_241_105

function toAnswer({ ranked, choice_ids, endorser_count, agreement, rule, margin }: RankedContest): Answer {
  return {
    order: ranked.map(({ choice }) => choice.id),
    endorsement_counts: Object.fromEntries(ranked.map(({ choice, backers }) => [choice.id, backers])),
    first_choice_counts: Object.fromEntries(ranked.map(({ choice, first_choices }) => [choice.id, first_choices])),
    choice_ids: [...choice_ids],
    ...{ endorser_count, agreement, rule, margin },
  }
}

test('each recommendation and its explanation equal brute force', () => {
  fc.assert(
    fc.property(anyCase, ({ contest, positions }) => {
      const recommendation = recommend(contest, positions)
      expect(toAnswer(recommendation)).toEqual(bruteForce(contest, positions))
      const pivotal = findPivotal(contest, positions, recommendation)
      expect(pivotal.map((position) => positions.indexOf(position))).toEqual(bruteForcePivotal(contest, positions))
    }),
    { numRuns: RUNS, seed: SEED },
  )
})

test('the order of the positions does not matter, and neither input is changed', () => {
  fc.assert(
    fc.property(anyCase, ({ contest, positions }) => {
      const before = structuredClone({ contest, positions })
      const recommendation = recommend(contest, positions)
      expect(recommend(contest, positions.toReversed())).toEqual(recommendation)
      findPivotal(contest, positions, recommendation)
      expect({ contest, positions }).toEqual(before)
    }),
    { numRuns: RUNS / 4, seed: SEED },
  )
})

test('every vote method, agreement and rule occurs', () => {
  const cases = fc.sample(anyCase, { numRuns: RUNS, seed: SEED })
  const seen = cases.map(({ contest, positions }) => ({ ...contest, ...recommend(contest, positions) }))
  const least = RUNS / 400
  const howMany = (is: (one: (typeof seen)[number]) => boolean) => seen.filter(is).length
  for (const agreement of AGREEMENTS) expect(howMany((one) => one.agreement === agreement)).toBeGreaterThan(least)
  for (const rule of DECIDING_RULES) expect(howMany((one) => one.rule === rule)).toBeGreaterThan(least)
  for (const method of VOTE_METHODS)
    expect(howMany((one) => one.vote_method === method && one.choice_ids.length > 0)).toBeGreaterThan(least)
})
