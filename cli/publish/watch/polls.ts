// Requests the feeds that have a URL, each at its own interval, so that their publishers need not push anything.

import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Paths } from '../../../data/store/paths.ts'
import { type Download, download, FetchLater, type Validators } from '../../../ingest/fetch/download.ts'
import { type FetchOptions, readHeaders } from '../../../ingest/fetch/fetch.ts'
import { hash, openKept, personalOf } from '../../../ingest/fetch/kept-bytes.ts'
import type { FileLocation, Source } from '../../../ingest/read/source.ts'
import { firstLine } from '../../output.ts'
import { looksFinished, type TakenFile, toTaken, WATCH_PATIENCE_MS } from './files.ts'

/** @setting Milliseconds that `watch` gives a request for a feed. */
const POLL_TIMEOUT_MS = 60_000
/**
 * @setting Most milliseconds between two requests for a feed that fails, unless its own interval is longer. Each failure doubles the
 * interval.
 */
const POLL_PAUSE_MAX_MS = 3_600_000
/** @setting Longest pause, in milliseconds, that `watch` makes because a publisher asks for it with Retry-After. */
const POLL_ASKED_PAUSE_MAX_MS = 86_400_000
/** @setting Milliseconds between two records by `watch` that a feed is unchanged. */
const POLL_RECORD_MS = 900_000

/** The result of the last request for a feed, until it is settled. */
export type Arrival =
  | { kind: 'changed'; download: Download }
  /** Recorded once in a while, and after a failure. */
  | { kind: 'unchanged' }
  | { kind: 'failed'; error: string }

export interface Polls {
  /** Ids of the feeds of which bytes were kept at the beginning. */
  kept: ReadonlySet<string>
  /** Keyed by source id. */
  arrivals(): ReadonlyMap<string, Arrival>
  /** Clock time at which a feed's arrival came. */
  since(source_id: string): number
  /** Forgets these, unless another arrival has taken the place of one. */
  settle(arrivals: ReadonlyMap<string, Arrival>): void
}

export interface PollOptions {
  paths: Pick<Paths, 'raw'>
  sources: readonly Source[]
  contact: string | undefined
  environment: FetchOptions['environment']
  /** Monotonic milliseconds. */
  clock: () => number
  /** Called after each arrival. */
  onArrival(): void
  stop: AbortSignal
}

interface Feed {
  source: Source
  name: string
  address: string
  location: FileLocation
  everyMs: number
  /** Those of the last bytes. */
  validators: Validators | undefined
  taken: TakenFile | undefined
  /** Requests that failed since the last that did not. */
  failures: number
  /** The sentence of the last failure. */
  error: string | undefined
  /** Clock time at which `unchanged` was last reported. */
  reported: number
}

/** Requests each feed now and from then on. One request is open per host. */
export function openPolls(options: PollOptions): Polls {
  const { sources, clock, stop } = options
  const arrivals = new Map<string, Arrival>()
  const times = new Map<string, number>()
  const hosts = new Map<string, ReturnType<typeof pLimit>>()
  /** Bytes that wait for their turn are not replaced by a later answer without bytes. */
  const report = (feed: Feed, arrival: Arrival): void => {
    const { id } = feed.source
    const waits = arrivals.get(id)?.kind
    if (arrival.kind !== 'changed' && waits === 'changed') {
      feed.error = undefined
      return
    }
    if (arrival.kind !== waits) times.set(id, clock())
    arrivals.set(id, arrival)
    options.onArrival()
  }
  const feeds = sources.flatMap((source) => toFeed(source, options.paths))
  const kept = new Set(feeds.flatMap(({ source, validators }) => (validators ? [source.id] : [])))
  for (const feed of feeds) {
    const { host } = new URL(feed.address)
    const onHost = hosts.get(host) ?? pLimit(1)
    hosts.set(host, onHost)
    void follow(feed, onHost)
  }

  async function follow(feed: Feed, onHost: ReturnType<typeof pLimit>): Promise<void> {
    while (!stop.aborted) {
      // A feed that waits for others of its host is asked later, and its interval begins then.
      let began = clock()
      const asked = await onHost(() => {
        began = clock()
        return request(feed, options)
      })
      if (stop.aborted) return
      const arrival = judge(feed, asked, clock())
      if (arrival) report(feed, arrival)
      const next = began + pauseAfter(feed, asked) - clock()
      await delay(Math.max(next, 0), undefined, { signal: stop }).catch(() => undefined)
    }
  }

  return {
    kept,
    arrivals: () => new Map(arrivals),
    since: (source_id) => times.get(source_id) ?? clock(),
    settle(settled) {
      for (const [id, arrival] of settled) if (arrivals.get(id) === arrival) arrivals.delete(id)
    },
  }
}

