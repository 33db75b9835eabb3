import { z } from 'zod'
import { endorsement } from '../../data/schema/endorsement.ts'
import { page } from '../../data/schema/page.ts'
import { recordId } from '../../data/schema/scalar.ts'
import { contestKinds, elections, endorserFilters, lang, levels, paging, states, upcoming } from '../http/parameter.ts'
import { presentEndorsements } from '../read/endorsements.ts'
import { route } from '../route/route.ts'

export const endorsements = route({
  path: '/v1/endorsements',
  id: 'listEndorsements',
  summary: 'Endorsements, one per endorser and choice, by id',
  scope: 'data:read',
  query: z.object({
    ...endorserFilters,
    states: states.meta({
      description: 'Comma-separated. USPS codes, in either case, of the states where the contest is voted on.',
    }),
    elections,
    contest_kinds: contestKinds,
    levels,
    contest: recordId.optional().meta({ description: 'The id of a contest.' }),
    upcoming,
    lang,
    ...paging,
  }),
  params: z.object({}),
  response: page(endorsement),
  findsOne: false,
  feedCursor: true,
  dated: (query) => query.upcoming,
  answer: ({ query, filters }, reading) => presentEndorsements(query, filters, reading),
})
