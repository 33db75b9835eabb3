// Answers data requests: checks the caller, opens the bundle, runs the route and encodes the response.

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

// Shared by all data requests: opening the bundle, and turning a body into a reply.

/** Retry-After in seconds: while no bundle is published, and while this server is behind the others. */
const NO_BUNDLE_RETRY = 5
const BEHIND_RETRY = 1

/** Headers of a response that depends on the caller's location. */
const NOT_STORED = ['Cache-Control', 'no-store', 'Vary', 'Accept-Encoding']

/**
 * For a request that arrives while this server holds no valid lease. One check is enough: the caller cannot know of a publication that is
 * released after it sent the request. Throws ApiError 503 if a reader may already know of a newer publication.
 */
async function requireReach({ bundles, release }: Pick<Service, 'bundles' | 'release'>): Promise<void> {
  const lease = bundles.lease()
  lease?.release()
  // If there is no bundle, openReading reports it.
  if (!lease || (await release.confirm())) return
  throw new ApiError('internal_error', 'This server may be behind the others: retry.', {
    status: 503,
    retryAfter: BEHIND_RETRY,
  })
}

/** The bundle stays open until the lease is released. Throws ApiError 503 if no bundle is published. */
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

/** Cache key of an answer about a place. */
function keyOf({ bundle, day }: Reading, { canonical }: PlaceAnswer): string {
  return `${bundle.id} ${day.key} ${canonical}`
}

/**
 * Returns the reply synchronously, unless it must be compressed for the first time.
 * @param key of the answer in the cache
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

/** Chosen by Accept-Encoding. */
function encodingOf({ request }: Exchange): ContentEncoding {
  return chooseEncoding(request.headers['accept-encoding'])
}

// Answers about an area, such as a state. They are computed in slices, because an area may have thousands of contests. A long answer is
// sent while it is computed, no faster than the client reads it, and stops when the client disconnects.
const PIECE_BYTES = 64 * 1024

/** Throws ApiError; 429 if the account has too many of these answers in progress. */
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
    // Hold the permit until the response is read: otherwise one account could have any number of unread answers in memory.
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

/** A refused request does not count against the account's limits. */
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
  // Open the current bundle: the first one may have been replaced while this request waited.
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

/** Sends no Content-Length: the length is unknown when the headers are written. HEAD gets the same headers. */
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
    // The status is already sent: only a broken connection can tell the client that the body is incomplete.
    response.destroy()
  }
}

interface Piece {
  bytes: Buffer
  last: boolean
}

/** @param size least number of bytes, except for the last piece */
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

/** Aborts when the response has ended or the client has disconnected. */
function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  if (response.destroyed) gone.abort()
  else response.once('close', () => gone.abort())
  return gone.signal
}

// The path of a data request. `answer` is the entry point.

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

/** Answers an exact location at once, and an area in slices, because its answer may be long. */
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

/** Returns the filter of the named subscription; empty if none is named. Throws ApiError 404. */
async function findFilter(
  { state }: Pick<Service, 'state'>,
  account_id: number,
  { subscription }: Pick<PlaceQuestion, 'subscription'>,
): Promise<FeedFilter> {
  return subscription === undefined ? {} : (await loadFilter(state, account_id, subscription)).filter
}

/**
 * Returns a position that every server has reached: the next page may come from any of them, and this one may be ahead. While a new epoch
 * begins, the position is of the previous epoch; a client that follows it must read the list again. Throws ApiError 503.
 */
function reachedPosition(
  { feed, release }: Pick<Service, 'feed' | 'release'>,
  { epoch, seq }: PublishedBundle,
): FeedPosition {
  const released = feed.released()
  // This server never held a lease: requireReach has checked that nothing newer is released.
  if (!released && !release.holds()) return { epoch, seq }
  if (!released)
    throw new ApiError('internal_error', 'The feed is not ready on this server yet.', {
      status: 503,
      retryAfter: BEHIND_RETRY,
    })
  return { epoch: released.epoch, seq: Math.min(seq, released.seq) }
}

/** Keeps the bundle open while `find` reads it. Throws ApiError 503 if no bundle is published. */
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
