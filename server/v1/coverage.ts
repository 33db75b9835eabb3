import { dataOperations } from '../../data/schema/operations.ts'
import { presentCoverage } from '../read/coverage.ts'
import { route } from '../route/route.ts'

export const coverage = route({
  ...dataOperations.listCoverage,
  id: 'listCoverage',
  summary: 'Counts of elections, contests, measures, endorsers and endorsements, by state',
  scope: 'data:read',
  findsOne: false,
  dated: () => true,
  tellsChecks: true,
  answer: ({ query }, reading) => presentCoverage(reading, query.upcoming),
})