/** One for a source with a URL: such a source has one file. */
function toFeed(source: Source, { raw }: Pick<Paths, 'raw'>): Feed[] {
  const { follow, files } = source
  const [file] = files
  const { location } = file ?? {}
  if (!follow || !('everySeconds' in follow) || !file || !location || !('address' in location)) return []
  const { address } = location
  return [
    {
      source,
      name: file.mirror.replace(/\.gz$/, ''),
      address,
      location,
      everyMs: follow.everySeconds * 1000,
      validators: openKept(raw).find(address, personalOf(source, file)),
      taken: undefined,
      failures: 0,
      error: undefined,
      reported: Number.NEGATIVE_INFINITY,
    },
  ]
}

type PollResult = { download: Download | undefined } | { fault: unknown }

async function request(feed: Feed, { contact, environment, stop }: PollOptions): Promise<PollResult> {
  const { address, name, location, validators } = feed
  const allowPrivate = 'privateNetwork' in location && location.privateNetwork === true
  const ask = () =>
    download(address, {
      name,
      allowPrivate,
      contact,
      before: validators,
      signal: stop,
      headers: readHeaders(location, name, environment),
      limits: { timeout: POLL_TIMEOUT_MS, attempts: 1 },
    })
  try {
    const first = await ask()
    if (!first || (await looksWhole(feed, first))) return { download: first }
    // Its writer may have paused.
    await delay(WATCH_PATIENCE_MS, undefined, { signal: stop })
    return { download: await ask() }
  } catch (fault) {
    return { fault }
  }
}

function looksWhole({ address, taken }: Feed, { bytes, decoded }: Download): Promise<boolean> {
  const { pathname } = new URL(address)
  return looksFinished(decoded ? pathname.replace(/\.gz$/i, '') : pathname, { bytes }, taken)
}

/** Undefined if there is nothing new to say. */
function judge(feed: Feed, asked: PollResult, now: number): Arrival | undefined {
  if ('fault' in asked) {
    feed.failures++
    const error = firstLine(asked.fault)
    const isKnown = feed.error === error
    feed.error = error
    return isKnown ? undefined : { kind: 'failed', error }
  }
  const hasRecovered = feed.error !== undefined
  Object.assign(feed, { failures: 0, error: undefined })
  const { download } = asked
  if (download) {
    const { bytes, etag, last_modified } = download
    const sha256 = hash(bytes)
    const isSame = feed.taken?.sha256 === sha256
    feed.validators = { etag, last_modified }
    feed.taken = toTaken({ bytes, sha256 })
    if (!isSame) {
      feed.reported = now
      return { kind: 'changed', download }
    }
  }
  if (!hasRecovered && now - feed.reported < POLL_RECORD_MS) return undefined
  feed.reported = now
  return { kind: 'unchanged' }
}

/** Milliseconds from the beginning of a request to the next one. A timer of Node fires at once for more than 2,147,483,647. */
function pauseAfter({ everyMs, failures }: Feed, asked: PollResult): number {
  // Less than the interval, so that what arrives is published before the interval ends.
  if (failures === 0) return everyMs * (0.85 + 0.1 * Math.random())
  const longest = Math.max(everyMs, POLL_PAUSE_MAX_MS)
  const pause = Math.min(everyMs * 2 ** failures, longest) * (0.75 + 0.5 * Math.random())
  const wished = 'fault' in asked && asked.fault instanceof FetchLater ? asked.fault.pause : 0
  return Math.max(pause, Math.min(wished, POLL_ASKED_PAUSE_MAX_MS))
}
