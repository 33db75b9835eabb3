import { z } from 'zod'
import { endorsementRecord } from '../../data/schema/endorsement.ts'
import { record } from '../../data/schema/page.ts'
import { recordId } from '../../data/schema/scalar.ts'
import { ApiError } from '../http/errors.ts'
import { lang } from '../http/parameter.ts'
import { findEndorsement } from '../read/endorsements.ts'
import { route } from '../route/route.ts'

export const endorsementById = route({
  path: '/v1/endorsements/{id}',
  id: 'getEndorsement',
  summary: 'One endorsement with its whole endorser, contest and choice',
  scope: 'data:read',
  query: z.object({ lang }),
  params: z.object({ id: recordId }),
  response: record(endorsementRecord),
  findsOne: true,
  answer({ query, params }, { bundle }) {
    const endorsement = findEndorsement(bundle, params.id, query.lang)
    if (endorsement === undefined) throw new ApiError('not_found', `There is no endorsement with the id ${params.id}.`)
    return `{"data":${endorsement}}`
  },
})
