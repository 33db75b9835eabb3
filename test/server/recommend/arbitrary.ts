// Contests of all five vote methods, and positions in them: few endorsers and few choices, so that many tie.

import fc from 'fast-check'
import { VOTE_METHODS } from '../../../data/schema/vocabulary.ts'
import type { EndorserPosition, RecommendContest } from '../../../server/recommend/recommend.ts'

const ENDORSERS_MAX = 9
const CHOICES_MAX = 6
/** Above any number of ranks allowed here. */
const RANK_MAX = 8

export interface Case {
  contest: RecommendContest
  positions: EndorserPosition[]
}

const contest: fc.Arbitrary<RecommendContest> = fc.constantFrom(...VOTE_METHODS).chain((vote_method) => {
  const [least, most] = vote_method === 'yes_no' ? [2, 2] : [1, CHOICES_MAX]
  return fc.record({
    vote_method: fc.constant(vote_method),
    votes_allowed: vote_method === 'multi_seat' ? fc.integer({ min: 2, max: 4 }) : fc.constant(1),
    ranks_allowed: vote_method === 'ranked_choice' ? fc.integer({ min: 1, max: CHOICES_MAX }) : fc.constant(null),
    choices: fc.uniqueArray(
      fc.record({
        id: fc.maxSafeNat(),
        withdrawn: vote_method === 'yes_no' ? fc.constant(false) : fc.nat(3).map((one) => one === 0),
      }),
      { minLength: least, maxLength: most, selector: ({ id }) => id },
    ),
  })
})

/** At most as many picks as the contest permits, with unique ranks; in a ranked choice all, some or no picks have ranks. */
function positionIn({ vote_method, votes_allowed, choices }: RecommendContest, rank: fc.Arbitrary<number | null>) {
  const ids = choices.map(({ id }) => id)
  const most = { plurality: 1, yes_no: 1, multi_seat: votes_allowed, approval: ids.length, ranked_choice: ids.length }
  return fc
    .record({
      picked: fc.shuffledSubarray(ids, { minLength: 1, maxLength: Math.min(most[vote_method], ids.length) }),
      ranks: fc.array(rank, { minLength: ids.length, maxLength: ids.length }),
    })
    .map(
      ({ picked, ranks }): EndorserPosition => ({
        picks: picked.map((choice_id, at) => {
          const given = ranks[at] ?? null
          return { choice_id, rank: given !== null && ranks.indexOf(given) === at ? given : null }
        }),
      }),
    )
}

const none = fc.constant<null>(null)
const some = fc.option(fc.integer({ min: 1, max: RANK_MAX }), { freq: 3 })

export const anyCase: fc.Arbitrary<Case> = fc.tuple(contest, fc.constantFrom(none, some)).chain(([one, rank]) =>
  fc.record({
    contest: fc.constant(one),
    positions: fc.array(positionIn(one, one.vote_method === 'ranked_choice' ? rank : none), {
      maxLength: ENDORSERS_MAX,
    }),
  }),
)
