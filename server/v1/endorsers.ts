import { dataOperations } from '../../data/schema/operations.ts'
import { findEndorser, presentEndorserCategories, presentEndorsers } from '../read/endorsers.ts'
import { presentRecord } from '../read/record.ts'
import { route } from '../route/route.ts'

export const endorsers = route({
  ...dataOperations.listEndorsers,
  id: 'listEndorsers',
  summary: 'Endorsers, by name and id',
  answer: ({ query, filters }, { bundle }) => presentEndorsers(query, filters, bundle),
})

export const endorserBySlug = route({
  ...dataOperations.getEndorser,
  id: 'getEndorser',
  summary: 'One endorser with the elections in which it endorsed, newest first',
  answer: ({ query, params }, { bundle }) =>
    presentRecord(findEndorser(bundle, params.slug, query.lang), 'There is no endorser with this slug.'),
})

export const endorserCategories = route({
  ...dataOperations.listEndorserCategories,
  id: 'listEndorserCategories',
  summary: 'Every category of endorsers, by slug',
  answer: ({ query }, { bundle }) => presentEndorserCategories(bundle, query.lang),
})
