import { dataOperations } from '../../data/schema/operations.ts'
import { presentEndorserCategories } from '../read/endorsers.ts'
import { route } from '../route/route.ts'

export const endorserCategories = route({
  ...dataOperations.listEndorserCategories,
  id: 'listEndorserCategories',
  summary: 'Every category of endorsers, by slug',
  scope: 'data:read',
  findsOne: false,
  answer: ({ query }, { bundle }) => presentEndorserCategories(bundle, query.lang),
})
