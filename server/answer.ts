// Answers a data request from the current bundle, or from the one that it names. `answer` is the whole path, step by step; below
// it, the same for a page, then the steps in their order.

import type { FeedFilter } from '../data/schema/feed-filter.ts'
import { collectArea, onEnd, renderArea } from './area-answer.ts'
import { ANSWER_WHOLE_BYTES_MAX, COMPRESS_FROM_BYTES } from './constants.ts'
import { toCursor } from './feed/cursor.ts'
import type { FeedPosition } from './feed/feed.ts'
import { loadFilter } from './feed/subscription.ts'
import { type AccountGrant, admit } from './http/admit.ts'
import { chooseEncoding, compress, type ReplyCache } from './http/compress.ts'
import { ApiError } from './http/errors.ts'
import { isNotModified } from './http/etag.ts'
import type { Exchange, Reply } from './http/exchange.ts'
import { type Soon, whenKnown } from './http/soon.ts'
import type { Points } from './place/census/geocoder.ts'
import { resolveGeocoded, resolveLocation } from './place/location-parameters.ts'
import type { ResolvedLocation } from './place/place.ts'
import type { UnknownAddress } from './place/unknown-address.ts'
import { type BodySteps, collectBody } from './read/sliced-work.ts'
import { BEHIND_RETRY, type OpenedReading, openNamed, openReading, requireReach } from './reading.ts'
import type { LiveReply } from './route/live-route.ts'
import type { CachedQuestion } from './route/question-cache.ts'
import type { PlaceQuestion, RequestTexts, Route } from './route/route.ts'
import type { Service } from './route/service.ts'
import type { BundleRef, PublishedBundle } from './serving/bundles.ts'

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

/** An answer whose bundle is open until the lease is released. */
interface OpenedAnswer {
  prepared: PreparedAnswer
  lease: BundleRef
}

/** Throws ApiError. Most answers wait for nothing, and are returned at once. */
export function answer(service: Service, route: Route, exchange: Exchange, texts: RequestTexts): Soon<LiveReply> {
  // Authenticate, limit.
  return whenKnown(admit(service, exchange, [route.scope]), (grant) =>
    whenKnown(openAnswer(service, route, exchange, { texts, grant }), (opened) => {
      if (!opened) return { stream: () => undefined }
      return opened.prepared.isLong
        ? answerArea(service, exchange, grant, opened)
        : answerWhole(service.cache, exchange, opened)
    }),
  )
}

/** Takes the body from the cache, or renders it; then encodes it. */
function answerWhole(cache: ReplyCache, exchange: Exchange, { prepared, lease }: OpenedAnswer): Soon<Reply> {
  try {
    let plain = cache.find(prepared.key, 'identity')
    if (!plain) {
      plain = collectBody(prepared.body())
      if (lease.isCurrent()) cache.keep(prepared.key, 'identity', plain)
    }
    return encode(cache, exchange, prepared, plain)
  } finally {
    lease.release()
  }
}

/** As `answerWhole`, but renders in slices, and may stream the body. */
async function answerArea(
  service: Service,
  exchange: Exchange,
  grant: AccountGrant,
  { prepared, lease }: OpenedAnswer,
): Promise<LiveReply> {
  let release: (() => void) | undefined = lease.release
  try {
    const cached = service.cache.find(prepared.key, 'identity')
    const plain = cached ?? (await renderArea(service, exchange, grant, prepared))
    if ('stream' in plain) {
      onEnd(exchange.response, release)
      release = undefined
      return plain
    }
    if (!cached && lease.isCurrent()) service.cache.keep(prepared.key, 'identity', plain)
    return await encode(service.cache, exchange, prepared, plain)
  } finally {
    release?.()
  }
}

/**
 * The whole JSON of an answer, for a page. The caller has been admitted and counted. Throws ApiError, also 400 for an area with more
 * than PAGE_ANSWER_BYTES_MAX of contests, and an AbortError if the client has disconnected.
 */
export async function readAnswer(
  service: Service,
  route: Route,
  exchange: Exchange,
  asked: { texts: RequestTexts; grant: AccountGrant },
): Promise<Buffer> {
  const opened = await openAnswer(service, route, exchange, asked)
  if (!opened) throw new DOMException('The client has disconnected.', 'AbortError')
  const { prepared, lease } = opened
  try {
    const cached = service.cache.find(prepared.key, 'identity')
    if (cached) return cached
    const { grant } = asked
    const plain = prepared.isLong ? await collectArea(service, exchange, grant, prepared) : collectBody(prepared.body())
    if (lease.isCurrent() && plain.length <= ANSWER_WHOLE_BYTES_MAX) service.cache.keep(prepared.key, 'identity', plain)
    return plain
  } finally {
    lease.release()
  }
}

/**
 * Parses the request, opens the bundle and resolves the place; the bundle stays open until the lease is released. Undefined if the client
 * has disconnected. Throws ApiError.
 */
function openAnswer(
  service: Service,
  route: Route,
  exchange: Exchange,
  { texts, grant }: { texts: RequestTexts; grant: AccountGrant },
): Soon<OpenedAnswer | undefined> {
  // Parse.
  const question =
    route.keeping === 'location' ? service.questions.parsePlace(route, texts) : service.questions.parse(route, texts)
  if (mustWait(service, question)) return openLater(service, route, exchange, { question, grant })
  return prepare(service, route, openReading(service, exchange), { question, filter: NO_FILTER, points: undefined })
}

