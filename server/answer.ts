// Answers a data request from the current bundle, or from the one that it names. `produce` is the one road: open, resolve, render, keep,
// release. An API client gets its body encoded, a page gets it as it is.

import { ApiError, TooManyContests } from '../data/schema/api-error.ts'
import type { FeedFilter } from '../data/schema/subscription.ts'
import type { FeedPosition } from './feed/feed.ts'
import { toCanonical } from './feed/filter.ts'
import { loadFilter, toCursor } from './feed/position.ts'
import { type AccountGrant, giveBack } from './http/admit.ts'
import { type Exchange, type LiveReply, onEnd, type Reply } from './http/exchange.ts'
import {
  COMPRESS_FROM_BYTES,
  chooseEncoding,
  compress,
  isNotModified,
  makeEtag,
  type ReplyCache,
} from './http/reply-body.ts'
import type { Geocoder, Points } from './place/census.ts'
import { loadPlace, type ResolvedLocation, resolveLocation, type UnknownAddress } from './place/place.ts'
import { checksKey } from './read/coverage.ts'
import { findDay, pinDay } from './read/elections.ts'
import { answersKey, mergeOverlay } from './read/overlay.ts'
import { findChosenEndorsers } from './read/positions.ts'
import { type BodySteps, collectBody } from './read/sliced-work.ts'
import { type LongBody, renderLong, stream } from './render.ts'
import type { BundleRequest, CachedQuestion, PlaceQuestion, Reading } from './route/route.ts'
import type { Service } from './route/service.ts'
import { type BundleRef, type PublishedBundle, UnopenedBundle } from './serving/bundles.ts'
import type { PastBundleRef } from './serving/past-bundles.ts'
import { type NamedSnapshot, nothingPublished } from './serving/snapshots.ts'

/** @setting Bytes above which an answer is sent in pieces and not cached. */
const ANSWER_WHOLE_BYTES_MAX = 1024 * 1024
/** @setting Most bytes of an answer from which the explorer makes one page: a city's ballot with thousands of endorsements has three million. */
const PAGE_ANSWER_BYTES_MAX = 4 * 1024 * 1024

/** A parsed request, and the account that pays for it: the caller has been admitted and counted. */
interface DataRequest {
  question: CachedQuestion | PlaceQuestion
  grant: AccountGrant
  /** The answer states the position of the feed. */
  feedCursor?: boolean | undefined
}

/** An answer of which only the body is missing. */
interface PreparedAnswer {
  /** Equal keys mean equal bodies, so the body may be in the cache. */
  key: string
  /** The key, if the client may validate its copy with it. */
  etag: string | null
  /** Names and values in turn. */
  headers: readonly string[]
  /** True for an area: the body may have thousands of contests. */
  isLong: boolean
  body(): BodySteps
}

/** The reply to an API client. Throws ApiError, and an AbortError if the client has disconnected. */
export async function answerData(service: Service, exchange: Exchange, request: DataRequest): Promise<LiveReply> {
  const { prepared, body } = await produce(service, exchange, request, {
    wholeBytes: ANSWER_WHOLE_BYTES_MAX,
    isHeldUntilRead: true,
    finish: ({ headers }, long) => ({ stream: () => void stream(service, exchange, headers, long) }),
  })
  return 'stream' in body ? body : encode(service.cache, exchange, prepared, body)
}

/**
 * The whole JSON of an answer, for a page. Throws ApiError, also 400 for an area with more than PAGE_ANSWER_BYTES_MAX of contests, and an
 * AbortError if the client has disconnected.
 */
export async function readAnswer(service: Service, exchange: Exchange, request: DataRequest): Promise<Buffer> {
  const { body } = await produce(service, exchange, request, {
    wholeBytes: PAGE_ANSWER_BYTES_MAX,
    isHeldUntilRead: false,
    finish() {
      throw new TooManyContests(
        'invalid_parameter',
        'This area votes on more contests than one page can show. Choose a smaller one: a city, a ZIP code or an address.',
      )
    },
  })
  return body
}

