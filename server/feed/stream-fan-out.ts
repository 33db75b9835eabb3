// Sends newly released events to all streams that have caught up. Each distinct filter runs once, and events are written in order.

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FeedEvent } from '../../data/schema/event.ts'
import type { ReconnectReason } from '../../data/schema/vocabulary.ts'
import { CHECKPOINT_EVENTS, FEED_PAGE, type Feed, type FeedPosition } from './feed.ts'
import type { SharedFilter } from './filter.ts'
import { type Chunk, checkpointChunk, reconnectChunk, type Selection, selectEvents } from './frame.ts'

/** @setting Bytes that may be buffered for the reader of a stream; a slower reader is disconnected. */
const STREAM_WAITING_BYTES_MAX = 1_048_576
/** @setting Writes to streams between two turns of the event loop. */
const STREAM_WRITES_PER_TURN = 500

/** A larger batch is left to each reader, which reads it at its own pace. */
const LIVE_BYTES_MAX = 256 * 1024
/** If more batches wait, because events are released faster than they are written, all of them are left to the readers. */
const WAITING_MAX = 8

/** Reactions of a reader to a batch that cannot simply be written to it. */
interface Turns {
  /** The batch is large: the reader catches up by itself and joins again. */
  fallBack(): void
  /** The reader cannot continue: its epoch has ended, or events after its position are gone. */
  lose(): void
}

export type FanOut = ReturnType<typeof createFanOut>

interface Delivery {
  events: readonly FeedEvent[]
  epoch: string
}

export function createFanOut(feed: Feed) {
  const groups = new Map<SharedFilter, Map<StreamReader, Turns>>()
  const deliveries: Delivery[] = []
  let delivering = false
  let unfollow: (() => void) | undefined

  const deliver = async (): Promise<void> => {
    let writes = 0
    try {
      for (let delivery = deliveries.shift(); delivery; delivery = deliveries.shift())
        for (const [filter, readers] of groups) {
          const hand = handOf(delivery, filter)
          for (const [reader, turns] of readers) {
            hand(reader, turns)
            writes += 1
            if (writes % STREAM_WRITES_PER_TURN === 0) await nextTurn()
          }
        }
    } finally {
      // Reset it in the same turn: events that are released in the next turn start another call.
      delivering = false
    }
  }
  /** Drops the waiting batches: each reader continues from its own position. */
  const fallBack = (): void => {
    deliveries.length = 0
    for (const readers of [...groups.values()]) for (const turns of [...readers.values()]) turns.fallBack()
  }
  const start = (): void => {
    unfollow = feed.follow((events, { epoch }) => {
      if (deliveries.length === WAITING_MAX) return fallBack()
      deliveries.push({ events, epoch })
      if (delivering) return
      delivering = true
      // The first batch is written in this turn.
      deliver().catch(fallBack)
    })
  }
  return {
    /** Call it in the turn in which the reader has caught up with the released events. @returns a function that leaves */
    join(filter: SharedFilter, reader: StreamReader, turns: Turns): () => void {
      if (!unfollow) start()
      const readers = groups.get(filter) ?? new Map()
      groups.set(filter, readers)
      readers.set(reader, turns)
      return () => {
        readers.delete(reader)
        if (readers.size > 0 || groups.get(filter) !== readers) return
        groups.delete(filter)
        if (groups.size > 0) return
        unfollow?.()
        unfollow = undefined
      }
    },
  }
}

/** Returns a function that applies one delivery to a reader of the filter. */
function handOf({ events, epoch }: Delivery, { matches }: SharedFilter): (reader: StreamReader, turns: Turns) => void {
  const [first] = events
  const selection = first && selectEvents(events, matches, epoch)
  const bytes = selection?.chunk?.plain.length ?? 0
  const much = bytes > LIVE_BYTES_MAX || (bytes > 0 && events.length === FEED_PAGE)
  return (reader, turns) => {
    const { at } = reader
    if (reader.epoch !== epoch) return turns.lose()
    // The reader joined after the release: it is already past these events.
    if (!selection || at >= selection.through) return
    if (at === selection.after) return much ? turns.fallBack() : sendToReader(reader, selection)
    if (at < selection.after) return turns.lose()
    // The reader's position is inside the batch: send it the rest.
    const rest = events.filter(({ seq }) => seq > at)
    sendToReader(reader, selectEvents(rest, matches, epoch))
  }
}

// The reader of one stream: its connection, its position and its checkpoints (docs/rules.md#streams). It is a plain record, because each
// release is written to thousands of readers at once.

/** Number of checks within the time that a reader may stand still. */
const LOOKS = 6

