// Keeps object storage as the retention wants it: writes what kept bundles lack there, and deletes what nothing needs.
// A publisher that writes at the same time is safe: its parts are young, or a manifest that is not published yet names them.

import { existsSync } from 'node:fs'
import { HOUR } from '../../data/schema/duration.ts'
import { MANIFEST_BYTES_MAX } from '../../data/store/constants.ts'
import { loadPartHashes, manifestFile, parsePartHashes } from '../../data/store/manifest.ts'
import { manifestKey, partKey } from '../../data/store/objects/fetch.ts'
import { type ObjectStore, readText, type StoredObject } from '../../data/store/objects/store.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { PUBLICATIONS_A_PAGE, STORE_GRACE_HOURS } from '../constants.ts'
import { type KeepStore, loadKept } from './retention.ts'
import { uploadBundle } from './upload.ts'

export type CollectStore = KeepStore & Pick<ServiceStore, 'head' | 'released' | 'publicationsAfter'>

const BUNDLE = /^bundles\/([0-9a-f]{64})(\.retrieved)?\.json$/

export interface CollectedStore {
  /** Deleted objects. */
  objects: number
  /** Why kept bundles are missing there: a sentence each. */
  missing: readonly string[]
}

/** Throws, without deleting, if a manifest that stays cannot be read. */
export async function collectStored(
  paths: Paths,
  store: ObjectStore,
  state: CollectStore,
  now: Date,
): Promise<CollectedStore> {
  const before = await readReasons(state)
  const kept = await loadKept(paths, state, now)
  const parts = await store.list('parts/')
  // After the parts: a manifest that comes in between protects its own.
  const manifests = await store.list('bundles/')
  const stored = new Set(
    manifests.flatMap(({ key }) => (key.endsWith('.retrieved.json') ? [] : (BUNDLE.exec(key)?.[1] ?? []))),
  )
  const listed = new Set(parts.map(({ key }) => key))
  const isWhole = (bundle: string): boolean =>
    stored.has(bundle) && [...loadPartHashes(paths, bundle).values()].every((sha256) => listed.has(partKey(sha256)))
  const missing: string[] = []
  for (const { bundle, publication } of kept)
    try {
      if (publication !== null && existsSync(manifestFile(paths, bundle)) && !isWhole(bundle))
        await uploadBundle(paths, store, bundle)
    } catch (fault) {
      missing.push(`bundle ${bundle.slice(0, 12)}: ${fault instanceof Error ? fault.message : String(fault)}`)
    }

  const isOld = ({ written }: StoredObject): boolean => now.getTime() - written > STORE_GRACE_HOURS * HOUR
  const published = new Set((await state.publicationsOf([...stored])).map(({ bundle }) => bundle))
  const stays = new Set([...kept.map(({ bundle }) => bundle), ...(await listServed(state))])
  for (const object of manifests) {
    const bundle = BUNDLE.exec(object.key)?.[1]
    if (bundle !== undefined && !published.has(bundle) && !isOld(object)) stays.add(bundle)
  }
  const named = new Set<string>()
  for (const bundle of stays) for (const sha256 of await loadHashes(paths, store, bundle)) named.add(partKey(sha256))
  const unneeded = [
    ...manifests.filter((object) => isOld(object) && !stays.has(BUNDLE.exec(object.key)?.[1] ?? '')),
    ...parts.filter((object) => isOld(object) && !named.has(object.key)),
  ]
  // After another publication or pin, the retention is another one: the next publication deletes.
  if (unneeded.length === 0 || (await readReasons(state)) !== before) return { objects: 0, missing }
  for (const { key } of unneeded) await store.remove(key)
  return { objects: unneeded.length, missing }
}

/** What the retention depends on, and another machine may change. */
async function readReasons(state: Pick<ServiceStore, 'head' | 'pins'>): Promise<string> {
  return JSON.stringify([(await state.head())?.publication, await state.pins()])
}

/** The bundles from which live servers may answer: every publication from the released one on. */
async function listServed(state: Pick<ServiceStore, 'released' | 'publicationsAfter'>): Promise<string[]> {
  const released = await state.released()
  const bundles: string[] = []
  if (!released) return bundles
  for (let after = released.publication - 1; ; ) {
    const page = await state.publicationsAfter(after, PUBLICATIONS_A_PAGE)
    bundles.push(...page.map(({ bundle }) => bundle))
    const last = page.at(-1)
    if (!last || page.length < PUBLICATIONS_A_PAGE) return bundles
    after = last.publication
  }
}

/** Reads the manifest by its name, because a list may lack it. Throws a sentence if the store has it and it cannot be read. */
async function loadHashes(paths: Paths, store: ObjectStore, bundle: string): Promise<Iterable<string>> {
  if (existsSync(manifestFile(paths, bundle))) return loadPartHashes(paths, bundle).values()
  const key = manifestKey(bundle)
  const text = await readText(store, key, MANIFEST_BYTES_MAX)
  return text === undefined ? [] : parsePartHashes(text, `${store.name}/${key}`).values()
}
