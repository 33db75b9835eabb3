import { z } from 'zod'
import { endorserCategory } from '../../data/schema/endorser-category.ts'
import { list } from '../../data/schema/page.ts'
import { lang } from '../http/parameter.ts'
import { presentEndorserCategories } from '../read/endorsers.ts'
import { route } from '../route/route.ts'

export const endorserCategories = route({
  path: '/v1/endorser-categories',
  id: 'listEndorserCategories',
  summary: 'Every category of endorsers, by slug',
  scope: 'data:read',
  query: z.object({ lang }),
  params: z.object({}),
  response: list(endorserCategory),
  findsOne: false,
  answer: ({ query }, { bundle }) => presentEndorserCategories(bundle, query.lang),
})
