import { dataOperations } from '../../data/schema/operations.ts'
import { presentEndorsements } from '../read/endorsements.ts'
import { route } from '../route/route.ts'

export const endorsements = route({
  ...dataOperations.listEndorsements,
  id: 'listEndorsements',
  summary: 'Endorsements, one per endorser and choice, by id',
  scope: 'data:read',
  findsOne: false,
  feedCursor: true,
  dated: (query) => query.upcoming,
  answer: ({ query, filters }, reading) => presentEndorsements(query, filters, reading),
})
