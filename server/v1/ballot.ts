import { dataOperations } from '../../data/schema/operations.ts'
import { presentBallot } from '../place/ballot.ts'
import { findNamedOrUpcoming } from '../read/elections.ts'
import { placeRoute } from '../route/route.ts'

export const ballot = placeRoute({
  ...dataOperations.getBallot,
  id: 'getBallot',
  summary: 'The districts at a location and every upcoming contest there with endorsements',
  answer({ query, place }, reading) {
    const elections = findNamedOrUpcoming(query.elections, reading)
    const named = query.elections !== undefined
    return presentBallot(reading, place, { elections, named, chosen: query, lang: query.lang })
  },
})
