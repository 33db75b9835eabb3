// Deletes fetched bundles that the store no longer has, and keeps the parts on this disk below HUSTINGS_PARTS_CACHE. The last use of a
// bundle is the time of a file beside its manifest, so that the processes of a server, and the next server, know it.

import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listBundles, loadPartHashes, manifestFile } from '../../data/store/manifest.ts'
import { partFile, partKey, wasFetched } from '../../data/store/objects/fetch.ts'
import type { ObjectReader } from '../../data/store/objects/store.ts'
import type { Paths } from '../../data/store/paths.ts'
import { isUnwritable } from '../../data/store/wal-file.ts'
import { KEPT_LOOK_MS } from '../constants.ts'

/** Processes mark the bundles that they have open every KEPT_LOOK_MS. */
const IN_USE_MS = 3 * KEPT_LOOK_MS

export interface PartCache {
  /** Records that the bundle is in use now. */
  use(bundle: string): void
  /**
   * Deletes the least recently used parts until this many bytes fit. A part of a bundle that is kept, or that any process has open, stays,
   * and so does one that the store does not have.
   * @param kept ids of bundles
   */
  makeRoom(bytes: number, kept: readonly string[]): Promise<void>
  /** Deletes the fetched bundles that no process uses and that are not among these, with the parts that no other bundle has. */
  forget(stored: ReadonlySet<string>): void
}

export interface PartCacheOptions {
  paths: Pick<Paths, 'bundles' | 'parts'>
  store: Pick<ObjectReader, 'size'>
  /** Bytes; may be infinite. */
  limit: number
  /** Milliseconds since 1970. */
  now(): number
  tell(fault: unknown): void
}

export function createPartCache({ paths, store, limit, now, tell }: PartCacheOptions): PartCache {
  const isInUse = (used: number): boolean => now() - used <= IN_USE_MS
  return {
    use(bundle) {
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
    forget(stored) {
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
    async makeRoom(bytes, kept) {
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
        tell(
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
