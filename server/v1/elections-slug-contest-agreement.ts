import { dataOperations } from '../../data/schema/operations.ts'
import { presentContestAgreement } from '../read/agreement.ts'
import { route } from '../route/route.ts'

export const contestAgreement = route({
  ...dataOperations.listContestAgreement,
  id: 'listContestAgreement',
  summary: 'Contests of an election and how far their endorsers agree, most split first',
  scope: 'data:read',
  findsOne: true,
  answer: ({ query, params, filters }, { bundle }) => presentContestAgreement(bundle, params.slug, query, filters),
})
