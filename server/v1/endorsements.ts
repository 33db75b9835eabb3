import { ApiError } from '../../data/schema/api-error.ts'
import { dataOperations } from '../../data/schema/operations.ts'
import { findEndorsement, presentEndorsements } from '../read/endorsements.ts'
import { route } from '../route/route.ts'

export const endorsements = route({
  ...dataOperations.listEndorsements,
  id: 'listEndorsements',
  summary: 'Endorsements, one per endorser and choice, by id',
  feedCursor: true,
  dated: (query) => query.upcoming,
  answer: ({ query, filters }, reading) => presentEndorsements(query, filters, reading),
})

export const endorsementById = route({
  ...dataOperations.getEndorsement,
  id: 'getEndorsement',
  summary: 'One endorsement with its whole endorser, contest and choice',
  answer({ query, params }, { bundle }) {
    const endorsement = findEndorsement(bundle, params.id, query.lang)
    if (endorsement === undefined) throw new ApiError('not_found', `There is no endorsement with the id ${params.id}.`)
    return `{"data":${endorsement}}`
  },
})
