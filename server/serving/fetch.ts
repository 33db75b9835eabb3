// Brings bundles that are not on this disk from object storage (HUSTINGS_PARTS). One process of this machine fetches at a time, and the
// others find its files. A fetch that fails is refused until its next attempt, so that a damaged object is not loaded again and again.

import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitForLock } from '../../data/store/lock.ts'
import { findManifest, listBundles, loadPartHashes, manifestFile } from '../../data/store/manifest.ts'
import {
  clearSlot,
  fetchManifest,
  fetchPart,
  MissingObject,
  missingParts,
  partFile,
  partKey,
  WrongObject,
  wasFetched,
} from '../../data/store/objects/fetch.ts'
import type { ObjectReader } from '../../data/store/objects/store.ts'
import type { Paths } from '../../data/store/paths.ts'
import { isUnwritable } from '../../data/store/wal-file.ts'

/** @setting Milliseconds between two looks at the bundles in object storage. */
const KEPT_LOOK_MS = 60_000
/** @setting Most milliseconds before a bundle that could not be fetched is fetched again. */
const FETCH_RETRY_MAX_MS = 60_000

/** @setting Milliseconds before a bundle that could not be fetched from object storage is fetched again; they double with each failure. */
const FETCH_RETRY_MIN_MS = 1000

/** The bundle in service never waits for an older one. */
type FetchSlot = 'current' | 'past'

export interface FetchCounts {
  /** Parts that are on the disk now. */
  fetched: number
  /** Objects with other bytes than their name says. */
  refused: number
  /** Attempts that failed in another way: the store cannot be reached, or has no such object. */
  failed: number
  bytes: number
}

export type BundleFetcher = ReturnType<typeof createFetcher>

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
  warn(fault: unknown): void
}

interface Failure {
  fault: unknown
  /** Milliseconds until the next attempt. */
  rest: number
  until: number
}