interface StreamReader {
  response: ServerResponse
  /**
   * Chunks are framed once for all streams and written to the socket. The response would frame each write again.
   */
  socket: Socket
  chunked: boolean
  epoch: string
  /** Sequence number of the last event that was sent or skipped. */
  at: number
  /** Number of events skipped since the last id was sent. */
  skipped: number
  /** Runs until the next checkpoint. */
  timer: NodeJS.Timeout | undefined
  /** Runs while bytes wait to be sent. */
  watch: NodeJS.Timeout | undefined
  timing: ReaderTiming
}

/** In milliseconds. */
interface ReaderTiming {
  /** From the first skipped event to the checkpoint. */
  checkpoint: number
  /** How long a reader may take none of the bytes that wait. */
  stalled: number
}

/** @param response its headers and first bytes are already written, and nothing else writes to it; the caller calls `loseReader` */
export function openReader(response: ServerResponse, { epoch, seq }: FeedPosition, timing: ReaderTiming): StreamReader {
  const { socket, chunkedEncoding: chunked } = response
  if (!socket) throw new Error('a stream has no connection')
  // `watchStill` ends a stream that takes nothing. The server's timer of silent connections would be set anew by each write.
  socket.setTimeout(0)
  const [skipped, timer, watch] = [0, undefined, undefined]
  // One object literal: an object spread from several takes more memory.
  const reader: StreamReader = { socket, chunked, epoch, at: seq, skipped, timer, watch, timing, response }
  return reader
}

/** Call it when the connection is gone. */
export function loseReader(reader: StreamReader): void {
  clearInterval(reader.watch)
}

/** @returns the number of bytes that wait to be sent */
export function writeToReader(reader: StreamReader, chunk: Chunk): number {
  const { socket } = reader
  // The socket is not writable after the client has closed its side.
  if (!socket.writable) return 0
  socket.write(reader.chunked ? chunk.framed : chunk.plain)
  const waiting = socket.writableLength
  if (waiting > 0) watchStill(reader)
  return waiting
}

/** Disconnects the reader if it takes nothing for too long. Stops when nothing waits. */
function watchStill(reader: StreamReader): void {
  if (reader.watch !== undefined) return
  const { socket } = reader
  let taken = socket.bytesWritten - socket.writableLength
  let still = 0
  reader.watch = setInterval(() => {
    const before = taken
    taken = socket.bytesWritten - socket.writableLength
    still = taken === before ? still + 1 : 0
    if (still === LOOKS) socket.destroy()
    if (socket.writableLength > 0) return
    clearInterval(reader.watch)
    reader.watch = undefined
  }, reader.timing.stalled / LOOKS)
}

export function sendToReader(reader: StreamReader, { after, through, leading, trailing, chunk }: Selection): void {
  const before = reader.skipped + leading
  const due = before >= CHECKPOINT_EVENTS
  if (due)
    writeToReader(reader, checkpointChunk({ epoch: reader.epoch, seq: after + CHECKPOINT_EVENTS - reader.skipped }))
  reader.at = through
  if (chunk === null) skip(reader, due ? before - CHECKPOINT_EVENTS : before, due)
  else {
    const waiting = writeToReader(reader, chunk)
    if (before > 0 || trailing > 0) skip(reader, trailing, true)
    if (waiting > STREAM_WAITING_BYTES_MAX) reader.socket.destroy()
  }
}

/** @param anew true if an id has just been sent */
function skip(reader: StreamReader, count: number, anew: boolean): void {
  reader.skipped = count
  if (anew || count === 0) stopReader(reader)
  if (count > 0)
    reader.timer ??= setTimeout(() => {
      writeToReader(reader, checkpointChunk({ epoch: reader.epoch, seq: reader.at }))
      skip(reader, 0, true)
    }, reader.timing.checkpoint)
}

/** Cancels the pending checkpoint. */
export function stopReader(reader: StreamReader): void {
  clearTimeout(reader.timer)
  reader.timer = undefined
}

/** Sends the position from which to continue, and ends the response. */
export function endReader(reader: StreamReader, reason: ReconnectReason): void {
  writeToReader(reader, reconnectChunk({ epoch: reader.epoch, seq: reader.at }, reason))
  reader.response.end()
}

/** Undefined if the reader can take more now; otherwise resolves when the buffer is empty or the connection is gone. */
export function readerDrained({ socket }: StreamReader): Promise<void> | undefined {
  if (!socket.writableNeedDrain || socket.destroyed) return undefined
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done)
      resolve()
    }
    socket.on('drain', done).on('close', done)
  })
}
