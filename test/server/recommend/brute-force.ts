// Recommendations by brute force, from the text of docs/rules.md#recommendations: checks every choice for every endorser, tries every
// order of a ranking, and recomputes everything to leave out an endorser.

import type { Agreement, DecidingRule } from '../../../data/schema/vocabulary.ts'
import type { EndorserPosition, RecommendContest } from '../../../server/recommend/recommend.ts'

export interface Answer {
  /** Ids, most-backed first. */
  order: number[]
  endorsement_counts: Record<number, number>
  first_choice_counts: Record<number, number>
  choice_ids: number[]
  endorser_count: number
  agreement: Agreement
  rule: DecidingRule
  margin: number | null
}

export function bruteForce(contest: RecommendContest, endorsers: readonly EndorserPosition[]): Answer {
  const ids = contest.choices.map(({ id }) => id)
  const count = (id: number): number =>
    endorsers.filter(({ picks }) => picks.some(({ choice_id }) => choice_id === id)).length
  const first = (id: number): number =>
    endorsers.filter(
      ({ picks }) =>
        picks.some(({ choice_id, rank }) => choice_id === id && rank === 1) ||
        picks.map(({ choice_id, rank }) => `${choice_id} ${rank}`).join() === `${id} null`,
    ).length
  const mean = (id: number): number => {
    const given = endorsers
      .flatMap(({ picks }) => picks.filter(({ choice_id }) => choice_id === id))
      .flatMap(({ rank }) => rank ?? [])
    return given.length === 0 ? Number.POSITIVE_INFINITY : given.reduce((sum, rank) => sum + rank) / given.length
  }
  const ranking = contest.vote_method === 'ranked_choice'
  const precedes = (a: number, b: number): boolean => {
    if (count(a) !== count(b)) return count(a) > count(b)
    if (ranking && first(a) !== first(b)) return first(a) > first(b)
    if (ranking && mean(a) !== mean(b)) return mean(a) < mean(b)
    return ids.indexOf(a) < ids.indexOf(b)
  }
  const everyone = {
    order: ids.map((_, place) => ids.find((id) => ids.filter((other) => precedes(other, id)).length === place) ?? -1),
    endorsement_counts: Object.fromEntries(ids.map((id) => [id, count(id)])),
    first_choice_counts: Object.fromEntries(ids.map((id) => [id, first(id)])),
    endorser_count: endorsers.length,
  }

  const able = contest.choices.filter(({ withdrawn }) => !withdrawn).map(({ id }) => id)
  const backed = able.filter((id) => count(id) >= 1)
  const nothing = (rule: DecidingRule): Answer => ({
    ...everyone,
    choice_ids: [],
    agreement: 'none',
    rule,
    margin: null,
  })
  if (endorsers.length === 0) return nothing('no_position')
  if (backed.length === 0) return nothing('only_withdrawn')
  const agreementOn = (backers: number): Agreement =>
    backers === endorsers.length ? 'unanimous' : backers > endorsers.length / 2 ? 'majority' : 'plurality'

  if (ranking) {
    const whole = permutations(backed).find((some) =>
      some.every((a, at) => some.slice(at + 1).every((b) => precedes(a, b))),
    )
    const [best = -1, next] = whole ?? []
    const runnerUp = next ?? able.find((id) => id !== best)
    const rule =
      next === undefined || count(best) !== count(next)
        ? 'most_backed'
        : first(best) !== first(next)
          ? 'first_choices'
          : mean(best) !== mean(next)
            ? 'mean_rank'
            : 'ballot_order'
    const level = next !== undefined && count(best) === count(next) && first(best) === first(next)
    return {
      ...everyone,
      choice_ids: whole?.slice(0, contest.ranks_allowed ?? Number.POSITIVE_INFINITY) ?? [],
      agreement: level ? 'split' : agreementOn(count(best)),
      rule,
      margin: runnerUp === undefined ? null : count(best) - count(runnerUp),
    }
  }

  const answer = (chosen: readonly number[], rule: DecidingRule): Answer => {
    const others = able.filter((id) => !chosen.includes(id))
    const least = Math.min(...chosen.map(count))
    return {
      ...everyone,
      choice_ids: everyone.order.filter((id) => chosen.includes(id)),
      agreement: agreementOn(least),
      rule,
      margin: others.length === 0 ? null : least - Math.max(...others.map(count)),
    }
  }
  const approved = able.filter((id) => count(id) > endorsers.length / 2)
  if (contest.vote_method === 'approval' && approved.length > 0) return answer(approved, 'more_than_half')

  const places = contest.vote_method === 'multi_seat' ? contest.votes_allowed : 1
  const more = (id: number) => able.filter((other) => count(other) > count(id)).length
  const asMany = (id: number) => able.filter((other) => other !== id && count(other) >= count(id)).length
  const chosen = backed.filter((id) => asMany(id) < places)
  const tied = backed.filter((id) => more(id) < places && asMany(id) >= places)
  if (tied.length === 0) return answer(chosen, 'most_backed')
  const choice_ids = everyone.order.filter((id) => chosen.includes(id))
  return { ...everyone, choice_ids, agreement: 'split', rule: 'tie', margin: 0 }
}

/** Indexes of the endorsers whose absence changes the recommended choices or, in a ranking, their order. */
export function bruteForcePivotal(contest: RecommendContest, endorsers: readonly EndorserPosition[]): number[] {
  const result = (some: readonly EndorserPosition[]): string => {
    const { choice_ids } = bruteForce(contest, some)
    return (contest.vote_method === 'ranked_choice' ? choice_ids : choice_ids.sort((a, b) => a - b)).join()
  }
  return endorsers.flatMap((_, at) =>
    result(endorsers.filter((_one, other) => other !== at)) === result(endorsers) ? [] : [at],
  )
}

function permutations(ids: readonly number[]): number[][] {
  if (ids.length === 0) return [[]]
  return ids.flatMap((id) => permutations(ids.filter((other) => other !== id)).map((rest) => [id, ...rest]))
}