export function createFetcher(options: FetcherOptions) {
  const { paths, store, stopping, cache, held, steady, now, warn } = options
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
    warn(fault)
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
        if (!stopping.signal.aborted) warn(fault)
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
    /** Resolves when a first bundle must be fetched, which may take minutes. */
    began,
    /** On return, the manifest and the parts of the bundle are on the disk. Throws at once while the last failure is recent. */
    async fetchBundle(bundle: string, slot: FetchSlot) {
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
    /** For anyone, without a path: why the current bundle is not on the disk. Undefined if it is. */
    waiting(): string | undefined {
      if (!current) return undefined
      const fault = failures.get(current.bundle)?.fault
      if (fault === undefined || running.has(current.bundle))
        return `The current bundle is being fetched: ${toMegabytes(current.got)} of ${toMegabytes(current.bytes)} MB are here.`
      return `The current bundle cannot be fetched: ${explain(fault)}. The log says more; the server tries again.`
    },
    counts: () => counts,
    /** Ends what is being fetched. */
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

// Deletes fetched bundles that the store no longer has, and keeps the parts on this disk below HUSTINGS_PARTS_CACHE. The last use of a
// bundle is the time of a file beside its manifest, so that the processes of a server, and the next server, know it.

/** Processes mark the bundles that they have open every KEPT_LOOK_MS. */
const IN_USE_MS = 3 * KEPT_LOOK_MS

type PartCache = ReturnType<typeof createPartCache>

interface PartCacheOptions {
  paths: Pick<Paths, 'bundles' | 'parts'>
  store: Pick<ObjectReader, 'size'>
  /** Bytes; may be infinite. */
  limit: number
  /** Milliseconds since 1970. */
  now(): number
  warn(fault: unknown): void
}

export function createPartCache({ paths, store, limit, now, warn }: PartCacheOptions) {
  const isInUse = (used: number): boolean => now() - used <= IN_USE_MS
  return {
    /** Records that the bundle is in use now. */
    use(bundle: string) {
      if (!existsSync(manifestFile(paths, bundle))) return
      const file = useFile(paths, bundle)
      try {
        writeFileSync(file, '')
        utimesSync(file, new Date(now()), new Date(now()))
      } catch (fault) {
        // Such a disk gets no parts either, so nothing is deleted.
        if (!isUnwritable(fault)) throw fault
      }
    },
    /** Deletes the fetched bundles that no process uses and that are not among these, with the parts that no other bundle has. */
    forget(stored: ReadonlySet<string>) {
      const gone = listBundles(paths).filter(
        (bundle) => !stored.has(bundle) && wasFetched(paths, bundle) && !isInUse(lastUse(paths, bundle)),
      )
      const parts = new Set(gone.flatMap((bundle) => findHashes(paths, bundle)))
      for (const bundle of gone)
        for (const ending of ['.json', '.retrieved.json', USED])
          rmSync(join(paths.bundles, `${bundle}${ending}`), { force: true })
      for (const bundle of listBundles(paths)) for (const sha256 of findHashes(paths, bundle)) parts.delete(sha256)
      for (const sha256 of parts) rmSync(partFile(paths, sha256), { force: true })
    },
    /**
     * Deletes the least recently used parts until this many bytes fit. A part of a bundle that is kept, or that any process has open, stays,
     * and so does one that the store does not have.
     * @param kept ids of bundles
     */
    async makeRoom(bytes: number, kept: readonly string[]) {
      if (limit === Number.POSITIVE_INFINITY) return
      const sizes = listParts(paths)
      let total = bytes + [...sizes.values()].reduce((sum, size) => sum + size, 0)
      if (total <= limit) return
      const used = readUse(paths, new Set(kept))
      const evictable = [...sizes].filter(([sha256]) => !isInUse(used.get(sha256) ?? 0))
      for (const [sha256, size] of evictable.sort(([a], [b]) => (used.get(a) ?? 0) - (used.get(b) ?? 0))) {
        if (total <= limit) return
        // A part that was built here may not be in the store yet.
        if ((await store.size(partKey(sha256))) !== size) continue
        rmSync(partFile(paths, sha256))
        total -= size
      }
      if (total > limit)
        warn(
          new Error(
            `HUSTINGS_PARTS_CACHE: the parts in use have ${total} bytes, expected at most ${limit}: they stay on the disk; set a higher limit`,
          ),
        )
    },
  }
}

const USED = '.used'

function useFile({ bundles }: Pick<Paths, 'bundles'>, bundle: string): string {
  return join(bundles, `${bundle}${USED}`)
}

/** Milliseconds since 1970; 0 if it was never used. */
function lastUse(paths: Pick<Paths, 'bundles'>, bundle: string): number {
  return statSync(useFile(paths, bundle), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function listParts({ parts }: Pick<Paths, 'parts'>): Map<string, number> {
  const names = statSync(parts, { throwIfNoEntry: false }) ? readdirSync(parts) : []
  return new Map(
    names.flatMap((name): [string, number][] => {
      const sha256 = /^([0-9a-f]{64})\.sqlite$/.exec(name)?.[1]
      const size = sha256 && statSync(join(parts, name), { throwIfNoEntry: false })?.size
      return sha256 !== undefined && typeof size === 'number' ? [[sha256, size]] : []
    }),
  )
}

/** When a bundle with the part was last in use, in milliseconds since 1970, by the part's hash; infinite for the kept ones. */
function readUse(paths: Pick<Paths, 'bundles'>, kept: ReadonlySet<string>): Map<string, number> {
  const used = new Map<string, number>()
  for (const bundle of listBundles(paths)) {
    const at = kept.has(bundle) ? Number.POSITIVE_INFINITY : lastUse(paths, bundle)
    for (const sha256 of findHashes(paths, bundle)) used.set(sha256, Math.max(at, used.get(sha256) ?? 0))
  }
  return used
}

function findHashes(paths: Pick<Paths, 'bundles'>, bundle: string): readonly string[] {
  try {
    return [...loadPartHashes(paths, bundle).values()]
  } catch {
    return []
  }
}
