// Answers a data request: who asks, what is asked, from which bundle, in which encoding.

import type { FeedFilter } from '../data/schema/feed-filter.ts'
import { answerArea } from './area-answer.ts'
import type { Lease, Published } from './bundles.ts'
import { ApiError } from './errors.ts'
import { toCursor } from './feed/cursor.ts'
import type { Position } from './feed/feed.ts'
import { loadFilter } from './feed/subscription.ts'
import { admit } from './http/admit.ts'
import type { Grant } from './http/auth.ts'
import { isNotModified } from './http/etag.ts'
import type { Exchange } from './http/exchange.ts'
import type { LiveReply } from './live-route.ts'
import type { Points } from './place/census/geocoder.ts'
import { collectBody } from './read/steps.ts'
import { BEHIND_RETRY, keyOf, NOT_STORED, openReading, present, requireReach } from './reading.ts'
import type { PlaceQuestion, Reading, Route } from './route.ts'
import type { Service } from './service.ts'

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

/** One voter's place is answered at once; an area, whose answer may be long, in slices (server/area-answer.ts). */
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

/** Holds the bundle while it is read. Throws ApiError 503 where there is none. */
function withReading<Found>(
  service: Service,
  exchange: Exchange,
  find: (reading: Reading, lease: Lease) => Found | Promise<Found>,
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
