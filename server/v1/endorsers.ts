import { ApiError } from '../../data/schema/api-error.ts'
import { dataOperations } from '../../data/schema/operations.ts'
import { findEndorser, presentEndorserCategories, presentEndorsers } from '../read/endorsers.ts'
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
  answer({ query, params }, { bundle }) {
    const endorser = findEndorser(bundle, params.slug, query.lang)
    if (endorser === undefined) throw new ApiError('not_found', 'There is no endorser with this slug.')
    return `{"data":${endorser}}`
  },
})

export const endorserCategories = route({
  ...dataOperations.listEndorserCategories,
  id: 'listEndorserCategories',
  summary: 'Every category of endorsers, by slug',
  answer: ({ query }, { bundle }) => presentEndorserCategories(bundle, query.lang),
})
