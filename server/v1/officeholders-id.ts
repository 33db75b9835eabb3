import { z } from 'zod'
import { officeholderRecord, personId } from '../../data/schema/officeholder.ts'
import { record } from '../../data/schema/page.ts'
import { ApiError } from '../http/errors.ts'
import { lang } from '../http/parameter.ts'
import { findOfficeholder, requireOfficeholders } from '../read/officeholders.ts'
import { route } from '../route/route.ts'

export const officeholderById = route({
  path: '/v1/officeholders/{person_id}',
  id: 'getOfficeholder',
  summary: 'One officeholder with every seat held',
  scope: 'data:read',
  query: z.object({ lang }),
  params: z.object({ person_id: personId.toLowerCase() }),
  response: record(officeholderRecord),
  findsOne: true,
  answer({ params }, reading) {
    requireOfficeholders(reading)
    const holder = findOfficeholder(reading.bundle, params.person_id)
    if (holder === undefined)
      throw new ApiError('not_found', `There is no officeholder with the person_id ${params.person_id}.`)
    return `{"data":${holder}}`
  },
})
