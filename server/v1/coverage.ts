import { dataOperations } from '../../data/schema/operations.ts'
import { presentCoverage } from '../read/coverage.ts'
import { presentEndorserCoverage } from '../read/endorsers.ts'
import { route } from '../route/route.ts'

export const coverage = route({
  ...dataOperations.listCoverage,
  id: 'listCoverage',
  summary: 'Counts of elections, contests, measures, endorsers and endorsements, by state',
  dated: () => true,
  tellsChecks: true,
  answer: ({ query }, reading) => presentCoverage(reading, query.upcoming),
})

export const endorserCoverage = route({
  ...dataOperations.listEndorserCoverage,
  id: 'listEndorserCoverage',
  summary: 'Share of the contests that each endorser usually covers on which it has spoken, by endorser and election',
  dated: ({ upcoming }) => upcoming,
  answer: ({ query, filters }, reading) => presentEndorserCoverage(query, filters, reading),
})
