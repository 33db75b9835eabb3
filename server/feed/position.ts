// The question of a reader of the feed: its filter or subscription, the position at which it starts, and the cursors that state one
// (docs/rules.md#start-of-a-feed-reader).

import { z } from 'zod'
import { ApiError, invalidParameter } from '../../data/schema/api-error.ts'
import type { liveOperations } from '../../data/schema/operations.ts'
import { wholeNumber } from '../../data/schema/scalar.ts'
import type { FeedFilter } from '../../data/schema/subscription.ts'
import type { FeedStart } from '../../data/schema/vocabulary.ts'
import type { Refusal } from '../../data/store/state/engine.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import type { SubscriptionReference } from '../../data/store/state/subscriptions.ts'
import type { Grant } from '../http/auth.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Feed, FeedPosition } from './feed.ts'

/** @setting Seconds by which `since` may be ahead of the server's clock and still mean now. */
const SINCE_AHEAD_SECONDS = 60
/** Retry-After in seconds while the feed is not ready. */
const NOT_READY_RETRY = 5

const instant = z.iso.datetime({ offset: true })

type Start = { at: FeedPosition; source: string } | { since: number } | { from: FeedStart }

/** `since` in milliseconds since 1970. Throws ApiError 400. */
export function readStart(
  { cursor, since, from }: { cursor?: string | undefined; since?: string | undefined; from?: FeedStart | undefined },
  lastEventId: string | string[] | undefined,
  { now, retention }: { now: number; retention: number },
): Start {
  // An EventSource that has received no id yet sends no header, or an empty one.
  if (lastEventId) return readPosition(String(lastEventId), 'Header `Last-Event-ID`')
  if (cursor !== undefined) return readPosition(cursor, 'Parameter `cursor`')
  if (since === undefined) return { from: from ?? 'latest' }
  if (from !== undefined)
    throw invalidParameter('Parameters `since` and `from` exclude each other: expected one of them.')
  return { since: readSince(since, now, retention) }
}

/** Throws ApiError 400 past the last event, 410 for another epoch and outside the window, 503 while there is no feed. */
export async function findPosition(
  start: Start,
  { state, feed, now, retention }: { state: ServiceStore; feed: Feed; now: number; retention: number },
): Promise<FeedPosition> {
  const head = await state.head()
  const released = feed.released()
  if (!head || released?.epoch !== head.epoch) throw notReady()
  const { epoch } = head
  const oldest = new Date(now - retention).toISOString()
  if ('at' in start) {
    const { at, source } = start
    if (at.epoch !== epoch) throw expired(source, 'it belongs to an earlier epoch of the feed')
    if (at.seq > head.seq) throw invalidParameter(`${source}: it is after the last change of the feed.`)
    const next = await state.nextOccurred(at.seq)
    if (next === null || (next !== undefined && next < oldest))
      throw expired(source, 'a change after it is no longer retained')
    return at
  }
  if ('since' in start) {
    const { seq, whole } = await state.seqBefore(new Date(Math.min(start.since, now)).toISOString())
    if (!whole) throw expired('Parameter `since`', 'a change after it is no longer retained')
    return { epoch, seq }
  }
  switch (start.from) {
    case 'earliest':
      return { epoch, seq: (await state.seqBefore(oldest)).seq }
    case 'latest':
      return { epoch, seq: released.seq }
    default:
      return start.from satisfies never
  }
}

/** @param source start of the message, such as: Parameter `cursor` */
export function expired(source: string, why: string): ApiError {
  return new ApiError(
    'cursor_expired',
    `${source}: ${why}. Catch up with /v1/endorsements and follow from the X-Feed-Cursor of its first page, or start again with from=latest.`,
  )
}

function readPosition(text: string, source: string): Start {
  const at = parseCursor(text)
  if (!at) throw invalidParameter(`${source}: expected a next_cursor or the id of an event, unchanged.`)
  return { at, source }
}

function readSince(text: string, now: number, retention: number): number {
  if (!instant.safeParse(text).success)
    throw invalidParameter(
      'Parameter `since`: expected an instant with its offset or Z, such as 2024-10-15T12:00:00Z; write + as %2B.',
    )
  const since = Date.parse(text)
  if (since > now + SINCE_AHEAD_SECONDS * 1000)
    throw invalidParameter(`Parameter \`since\`: it is more than ${SINCE_AHEAD_SECONDS} s in the future.`)
  if (since < now - retention)
    throw invalidParameter('Parameter `since`: it is before the retention window of the feed.')
  return since
}

export function notReady(): ApiError {
  return new ApiError('internal_error', 'The feed is not ready on this server yet.', {
    status: 503,
    retryAfter: NOT_READY_RETRY,
  })
}

// Opaque cursors of the feed: version, epoch and sequence number.

const VERSION = 1
const EPOCH_BYTES = 8
const SEQ_BYTES = 6
const SEQ_AT = 1 + EPOCH_BYTES
const CURSOR_BYTES = SEQ_AT + SEQ_BYTES

export function toCursor({ epoch, seq }: FeedPosition): string {
  const bytes = Buffer.alloc(CURSOR_BYTES)
  bytes.writeUInt8(VERSION)
  bytes.write(epoch, 1, EPOCH_BYTES, 'hex')
  bytes.writeUIntBE(seq, SEQ_AT, SEQ_BYTES)
  return bytes.toString('base64url')
}

/** Undefined if the text is not a cursor of this version. */
export function parseCursor(text: string): FeedPosition | undefined {
  const bytes = Buffer.from(text, 'base64url')
  // Buffer ignores characters outside the alphabet; a cursor has exactly one valid spelling.
  if (bytes.length !== CURSOR_BYTES || bytes.toString('base64url') !== text) return undefined
  if (bytes.readUInt8() !== VERSION) return undefined
  return { epoch: bytes.toString('hex', 1, SEQ_AT), seq: bytes.readUIntBE(SEQ_AT, SEQ_BYTES) }
}

// Parameters of the stream and of the poll: a filter, or the subscription that has one, and a start position.

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
    throw invalidParameter(
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
  if (!taken) return invalidParameter(refused)
  return invalidParameter('Field `name`: another subscription of the account already has this name.', {
    status: 409,
  })
}
