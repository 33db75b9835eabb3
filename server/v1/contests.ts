import { dataOperations } from '../../data/schema/operations.ts'
import { presentContests } from '../read/contests.ts'
import { route } from '../route/route.ts'

export const contests = route({
  ...dataOperations.listContests,
  id: 'listContests',
  summary: 'Contests with choices and voting rules, in ballot order',
  scope: 'data:read',
  findsOne: false,
  dated: (query) => query.upcoming,
  answer: ({ query, filters }, reading) => presentContests(query, filters, reading),
})
