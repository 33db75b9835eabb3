// Positions → recommendation: a pure function of a contest and what the chosen endorsers say in it.

import type { Agreement, DecidingRule, VoteMethod } from '../../data/schema/vocabulary.ts'

// Positions in a contest, counted by choice.

/** Of a contest, what a recommendation looks at. */
interface Choice {
  id: number
  withdrawn: boolean
}

interface Pick {
  choice_id: number
  /** 1, 2, 3, … of a ranked choice; null where none is given. */
  rank: number | null
}

/** What one endorser says in a contest: at least one pick, each choice at most once. */
export interface EndorserPosition {
  picks: readonly Pick[]
}

export interface Tally {
  choice: Choice
  /** Its place on the ballot, from 0. */
  at: number
  /** Endorsers who picked it. */
  backers: number
  /** Endorsers who gave it rank 1, or picked it alone and without a rank. */
  first_choices: number
  /** Given ranks, how many and their sum: the mean rank as a fraction, so that equal means are equal. */
  ranks: number
  rank_sum: number
}

/** @param choices in ballot order, as the tallies are then */
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

/** The same tallies, had this endorser taken no position: one that is counted in them. */
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

/** Negative where a comes before b, zero where they tie. */
type Order = (a: Tally, b: Tally) => number

const byBackers: Order = (a, b) => b.backers - a.backers

const byFirstChoices: Order = (a, b) => b.first_choices - a.first_choices

/** Of given ranks alone; a choice that no one ranked comes after those that someone did. */
const byMeanRank: Order = (a, b) =>
  a.ranks === 0 || b.ranks === 0
    ? Math.min(b.ranks, 1) - Math.min(a.ranks, 1)
    : a.rank_sum * b.ranks - b.rank_sum * a.ranks

const byBallot: Order = (a, b) => a.at - b.at

// Tallies → the choices to mark, how far the endorsers agree, and what decided (docs/rules.md#recommendations).

/** What a contest lets a voter mark. */
interface Method {
  vote_method: VoteMethod
  votes_allowed: number
  /** Of a ranked choice; null there means no limit. */
  ranks_allowed: number | null
}

interface Decision {
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

function rankChoices({ vote_method }: Method, tallies: readonly Tally[]): Tally[] {
  if (vote_method !== 'ranked_choice') return tallies.toSorted((a, b) => byBackers(a, b) || byBallot(a, b))
  return tallies.toSorted((a, b) => ORDERS.reduce<number>((difference, [, order]) => difference || order(a, b), 0))
}

/**
 * @param ranked every choice of the contest, as `rankChoices` orders them
 * @param endorsers how many took a position, those who picked only withdrawn choices included
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

export interface RecommendContest extends Method {
  /** In ballot order. */
  choices: readonly Choice[]
}

export interface RankedContest extends Decision {
  /** Every choice, most-backed first; withdrawn ones in their place. */
  ranked: readonly Tally[]
  endorser_count: number
}

/** By the rules of docs/rules.md#recommendations. @param positions of the chosen endorsers, one each */
export function recommend(contest: RecommendContest, positions: readonly EndorserPosition[]): RankedContest {
  return recommendFrom(contest, tally(contest.choices, positions), positions.length)
}

/**
 * Those of the positions without which, each alone, the result would be another: other choices recommended or, in a ranked
 * choice, the same in another order.
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
