import { dataOperations } from '../../data/schema/operations.ts'
import { ApiError } from '../http/errors.ts'
import { presentElections } from '../read/elections.ts'
import { route } from '../route/route.ts'

export const elections = route({
  ...dataOperations.listElections,
  id: 'listElections',
  summary: 'Elections with their voting rules, by date, state and slug',
  scope: 'data:read',
  findsOne: false,
  check(query) {
    if (query.from !== undefined && query.to !== undefined && query.from > query.to)
      throw new ApiError(
        'invalid_parameter',
        `Parameter \`from\`: got \`${query.from}\`, expected a day not after \`to\`, which is \`${query.to}\`.`,
      )
  },
  dated: (query) => query.upcoming,
  answer: ({ query, filters }, reading) => presentElections(query, filters, reading),
})
