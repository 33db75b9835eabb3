// The reader of one stream: its connection, its position and its checkpoints (docs/rules.md#streams). It is a plain record, because each
// release is written to thousands of readers at once.

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { CHECKPOINT_EVENTS, STREAM_WAITING_BYTES_MAX } from '../../data/schema/constants.ts'
import type { ReconnectReason } from '../../data/schema/vocabulary.ts'
import type { FeedPosition } from './feed.ts'
import { type Chunk, checkpointChunk, reconnectChunk } from './frame.ts'
import type { Selection } from './selection.ts'

/** Number of checks within the time that a reader may stand still. */
const LOOKS = 6

export interface StreamReader {
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
export interface ReaderTiming {
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
