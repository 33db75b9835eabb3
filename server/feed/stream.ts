// A stream of Server-Sent Events: first the existing events at the reader's pace, then new ones. All come from one table, so that no event
// is missed, repeated or out of order.

import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  CHECKPOINT_SECONDS,
  KEEP_ALIVE_SECONDS,
  STREAM_JITTER_SECONDS,
  STREAM_LIFETIME_SECONDS,
  STREAM_STALLED_SECONDS,
} from '../../data/schema/constants.ts'
import type { ReconnectReason } from '../../data/schema/vocabulary.ts'
import type { Grant, ReadPeer } from '../http/auth.ts'
import { type Exchange, logEnd, openHeaders } from '../http/exchange.ts'
import type { Log } from '../http/log.ts'
import { toCursor } from './cursor.ts'
import type { FanOut } from './fan-out.ts'
import type { Feed } from './feed.ts'
import { FEED_PAGE } from './feed.ts'
import type { ParsedFeedQuery } from './feed-query.ts'
import { KEEP_ALIVE, readyChunk } from './frame.ts'
import { endReader, loseReader, openReader, readerDrained, sendToReader, stopReader, writeToReader } from './reader.ts'
import { cutSelection, selectEvents } from './selection.ts'
import { acquireFilter } from './shared-filter.ts'
import type { Streams } from './streams.ts'

/** Characters that a reader is sent at once while it catches up. */
const WRITE_LENGTH = 64 * 1024

/** In milliseconds. */
export interface StreamTiming {
  keepAlive: number
  checkpoint: number
  lifetime: number
  jitter: number
  stalled: number
  /** A random number from 0 to 1. */
  chance(): number
}

export const STREAM_TIMING: StreamTiming = {
  keepAlive: KEEP_ALIVE_SECONDS * 1000,
  checkpoint: CHECKPOINT_SECONDS * 1000,
  lifetime: STREAM_LIFETIME_SECONDS * 1000,
  jitter: STREAM_JITTER_SECONDS * 1000,
  stalled: STREAM_STALLED_SECONDS * 1000,
  chance: Math.random,
}

export interface StreamParts {
  fanOut: FanOut
  timing: StreamTiming
}

/** Writes the headers and then events, until either side ends the stream. HEAD gets only the headers. */
export function openStream(
  service: { feed: Feed; streams: Streams; readPeer: ReadPeer; log: Log },
  { exchange, grant, asked }: { exchange: Exchange; grant: Grant; asked: ParsedFeedQuery },
  { fanOut, timing }: StreamParts,
): void {
  const { feed, log } = service
  const { request, response } = exchange
  const { position } = asked
  response.writeHead(200, headOf(exchange, toCursor(position)))
  if (request.method === 'HEAD') {
    response.once('close', () => logEnd(exchange, 200, log))
    response.end()
    return
  }
  response.write(readyChunk(position, asked.subscription).plain)
  const reader = openReader(response, position, timing)
  const { filter, release } = acquireFilter(asked.filter)
  let open = true
  let leave: (() => void) | undefined
  const close = (): void => {
    if (!open) return
    open = false
    clearInterval(keepAlive)
    clearTimeout(lifetime)
    stopReader(reader)
    release()
    leave?.()
    forget()
  }
  const endFor = (reason: ReconnectReason): void => {
    if (!open) return
    close()
    endReader(reader, reason)
  }
  const catchUp = async (): Promise<void> => {
    leave?.()
    while (open) {
      const released = feed.released()
      if (released?.epoch !== position.epoch) return endFor('shutdown')
      if (reader.at >= released.seq) {
        reader.epoch = released.epoch
        leave = fanOut.join(filter, reader, turns)
        return
      }
      const page = await feed.read(reader.at, FEED_PAGE)
      // The next event has been pruned: the client gets 410 when it reconnects.
      if (open && page[0]?.seq !== reader.at + 1) return endFor('shutdown')
      for (const events of cutSelection(page, WRITE_LENGTH)) {
        if (!open) return
        sendToReader(reader, selectEvents(events, filter.matches, position.epoch))
        await readerDrained(reader)
      }
      await nextTurn()
    }
  }
  const run = (): void => {
    catchUp().catch((fault: unknown) => {
      log.fault(exchange.id, fault)
      reader.socket.destroy()
    })
  }
  const turns = { fallBack: run, lose: () => endFor('shutdown') }

  const keepAlive = setInterval(writeToReader, timing.keepAlive, reader, KEEP_ALIVE)
  const lifetime = setTimeout(endFor, timing.lifetime + timing.chance() * timing.jitter, 'lifetime')
  const forget = service.streams.add({ grant, peer: service.readPeer(request), end: endFor })
  // One listener, which is called once: there are thousands of streams.
  response.on('close', () => {
    close()
    loseReader(reader)
    logEnd(exchange, 200, log)
  })
  run()
}

function headOf(exchange: Exchange, cursor: string): string[] {
  const headers = openHeaders(exchange, ['Content-Type', 'text/event-stream', 'Cache-Control', 'no-store'])
  // Otherwise nginx would buffer the events.
  headers.push('X-Accel-Buffering', 'no', 'Last-Event-ID', cursor)
  // A client that reconnects may then reach another worker, and a server that stops need not wait for idle connections.
  headers.push('Connection', 'close')
  return headers
}
