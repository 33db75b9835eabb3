import { z } from 'zod'
import { ballot as ballotRecord } from '../../data/schema/ballot.ts'
import { AREA_ELECTIONS_MAX } from '../../data/schema/constants.ts'
import { record } from '../../data/schema/page.ts'
import { elections, endorserFilters, lang, place } from '../http/parameter.ts'
import { presentBallot } from '../place/ballot.ts'
import { findNamedOrUpcoming } from '../read/elections.ts'
import { placeRoute } from '../route/place-route.ts'

export const ballot = placeRoute({
  path: '/v1/ballot',
  id: 'getBallot',
  summary: 'The districts at a location and every upcoming contest there with endorsements',
  query: z.object({
    ...place,
    elections: elections.meta({
      description: `Comma-separated. Slugs of elections. Default: every upcoming election. At most ${AREA_ELECTIONS_MAX} for a ZIP code, city, county or state.`,
    }),
    ...endorserFilters,
    lang,
  }),
  response: record(ballotRecord),
  answer({ query, place }, reading) {
    const elections = findNamedOrUpcoming(query.elections, reading)
    const named = query.elections !== undefined
    return presentBallot(reading, place, { elections, named, chosen: query, lang: query.lang })
  },
})
