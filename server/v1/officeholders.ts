import { dataOperations } from '../../data/schema/operations.ts'
import { presentOfficeholders } from '../read/officeholders.ts'
import { route } from '../route/route.ts'

export const officeholders = route({
  ...dataOperations.listOfficeholders,
  id: 'listOfficeholders',
  summary: 'Current officeholders, federal first, then by state, office and name',
  scope: 'data:read',
  findsOne: false,
  answer: ({ query, filters }, reading) => presentOfficeholders(query, filters, reading),
})
