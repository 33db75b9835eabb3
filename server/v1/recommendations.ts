import { z } from 'zod'
import { AREA_ELECTIONS_MAX } from '../../data/schema/constants.ts'
import type { FeedFilter } from '../../data/schema/feed-filter.ts'
import { record } from '../../data/schema/page.ts'
import { recommendations as recommendationsRecord } from '../../data/schema/recommendation.ts'
import { ApiError } from '../http/errors.ts'
import {
  contestKinds,
  elections,
  endorserFilters,
  lang,
  levels,
  place,
  subscriptionReference,
} from '../http/parameter.ts'
import { loadLines } from '../place/ballot-districts.ts'
import { presentLocation } from '../place/location.ts'
import { isComplete, isListed, loadVoted } from '../place/voted.ts'
import { findNamedOrUpcoming } from '../read/elections.ts'
import { joinContests } from '../read/fragment.ts'
import { recommendContests } from '../read/recommendations.ts'
import { placeRoute } from '../route/place-route.ts'

/** Parameters that a subscription replaces. */
const SUPPLIED = ['categories', 'endorsers', 'endorser_states', 'elections', 'levels', 'contest_kinds'] as const

export const recommendations = placeRoute({
  path: '/v1/recommendations',
  id: 'getRecommendations',
  summary: 'Each upcoming contest at a location with choices, backers and a recommendation',
  query: z.object({
    ...place,
    subscription: subscriptionReference.meta({
      description:
        "Id or name of one of the account's subscriptions. It chooses the endorsers whose positions count, and the contests; its types are ignored. It replaces categories, endorsers, endorser_states, elections, levels and contest_kinds.",
    }),
    categories: endorserFilters.categories.meta({
      description: 'Comma-separated. Slugs of endorser categories whose positions count. Default: all.',
    }),
    endorsers: endorserFilters.endorsers.meta({
      description: 'Comma-separated. Slugs of endorsers whose positions count. Default: all.',
    }),
    endorser_states: endorserFilters.endorser_states,
    elections: elections.meta({
      description: `Comma-separated. Slugs of elections. Default: every upcoming election. At most ${AREA_ELECTIONS_MAX} for a ZIP code, city, county or state.`,
    }),
    levels,
    contest_kinds: contestKinds,
    only_endorsed: z
      .boolean()
      .default(false)
      .meta({ description: 'Leave out contests in which no chosen endorser took a position.' }),
    explain: z.boolean().default(false).meta({
      description: 'Include the rule that decided, the margin, and the endorsers that would change the result.',
    }),
    lang,
  }),
  response: record(recommendationsRecord),
  check(query) {
    const both = query.subscription === undefined ? undefined : SUPPLIED.find((name) => query[name] !== undefined)
    if (both !== undefined)
      throw new ApiError(
        'invalid_parameter',
        `Parameters \`subscription\` and \`${both}\` exclude each other: a subscription replaces the filters.`,
      )
  },
  *answer({ query, place, filter }, reading) {
    const { bundle } = reading
    const { only_endorsed, explain, lang } = query
    const chosen: FeedFilter = query.subscription === undefined ? query : filter
    const { states, levels, contest_kinds } = chosen
    const asked = { elections: findNamedOrUpcoming(chosen.elections, reading), states, levels, contest_kinds }
    const voted = yield* loadVoted(bundle, place, asked)
    const contests = recommendContests(bundle, voted, { chosen, only_endorsed, explain, lang })
    // Contests that the filters leave out are still on the ballot.
    const narrowed = states || levels || contest_kinds
    const all = narrowed ? yield* loadVoted(bundle, place, { elections: asked.elections }) : voted
    const { differ, doubtful } = yield* loadLines(reading, place, all)
    const listed = yield* isListed(reading, place, chosen.elections && asked.elections)
    const location = presentLocation(place, {
      complete: listed && isComplete(voted) && !doubtful,
      lines_differ: differ,
    })
    yield* joinContests(`{"data":{"location":${location},"contests":[`, contests, ']}}')
  },
})
