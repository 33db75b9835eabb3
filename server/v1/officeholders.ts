import { ApiError } from '../../data/schema/api-error.ts'
import { dataOperations } from '../../data/schema/operations.ts'
import { presentRepresentatives } from '../place/representatives.ts'
import { findOfficeholder, presentOfficeholders, requireOfficeholders } from '../read/officeholders.ts'
import { placeRoute, route } from '../route/route.ts'

export const officeholders = route({
  ...dataOperations.listOfficeholders,
  id: 'listOfficeholders',
  summary: 'Current officeholders, federal first, then by state, office and name',
  scope: 'data:read',
  findsOne: false,
  answer: ({ query, filters }, reading) => presentOfficeholders(query, filters, reading),
})

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

export const representatives = placeRoute({
  ...dataOperations.getRepresentatives,
  id: 'getRepresentatives',
  summary: 'The officeholders who represent a location, federal first',
  answer: ({ query, place }, reading) => presentRepresentatives(reading, place, query.lang),
})
