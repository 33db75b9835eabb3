// Answers a data request: who asks, what is asked, from which bundle, in which encoding.

import type { ServerResponse } from 'node:http'
import type { FeedFilter } from '../data/schema/feed-filter.ts'
import { ANSWER_WHOLE_BYTES_MAX, COMPRESS_FROM_BYTES } from './constants.ts'
import { toCursor } from './feed/cursor.ts'
import type { FeedPosition } from './feed/feed.ts'
import { loadFilter } from './feed/subscription.ts'
import { admit, giveBack } from './http/admit.ts'
import type { Grant } from './http/auth.ts'
import { type ContentEncoding, chooseEncoding, compress, type ReplyCache } from './http/compress.ts'
import { ApiError } from './http/errors.ts'
import { isNotModified } from './http/etag.ts'
import { type Exchange, logEnd, type Reply, replyHeaders } from './http/exchange.ts'
import { writePieces } from './http/piecewise.ts'
import type { WorkPermit } from './limits/long-work.ts'
import type { Points } from './place/census/geocoder.ts'
import type { UnknownAddress } from './place/unknown-address.ts'
import { type BodySteps, collectBody } from './read/sliced-work.ts'
import { findDay } from './read/upcoming.ts'
import type { LiveReply } from './route/live-route.ts'
import type { PlaceAnswer, PlaceQuestion, Reading, Route } from './route/route.ts'
import type { Service } from './route/service.ts'
import type { BundleRef, PublishedBundle } from './serving/bundles.ts'

// What every data answer shares: the bundle that it is read from, and the reply that a body becomes.

/** Whole seconds after which a bundle may have come; or this server may have caught up with the others. */
const NO_BUNDLE_RETRY = 5
const BEHIND_RETRY = 1

/** Headers of an answer that depends on where somebody is. */
const NOT_STORED = ['Cache-Control', 'no-store', 'Vary', 'Accept-Encoding']

/**
 * For a request that comes while this server's word does not hold. It looks once: what is released later, this request's sender cannot
 * have heard of when it asked. Throws ApiError 503 where readers may have heard of something newer.
 */
async function requireReach({ bundles, release }: Pick<Service, 'bundles' | 'release'>): Promise<void> {
  const lease = bundles.lease()
  lease?.release()
  // Where there is no bundle, reading it says so.
  if (!lease || (await release.confirm())) return
  throw new ApiError('internal_error', 'The other servers may be ahead of this one: ask again.', {
    status: 503,
    retryAfter: BEHIND_RETRY,
  })
}

/** The bundle stays open until the lease is released. Throws ApiError 503 where there is none. */
function openReading(
  service: Pick<Service, 'bundles' | 'asOf' | 'now'>,
  exchange: Exchange,
): { reading: Reading; lease: BundleRef } {
  const lease = service.bundles.lease()
  if (!lease)
    throw new ApiError('internal_error', 'No data has been published on this server yet.', {
      status: 503,
      retryAfter: NO_BUNDLE_RETRY,
    })
  const { bundle } = lease
  exchange.snapshot = bundle.id
  return { reading: { bundle, day: findDay(bundle, service.asOf, service.now()) }, lease }
}

/** Of an answer about a place, among those that are kept. */
function keyOf({ bundle, day }: Reading, { canonical }: PlaceAnswer): string {
  return `${bundle.id} ${day.key} ${canonical}`
}

/**
 * At once, but for the first time that an answer is compressed.
 * @param key of the answer among those that are kept
 */
function present(
  cache: ReplyCache,
  { key, plain, headers }: { key: string; plain: Buffer; headers: string[] },
  exchange: Exchange,
): Reply | Promise<Reply> {
  const encoding = plain.length < COMPRESS_FROM_BYTES ? 'identity' : encodingOf(exchange)
  if (encoding === 'identity') return { status: 200, headers, body: plain }
  headers.push('Content-Encoding', encoding)
  const known = cache.find(key, encoding)
  if (known) return { status: 200, headers, body: known }
  return compress(plain, encoding).then((body) => {
    cache.keep(key, encoding, body)
    return { status: 200, headers, body }
  })
}

/** That the caller accepts. */
function encodingOf({ request }: Exchange): ContentEncoding {
  return chooseEncoding(request.headers['accept-encoding'])
}

// Answers about an area, such as a state: in slices, since there may be thousands of contests; a long one is written as it is
// computed, no faster than it is read, and no further once nobody reads it.
const PIECE_BYTES = 64 * 1024

