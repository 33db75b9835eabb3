// What every data answer shares: the bundle that it is read from, and the reply that a body becomes.

import type { Lease } from './bundles.ts'
import { ApiError } from './errors.ts'
import { COMPRESS_FROM_BYTES, chooseEncoding, compress, type Encoding, type ReplyCache } from './http/compress.ts'
import type { Exchange, Reply } from './http/exchange.ts'
import { findDay } from './read/upcoming.ts'
import type { PlaceAnswer, Reading } from './route.ts'
import type { Service } from './service.ts'

/** Whole seconds after which a bundle may have come; or this server may have caught up with the others. */
const NO_BUNDLE_RETRY = 5
export const BEHIND_RETRY = 1

/** Headers of an answer that depends on where somebody is. */
export const NOT_STORED = ['Cache-Control', 'no-store', 'Vary', 'Accept-Encoding']

/**
 * For a request that comes while this server's word does not hold. It looks once: what is released later, this request's sender cannot
 * have heard of when it asked. Throws ApiError 503 where readers may have heard of something newer.
 */
export async function requireReach({ bundles, release }: Pick<Service, 'bundles' | 'release'>): Promise<void> {
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
export function openReading(
  service: Pick<Service, 'bundles' | 'asOf' | 'now'>,
  exchange: Exchange,
): { reading: Reading; lease: Lease } {
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
export function keyOf({ bundle, day }: Reading, { canonical }: PlaceAnswer): string {
  return `${bundle.id} ${day.key} ${canonical}`
}

/**
 * At once, but for the first time that an answer is compressed.
 * @param key of the answer among those that are kept
 */
export function present(
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
export function encodingOf({ request }: Exchange): Encoding {
  return chooseEncoding(request.headers['accept-encoding'])
}
