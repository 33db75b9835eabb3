// One stream's reader: its connection, where it stands, and when it is told so (docs/rules.md#streams). A plain record,
// because what is released is written to thousands of them in one go.

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { CHECKPOINT_EVENTS, STREAM_WAITING_BYTES_MAX } from '../../data/schema/constants.ts'
import type { ReconnectReason } from '../../data/schema/vocabulary.ts'
import type { FeedPosition } from './feed.ts'
import { type Chunk, checkpointChunk, reconnectChunk } from './frame.ts'
import type { Selection } from './selection.ts'

/** How often in the time that a reader may stand still it is looked at. */
const LOOKS = 6

export interface StreamReader {
  response: ServerResponse
  /**
   * What is sent is framed already, for all streams at once, and goes to the socket as it is: through the response each write would be
   * framed again.
   */
  socket: Socket
  chunked: boolean
  epoch: string
  /** The last event that it was sent, or that was skipped. */
  at: number
  /** Since the last id that was sent. */
  skipped: number
  /** Until it is told that it has moved. */
  timer: NodeJS.Timeout | undefined
  /** While something waits for it. */
  watch: NodeJS.Timeout | undefined
  timing: ReaderTiming
}

/** In milliseconds. */
export interface ReaderTiming {
  /** From the first event that is skipped until it is told. */
  checkpoint: number
  /** How long it may take nothing of what waits. */
  stalled: number
}

/** @param response its head and first bytes are written already, and nothing else writes to it */
export function openReader(response: ServerResponse, { epoch, seq }: FeedPosition, timing: ReaderTiming): StreamReader {
  const { socket, chunkedEncoding: chunked } = response
  if (!socket) throw new Error('a stream has no connection')
  const [skipped, timer, watch] = [0, undefined, undefined]
  // In one piece: it lies closer together than what is spread from several.
  const reader: StreamReader = { socket, chunked, epoch, at: seq, skipped, timer, watch, timing, response }
  response.once('close', () => clearInterval(reader.watch))
  return reader
}

/** @returns bytes that wait */
export function writeToReader(reader: StreamReader, chunk: Chunk): number {
  const { socket } = reader
  // Ended where its client has ended its side.
  if (!socket.writable) return 0
  socket.write(reader.chunked ? chunk.framed : chunk.plain)
  const waiting = socket.writableLength
  if (waiting > 0) watchStill(reader)
  return waiting
}

/** Cuts the reader off where it takes nothing for too long; until nothing waits. */
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

/** @param anew it has just been told where it stands */
function skip(reader: StreamReader, count: number, anew: boolean): void {
  reader.skipped = count
  if (anew || count === 0) stopReader(reader)
  if (count > 0)
    reader.timer ??= setTimeout(() => {
      writeToReader(reader, checkpointChunk({ epoch: reader.epoch, seq: reader.at }))
      skip(reader, 0, true)
    }, reader.timing.checkpoint)
}

/** Nothing more is told by itself. */
export function stopReader(reader: StreamReader): void {
  clearTimeout(reader.timer)
  reader.timer = undefined
}

/** Tells it where to go on from, and ends the response. */
export function endReader(reader: StreamReader, reason: ReconnectReason): void {
  writeToReader(reader, reconnectChunk({ epoch: reader.epoch, seq: reader.at }, reason))
  reader.response.end()
}

/** At once where it takes more; else when all that waits has drained, or the connection is gone. */
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
