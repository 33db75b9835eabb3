// Positions → recommendation: a pure function of a contest and what the chosen endorsers say in it.

import { type Decision, decide, type Method, rankChoices } from './decide.ts'
import { type Choice, type Position, type Tally, tally, without } from './tally.ts'

export interface Contest extends Method {
  /** In ballot order. */
  choices: readonly Choice[]
}

export interface Recommendation extends Decision {
  /** Every choice, most-backed first; withdrawn ones in their place. */
  ranked: readonly Tally[]
  endorser_count: number
}

/** By the rules of docs/rules.md#recommendations. @param positions of the chosen endorsers, one each */
export function recommend(contest: Contest, positions: readonly Position[]): Recommendation {
  return recommendFrom(contest, tally(contest.choices, positions), positions.length)
}

/**
 * Those of the positions without which, each alone, the result would be another: other choices recommended or, in a ranked
 * choice, the same in another order.
 */
export function findPivotal<One extends Position>(
  contest: Contest,
  positions: readonly One[],
  { ranked, choice_ids }: Recommendation,
): One[] {
  return positions.filter((position) => {
    const others = recommendFrom(contest, without(ranked, position), positions.length - 1)
    return !isSame(contest, others.choice_ids, choice_ids)
  })
}

function recommendFrom(method: Method, tallies: readonly Tally[], endorser_count: number): Recommendation {
  const ranked = rankChoices(method, tallies)
  return { ranked, endorser_count, ...decide(method, ranked, endorser_count) }
}

function isSame({ vote_method }: Method, a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false
  return vote_method === 'ranked_choice' ? a.every((id, at) => id === b[at]) : a.every((id) => b.includes(id))
}
