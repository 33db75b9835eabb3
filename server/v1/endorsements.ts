import { dataOperations } from '../../data/schema/operations.ts'
import { findEndorsement, presentEndorsements } from '../read/endorsements.ts'
import { presentRecord } from '../read/record.ts'
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
  answer: ({ query, params: { id } }, { bundle }) =>
    presentRecord(findEndorsement(bundle, id, query.lang), `There is no endorsement with the id ${id}.`),
})
