// Tallies → the choices to mark, how far the endorsers agree, and what decided (docs/rules.md#recommendations).

import type { Agreement, DecidingRule, VoteMethod } from '../../data/schema/vocabulary.ts'
import { byBackers, byBallot, byFirstChoices, byMeanRank, type Tally } from './tally.ts'

/** What a contest lets a voter mark. */
export interface Method {
  vote_method: VoteMethod
  votes_allowed: number
  /** Of a ranked choice; null there means no limit. */
  ranks_allowed: number | null
}

export interface Decision {
  /** To mark, most-backed first; of a ranked choice the ranking. */
  choice_ids: readonly number[]
  agreement: Agreement
  rule: DecidingRule
  /**
   * Backers by which the least-backed recommended choice leads the most-backed of the others that have not withdrawn; in a
   * ranking, by which the first leads the second. 0 where a tie left choices out, null where there is nothing to compare.
   */
  margin: number | null
}

/** What puts one choice of a ranked choice before another: each decides where those before it tie. */
const ORDERS = [
  ['most_backed', byBackers],
  ['first_choices', byFirstChoices],
  ['mean_rank', byMeanRank],
  ['ballot_order', byBallot],
] as const

export function rankChoices({ vote_method }: Method, tallies: readonly Tally[]): Tally[] {
  if (vote_method !== 'ranked_choice') return tallies.toSorted((a, b) => byBackers(a, b) || byBallot(a, b))
  return tallies.toSorted((a, b) => ORDERS.reduce<number>((difference, [, order]) => difference || order(a, b), 0))
}

/**
 * @param ranked every choice of the contest, as `rankChoices` orders them
 * @param endorsers how many took a position, those who picked only withdrawn choices included
 */
export function decide(method: Method, ranked: readonly Tally[], endorsers: number): Decision {
  if (endorsers === 0) return recommendNothing('no_position')
  const standing = ranked.filter(({ choice }) => !choice.withdrawn)
  if (countBacked(standing) === 0) return recommendNothing('only_withdrawn')
  switch (method.vote_method) {
    case 'plurality':
    case 'yes_no':
      return recommendMostBacked(standing, 1, endorsers)
    case 'multi_seat':
      return recommendMostBacked(standing, method.votes_allowed, endorsers)
    case 'approval':
      return recommendMoreThanHalf(standing, endorsers) ?? recommendMostBacked(standing, 1, endorsers)
    case 'ranked_choice':
      return recommendRanking(standing, method.ranks_allowed ?? standing.length, endorsers)
    default:
      return method.vote_method satisfies never
  }
}

function recommendNothing(rule: 'no_position' | 'only_withdrawn'): Decision {
  return { choice_ids: [], agreement: 'none', rule, margin: null }
}

/** The most-backed, as many as may be marked; those tied across the last place are left out, all of them. */
function recommendMostBacked(standing: readonly Tally[], places: number, endorsers: number): Decision {
  const marked = Math.min(places, countBacked(standing))
  if (leadOf(standing, marked) !== 0) return recommendFirst(standing, marked, 'most_backed', endorsers)
  const tied = backersAt(standing, marked)
  const clear = standing.filter(({ backers }) => backers > tied)
  return { choice_ids: idsOf(clear), agreement: 'split', rule: 'tie', margin: 0 }
}

/** Undefined where no choice has more than half of the endorsers. */
function recommendMoreThanHalf(standing: readonly Tally[], endorsers: number): Decision | undefined {
  const marked = standing.filter(({ backers }) => 2 * backers > endorsers).length
  return marked === 0 ? undefined : recommendFirst(standing, marked, 'more_than_half', endorsers)
}

/** Every backed choice, those that tie too, as far as ranks are allowed; what is said of a ranking is said of its first. */
function recommendRanking(standing: readonly Tally[], ranks: number, endorsers: number): Decision {
  const [first, second] = standing
  const [rule] = ORDERS.find(([, order]) => !first || !second || order(first, second) !== 0) ?? ORDERS[0]
  return {
    ...recommendFirst(standing, 1, rule, endorsers),
    choice_ids: idsOf(standing.slice(0, Math.min(ranks, countBacked(standing)))),
    ...(rule === 'mean_rank' || rule === 'ballot_order' ? { agreement: 'split' } : {}),
  }
}

function recommendFirst(standing: readonly Tally[], marked: number, rule: DecidingRule, endorsers: number): Decision {
  return {
    choice_ids: idsOf(standing.slice(0, marked)),
    agreement: agreementOf(backersAt(standing, marked - 1), endorsers),
    rule,
    margin: leadOf(standing, marked),
  }
}

function agreementOf(backers: number, endorsers: number): Agreement {
  if (backers === endorsers) return 'unanimous'
  return 2 * backers > endorsers ? 'majority' : 'plurality'
}

/** Of the last one marked over the first one not; null where every one is marked. */
function leadOf(standing: readonly Tally[], marked: number): number | null {
  return marked < standing.length ? backersAt(standing, marked - 1) - backersAt(standing, marked) : null
}

function backersAt(standing: readonly Tally[], at: number): number {
  return standing[at]?.backers ?? 0
}

function countBacked(standing: readonly Tally[]): number {
  return standing.filter(({ backers }) => backers > 0).length
}

function idsOf(tallies: readonly Tally[]): number[] {
  return tallies.map(({ choice }) => choice.id)
}
