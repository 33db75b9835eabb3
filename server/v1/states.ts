import { z } from 'zod'
import { list } from '../../data/schema/page.ts'
import { state } from '../../data/schema/state.ts'
import { presentStates } from '../read/states.ts'
import { route } from '../route/route.ts'

export const states = route({
  path: '/v1/states',
  id: 'listStates',
  summary: 'Every state, the District of Columbia and the territories, with FIPS codes',
  scope: 'data:read',
  query: z.object({}),
  params: z.object({}),
  response: list(state),
  findsOne: false,
  answer: (_asked, { bundle }) => presentStates(bundle),
})
