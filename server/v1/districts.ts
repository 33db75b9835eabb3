import { z } from 'zod'
import { district } from '../../data/schema/district.ts'
import { page } from '../../data/schema/page.ts'
import { districtTypes, elections, levels, nameContains, paging, states } from '../http/parameter.ts'
import { presentDistricts } from '../read/districts.ts'
import { route } from '../route/route.ts'

export const districts = route({
  path: '/v1/districts',
  id: 'listDistricts',
  summary: 'Districts by state, level, type and OCD id',
  scope: 'data:read',
  query: z.object({
    states,
    levels,
    types: districtTypes,
    elections: elections.meta({
      description: 'Comma-separated. Only districts with contests in these elections (slugs).',
    }),
    q: nameContains,
    include_retired: z
      .boolean()
      .default(false)
      .meta({ description: 'Include districts whose lines have been replaced.' }),
    ...paging,
  }),
  params: z.object({}),
  response: page(district),
  findsOne: false,
  answer: ({ query, filters }, { bundle }) => presentDistricts(query, filters, bundle),
})
