// Frames of Server-Sent Events. Each event's frame is built once, and streams that send the same bytes share one buffer.

import type { FeedEvent } from '../../data/schema/event.ts'
import type { ReconnectReason } from '../../data/schema/vocabulary.ts'
import type { FeedPosition } from './feed.ts'
import type { Matches } from './filter.ts'
import { toCursor } from './position.ts'

/** @setting Milliseconds for which a client of a stream waits before it reconnects. */
export const STREAM_RETRY_MS = 3000

/** Bytes that a stream sends, with and without the framing of HTTP's chunked coding. */
export interface Chunk {
  framed: Buffer
  plain: Buffer
}

const CHUNK_END = Buffer.from('\r\n')

export function toChunk(frames: readonly Buffer[]): Chunk {
  let length = 0
  for (const frame of frames) length += frame.length
  const size = Buffer.from(`${length.toString(16)}\r\n`)
  const framed = Buffer.concat([size, ...frames, CHUNK_END])
  return { framed, plain: framed.subarray(size.length, size.length + length) }
}

export const KEEP_ALIVE = toChunk([Buffer.from(': keep-alive\n\n')])

/** Frame of each event object, which belongs to one epoch. */
const eventFrames = new WeakMap<object, Buffer>()

export function eventFrame(event: Pick<FeedEvent, 'seq' | 'body'>, epoch: string): Buffer {
  const known = eventFrames.get(event)
  if (known) return known
  const frame = toFrame('endorsement', toCursor({ epoch, seq: event.seq }), event.body)
  eventFrames.set(event, frame)
  return frame
}

export function readyChunk(position: FeedPosition, subscription: string | null): Chunk {
  const cursor = toCursor(position)
  // Not in a block of its own: some clients would report that as an empty message.
  const retry = Buffer.from(`retry: ${STREAM_RETRY_MS}\n`)
  return toChunk([retry, toFrame('ready', cursor, JSON.stringify({ subscription, cursor }))])
}

export function checkpointChunk(position: FeedPosition): Chunk {
  const cursor = toCursor(position)
  return toChunk([toFrame('checkpoint', cursor, JSON.stringify({ cursor }))])
}

export function reconnectChunk(position: FeedPosition, reason: ReconnectReason): Chunk {
  const cursor = toCursor(position)
  return toChunk([toFrame('reconnect', cursor, JSON.stringify({ cursor, reason }))])
}

/** @param data JSON: it has no line break */
function toFrame(event: string, id: string, data: string): Buffer {
  return Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`)
}

// The part of consecutive events that a filter selects: the bytes to send and the number of skipped events.

export interface Selection {
  /** The events after this position, up to and including `through`. */
  after: number
  through: number
  /** Number of events skipped before the first match; all if none matches. */
  leading: number
  /** Number of events skipped after the last match. */
  trailing: number
  /** The matching events; null if none matches. */
  chunk: Chunk | null
}

/** @param events at least one, at most CHECKPOINT_EVENTS: a longer gap between two of them would need a checkpoint */
export function selectEvents(events: readonly FeedEvent[], matches: Matches, epoch: string): Selection {
  const after = (events[0]?.seq ?? 1) - 1
  const frames: Buffer[] = []
  let leading = 0
  let trailing = 0
  for (const event of events)
    if (matches(event)) {
      frames.push(eventFrame(event, epoch))
      trailing = 0
    } else if (frames.length === 0) leading += 1
    else trailing += 1
  const through = after + events.length
  return { after, through, leading, trailing, chunk: frames.length === 0 ? null : toChunk(frames) }
}

/** Cuts a page into batches of about `length` characters. */
export function* cutSelection(events: readonly FeedEvent[], length: number): Generator<readonly FeedEvent[]> {
  let from = 0
  let gathered = 0
  for (const [at, event] of events.entries()) {
    gathered += event.body.length
    if (gathered < length && at + 1 < events.length) continue
    yield events.slice(from, at + 1)
    from = at + 1
    gathered = 0
  }
}
