import { z } from 'zod'
import { record } from '../../data/schema/page.ts'
import { recommendations as recommendationsRecord } from '../../data/schema/recommendation.ts'
import { contestKinds, elections, endorserFilters, lang, levels, place } from '../http/parameter.ts'
import { presentLocation } from '../place/location.ts'
import { placeRoute } from '../place/route.ts'
import { isComplete, loadVoted } from '../place/voted.ts'
import { findNamedOrUpcoming } from '../read/elections.ts'
import { joinContests } from '../read/fragment.ts'
import { recommendContests } from '../read/recommendations.ts'

export const recommendations = placeRoute({
  path: '/v1/recommendations',
  id: 'getRecommendations',
  summary: 'Each upcoming contest at a location with choices, backers and a recommendation',
  query: z.object({
    ...place,
    categories: endorserFilters.categories.meta({
      description: 'Comma-separated. Slugs of endorser categories whose positions count; without them, all.',
    }),
    endorsers: endorserFilters.endorsers.meta({
      description: 'Comma-separated. Slugs of endorsers whose positions count; without them, all.',
    }),
    endorser_states: endorserFilters.endorser_states,
    elections: elections.meta({
      description: 'Comma-separated. Election slugs; without them, every upcoming election.',
    }),
    levels,
    contest_kinds: contestKinds,
    only_endorsed: z
      .boolean()
      .default(false)
      .meta({ description: 'Leave out contests in which no chosen endorser took a position.' }),
    explain: z
      .boolean()
      .default(false)
      .meta({ description: 'With the rule that decided, the margin, and the endorsers that turn it.' }),
    lang,
  }),
  response: record(recommendationsRecord),
  answer({ query, place }, reading) {
    const { bundle } = reading
    const { levels, contest_kinds, only_endorsed, explain, lang } = query
    const asked = { elections: findNamedOrUpcoming(query.elections, reading), levels, contest_kinds }
    const voted = loadVoted(bundle, place, asked)
    const contests = recommendContests(bundle, voted, { chosen: query, only_endorsed, explain, lang })
    const location = presentLocation(place, isComplete(voted))
    return joinContests(`{"data":{"location":${location},"contests":[`, contests, ']}}')
  },
})
