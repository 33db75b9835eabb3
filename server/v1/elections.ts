import { z } from 'zod'
import { election } from '../../data/schema/election.ts'
import { page } from '../../data/schema/page.ts'
import { ApiError } from '../http/errors.ts'
import { electionTypes, from, lang, paging, states, to, upcoming } from '../http/parameter.ts'
import { presentElections } from '../read/elections.ts'
import { route } from '../route/route.ts'

export const elections = route({
  path: '/v1/elections',
  id: 'listElections',
  summary: 'Elections with their voting rules, by date, state and slug',
  scope: 'data:read',
  query: z.object({ states, types: electionTypes, upcoming, from, to, lang, ...paging }),
  params: z.object({}),
  response: page(election),
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
