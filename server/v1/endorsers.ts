import { z } from 'zod'
import { endorser } from '../../data/schema/endorser.ts'
import { page } from '../../data/schema/page.ts'
import { categories, elections, homeStates, lang, nameContains, paging } from '../http/parameter.ts'
import { presentEndorsers } from '../read/endorsers.ts'
import { route } from '../route/route.ts'

export const endorsers = route({
  path: '/v1/endorsers',
  id: 'listEndorsers',
  summary: 'Endorsers, by name and id',
  scope: 'data:read',
  query: z.object({
    categories,
    states: homeStates,
    elections: elections.meta({
      description: 'Comma-separated. Only endorsers with endorsements in these elections (slugs).',
    }),
    q: nameContains,
    lang,
    ...paging,
  }),
  params: z.object({}),
  response: page(endorser),
  findsOne: false,
  answer: ({ query, filters }, { bundle }) => presentEndorsers(query, filters, bundle),
})
