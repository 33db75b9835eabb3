// Brings bundles that are not on this disk from object storage (HUSTINGS_PARTS). One process of this machine fetches at a time, and the
// others find its files. A fetch that fails is refused until its next attempt, so that a damaged object is not loaded again and again.

import { waitForLock } from '../../data/store/lock.ts'
import { findManifest, listBundles } from '../../data/store/manifest.ts'
import {
  clearSlot,
  fetchManifest,
  fetchPart,
  MissingObject,
  missingParts,
  WrongObject,
} from '../../data/store/objects/fetch.ts'
import type { ObjectReader } from '../../data/store/objects/store.ts'
import type { Paths } from '../../data/store/paths.ts'
import { FETCH_RETRY_MAX_MS, FETCH_RETRY_MIN_MS, KEPT_LOOK_MS } from '../constants.ts'
import type { PartCache } from './part-cache.ts'

/** The bundle in service never waits for an older one. */
export type FetchSlot = 'current' | 'past'

export interface FetchCounts {
  /** Parts that are on the disk now. */
  fetched: number
  /** Objects with other bytes than their name says. */
  refused: number
  /** Attempts that failed in another way: the store cannot be reached, or has no such object. */
  failed: number
  bytes: number
}

export interface BundleFetcher {
  /** On return, the manifest and the parts of the bundle are on the disk. Throws at once while the last failure is recent. */
  fetchBundle(bundle: string, slot: FetchSlot): Promise<void>
  /** Resolves when a first bundle must be fetched, which may take minutes. */
  began: Promise<void>
  /** For anyone, without a path: why the current bundle is not on the disk. Undefined if it is. */
  waiting(): string | undefined
  counts(): FetchCounts
  /** Ends what is being fetched. */
  close(): void
}

export interface FetcherOptions {
  paths: Pick<Paths, 'root' | 'bundles' | 'parts' | 'fetchLock' | 'pastFetchLock'>
  /** Its requests end with `stopping`. */
  store: ObjectReader
  stopping: AbortController
  cache: PartCache
  /** Ids of the bundles that are open. */
  held(): readonly string[]
  /** Milliseconds on a clock that never jumps. */
  steady(): number
  /** Milliseconds since 1970. */
  now(): number
  tell(fault: unknown): void
}

interface Failure {
  fault: unknown
  /** Milliseconds until the next attempt. */
  rest: number
  until: number
}

export function createFetcher(options: FetcherOptions): BundleFetcher {
  const { paths, store, stopping, cache, held, steady, now, tell } = options
  const running = new Map<string, Promise<void>>()
  const failures = new Map<string, Failure>()
  const counts: FetchCounts = { fetched: 0, refused: 0, failed: 0, bytes: 0 }
  let begin = (): void => undefined
  const began = new Promise<void>((resolve) => {
    begin = resolve
  })
  let current: { bundle: string; got: number; bytes: number } | undefined

  const inSlot = async <Result>(slot: FetchSlot, act: () => Promise<Result>): Promise<Result> => {
    const lock = { root: paths.root, lock: slot === 'current' ? paths.fetchLock : paths.pastFetchLock }
    const owner = () => ({ pid: process.pid, command: 'serve', since: new Date(now()).toISOString() })
    const wait = {
      waitsFor: () => true,
      atMost: Number.POSITIVE_INFINITY,
      onWait: () => undefined,
      stop: stopping.signal,
    }
    const taken = await waitForLock(lock, owner, wait)
    try {
      clearSlot(paths, slot)
      return await act()
    } finally {
      taken.release()
    }
  }
  const isHere = (bundle: string): boolean => {
    const manifest = findManifest(paths, bundle)
    return manifest !== undefined && missingParts(paths, manifest).length === 0
  }
  const bring = async (bundle: string, slot: FetchSlot): Promise<void> => {
    const manifest = await fetchManifest(paths, store, bundle)
    const missing = missingParts(paths, manifest)
    const bytes = missing.reduce((sum, part) => sum + part.bytes, 0)
    if (slot === 'current') current = { bundle, got: 0, bytes }
    cache.use(bundle)
    await cache.makeRoom(bytes, [bundle, ...held()])
    for (const part of missing) {
      const progress = (chunk: number): void => {
        counts.bytes += chunk
        if (current?.bundle === bundle) current.got += chunk
      }
      await fetchPart(paths, store, part, { slot, progress })
      counts.fetched += 1
    }
  }
  const start = async (bundle: string, slot: FetchSlot): Promise<void> => {
    begin()
    if (slot === 'current') current = { bundle, got: 0, bytes: 0 }
    try {
      await inSlot(slot, () => bring(bundle, slot))
      failures.delete(bundle)
    } catch (fault) {
      counts[fault instanceof WrongObject ? 'refused' : 'failed'] += 1
      const rest = Math.min((failures.get(bundle)?.rest ?? FETCH_RETRY_MIN_MS / 2) * 2, FETCH_RETRY_MAX_MS)
      failures.set(bundle, { fault, rest, until: steady() + rest })
      throw fault
    } finally {
      running.delete(bundle)
    }
  }

  /** One object does not keep the others away. */
  const tellRefused = (fault: unknown): void => {
    if (!(fault instanceof WrongObject) && !(fault instanceof MissingObject)) throw fault
    tell(fault)
  }
  /** Manifests are small: with all of them here, requests may name every kept bundle. */
  const followKept = async (): Promise<void> => {
    const listed = await store.list('bundles/')
    if (!listed) return
    const kept = new Set(listed.flatMap(({ key }) => /^bundles\/([0-9a-f]{64})\.json$/.exec(key)?.[1] ?? []))
    const here = new Set(listBundles(paths))
    const lacking = [...kept].filter((bundle) => !here.has(bundle))
    if (lacking.length > 0 || [...here].some((bundle) => !kept.has(bundle)))
      await inSlot('past', async () => {
        for (const bundle of lacking) await fetchManifest(paths, store, bundle).catch(tellRefused)
        cache.forget(kept)
      })
  }
  let looking = false
  const look = (): void => {
    for (const bundle of held()) cache.use(bundle)
    if (looking) return
    looking = true
    followKept()
      .catch((fault: unknown) => {
        if (!stopping.signal.aborted) tell(fault)
      })
      .finally(() => {
        looking = false
      })
  }
  // The caller opens its bundles first.
  setImmediate(look)
  const timer = setInterval(look, KEPT_LOOK_MS)
  timer.unref()

  return {
    began,
    async fetchBundle(bundle, slot) {
      if (isHere(bundle)) {
        if (slot === 'current') current = undefined
        cache.use(bundle)
        return
      }
      const failure = failures.get(bundle)
      if (failure && steady() < failure.until) throw failure.fault
      const work = running.get(bundle) ?? start(bundle, slot)
      running.set(bundle, work)
      await work
      if (current?.bundle === bundle) current = undefined
    },
    waiting() {
      if (!current) return undefined
      const fault = failures.get(current.bundle)?.fault
      if (fault === undefined || running.has(current.bundle))
        return `The current bundle is being fetched: ${toMegabytes(current.got)} of ${toMegabytes(current.bytes)} MB are here.`
      return `The current bundle cannot be fetched: ${explain(fault)}. The log says more; the server tries again.`
    },
    counts: () => counts,
    close() {
      clearInterval(timer)
      stopping.abort()
    },
  }
}

function explain(fault: unknown): string {
  if (fault instanceof WrongObject) return 'an object has other bytes than its name says'
  return fault instanceof MissingObject ? 'the store does not have all of it' : 'the store cannot be read'
}

function toMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
