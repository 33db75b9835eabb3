import { dataOperations } from '../../data/schema/operations.ts'
import { presentEndorsers } from '../read/endorsers.ts'
import { route } from '../route/route.ts'

export const endorsers = route({
  ...dataOperations.listEndorsers,
  id: 'listEndorsers',
  summary: 'Endorsers, by name and id',
  scope: 'data:read',
  findsOne: false,
  answer: ({ query, filters }, { bundle }) => presentEndorsers(query, filters, bundle),
})
