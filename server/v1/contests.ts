import { z } from 'zod'
import { contest } from '../../data/schema/contest.ts'
import { page } from '../../data/schema/page.ts'
import { contestKinds, districts, elections, lang, levels, paging, states, upcoming } from '../http/parameter.ts'
import { presentContests } from '../read/contests.ts'
import { route } from '../route/route.ts'

export const contests = route({
  path: '/v1/contests',
  id: 'listContests',
  summary: 'Contests with choices and voting rules, in ballot order',
  scope: 'data:read',
  query: z.object({ elections, states, levels, contest_kinds: contestKinds, districts, upcoming, lang, ...paging }),
  params: z.object({}),
  response: page(contest),
  findsOne: false,
  dated: (query) => query.upcoming,
  answer: ({ query, filters }, reading) => presentContests(query, filters, reading),
})
