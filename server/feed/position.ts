// The position at which a reader of the feed starts, and the cursors that state one; refuses expired positions (docs/rules.md#start-of-a-feed-reader).

import { z } from 'zod'
import { ApiError } from '../../data/schema/api-error.ts'
import { SINCE_AHEAD_SECONDS } from '../../data/schema/constants.ts'
import type { FeedStart } from '../../data/schema/vocabulary.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import type { Feed, FeedPosition } from './feed.ts'

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
    throw new ApiError('invalid_parameter', 'Parameters `since` and `from` exclude each other: expected one of them.')
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
    if (at.seq > head.seq) throw refuse(`${source}: it is after the last change of the feed.`)
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
  if (!at) throw refuse(`${source}: expected a next_cursor or the id of an event, unchanged.`)
  return { at, source }
}

function readSince(text: string, now: number, retention: number): number {
  if (!instant.safeParse(text).success)
    throw refuse(
      'Parameter `since`: expected an instant with its offset or Z, such as 2024-10-15T12:00:00Z; write + as %2B.',
    )
  const since = Date.parse(text)
  if (since > now + SINCE_AHEAD_SECONDS * 1000)
    throw refuse(`Parameter \`since\`: it is more than ${SINCE_AHEAD_SECONDS} s in the future.`)
  if (since < now - retention) throw refuse('Parameter `since`: it is before the retention window of the feed.')
  return since
}

function refuse(sentence: string): ApiError {
  return new ApiError('invalid_parameter', sentence)
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
