import { z } from 'zod'
import { officeholder } from '../../data/schema/officeholder.ts'
import { page } from '../../data/schema/page.ts'
import { districts, lang, nameContains, officeholderLevels, offices, paging, states } from '../http/parameter.ts'
import { presentOfficeholders } from '../read/officeholders.ts'
import { route } from '../route/route.ts'

export const officeholders = route({
  path: '/v1/officeholders',
  id: 'listOfficeholders',
  summary: 'Current officeholders, federal first, then by state, office and name',
  scope: 'data:read',
  query: z.object({
    states,
    offices,
    levels: officeholderLevels,
    districts: districts.meta({ description: "Comma-separated. OCD ids of the seats' districts." }),
    q: nameContains,
    lang,
    ...paging,
  }),
  params: z.object({}),
  response: page(officeholder),
  findsOne: false,
  answer: ({ query, filters }, reading) => presentOfficeholders(query, filters, reading),
})