/** How to finish a body that is longer than `wholeBytes`. */
interface Overflow<Long> {
  wholeBytes: number
  /** Whether the work counts as running until the client has read the response. */
  isHeldUntilRead: boolean
  finish(prepared: PreparedAnswer, long: LongBody): Long
}

/** The answer with its body, from the cache or rendered. The bundle stays open until the last byte is rendered. */
async function produce<Long extends object>(
  service: Service,
  exchange: Exchange,
  request: DataRequest,
  overflow: Overflow<Long>,
): Promise<{ prepared: PreparedAnswer; body: Buffer | Long }> {
  const { prepared, lease } = await open(service, exchange, request)
  let { release } = lease
  try {
    const { key } = prepared
    const cached = service.cache.find(key, 'identity')
    if (cached) return { prepared, body: cached }
    const body = prepared.isLong
      ? await renderLong(service, exchange, request.grant, prepared.body(), overflow)
      : collectBody(prepared.body())
    if ('rest' in body) {
      const long = overflow.finish(prepared, body)
      onEnd(exchange.response, release)
      release = () => undefined
      return { prepared, body: long }
    }
    if (lease.isCurrent() && body.length <= ANSWER_WHOLE_BYTES_MAX) service.cache.keep(key, 'identity', body)
    return { prepared, body }
  } finally {
    release()
  }
}

// Opening the bundle, and resolving the place in it.

const NO_FILTER: FeedFilter = {}

/** The bundle stays open until the lease is released. Throws ApiError, and an AbortError if the client has disconnected. */
async function open(
  service: Service,
  exchange: Exchange,
  { question, grant, feedCursor }: DataRequest,
): Promise<{ prepared: PreparedAnswer; lease: BundleRef }> {
  const place = 'location' in question ? question : undefined
  const snapshot = 'location' in question ? question.snapshot : question.question.snapshot
  // The store itself says which bundle a snapshot is, so no other server can know of a newer one.
  const named = snapshot === undefined ? undefined : await service.snapshots.find(snapshot)
  if (!named && !service.release.holds()) await requireReach(service)
  const subscription = place?.query.subscription
  const filter =
    subscription === undefined ? NO_FILTER : (await loadFilter(service.state, grant.account_id, subscription)).filter
  const openBundle = () => (named ? openNamed(service, exchange, grant, named) : openReading(service, exchange))
  const points = place && service.geocoder ? await geocodeUnknown(service.geocoder, openBundle, place) : undefined
  const opening = openBundle()
  const opened = opening instanceof Promise ? await opening : opening
  try {
    const prepared =
      'location' in question
        ? preparePlace(opened.reading, question, filter, points)
        : prepareList(service, opened, question, feedCursor)
    return { prepared, lease: opened.lease }
  } catch (fault) {
    opened.lease.release()
    throw fault
  }
}

/**
 * The geocoder's points of an address that local data lacks; undefined if none is needed. No bundle is open while the geocoder works. Throws
 * ApiError 400, 404 or 503.
 */
async function geocodeUnknown(
  geocoder: Geocoder,
  openBundle: () => OpenedReading | Promise<OpenedReading>,
  { location }: PlaceQuestion,
): Promise<Points | undefined> {
  if (location.lat !== undefined) return undefined
  const { reading, lease } = await openBundle()
  let local: ResolvedLocation | UnknownAddress
  try {
    local = resolveLocation(reading.bundle, location)
  } finally {
    lease.release()
  }
  return 'refusal' in local ? await geocoder.find(local.address) : undefined
}

/** Headers of a response that depends on the caller's location. */
const NOT_STORED = ['Cache-Control', 'no-store', 'Vary', 'Accept-Encoding']
const VALIDATED = ['Cache-Control', 'private, no-cache', 'Vary', 'Accept-Encoding']

/** Throws ApiError 400 for an ambiguous location, 404 for an unknown one. */
function preparePlace(
  reading: Reading,
  question: PlaceQuestion,
  { types: _, ...filter }: FeedFilter,
  points: Points | undefined,
): PreparedAnswer {
  const { bundle } = reading
  const { location, query, answer } = question
  const place = loadPlace(bundle, location, { points, elections: query.elections ?? filter.elections })
  return {
    key: keyOf(findRequest(question, reading, filter), place),
    etag: null,
    headers: NOT_STORED,
    isLong: !place.exact,
    body: () => answer({ query, place, filter }, reading),
  }
}

