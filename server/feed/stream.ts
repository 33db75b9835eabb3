// A stream of Server-Sent Events: first the existing events at the reader's pace, then new ones. All come from one table, so that no event
// is missed, repeated or out of order.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ReconnectReason } from '../../data/schema/vocabulary.ts'
import { authenticate, findForbidden, type Grant, type Grants, type Peer, type ReadPeer } from '../http/auth.ts'
import { type Exchange, logEnd, openHeaders } from '../http/exchange.ts'
import type { Log } from '../http/log.ts'
import { FEED_PAGE, type Feed } from './feed.ts'
import { acquireFilter } from './filter.ts'
import { cutSelection, KEEP_ALIVE, readyChunk, selectEvents } from './frame.ts'
import { type ParsedFeedQuery, toCursor } from './position.ts'
import {
  endReader,
  type FanOut,
  loseReader,
  openReader,
  readerDrained,
  sendToReader,
  stopReader,
  writeToReader,
} from './stream-fan-out.ts'

/** @setting The heartbeat of a stream: seconds between two comments that keep its connection open. */
export const KEEP_ALIVE_SECONDS = 20
/** @setting Seconds after which a stream that skips events gets a checkpoint with its position. */
const CHECKPOINT_SECONDS = 30
/** @setting Seconds after which a stream ends. */
export const STREAM_LIFETIME_SECONDS = 3600
/** @setting Upper bound of the random seconds added to a stream's lifetime, so that clients do not all reconnect at once. */
const STREAM_JITTER_SECONDS = 60
/** @setting Seconds without a drained byte after which a reader of a stream is too slow. */
const STREAM_STALLED_SECONDS = 30

/** Characters that a reader is sent at once while it catches up. */
const WRITE_LENGTH = 64 * 1024

/** In milliseconds. */
export const STREAM_TIMING = {
  keepAlive: KEEP_ALIVE_SECONDS * 1000,
  checkpoint: CHECKPOINT_SECONDS * 1000,
  lifetime: STREAM_LIFETIME_SECONDS * 1000,
  jitter: STREAM_JITTER_SECONDS * 1000,
  stalled: STREAM_STALLED_SECONDS * 1000,
  /** A random number from 0 to 1. */
  chance: Math.random,
}
export type StreamTiming = typeof STREAM_TIMING

/** Writes the headers and then events, until either side ends the stream. HEAD gets only the headers. */
export function openStream(
  service: { feed: Feed; streams: Streams; readPeer: ReadPeer; log: Log },
  { exchange, grant, asked }: { exchange: Exchange; grant: Grant; asked: ParsedFeedQuery },
  { fanOut, timing }: { fanOut: FanOut; timing: StreamTiming },
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

// The streams that are open in this process. A revocation or a shutdown of the server ends them.

export interface OpenStream {
  grant: Grant
  peer: Peer
  /** Sends the reason to the reader, and ends the stream. */
  end(reason: ReconnectReason): void
}

export type Streams = ReturnType<typeof createStreams>

/** Streams that are checked together: one key, used from one address. */
interface Use {
  hash: string
  peer: Peer
  streams: Set<OpenStream>
}

/** @param grants read at each sweep */
export function createStreams(grants: Pick<Grants, 'find' | 'isCurrent'>) {
  const uses = new Map<string, Use>()
  let draining = false

  const mayRead = ({ hash, peer }: Use, now: number): boolean => {
    const caller = authenticate({ hash, mistyped: false }, grants, now)
    return 'grant' in caller && !findForbidden(caller.grant, peer.address, ['stream:read'])
  }
  const remove = (name: string, stream: OpenStream): boolean => {
    const use = uses.get(name)
    const removed = use?.streams.delete(stream) ?? false
    if (use?.streams.size === 0) uses.delete(name)
    return removed
  }
  /** Ends each stream once. */
  const endAll = (name: string, { streams }: Use, reason: ReconnectReason): void => {
    uses.delete(name)
    for (const stream of streams) stream.end(reason)
  }
  return {
    /** Number of open streams. */
    count: () => [...uses.values()].reduce((sum, { streams }) => sum + streams.size, 0),
    /** @returns a function that removes it */
    add(stream: OpenStream): () => void {
      const { grant, peer } = stream
      const name = nameUse(grant.hash, peer)
      const use = uses.get(name) ?? { hash: grant.hash, peer, streams: new Set() }
      uses.set(name, use)
      use.streams.add(stream)
      // Defer it to the end of this turn: the caller does not have the function that removes the stream yet.
      if (draining) queueMicrotask(() => remove(name, stream) && stream.end('shutdown'))
      return () => {
        remove(name, stream)
      }
    },
    /** Ends streams whose key may no longer read the feed: revoked, expired, suspended, without the scope, or from a wrong address. */
    sweep(now: number) {
      for (const [name, use] of uses) if (!mayRead(use, now)) endAll(name, use, 'revoked')
    },
    /** Ends all streams, and those that are added later. */
    drain() {
      draining = true
      for (const [name, use] of uses) endAll(name, use, 'shutdown')
    },
  }
}

function nameUse(hash: string, { address }: Peer): string {
  return address ? `${hash} ${address.family}/${address.value}` : hash
}