/** Throws ApiError: 429 where the account has too many such answers at work. */
async function answerArea(
  service: Service,
  exchange: Exchange,
  grant: Grant,
  handler: (reading: Reading) => PlaceAnswer | UnknownAddress,
): Promise<LiveReply> {
  const { response } = exchange
  const gone = goneSignal(response)
  try {
    const permit = await beginWork(service, exchange, grant, gone)
    // Until it has been read: else one account could have any number of unread answers in memory.
    response.once('close', permit.end)
    try {
      return await compute(service, exchange, { permit, gone, handler })
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
    handler,
  }: { permit: WorkPermit; gone: AbortSignal; handler: (reading: Reading) => PlaceAnswer | UnknownAddress },
): Promise<LiveReply> {
  if (!service.release.holds()) await requireReach(service)
  // Opened here, not where the place was looked up first: the bundle may have been replaced while this waited.
  const { reading, lease } = openReading(service, exchange)
  let streams = false
  try {
    const found = handler(reading)
    if ('refusal' in found) throw found.refusal
    const key = keyOf(reading, found)
    const known = service.cache.find(key, 'identity')
    const body = found.body(reading)
    const first = known ? { bytes: known, last: true } : await takePiece(permit, body, ANSWER_WHOLE_BYTES_MAX)
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

const VALIDATED = ['Cache-Control', 'private, no-cache', 'Vary', 'Accept-Encoding']

/** Throws ApiError. */
export async function answer(
  service: Service,
  route: Route,
  exchange: Exchange,
  { params, search }: { params: Readonly<Record<string, string>>; search: string },
): Promise<LiveReply> {
  const grant = await admit(service, exchange, [route.scope])
  if (route.keeping === 'location') return await answerPlace(service, exchange, grant, route.ask(params, search))
  const remembered = service.memory.ask(route, params, search)
  if (!service.release.holds()) await requireReach(service)
  return withReading(service, exchange, (reading, { published }) => {
    const etag = service.memory.etagOf(remembered, reading)
    const more = route.feedCursor ? ['X-Feed-Cursor', toCursor(reachedPosition(service, published))] : []
    const headers = ['ETag', etag, ...VALIDATED, ...more]
    const plain = service.cache.find(etag, 'identity') ?? toBuffer(remembered.question.answer(reading))
    service.cache.keep(etag, 'identity', plain)
    if (isNotModified(exchange.request.headers['if-none-match'], etag)) return { status: 304, headers, body: null }
    return present(service.cache, { key: etag, plain, headers }, exchange)
  })
}

/** One voter's place is answered at once; an area, whose answer may be long, in slices (server/answer.ts). */
async function answerPlace(
  service: Service,
  exchange: Exchange,
  grant: Grant,
  asked: PlaceQuestion,
): Promise<LiveReply> {
  if (!service.release.holds()) await requireReach(service)
  const filter = await findFilter(service, grant.account_id, asked)
  const answerAt = (points?: Points) =>
    withReading(service, exchange, (reading) => {
      const found = asked.in(reading, filter, points)
      if ('refusal' in found) return found
      const key = keyOf(reading, found)
      const known = service.cache.find(key, 'identity')
      if (!known && !found.exact) return { area: (later: Reading) => asked.in(later, filter, points) }
      const plain = known ?? collectBody(found.body(reading))
      if (!known) service.cache.keep(key, 'identity', plain)
      return present(service.cache, { key, plain, headers: [...NOT_STORED] }, exchange)
    })
  let found = await answerAt()
  if ('refusal' in found && service.geocoder) found = await answerAt(await service.geocoder.find(found.address))
  if ('refusal' in found) throw found.refusal
  return 'area' in found ? await answerArea(service, exchange, grant, found.area) : found
}

/** Of the caller's subscription; empty where none is named. Throws ApiError 404. */
async function findFilter(
  { state }: Pick<Service, 'state'>,
  account_id: number,
  { subscription }: Pick<PlaceQuestion, 'subscription'>,
): Promise<FeedFilter> {
  return subscription === undefined ? {} : (await loadFilter(state, account_id, subscription)).filter
}

/**
 * What every server answers from, at least: a walk may go on at any of them, and this one may be ahead. Where another epoch begins, it is
 * the one before that is current with what they answer from: who follows from there walks again. Throws ApiError 503.
 */
function reachedPosition(
  { feed, release }: Pick<Service, 'feed' | 'release'>,
  { epoch, seq }: PublishedBundle,
): FeedPosition {
  const released = feed.released()
  // A server that never could say what it answers from: nothing newer is released (requireReach).
  if (!released && !release.holds()) return { epoch, seq }
  if (!released)
    throw new ApiError('internal_error', 'The feed has not begun on this server yet.', {
      status: 503,
      retryAfter: BEHIND_RETRY,
    })
  return { epoch: released.epoch, seq: Math.min(seq, released.seq) }
}

/** Holds the bundle while it is read. Throws ApiError 503 where there is none. */
function withReading<Found>(
  service: Service,
  exchange: Exchange,
  find: (reading: Reading, lease: BundleRef) => Found | Promise<Found>,
): Found | Promise<Found> {
  const { reading, lease } = openReading(service, exchange)
  let waiting = false
  try {
    const reply = find(reading, lease)
    waiting = reply instanceof Promise
    return reply instanceof Promise ? reply.finally(lease.release) : reply
  } finally {
    if (!waiting) lease.release()
  }
}

function toBuffer(json: string | Buffer): Buffer {
  return typeof json === 'string' ? Buffer.from(json) : json
}
