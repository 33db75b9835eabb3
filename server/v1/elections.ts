import { invalidParameter } from '../../data/schema/api-error.ts'
import { dataOperations } from '../../data/schema/operations.ts'
import { presentContestAgreement, presentEndorserAgreement } from '../read/agreement.ts'
import { presentElections, presentStates } from '../read/elections.ts'
import { route } from '../route/route.ts'

export const states = route({
  ...dataOperations.listStates,
  id: 'listStates',
  summary: 'Every state, the District of Columbia and the territories, with FIPS codes',
  answer: (_asked, { bundle }) => presentStates(bundle),
})

export const elections = route({
  ...dataOperations.listElections,
  id: 'listElections',
  summary: 'Elections with their voting rules, by date, state and slug',
  check(query) {
    if (query.from !== undefined && query.to !== undefined && query.from > query.to)
      throw invalidParameter(
        `Parameter \`from\`: got \`${query.from}\`, expected a day not after \`to\`, which is \`${query.to}\`.`,
      )
  },
  dated: (query) => query.upcoming,
  answer: ({ query, filters }, reading) => presentElections(query, filters, reading),
})

export const endorserAgreement = route({
  ...dataOperations.listEndorserAgreement,
  id: 'listEndorserAgreement',
  summary: 'Pairs of endorsers and how far they agree in an election, by the lower end of the interval, highest first',
  answer: ({ query, params, filters }, { bundle }) => presentEndorserAgreement(bundle, params.slug, query, filters),
})

export const contestAgreement = route({
  ...dataOperations.listContestAgreement,
  id: 'listContestAgreement',
  summary: 'Contests of an election and how far their endorsers agree, most split first',
  answer: ({ query, params, filters }, { bundle }) => presentContestAgreement(bundle, params.slug, query, filters),
})
