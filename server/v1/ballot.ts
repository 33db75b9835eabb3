import { z } from 'zod'
import { ballot as ballotRecord } from '../../data/schema/ballot.ts'
import { record } from '../../data/schema/page.ts'
import { elections, endorserFilters, lang, place } from '../http/parameter.ts'
import { findPlace, requirePlace } from '../place/asked.ts'
import { presentBallot } from '../place/ballot.ts'
import { findNamedOrUpcoming } from '../read/elections.ts'
import { route } from '../route.ts'

export const ballot = route({
  path: '/v1/ballot',
  id: 'getBallot',
  summary: 'The districts at a location and every upcoming contest there with endorsements',
  scope: 'data:read',
  keeping: 'location',
  query: z.object({
    ...place,
    elections: elections.meta({
      description: 'Comma-separated. Election slugs; without them, every upcoming election.',
    }),
    ...endorserFilters,
    lang,
  }),
  params: z.object({}),
  response: record(ballotRecord),
  findsOne: true,
  check: requirePlace,
  answer({ query }, reading) {
    const found = findPlace(reading.bundle, query)
    const ids = findNamedOrUpcoming(query.elections, reading)
    return presentBallot(reading, found, { elections: ids, chosen: query, lang: query.lang })
  },
})
