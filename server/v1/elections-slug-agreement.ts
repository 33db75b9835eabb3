import { dataOperations } from '../../data/schema/operations.ts'
import { presentEndorserAgreement } from '../read/agreement.ts'
import { route } from '../route/route.ts'

export const endorserAgreement = route({
  ...dataOperations.listEndorserAgreement,
  id: 'listEndorserAgreement',
  summary: 'Pairs of endorsers and how far they agree in an election, by the lower end of the interval, highest first',
  scope: 'data:read',
  findsOne: true,
  answer: ({ query, params, filters }, { bundle }) => presentEndorserAgreement(bundle, params.slug, query, filters),
})
