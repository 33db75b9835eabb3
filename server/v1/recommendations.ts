import { invalidParameter } from '../../data/schema/api-error.ts'
import { dataOperations } from '../../data/schema/operations.ts'
import type { FeedFilter } from '../../data/schema/subscription.ts'
import { loadBallot } from '../place/ballot.ts'
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
    const { voted, location } = yield* loadBallot(reading, place, chosen)
    yield `{"data":{"location":${location},"endorsers_asked":${countChosen(bundle, chosen)},"contests":[`
    yield* recommendContests(bundle, voted, { chosen, only_endorsed, explain, min_evidence, lang })
    yield ']}}'
  },
})
