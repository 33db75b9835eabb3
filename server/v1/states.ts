import { dataOperations } from '../../data/schema/operations.ts'
import { presentStates } from '../read/elections.ts'
import { route } from '../route/route.ts'

export const states = route({
  ...dataOperations.listStates,
  id: 'listStates',
  summary: 'Every state, the District of Columbia and the territories, with FIPS codes',
  answer: (_asked, { bundle }) => presentStates(bundle),
})
