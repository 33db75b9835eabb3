import { ApiError } from '../../data/schema/api-error.ts'
import { dataOperations } from '../../data/schema/operations.ts'
import { findContestWithPositions, presentContests } from '../read/contests.ts'
import { route } from '../route/route.ts'

export const contests = route({
  ...dataOperations.listContests,
  id: 'listContests',
  summary: 'Contests with choices and voting rules, in ballot order',
  dated: (query) => query.upcoming,
  answer: ({ query, filters }, reading) => presentContests(query, filters, reading),
})

export const contestById = route({
  ...dataOperations.getContest,
  id: 'getContest',
  summary: "One contest with every endorser's position",
  answer({ query, params }, { bundle }) {
    const contest = findContestWithPositions(bundle, params.id, query, query.lang)
    if (contest === undefined) throw new ApiError('not_found', `There is no contest with the id ${params.id}.`)
    return `{"data":${contest}}`
  },
})
