import { z } from 'zod'
import { coverage as coverageRecord } from '../../data/schema/coverage.ts'
import { list } from '../../data/schema/page.ts'
import { presentCoverage } from '../read/coverage.ts'
import { route } from '../route/route.ts'

export const coverage = route({
  path: '/v1/coverage',
  id: 'listCoverage',
  summary: 'Counts of elections, contests, measures, endorsers and endorsements, by state',
  scope: 'data:read',
  query: z.object({
    upcoming: z.boolean().default(true).meta({ description: 'false also counts past elections.' }),
  }),
  params: z.object({}),
  response: list(coverageRecord),
  findsOne: false,
  dated: () => true,
  tellsChecks: true,
  answer: ({ query }, reading) => presentCoverage(reading, query.upcoming),
})
