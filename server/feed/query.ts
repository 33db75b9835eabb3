// Parameters of the stream and of the poll: a filter, or the subscription that has one, and a start position.

import type { z } from 'zod'
import { ApiError } from '../../data/schema/api-error.ts'
import type { liveOperations } from '../../data/schema/operations.ts'
import { wholeNumber } from '../../data/schema/scalar.ts'
import type { FeedFilter } from '../../data/schema/subscription.ts'
import type { Refusal } from '../../data/store/state/change.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import type { SubscriptionReference } from '../../data/store/state/subscriptions.ts'
import type { Grant } from '../http/auth.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Feed, FeedPosition } from './feed.ts'
import { findPosition, readStart } from './position.ts'

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

// Finds the subscription that a request names, and turns refusals of the state into errors.

/** Finds a subscription of this account only. @param reference only digits: an id; otherwise a name. Throws ApiError 404. */
export async function loadFilter(
  state: Pick<ServiceStore, 'findSubscription'>,
  account_id: number,
  reference: string,
): Promise<{ name: string; filter: FeedFilter }> {
  const found = await state.findSubscription(account_id, toReference(reference))
  if (!found)
    throw new ApiError('not_found', 'Parameter `subscription`: the account has no subscription with this id or name.')
  return { name: found.name, filter: found.filter }
}

/** A number that is too large for an id becomes 0, which no subscription has. */
function toReference(text: string): SubscriptionReference {
  if (!/^\d+$/.test(text)) return { name: text }
  const id = wholeNumber.parse(text)
  return { id: Number.isSafeInteger(id) ? id : 0 }
}

/** Also returned for a subscription of another account. */
export function noSubscription(): ApiError {
  return new ApiError('not_found', 'The account has no subscription with this id.')
}

/** 409 always means that the name is taken. */
export function toRefusal({ refused, taken }: Refusal & { taken: boolean }): ApiError {
  if (!taken) return new ApiError('invalid_parameter', refused)
  return new ApiError('invalid_parameter', 'Field `name`: another subscription of the account already has this name.', {
    status: 409,
  })
}
