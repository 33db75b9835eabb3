// Opens the bundle that a request is answered from: the current one, or the one that it names.

import { type AccountGrant, giveBack } from './http/admit.ts'
import { ApiError } from './http/errors.ts'
import { type Exchange, onEnd } from './http/exchange.ts'
import { pinDay } from './read/calendar.ts'
import { findDay } from './read/upcoming.ts'
import type { Reading } from './route/route.ts'
import type { Service } from './route/service.ts'
import { type BundleRef, UnopenedBundle } from './serving/bundles.ts'
import type { PastBundleRef } from './serving/past-bundles.ts'
import { type NamedSnapshot, nothingPublished } from './serving/snapshots.ts'

/** Retry-After in seconds while this server is behind the others. */
export const BEHIND_RETRY = 1

export interface OpenedReading {
  reading: Reading
  lease: BundleRef
}

/**
 * For a request that arrives while this server holds no valid lease. One check is enough: the caller cannot know of a publication that is
 * released after it sent the request. Throws ApiError 503 if a reader may already know of a newer publication.
 */
export async function requireReach({ bundles, release }: Pick<Service, 'bundles' | 'release'>): Promise<void> {
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
export function openReading(
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
export async function openNamed(
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
