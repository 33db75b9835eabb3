// Parameters of the stream and of the poll: a filter and a start position.

import type { z } from 'zod'
import { ApiError } from '../../data/schema/api-error.ts'
import type { FeedFilter } from '../../data/schema/feed-filter.ts'
import type { liveOperations } from '../../data/schema/operations.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import type { Grant } from '../http/auth.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Feed, FeedPosition } from './feed.ts'
import { findPosition, readStart } from './start-position.ts'
import { loadFilter } from './subscription.ts'

type FeedQuery = z.output<typeof liveOperations.openStream.query>

export interface ParsedFeedQuery {
  /** A subscription's filter is read once, at the start of the request. */
  filter: FeedFilter
  /** The subscription's name; null if none is used. */
  subscription: string | null
  position: FeedPosition
}

/** Throws ApiError 400. */
export function checkFeedQuery(query: FeedQuery): void {
  const [field] = Object.entries(filterOf(query)).find(([, values]) => values !== undefined) ?? []
  if (query.subscription !== undefined && field !== undefined)
    throw new ApiError(
      'invalid_parameter',
      `Parameters \`subscription\` and \`${field}\` exclude each other: a subscription replaces the filters.`,
    )
}

/** Throws ApiError 400, 404, 410 or 503. */
export async function resolveFeedQuery(
  service: { state: ServiceStore; feed: Feed; retention: number; now(): number },
  { query, exchange, grant }: { query: FeedQuery; exchange: Exchange; grant: Grant },
): Promise<ParsedFeedQuery> {
  const { state, feed, retention } = service
  const now = service.now()
  const start = readStart(query, exchange.request.headers['last-event-id'], { now, retention })
  const { name, filter } =
    query.subscription === undefined
      ? { name: null, filter: filterOf(query) }
      : await loadFilter(state, grant.account_id, query.subscription)
  return { filter, subscription: name, position: await findPosition(start, { state, feed, now, retention }) }
}

export function filterOf(query: Omit<FeedQuery, 'subscription'>): FeedFilter {
  const { categories, endorsers, endorser_states, states, elections, contest_kinds, levels, types } = query
  return { categories, endorsers, endorser_states, states, elections, contest_kinds, levels, types }
}