function findRequest(question: PlaceQuestion, reading: Reading, filter: FeedFilter): BundleRequest {
  const { bundle, day } = reading
  const isKept = question.query.subscription === undefined
  const known = isKept ? question.known.get(bundle) : undefined
  if (known?.day === day.key) return known
  const request = toRequest(question, reading, filter)
  if (isKept) question.known.set(bundle, request)
  return request
}

const UNCHOSEN = { categories: undefined, endorsers: undefined, endorser_states: undefined }

function toRequest({ path, query }: PlaceQuestion, { bundle, day }: Reading, filter: FeedFilter): BundleRequest {
  const { snapshot: _, subscription: __, categories, endorsers, endorser_states, ...rest } = query
  const own = {
    ...filter,
    categories: categories ?? filter.categories,
    endorsers: endorsers ?? filter.endorsers,
    endorser_states: endorser_states ?? filter.endorser_states,
  }
  const choice = findChosenEndorsers(bundle, own)
  // All filters that choose every endorser, or none, share one cache key.
  const filters = typeof choice === 'string' ? { ...own, ...UNCHOSEN } : own
  const whose = typeof choice === 'string' ? choice : 'some'
  const text = JSON.stringify([path, rest, whose, toCanonical(filters)])
  return { day: day.key, text: `${answersKey(bundle)} ${day.key} ${text}` }
}

/** Of each place, the last question and its key: the cache finds a text sooner that it has seen, because the text keeps its hash. */
const lastKeys = new WeakMap<ResolvedLocation, { request: BundleRequest; key: string }>()

/**
 * Equal for equal answers. It contains the bundle, the day, and the districts of the place instead of the requested location, and a
 * subscription's filter instead of its name and account.
 */
function keyOf(request: BundleRequest, place: ResolvedLocation): string {
  const last = lastKeys.get(place)
  if (last?.request === request) return last.key
  const key = `${request.text} ${place.key}`
  lastKeys.set(place, { request, key })
  return key
}

function prepareList(
  service: Pick<Service, 'feed' | 'release'>,
  { reading, lease }: OpenedReading,
  cached: CachedQuestion,
  feedCursor = false,
): PreparedAnswer {
  const etag = etagOf(cached, reading)
  const more = feedCursor ? ['X-Feed-Cursor', toCursor(reachedPosition(service, lease.published))] : []
  const { question } = cached
  return {
    key: etag,
    etag,
    headers: ['ETag', etag, ...VALIDATED, ...more],
    isLong: false,
    *body() {
      yield mergeOverlay(reading.bundle, question.answer(question.request, reading), question.lang)
    },
  }
}

/** A weak ETag of everything that the answer depends on. */
export function etagOf(
  cached: CachedQuestion,
  { bundle, day, lastRun }: Pick<Reading, 'bundle' | 'day' | 'lastRun'>,
): string {
  const { question, version } = cached
  const dayKey = question.dated ? day.key : ''
  const key = answersKey(bundle)
  const checks = question.tellsChecks ? checksKey(lastRun) : ''
  if (cached.bundle !== key || cached.day !== dayKey || cached.checks !== checks) {
    const etag = makeEtag([key, version, question.canonical, dayKey, checks])
    Object.assign(cached, { bundle: key, day: dayKey, checks, etag })
  }
  return cached.etag
}

/**
 * Returns a position that every server has reached: the next page may come from any of them, and this one may be ahead. While a new epoch
 * begins, the position is of the previous epoch; a client that follows it must read the list again. Throws ApiError 503.
 */
function reachedPosition(
  { feed, release }: Pick<Service, 'feed' | 'release'>,
  { publication, epoch, seq }: PublishedBundle,
): FeedPosition {
  const released = feed.released()
  // The feed then tells a client of an earlier epoch to read the list again.
  if (released && publication < released.publication) return { epoch, seq }
  // This server never held a lease: requireReach has checked that nothing newer is released.
  if (!released && !release.holds()) return { epoch, seq }
  if (!released)
    throw new ApiError('internal_error', 'The feed is not ready on this server yet.', {
      status: 503,
      retryAfter: BEHIND_RETRY,
    })
  return { epoch: released.epoch, seq: Math.min(seq, released.seq) }
}

