// Positions → recommendation: a pure function of a contest and the chosen endorsers' positions in it.

import type { Agreement, DecidingRule, VoteMethod } from '../../data/schema/vocabulary.ts'

// Count positions in a contest by choice.

/** Fields of a contest's choice that a recommendation uses. */
interface Choice {
  id: number
  withdrawn: boolean
}

interface Pick {
  choice_id: number
  /** Rank in a ranked choice: 1, 2, 3, …; null if none is given. */
  rank: number | null
}

/** One endorser's position in a contest: at least one pick, each choice at most once. */
export interface EndorserPosition {
  picks: readonly Pick[]
}

export interface Tally {
  choice: Choice
  /** Position on the ballot, from 0. */
  at: number
  /** Endorsers who picked it. */
  backers: number
  /** Endorsers who gave it rank 1, or picked it alone and without a rank. */
  first_choices: number
  /** Number and sum of the given ranks. The mean rank is kept as a fraction, so that equal means compare equal. */
  ranks: number
  rank_sum: number
}

/** @param choices in ballot order; the tallies have the same order */
function tally(choices: readonly Choice[], positions: readonly EndorserPosition[]): Tally[] {
  const tallies = choices.map(
    (choice, at): Tally => ({ choice, at, backers: 0, first_choices: 0, ranks: 0, rank_sum: 0 }),
  )
  const byChoice = new Map(tallies.map((one) => [one.choice.id, one]))
  for (const { picks } of positions)
    for (const pick of picks) {
      const one = byChoice.get(pick.choice_id)
      if (one) count(one, pick, picks.length, 1)
    }
  return tallies
}

/** The same tallies without this endorser's position, which must be counted in them. */
function without(tallies: readonly Tally[], { picks }: EndorserPosition): Tally[] {
  return tallies.map((one) => {
    const pick = picks.find(({ choice_id }) => choice_id === one.choice.id)
    return pick ? count({ ...one }, pick, picks.length, -1) : one
  })
}

function count(one: Tally, { rank }: Pick, picks: number, by: 1 | -1): Tally {
  one.backers += by
  if (rank === 1 || (rank === null && picks === 1)) one.first_choices += by
  if (rank !== null) {
    one.ranks += by
    one.rank_sum += by * rank
  }
  return one
}

/** Negative if a comes before b, zero for a tie. */
type Order = (a: Tally, b: Tally) => number

const byBackers: Order = (a, b) => b.backers - a.backers

const byFirstChoices: Order = (a, b) => b.first_choices - a.first_choices

/** Uses given ranks only; choices without a rank come after choices with one. */
const byMeanRank: Order = (a, b) =>
  a.ranks === 0 || b.ranks === 0
    ? Math.min(b.ranks, 1) - Math.min(a.ranks, 1)
    : a.rank_sum * b.ranks - b.rank_sum * a.ranks

const byBallot: Order = (a, b) => a.at - b.at

// Decide from tallies: the choices to mark, the agreement and the deciding rule (docs/rules.md#recommendations).

/** How a contest is voted. */
interface Method {
  vote_method: VoteMethod
  votes_allowed: number
  /** For a ranked choice; null means no limit. */
  ranks_allowed: number | null
}

interface Decision {
  /** Choices to mark, most-backed first; for a ranked choice, the ranking. */
  choice_ids: readonly number[]
  agreement: Agreement
  rule: DecidingRule
  /**
   * Lead in backers of the least-backed recommended choice over the most-backed other choice that has not withdrawn. In a
   * ranking: lead of the first choice over the second. 0 if a tie left choices out; null if there is nothing to compare.
   */
  margin: number | null
}

/** Sort order of a ranked choice; each rule breaks the ties of those before it. */
const ORDERS = [
  ['most_backed', byBackers],
  ['first_choices', byFirstChoices],
  ['mean_rank', byMeanRank],
  ['ballot_order', byBallot],
] as const

function rankChoices({ vote_method }: Method, tallies: readonly Tally[]): Tally[] {
  if (vote_method !== 'ranked_choice') return tallies.toSorted((a, b) => byBackers(a, b) || byBallot(a, b))
  return tallies.toSorted((a, b) => ORDERS.reduce<number>((difference, [, order]) => difference || order(a, b), 0))
}

/**
 * @param ranked every choice of the contest, as `rankChoices` orders them
 * @param endorsers number with a position, including those who picked only withdrawn choices
 */
function decide(method: Method, ranked: readonly Tally[], endorsers: number): Decision {
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

/** Recommends the most-backed choices, up to `places`. If several tie for the last place, all of them are left out. */
function recommendMostBacked(standing: readonly Tally[], places: number, endorsers: number): Decision {
  const marked = Math.min(places, countBacked(standing))
  if (leadOf(standing, marked) !== 0) return recommendFirst(standing, marked, 'most_backed', endorsers)
  const tied = backersAt(standing, marked)
  const clear = standing.filter(({ backers }) => backers > tied)
  return { choice_ids: idsOf(clear), agreement: 'split', rule: 'tie', margin: 0 }
}

/** Returns undefined if no choice has more than half of the endorsers. */
function recommendMoreThanHalf(standing: readonly Tally[], endorsers: number): Decision | undefined {
  const marked = standing.filter(({ backers }) => 2 * backers > endorsers).length
  return marked === 0 ? undefined : recommendFirst(standing, marked, 'more_than_half', endorsers)
}

/** Ranks every backed choice, ties included, up to the allowed ranks. Agreement, rule and margin describe the first choice. */
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

/** Lead of the last marked choice over the first unmarked one; null if every choice is marked. */
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

export interface RecommendContest extends Method {
  /** In ballot order. */
  choices: readonly Choice[]
}

export interface RankedContest extends Decision {
  /** Every choice, most-backed first; withdrawn choices keep their place. */
  ranked: readonly Tally[]
  endorser_count: number
}

/** Applies docs/rules.md#recommendations. @param positions one per chosen endorser */
export function recommend(contest: RecommendContest, positions: readonly EndorserPosition[]): RankedContest {
  return recommendFrom(contest, tally(contest.choices, positions), positions.length)
}

/**
 * Positions that decide the result: without any one of them, other choices would be recommended or, in a ranked choice, in
 * another order.
 */
export function findPivotal<One extends EndorserPosition>(
  contest: RecommendContest,
  positions: readonly One[],
  { ranked, choice_ids }: RankedContest,
): One[] {
  return positions.filter((position) => {
    const others = recommendFrom(contest, without(ranked, position), positions.length - 1)
    return !isSame(contest, others.choice_ids, choice_ids)
  })
}

function recommendFrom(method: Method, tallies: readonly Tally[], endorser_count: number): RankedContest {
  const ranked = rankChoices(method, tallies)
  return { ranked, endorser_count, ...decide(method, ranked, endorser_count) }
}

function isSame({ vote_method }: Method, a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false
  return vote_method === 'ranked_choice' ? a.every((id, at) => id === b[at]) : a.every((id) => b.includes(id))
}
