// Answers a data request: who asks, what is asked, from which bundle, in which encoding.

import type { FeedFilter } from '../data/schema/feed-filter.ts'
import type { Lease, Published } from './bundles.ts'
import { ApiError } from './errors.ts'
import { toCursor } from './feed/cursor.ts'
import type { Position } from './feed/feed.ts'
import { loadFilter } from './feed/subscription.ts'
import { admit } from './http/admit.ts'
import { COMPRESS_FROM_BYTES, chooseEncoding, compress, type ReplyCache } from './http/compress.ts'
import { isNotModified } from './http/etag.ts'
import type { Exchange, Reply } from './http/exchange.ts'
import type { Points } from './place/census/geocoder.ts'
import { findDay } from './read/upcoming.ts'
import type { PlaceQuestion, Question, Reading, Route } from './route.ts'
import type { Service } from './service.ts'

/** Whole seconds after which a bundle may have come; or this server may have caught up with the others. */
const NO_BUNDLE_RETRY = 5
const BEHIND_RETRY = 1

const VALIDATED = ['Cache-Control', 'private, no-cache', 'Vary', 'Accept-Encoding']
const NOT_STORED = ['Cache-Control', 'no-store', 'Vary', 'Accept-Encoding']

/** Throws ApiError. */
export async function answer(
  service: Service,
  route: Route,
  exchange: Exchange,
  { params, search }: { params: Readonly<Record<string, string>>; search: string },
): Promise<Reply> {
  const grant = await admit(service, exchange, [route.scope])
  if (route.keeping === 'location') {
    const asked = route.ask(params, search)
    if (!service.release.holds()) await requireReach(service)
    const filter = await findFilter(service, grant.account_id, asked)
    const answerAt = (points?: Points) =>
      read(service, exchange, (reading) => {
        const question = asked.in(reading, filter, points)
        if ('refusal' in question) return question
        const key = `${reading.bundle.id} ${reading.day.key} ${question.canonical}`
        return find(service.cache, { question, key, etag: null, more: [] }, reading, exchange)
      })
    const known = await answerAt()
    if (!('refusal' in known)) return known
    const found = service.geocoder ? await answerAt(await service.geocoder.find(known.address)) : known
    if ('refusal' in found) throw found.refusal
    return found
  }
  const remembered = service.memory.ask(route, params, search)
  if (!service.release.holds()) await requireReach(service)
  return read(service, exchange, (reading, { published }) => {
    const etag = service.memory.etagOf(remembered, reading)
    const more = route.feedCursor ? ['X-Feed-Cursor', toCursor(reachedPosition(service, published))] : []
    return find(service.cache, { question: remembered.question, key: etag, etag, more }, reading, exchange)
  })
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
function reachedPosition({ feed, release }: Pick<Service, 'feed' | 'release'>, { epoch, seq }: Published): Position {
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

/** Holds the bundle while it is read. Throws ApiError 503 where there is none. */
function read<Found>(
  service: Service,
  exchange: Exchange,
  find: (reading: Reading, lease: Lease) => Found | Promise<Found>,
): Found | Promise<Found> {
  const lease = service.bundles.lease()
  if (!lease)
    throw new ApiError('internal_error', 'No data has been published on this server yet.', {
      status: 503,
      retryAfter: NO_BUNDLE_RETRY,
    })
  let waiting = false
  try {
    const { bundle } = lease
    exchange.snapshot = bundle.id
    const reply = find({ bundle, day: findDay(bundle, service.asOf, service.now()) }, lease)
    waiting = reply instanceof Promise
    return reply instanceof Promise ? reply.finally(lease.release) : reply
  } finally {
    if (!waiting) lease.release()
  }
}

/**
 * At once, but for the first time that an answer is compressed.
 * @param key of the answer among those that are kept
 * @param more headers that are not kept with it, names and values in turn
 */
function find(
  cache: ReplyCache,
  { question, key, etag, more }: { question: Question; key: string; etag: string | null; more: readonly string[] },
  reading: Reading,
  exchange: Exchange,
): Reply | Promise<Reply> {
  const headers = etag === null ? [...NOT_STORED] : ['ETag', etag, ...VALIDATED, ...more]
  let plain = cache.find(key, 'identity')
  if (!plain) {
    plain = toBuffer(question.answer(reading))
    cache.keep(key, 'identity', plain)
  }
  if (etag !== null && isNotModified(exchange.request.headers['if-none-match'], etag))
    return { status: 304, headers, body: null }
  const encoding = encodingFor(plain, exchange)
  if (encoding === 'identity') return { status: 200, headers, body: plain }
  headers.push('Content-Encoding', encoding)
  const known = cache.find(key, encoding)
  if (known) return { status: 200, headers, body: known }
  return compress(plain, encoding).then((body) => {
    cache.keep(key, encoding, body)
    return { status: 200, headers, body }
  })
}

function encodingFor(plain: Buffer, exchange: Exchange) {
  if (plain.length < COMPRESS_FROM_BYTES) return 'identity'
  return chooseEncoding(exchange.request.headers['accept-encoding'])
}

function toBuffer(json: string | Buffer): Buffer {
  return typeof json === 'string' ? Buffer.from(json) : json
}
