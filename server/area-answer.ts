// Answers about an area, such as a state: in slices, since there may be thousands of contests; a long one is written as it is
// computed, no faster than it is read, and no further once nobody reads it.

import type { ServerResponse } from 'node:http'
import { giveBack } from './http/admit.ts'
import type { Grant } from './http/auth.ts'
import { type Exchange, logEnd, replyHeaders } from './http/exchange.ts'
import { writePieces } from './http/piecewise.ts'
import type { WorkPermit } from './limits/long-work.ts'
import type { LiveReply } from './live-route.ts'
import type { UnknownAddress } from './place/unknown.ts'
import type { BodySteps } from './read/steps.ts'
import { encodingOf, keyOf, NOT_STORED, openReading, present, requireReach } from './reading.ts'
import type { PlaceAnswer, Reading } from './route.ts'
import type { Service } from './service.ts'

/** A longer body is written piece by piece, and not kept. */
const WHOLE_BYTES_MAX = 1024 * 1024
const PIECE_BYTES = 64 * 1024

/** Throws ApiError: 429 where the account has too many such answers at work. */
export async function answerArea(
  service: Service,
  exchange: Exchange,
  grant: Grant,
  find: (reading: Reading) => PlaceAnswer | UnknownAddress,
): Promise<LiveReply> {
  const { response } = exchange
  const gone = goneSignal(response)
  try {
    const permit = await beginWork(service, exchange, grant, gone)
    // Until it has been read: else one account could have any number of unread answers in memory.
    response.once('close', permit.end)
    try {
      return await compute(service, exchange, { permit, gone, find })
    } catch (fault) {
      permit.end()
      throw fault
    }
  } catch (fault) {
    if (gone.aborted) return { stream: () => undefined }
    throw fault
  }
}

/** A request that is refused takes nothing of the account's limits. */
async function beginWork(service: Service, exchange: Exchange, grant: Grant, gone: AbortSignal): Promise<WorkPermit> {
  try {
    return await service.longWork.begin(grant.account_id, gone)
  } catch (fault) {
    await giveBack(service, exchange, grant)
    throw fault
  }
}

async function compute(
  service: Service,
  exchange: Exchange,
  {
    permit,
    gone,
    find,
  }: { permit: WorkPermit; gone: AbortSignal; find: (reading: Reading) => PlaceAnswer | UnknownAddress },
): Promise<LiveReply> {
  if (!service.release.holds()) await requireReach(service)
  // Opened here, not where the place was looked up first: the bundle may have been replaced while this waited.
  const { reading, lease } = openReading(service, exchange)
  let streams = false
  try {
    const found = find(reading)
    if ('refusal' in found) throw found.refusal
    const key = keyOf(reading, found)
    const known = service.cache.find(key, 'identity')
    const body = found.body(reading)
    const first = known ? { bytes: known, last: true } : await takePiece(permit, body, WHOLE_BYTES_MAX)
    if (first.last) {
      if (!known) service.cache.keep(key, 'identity', first.bytes)
      return await present(service.cache, { key, plain: first.bytes, headers: [...NOT_STORED] }, exchange)
    }
    gone.throwIfAborted()
    streams = true
    exchange.response.once('close', lease.release)
    return { stream: () => void stream(service, exchange, { pieces: takePieces(permit, first, body), gone }) }
  } finally {
    if (!streams) lease.release()
  }
}

/** Without a length: it is not known when the head is written. HEAD has the same head. */
async function stream(
  { log, draining }: Service,
  exchange: Exchange,
  { pieces, gone }: { pieces: AsyncIterable<Buffer>; gone: AbortSignal },
): Promise<void> {
  const { request, response, id } = exchange
  const encoding = encodingOf(exchange)
  const headers = encoding === 'identity' ? NOT_STORED : [...NOT_STORED, 'Content-Encoding', encoding]
  response.once('close', () => logEnd(exchange, 200, log))
  response.writeHead(200, replyHeaders(exchange, { headers, closing: draining() }))
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  try {
    await writePieces(response, pieces, { encoding, gone })
  } catch (fault) {
    if (!gone.aborted) log.fault(id, fault)
    // The status has been written: only a broken connection still says that the body is not whole.
    response.destroy()
  }
}

interface Piece {
  bytes: Buffer
  last: boolean
}

/** @param size in bytes, at least, unless it is the last */
function takePiece(permit: WorkPermit, body: BodySteps, size: number): Promise<Piece> {
  const taken: Buffer[] = []
  let length = 0
  return permit.run(() => {
    const { done = false, value } = body.next()
    if (value) {
      taken.push(value)
      length += value.length
    }
    return done || length >= size ? { bytes: Buffer.concat(taken), last: done } : undefined
  })
}

async function* takePieces(permit: WorkPermit, first: Piece, body: BodySteps): AsyncGenerator<Buffer> {
  yield first.bytes
  for (let { last } = first; !last; ) {
    const piece = await takePiece(permit, body, PIECE_BYTES)
    last = piece.last
    yield piece.bytes
  }
}

/** Aborted once the response has ended, or nobody waits for it. */
function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  if (response.destroyed) gone.abort()
  else response.once('close', () => gone.abort())
  return gone.signal
}
