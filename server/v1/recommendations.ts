import { invalidParameter } from '../../data/schema/api-error.ts'
import { dataOperations } from '../../data/schema/operations.ts'
import type { FeedFilter } from '../../data/schema/subscription.ts'
import { findMissing, loadBoundaries, loadVoted, presentLocation } from '../place/ballot.ts'
import { joinContests } from '../read/contests.ts'
import { findNamedOrUpcoming } from '../read/elections.ts'
import { countChosen } from '../read/positions.ts'
import { recommendContests } from '../read/recommendations.ts'
import { placeRoute } from '../route/route.ts'

/** Parameters that a subscription replaces. */
const SUPPLIED = ['categories', 'endorsers', 'endorser_states', 'elections', 'levels', 'contest_kinds'] as const

export const recommendations = placeRoute({
  ...dataOperations.getRecommendations,
  id: 'getRecommendations',
  summary: 'Each upcoming contest at a location with choices, backers and a recommendation',
  check(query) {
    const both = query.subscription === undefined ? undefined : SUPPLIED.find((name) => query[name] !== undefined)
    if (both !== undefined)
      throw invalidParameter(
        `Parameters \`subscription\` and \`${both}\` exclude each other: a subscription replaces the filters.`,
      )
  },
  *answer({ query, place, filter }, reading) {
    const { bundle } = reading
    const { only_endorsed, explain, min_evidence, lang } = query
    const chosen: FeedFilter = query.subscription === undefined ? query : filter
    const { states, levels, contest_kinds } = chosen
    const asked = { elections: findNamedOrUpcoming(chosen.elections, reading), states, levels, contest_kinds }
    const voted = yield* loadVoted(bundle, place, asked)
    const contests = recommendContests(bundle, voted, { chosen, only_endorsed, explain, min_evidence, lang })
    // Contests that the filters leave out are still on the ballot.
    const narrowed = states || levels || contest_kinds
    const all = narrowed ? yield* loadVoted(bundle, place, { elections: asked.elections }) : voted
    const { differ, within, doubtful } = yield* loadBoundaries(reading, place, all)
    const named = chosen.elections && asked.elections
    const missing = yield* findMissing(reading, place, { named, voted: all, shown: voted, within, doubtful })
    const location = presentLocation(place, { missing, lines_differ: differ })
    const asked_count = countChosen(bundle, chosen)
    yield* joinContests(
      `{"data":{"location":${location},"endorsers_asked":${asked_count},"contests":[`,
      contests,
      ']}}',
    )
  },
})
