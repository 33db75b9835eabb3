// Frames of Server-Sent Events. Each event's frame is built once, and streams that send the same bytes share one buffer.

import { STREAM_RETRY_MS } from '../../data/schema/constants.ts'
import type { FeedEvent } from '../../data/schema/event.ts'
import type { ReconnectReason } from '../../data/schema/vocabulary.ts'
import { toCursor } from './cursor.ts'
import type { FeedPosition } from './feed.ts'

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
  const retry = Buffer.from(`retry: ${STREAM_RETRY_MS}\n\n`)
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
