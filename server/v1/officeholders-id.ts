import { dataOperations } from '../../data/schema/operations.ts'
import { ApiError } from '../http/errors.ts'
import { findOfficeholder, requireOfficeholders } from '../read/officeholders.ts'
import { route } from '../route/route.ts'

export const officeholderById = route({
  ...dataOperations.getOfficeholder,
  id: 'getOfficeholder',
  summary: 'One officeholder with every seat held',
  scope: 'data:read',
  findsOne: true,
  answer({ params }, reading) {
    requireOfficeholders(reading)
    const holder = findOfficeholder(reading.bundle, params.person_id)
    if (holder === undefined)
      throw new ApiError('not_found', `There is no officeholder with the person_id ${params.person_id}.`)
    return `{"data":${holder}}`
  },
})
