import { z } from 'zod'
import { districtRecord } from '../../data/schema/district.ts'
import { record } from '../../data/schema/page.ts'
import { recordId } from '../../data/schema/scalar.ts'
import { ApiError } from '../http/errors.ts'
import { findDistrict } from '../read/districts.ts'
import { route } from '../route/route.ts'

export const districtById = route({
  path: '/v1/districts/{id}',
  id: 'getDistrict',
  summary: 'One district with the holder of its seat, its upcoming elections and, on request, its lines',
  scope: 'data:read',
  query: z.object({
    boundary: z
      .boolean()
      .default(false)
      .meta({ description: 'Include its lines as a GeoJSON MultiPolygon, if they are drawn.' }),
  }),
  params: z.object({ id: recordId }),
  response: record(districtRecord),
  findsOne: true,
  dated: () => true,
  answer({ query, params }, reading) {
    const district = findDistrict(reading, params.id, query)
    if (district === undefined) throw new ApiError('not_found', `There is no district with the id ${params.id}.`)
    return `{"data":${district}}`
  },
})
