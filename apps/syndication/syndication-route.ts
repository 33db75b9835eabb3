// Defines endpoints that a token in the path opens, instead of a key.

import { z } from 'zod'
import type { FeedGrant } from '../../data/store/state/readers.ts'
import { createQueryReader } from '../../server/http/input.ts'
import type { Route } from '../../server/route/route.ts'
import type { Service } from '../../server/route/service.ts'

interface Definition {
  /** `/v1/feeds/{token}/events.atom` */
  path: string
  id: string
  summary: string
  notes: string
  /** Content-Type. */
  type: string
  /** The body. Throws ApiError. */
  answer(
    service: Service,
    asked: {
      grant: FeedGrant
      /** URL of this endpoint, with the token. */
      self: string
      /** URL of the service, such as https://example.org. */
      origin: string
      /** The JSON of an endpoint of /v1. @param search with its question mark. Throws ApiError */
      read(route: Route, search: string): Promise<unknown>
    },
  ): Promise<string>
}

export interface SyndicationRoute extends Definition {
  method: 'GET'
  params: typeof PARAMS
  query: typeof NO_QUERY
  /** The filter is the subscription's: a parameter is refused. Throws ApiError 400. */
  checkQuery(search: string): void
}

const PARAMS = z.object({
  token: z.string().meta({
    description: 'The token of a subscription, as POST /v1/subscriptions/{id}/feed-token gave it.',
    examples: ['hst_feed_…'],
  }),
})
const NO_QUERY = z.object({})
const readNoQuery = createQueryReader(NO_QUERY)

export function syndicationRoute(definition: Definition): SyndicationRoute {
  return {
    ...definition,
    method: 'GET',
    params: PARAMS,
    query: NO_QUERY,
    checkQuery: (search) => void readNoQuery(search),
  }
}
