import { z } from 'zod'
import { contestRecord } from '../../data/schema/contest.ts'
import { record } from '../../data/schema/page.ts'
import { recordId } from '../../data/schema/scalar.ts'
import { ApiError } from '../http/errors.ts'
import { endorserFilters, lang } from '../http/parameter.ts'
import { findContestWithPositions } from '../read/contests.ts'
import { route } from '../route/route.ts'

export const contestById = route({
  path: '/v1/contests/{id}',
  id: 'getContest',
  summary: "One contest with every endorser's position",
  scope: 'data:read',
  query: z.object({ ...endorserFilters, lang }),
  params: z.object({ id: recordId }),
  response: record(contestRecord),
  findsOne: true,
  answer({ query, params }, { bundle }) {
    const contest = findContestWithPositions(bundle, params.id, query, query.lang)
    if (contest === undefined) throw new ApiError('not_found', `There is no contest with the id ${params.id}.`)
    return `{"data":${contest}}`
  },
})
