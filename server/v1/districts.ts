import { dataOperations } from '../../data/schema/operations.ts'
import { presentDistricts } from '../read/districts.ts'
import { route } from '../route/route.ts'

export const districts = route({
  ...dataOperations.listDistricts,
  id: 'listDistricts',
  summary: 'Districts by state, level, type and OCD id',
  scope: 'data:read',
  findsOne: false,
  dated: () => true,
  answer: ({ query, filters }, reading) => presentDistricts(query, filters, reading),
})
