import { dataOperations } from '../../data/schema/operations.ts'
import { ApiError } from '../http/errors.ts'
import { findContestWithPositions } from '../read/contests.ts'
import { route } from '../route/route.ts'

export const contestById = route({
  ...dataOperations.getContest,
  id: 'getContest',
  summary: "One contest with every endorser's position",
  scope: 'data:read',
  findsOne: true,
  answer({ query, params }, { bundle }) {
    const contest = findContestWithPositions(bundle, params.id, query, query.lang)
    if (contest === undefined) throw new ApiError('not_found', `There is no contest with the id ${params.id}.`)
    return `{"data":${contest}}`
  },
})
