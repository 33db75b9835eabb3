import { z } from 'zod'
import { endorserRecord } from '../../data/schema/endorser.ts'
import { record } from '../../data/schema/page.ts'
import { endorserSlug } from '../../data/schema/scalar.ts'
import { ApiError } from '../http/errors.ts'
import { lang } from '../http/parameter.ts'
import { findEndorser } from '../read/endorsers.ts'
import { route } from '../route/route.ts'

export const endorserBySlug = route({
  path: '/v1/endorsers/{slug}',
  id: 'getEndorser',
  summary: 'One endorser with the elections in which it endorsed, newest first',
  scope: 'data:read',
  query: z.object({ lang }),
  params: z.object({ slug: endorserSlug }),
  response: record(endorserRecord),
  findsOne: true,
  answer({ query, params }, { bundle }) {
    const endorser = findEndorser(bundle, params.slug, query.lang)
    if (endorser === undefined) throw new ApiError('not_found', 'There is no endorser with this slug.')
    return `{"data":${endorser}}`
  },
})
