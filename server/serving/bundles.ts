// Opens bundles as they are published and swaps them in one step. The old bundle is closed after its last reader.

import { existsSync, rmSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import type { Manifest } from '../../data/schema/manifest.ts'
import { type Bundle, type OpenPart, openBundle, partFiles, partsOf } from '../../data/store/bundle.ts'
import { findManifest, listBundles, loadManifest, manifestFile } from '../../data/store/manifest.ts'
import { MissingObject } from '../../data/store/objects/fetch.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { Head } from '../../data/store/state/publications.ts'
import { loadPlacesIndex } from '../place/point.ts'
import type { BundleFetcher } from './fetch.ts'
import type { OpenedBundle, PastBundleRef } from './past-bundles.ts'

/** A bundle with its publication number and the position of the feed at that publication. */
export type PublishedBundle = Pick<Head, 'publication' | 'bundle' | 'epoch' | 'seq'>

/** It stops being current once another bundle has been opened, or a file of this one was reopened. */
export interface BundleRef extends PastBundleRef {
  published: PublishedBundle
}

export type Bundles = ReturnType<typeof createBundles>

export type FileCheck = 'whole' | 'replaced' | 'damaged' | 'missing'

/** A bundle that is not here, that another version must read, or that cannot be fetched now. */
export class UnopenedBundle extends Error {
  readonly reason: 'gone' | 'unreadable' | 'unfetched'
  constructor(reason: UnopenedBundle['reason'], fault: unknown) {
    super(`the bundle is ${reason}`, { cause: fault })
    this.reason = reason
  }
}

interface Serving {
  bundle: Bundle
  published: PublishedBundle
  readers: number
  replaced: boolean
}

interface BundlesOptions {
  /** `memory` reads the whole place index when a bundle opens; `sqlite` reads each bucket at the first lookup in it. */
  places?: 'sqlite' | 'memory'
  /** Logs that the index cannot be read as a whole; the message contains neither data nor a path. */
  warn?(sentence: string): void
  /** Called when a file of the bundle in service was reopened, or was damaged until now: earlier answers from it may be wrong. */
  onReopen?(): void
  /** Brings bundles that are not on this disk. */
  fetcher?: Pick<BundleFetcher, 'fetchBundle' | 'waiting'> | undefined
}

export function createBundles(
  paths: Paths,
  { places = 'sqlite', warn = () => undefined, onReopen = () => undefined, fetcher }: BundlesOptions = {},
) {
  const known: KnownHashes = new LRUCache({ max: FILES_MAX })
  const hasher = createPartHasher(known)
  /** Older bundles have a thread of their own, so that a publication never waits for them. */
  const apartHasher = createPartHasher(known)
  const holders = new Map<OpenPart, number>()
  const held = new Set<Bundle>()
  let current: Serving | undefined

  /** Inodes of open files, by hash. */
  const inodes = new Map<string, string>()
  /** Hashes of files whose handles must not be reused: damaged, missing, or replaced since they were opened. */
  const stale = new Set<string>()

  const fileOf = (sha256: string): string => join(paths.parts, `${sha256}.sqlite`)
  const isStale = (part: OpenPart): boolean => part.sha256.split('+').some((sha256) => stale.has(sha256))
  const openParts = (): ReadonlyMap<string, OpenPart> =>
    new Map([...holders.keys()].filter((part) => !isStale(part)).map((part) => [part.sha256, part]))
  const retire = (serving: Serving): void => {
    serving.replaced = true
    if (serving.readers === 0) releaseParts(serving.bundle)
  }
  const releaseParts = (bundle: Bundle): void => {
    held.delete(bundle)
    for (const part of partsOf(bundle)) {
      const left = (holders.get(part) ?? 1) - 1
      if (left > 0) holders.set(part, left)
      else {
        holders.delete(part)
        part.close()
      }
    }
  }
  const checkParts = async (manifest: Manifest, { hash }: PartHasher): Promise<void> => {
    const open = openParts()
    for (const { sha256 } of partFiles(manifest)) {
      if (open.has(sha256)) continue
      const file = fileOf(sha256)
      const found = await hash(file)
      if (found === sha256) continue
      // The next attempt fetches it.
      if (fetcher) rmSync(file, { force: true })
      throw new Error(
        `${file} is damaged: got the hash ${found}, expected ${sha256}; ${fetcher ? 'it was deleted, and is fetched again' : 'build it again'}`,
      )
    }
  }
  /** Holds the parts until `releaseParts`. @param note is told the hash of each file that was opened */
  const openHeld = (manifest: Manifest, note: (sha256: string) => void): Bundle => {
    // Open parts may have been closed during the hashing.
    const open = openParts()
    const bundle = openBundle(paths, manifest, open)
    held.add(bundle)
    for (const part of partsOf(bundle)) {
      holders.set(part, (holders.get(part) ?? 0) + 1)
      if (open.get(part.sha256) !== part) for (const sha256 of part.sha256.split('+')) note(sha256)
    }
    return bundle
  }
  const noteInode = (sha256: string): void => {
    const inode = findInode(fileOf(sha256))
    if (inode !== undefined) inodes.set(sha256, inode)
  }
  const findWhy = (id: string): UnopenedBundle['reason'] | undefined => {
    if (!existsSync(manifestFile(paths, id))) return 'gone'
    const manifest = findManifest(paths, id)
    if (!manifest) return 'unreadable'
    return partFiles(manifest).every(({ sha256 }) => existsSync(fileOf(sha256))) ? undefined : 'gone'
  }

  return {
    /** Undefined before the first bundle is open. */
    lease(): BundleRef | undefined {
      const serving = current
      if (!serving) return undefined
      serving.readers += 1
      return {
        bundle: serving.bundle,
        published: serving.published,
        isCurrent: () => serving === current,
        release() {
          serving.readers -= 1
          if (serving.replaced && serving.readers === 0) retire(serving)
        },
      }
    },
    /**
     * Opens a published bundle beside the current one, then swaps. If the bundle is already current, only the numbers change,
     * unless one of its files must be reopened. If opening fails, throws and keeps the current bundle.
     * @param from `disk`: fetches nothing
     */
    async open(published: PublishedBundle, from?: 'disk') {
      if (current?.bundle.id === published.bundle && !partsOf(current.bundle).some(isStale)) {
        current.published = published
        return
      }
      if (from === undefined) await fetcher?.fetchBundle(published.bundle, 'current')
      const manifest = loadManifest(paths, published.bundle)
      await checkParts(manifest, hasher)
      const wasStale = stale.size > 0
      const bundle = openHeld(manifest, (sha256) => {
        stale.delete(sha256)
        noteInode(sha256)
      })
      const before = current
      current = { bundle, published, readers: 0, replaced: false }
      if (before) retire(before)
      if (before?.bundle.id === bundle.id || wasStale) onReopen()
      if (places === 'memory')
        loadPlacesIndex(bundle.places, () => holders.has(bundle.places)).catch((fault: unknown) =>
          warn(explainUnread(fault)),
        )
    },
    /**
     * Opens a bundle apart from the current one; parts that are open already keep their handles.
     * @throws UnopenedBundle if it is gone or cannot be read by this version; Error if a part is damaged
     */
    async openApart(id: string): Promise<OpenedBundle> {
      await fetcher?.fetchBundle(id, 'past').catch((fault: unknown) => {
        throw new UnopenedBundle(fault instanceof MissingObject ? 'gone' : 'unfetched', fault)
      })
      try {
        const manifest = loadManifest(paths, id)
        await checkParts(manifest, apartHasher)
        // A part of the current bundle that is to be reopened stays so.
        const bundle = openHeld(manifest, (sha256) => stale.has(sha256) || noteInode(sha256))
        return { bundle, close: () => releaseParts(bundle) }
      } catch (fault) {
        const why = findWhy(id)
        throw why ? new UnopenedBundle(why, fault) : fault
      }
    },
    /** Ids of all bundles with a manifest here. */
    kept: (): readonly string[] => listBundles(paths),
    /** Ids of the bundles that are open. */
    held: (): readonly string[] => [...held].map(({ id }) => id),
    /** For anyone: why the current bundle is not on this disk yet. Undefined if it is. */
    waiting: () => fetcher?.waiting(),
    /** Files of the current bundle; empty before the first bundle. */
    files: (): readonly { name: string; sha256: string }[] =>
      Object.entries(current?.bundle.manifest.parts ?? {}).flatMap(([name, part]) =>
        part ? [{ name, sha256: part.sha256 }] : [],
      ),
    /**
     * Checks that a file of the current bundle matches its hash. If it does not, or if it was replaced since it was opened,
     * the next `open` reopens it.
     * @param again reads the bytes again; otherwise an unchanged file is not read again
     */
    async check(sha256: string, again: boolean): Promise<FileCheck> {
      const file = fileOf(sha256)
      const found = await (again ? hasher.hashAgain(file) : hasher.hash(file)).catch((fault: unknown) => {
        if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return undefined
        throw fault
      })
      if (found === sha256 && findInode(file) === inodes.get(sha256)) return 'whole'
      if (found === undefined) return 'missing'
      stale.add(sha256)
      return found === sha256 ? 'replaced' : 'damaged'
    },
    async close() {
      const before = current
      current = undefined
      if (before) retire(before)
      await hasher.close()
      await apartHasher.close()
    },
  }
}

/** A replaced file has another inode, even with the same name and bytes. Undefined if there is none. */
function findInode(file: string): string | undefined {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stat && `${stat.dev} ${stat.ino}`
}

function explainUnread(fault: unknown): string {
  const code = fault instanceof Error ? ('code' in fault ? fault.code : fault.name) : typeof fault
  return `HUSTINGS_PLACES=memory: the place index could not be read as a whole (${code}), so it is read where points are looked up. Next: hustings doctor`
}

// Hashes parts in a worker thread: on the event loop, 243 MB would block every answer for 150 ms.

// As text, because a worker must start from plain JavaScript both in a checkout and when compiled.
const WORK = `
const { createHash } = require('node:crypto')
const { openSync, readSync, closeSync } = require('node:fs')
const { setTimeout: pause } = require('node:timers/promises')
const { parentPort } = require('node:worker_threads')
const hashFile = async (file, rest) => {
  const hash = createHash('sha256')
  const descriptor = openSync(file, 'r')
  try {
    const chunk = Buffer.allocUnsafe(1 << 20)
    for (;;) {
      const began = performance.now()
      const read = readSync(descriptor, chunk, 0, chunk.length, null)
      if (read === 0) return hash.digest('hex')
      hash.update(chunk.subarray(0, read))
      if (rest > 0) await pause(rest * (performance.now() - began))
    }
  } finally {
    closeSync(descriptor)
  }
}
parentPort.on('message', ({ file, rest }) => {
  hashFile(file, rest).then(
    (sha256) => parentPort.postMessage({ file, sha256 }),
    (error) => parentPort.postMessage({ file, fault: String(error) }),
  )
})
`

/** A file hashed again is read in the background: for each millisecond of work, the thread rests this many. */
const REST = 4

type PartHasher = ReturnType<typeof createPartHasher>

/** Entries. `watch` creates a new file with each publication, and requests may name any kept bundle. */
const FILES_MAX = 4096

/** Hashes by identity of the file. */
type KnownHashes = LRUCache<string, string>

interface Waiting {
  resolve(sha256: string): void
  reject(error: Error): void
}

/** @param known may be shared by several hashers */
function createPartHasher(known: KnownHashes) {
  const waiting = new Map<string, Waiting[]>()
  let worker: Worker | undefined

  const settle = (file: string, end: (one: Waiting) => void): void => {
    const all = waiting.get(file) ?? []
    waiting.delete(file)
    for (const one of all) end(one)
    // An idle worker must not keep the process alive.
    if (waiting.size === 0) worker?.unref()
  }
  const start = (): Worker => {
    const started = new Worker(WORK, { eval: true, execArgv: [] })
    started.on('message', ({ file, sha256, fault }: { file: string; sha256?: string; fault?: string }) =>
      settle(file, (one) => (sha256 === undefined ? one.reject(new Error(fault ?? file)) : one.resolve(sha256))),
    )
    started.on('error', (error) => {
      worker = undefined
      for (const file of [...waiting.keys()]) settle(file, (one) => one.reject(error))
    })
    return started
  }

  const identify = async (file: string): Promise<string> => {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true })
    return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`
  }
  const read = async (file: string, identity: string, rest: number): Promise<string> => {
    const sha256 = await new Promise<string>((resolve, reject) => {
      worker ??= start()
      worker.ref()
      const others = waiting.get(file)
      if (others) others.push({ resolve, reject })
      else {
        waiting.set(file, [{ resolve, reject }])
        worker.postMessage({ file, rest })
      }
    })
    known.set(identity, sha256)
    return sha256
  }

  return {
    /** SHA-256 of a file's bytes, in hex; cached while the file (dev, ino, size, mtime, ctime) does not change. */
    async hash(file: string) {
      const identity = await identify(file)
      return known.get(identity) ?? (await read(file, identity, 0))
    },
    /** Like `hash`, but reads the bytes again, slowly. */
    hashAgain: async (file: string) => read(file, await identify(file), REST),
    async close() {
      await worker?.terminate()
      worker = undefined
      for (const file of [...waiting.keys()]) settle(file, (one) => one.reject(new Error('the server is stopping')))
    },
  }
}