type ParsedQuestion = CachedQuestion | PlaceQuestion

/** Whether the answer needs more than the current bundle: a named one, the other servers, a subscription or a geocoder. */
function mustWait({ release, geocoder }: Pick<Service, 'release' | 'geocoder'>, question: ParsedQuestion): boolean {
  if (!release.holds()) return true
  if (!('location' in question)) return question.question.snapshot !== undefined
  const { snapshot, subscription, location } = question
  return snapshot !== undefined || subscription !== undefined || (geocoder !== undefined && location.lat === undefined)
}

async function openLater(
  service: Service,
  route: Route,
  exchange: Exchange,
  { question, grant }: { question: ParsedQuestion; grant: AccountGrant },
): Promise<OpenedAnswer | undefined> {
  const isPlace = 'location' in question
  const { snapshot } = isPlace ? question : question.question
  // The store itself says which bundle a snapshot is, so no other server can know of a newer one.
  const named = snapshot === undefined ? undefined : await service.snapshots.find(snapshot)
  if (!named && !service.release.holds()) await requireReach(service)
  const filter =
    isPlace && question.subscription !== undefined
      ? await loadNamedFilter(service, grant, question.subscription)
      : NO_FILTER
  const open = () => (named ? openNamed(service, exchange, grant, named) : openReading(service, exchange))
  const points = isPlace ? await geocodeUnknown(service, open, question) : undefined
  const opened = await open()
  return opened && prepare(service, route, opened, { question, filter, points })
}

/** Resolves the place. The lease is released on an error. */
function prepare(
  service: Service,
  route: Route,
  opened: OpenedReading,
  { question, filter, points }: { question: ParsedQuestion; filter: FeedFilter; points: Points | undefined },
): OpenedAnswer {
  try {
    const prepared =
      'location' in question
        ? preparePlace(opened, question, filter, points)
        : prepareList(service, opened, route, question)
    return { prepared, lease: opened.lease }
  } catch (fault) {
    opened.lease.release()
    throw fault
  }
}

// Resolving the place, and preparing the answer.

/** Headers of a response that depends on the caller's location. */
const NOT_STORED = ['Cache-Control', 'no-store', 'Vary', 'Accept-Encoding']
const VALIDATED = ['Cache-Control', 'private, no-cache', 'Vary', 'Accept-Encoding']

const NO_FILTER: FeedFilter = {}

/** The filter of the named subscription. Throws ApiError 404. */
async function loadNamedFilter(
  { state }: Pick<Service, 'state'>,
  { account_id }: AccountGrant,
  subscription: string,
): Promise<FeedFilter> {
  return (await loadFilter(state, account_id, subscription)).filter
}

/**
 * The geocoder's points of an address that local data lacks; undefined if no geocoder is needed or configured. No bundle is open while
 * the geocoder works. Throws ApiError 400, 404 or 503.
 */
async function geocodeUnknown(
  service: Pick<Service, 'geocoder'>,
  open: () => OpenedReading | Promise<OpenedReading | undefined>,
  { location }: PlaceQuestion,
): Promise<Points | undefined> {
  if (!service.geocoder || location.lat !== undefined) return undefined
  const opened = await open()
  if (!opened) return undefined
  const { reading, lease } = opened
  let local: ResolvedLocation | UnknownAddress
  try {
    local = resolveLocation(reading.bundle, location)
  } finally {
    lease.release()
  }
  return 'refusal' in local ? await service.geocoder.find(local.address) : undefined
}

/** Throws ApiError 400 for an ambiguous location, 404 for an unknown one. */
function preparePlace(
  { reading }: OpenedReading,
  question: PlaceQuestion,
  filter: FeedFilter,
  points: Points | undefined,
): PreparedAnswer {
  const { bundle } = reading
  const place = points ? resolveGeocoded(bundle, points) : resolveLocation(bundle, question.location)
  if ('refusal' in place) throw place.refusal
  const { key, body } = question.at(place, filter, reading)
  return {
    key,
    etag: null,
    headers: NOT_STORED,
    isLong: !place.exact,
    body,
  }
}

function prepareList(
  service: Pick<Service, 'questions' | 'feed' | 'release'>,
  { reading, lease }: OpenedReading,
  { feedCursor }: Route,
  cached: CachedQuestion,
): PreparedAnswer {
  const etag = service.questions.etagOf(cached, reading)
  const more = feedCursor ? ['X-Feed-Cursor', toCursor(reachedPosition(service, lease.published))] : []
  return {
    key: etag,
    etag,
    headers: ['ETag', etag, ...VALIDATED, ...more],
    isLong: false,
    body: () => presentWhole(cached.question.answer(reading)),
  }
}

function* presentWhole(json: string | Buffer): BodySteps {
  yield json
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

// Encoding the reply.

/** Returns the reply synchronously, unless it must be compressed for the first time. */
function encode(
  cache: ReplyCache,
  { request }: Exchange,
  { key, etag, headers }: PreparedAnswer,
  plain: Buffer,
): Soon<Reply> {
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