// The bundle that a request is answered from: the current one, or the one that it names.

/** Retry-After in seconds while this server is behind the others. */
const BEHIND_RETRY = 1

interface OpenedReading {
  reading: Reading
  lease: BundleRef
}

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
  service: Pick<Service, 'bundles' | 'overlay' | 'asOf' | 'now' | 'lastRun'>,
  exchange: Exchange,
): OpenedReading {
  const lease = service.bundles.lease()
  if (!lease) throw nothingPublished()
  const bundle = service.overlay.over(lease.bundle)
  exchange.snapshot = bundle.id
  const day = findDay(bundle, service.asOf, service.now())
  return { reading: { bundle, day, isNamed: false, lastRun: service.lastRun() }, lease }
}

/**
 * The bundle that the request names. Its day wins over the server's pinned day.
 * Throws ApiError 404 if the bundle is gone, 429 while too many others are asked for, and an AbortError if the client has disconnected.
 */
async function openNamed(
  service: Service,
  exchange: Exchange,
  grant: AccountGrant,
  named: NamedSnapshot,
): Promise<OpenedReading> {
  const current = service.bundles.lease()
  if (current?.bundle.id === named.published.bundle)
    return toNamed(exchange, named, { ...current, published: named.published })
  current?.release()
  const past = await openPast(service, exchange, grant, named)
  if (!past) throw new DOMException('The client has disconnected.', 'AbortError')
  return toNamed(exchange, named, { ...past, published: named.published })
}

function toNamed(exchange: Exchange, { day }: NamedSnapshot, lease: BundleRef): OpenedReading {
  exchange.snapshot = lease.bundle.id
  return { reading: { bundle: lease.bundle, day: pinDay(day), isNamed: true, lastRun: null }, lease }
}

/** A request refused for too many others does not count against the account's limits. */
async function openPast(
  service: Service,
  exchange: Exchange,
  grant: AccountGrant,
  named: NamedSnapshot,
): Promise<PastBundleRef | undefined> {
  const { response } = exchange
  const gone = new AbortController()
  onEnd(response, () => gone.abort())
  const reader = { account: grant.account_id, gone: gone.signal, end: () => response.destroy() }
  try {
    return await service.pastBundles.lease(named.published.bundle, reader)
  } catch (fault) {
    if (fault instanceof ApiError) await giveBack(service, exchange, grant)
    if (!(fault instanceof UnopenedBundle)) throw fault
    const { reason } = fault
    if (reason === 'unfetched') throw unfetched()
    throw named.refuse(reason === 'gone' ? undefined : 'Another version must read the bundle.')
  }
}

/** Retry-After in seconds of a request for a bundle that object storage does not give now. */
const UNFETCHED_RETRY = 30

function unfetched(): ApiError {
  const sentence = `Parameter \`snapshot\`: the bundle cannot be fetched from the storage of this service now: retry in ${UNFETCHED_RETRY} s.`
  return new ApiError('internal_error', sentence, { status: 503, retryAfter: UNFETCHED_RETRY })
}

// Encoding the reply.

/** A promise only if the body must be compressed for the first time. */
function encode(
  cache: ReplyCache,
  { request }: Exchange,
  { key, etag, headers }: PreparedAnswer,
  plain: Buffer,
): Reply | Promise<Reply> {
  if (etag !== null && isNotModified(request.headers['if-none-match'], etag))
    return { status: 304, headers, body: null }
  const encoding = plain.length < COMPRESS_FROM_BYTES ? 'identity' : chooseEncoding(request.headers['accept-encoding'])
  if (encoding === 'identity') return { status: 200, headers, body: plain }
  const encoded = (body: Buffer): Reply => ({ status: 200, headers: [...headers, 'Content-Encoding', encoding], body })
  const known = cache.find(key, encoding)
  if (known) return encoded(known)
  return compress(plain, encoding).then((body) => {
    cache.keep(key, encoding, body)
    return encoded(body)
  })
}
