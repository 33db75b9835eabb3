// Decides which bundles stay, and deletes the others and their parts: from this machine and from the object storage.

import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DAY, endOfDay, HOUR } from '../../data/schema/scalar.ts'
import { openPart } from '../../data/store/bundle.ts'
import { listExports } from '../../data/store/exports.ts'
import {
  findNewestBundle,
  listBundles,
  loadPartHashes,
  manifestFile,
  parsePartHashes,
} from '../../data/store/manifest.ts'
import { manifestKey, partKey } from '../../data/store/objects/fetch.ts'
import { MANIFEST_BYTES_MAX, type ObjectStore, readText, type StoredObject } from '../../data/store/objects/store.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { Pin, PublicationRecord } from '../../data/store/state/publications.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { uploadBundle } from './upload.ts'

/** @setting Latest publications whose bundles are kept, so that a rollback can return to them. */
export const KEPT_PUBLICATIONS = 10
/**
 * @setting Days before today for which the bundle in service at the end of the day is kept: with `watch`, ten publications may take a
 * minute.
 */
export const KEPT_DAYS = 7
/**
 * @setting ISO weeks before this one for which the bundle in service at the end of the week is kept: errors of a source are often found
 * late.
 */
export const KEPT_WEEKS = 8
/** @setting Hours for which an object in object storage is never deleted: another publisher may be writing, and a server may be fetching. */
export const STORE_GRACE_HOURS = 6
/** @setting Publications that are read from the state in one step, to find the bundles of live servers. */
const PUBLICATIONS_A_PAGE = 2000

export interface Collected {
  /** Ids of the bundles, in order. */
  bundles: readonly string[]
  /** Number of parts. */
  parts: number
  /** Bundles whose export was deleted, in order. */
  exports: readonly string[]
  /** Number of files, those of exports included. */
  files: number
  bytes: number
}

/** Deletes what the retention does not keep. Throws, without deleting, if a kept manifest or the current elections cannot be read. */
export async function collectUnkept(paths: Paths, state: KeepStore, now: Date, dryRun = false): Promise<Collected> {
  const kept = await loadKept(paths, state, now)
  return collect(
    paths,
    kept.map(({ bundle }) => bundle),
    dryRun,
  )
}

/**
 * @param bundles the kept ones @param dryRun deletes nothing
 * @throws if a kept manifest cannot be read; nothing is deleted then
 */
export function collect(paths: Paths, bundles: readonly string[], dryRun = false): Collected {
  const kept = new Set(bundles)
  // Read all manifests before deleting: the parts of an unreadable manifest must stay, and only the manifest lists them.
  const named = new Set(
    [...kept]
      .filter((bundle) => existsSync(manifestFile(paths, bundle)))
      .flatMap((bundle) => [...loadPartHashes(paths, bundle).values()])
      .map((sha256) => `${sha256}.sqlite`),
  )
  const manifests = list(paths.bundles).filter((name) => !kept.has(name.replace(/(\.retrieved)?\.json$|\.used$/, '')))
  const parts = list(paths.parts).filter((name) => !named.has(name))
  const exports = listExports(paths.exports).filter((bundle) => !kept.has(bundle))
  const exported = exports.map((bundle) => join(paths.exports, bundle))
  const files = [
    ...manifests.map((name) => join(paths.bundles, name)),
    ...parts.map((name) => join(paths.parts, name)),
    ...exported.flatMap((folder) => list(folder).map((name) => join(folder, name))),
  ]
  const bytes = files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)
  if (!dryRun) {
    for (const file of files) rmSync(file, { force: true })
    for (const folder of exported) rmSync(folder, { recursive: true, force: true })
  }
  return {
    bundles: manifests.flatMap((name) => /^([0-9a-f]{64})\.json$/.exec(name)?.[1] ?? []).sort(),
    parts: parts.length,
    exports,
    files: files.length,
    bytes,
  }
}

function list(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

// Keeps object storage as the retention wants it: writes what kept bundles lack there, and deletes what nothing needs.
// A publisher that writes at the same time is safe: its parts are young, or a manifest that is not published yet names them.

type CollectStore = KeepStore & Pick<ServiceStore, 'head' | 'released' | 'publicationsAfter'>

const BUNDLE = /^bundles\/([0-9a-f]{64})(\.retrieved)?\.json$/

interface CollectedStore {
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

/** The head and the pins as a text: retention depends on them, and another machine may change them. */
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

// The one policy that decides which bundles stay: publish and `hustings snapshot prune` delete every other one.

/** Why a bundle is kept. `on` is a day in UTC at whose end the bundle was in service. */
export type KeepReason =
  | { kind: 'current' }
  /** One of the last publications. */
  | { kind: 'rollback' }
  | { kind: 'nightly'; on: string }
  /** `on` is the Sunday that ends the ISO week. */
  | { kind: 'weekly'; on: string }
  | { kind: 'election'; on: string }
  | { kind: 'pinned'; name: string | null }
  /** The newest bundle, which was never published: `hustings publish` would take it. */
  | { kind: 'built' }

interface KeptBundle {
  bundle: string
  /** Its newest publication. Null if it was never published. */
  publication: number | null
  published_at: string | null
  reasons: readonly KeepReason[]
}

type KeepStore = Pick<ServiceStore, 'publications' | 'publicationsAt' | 'publicationsOf' | 'pins'>

/**
 * The kept bundles: published ones by their newest publication, newest first, then the others. Throws if the current bundle's elections
 * cannot be read.
 */
export async function loadKept(paths: Paths, state: KeepStore, now: Date): Promise<KeptBundle[]> {
  const latest = await state.publications(KEPT_PUBLICATIONS)
  const [current] = latest
  const days = keptDays(now, current ? findElectionDays(paths, current.bundle) : [])
  const served = await state.publicationsAt(days.map(({ on }) => endOfDay(on)))
  const reasons = selectKept({ latest, days, served, pins: await state.pins() })
  const built = findNewestBundle(paths)
  if (built !== undefined && (await state.publicationsOf([built])).length === 0)
    reasons.set(built, [...(reasons.get(built) ?? []), { kind: 'built' }])
  return sortKept(reasons, await state.publicationsOf([...reasons.keys()]))
}

type KeptDay = Extract<KeepReason, { on: string }>

/** The days whose last publication stays. A day that has not ended needs none: the current bundle is kept in any case. */
export function keptDays(now: Date, electionDays: readonly string[]): KeptDay[] {
  const daysAgo = (days: number): string => new Date(now.getTime() - days * DAY).toISOString().slice(0, 10)
  const today = daysAgo(0)
  /** Days since the last Sunday before today. */
  const sinceSunday = now.getUTCDay() || 7
  return [
    ...Array.from({ length: KEPT_DAYS }, (_, nth): KeptDay => ({ kind: 'nightly', on: daysAgo(nth + 1) })),
    ...Array.from(
      { length: KEPT_WEEKS },
      (_, nth): KeptDay => ({ kind: 'weekly', on: daysAgo(sinceSunday + 7 * nth) }),
    ),
    ...electionDays.filter((day) => day < today).map((on): KeptDay => ({ kind: 'election', on })),
  ]
}

interface Candidates {
  /** The last publications, newest first. */
  latest: readonly PublicationRecord[]
  days: readonly KeptDay[]
  /** The publication in service at the end of each of the days. */
  served: readonly (PublicationRecord | undefined)[]
  pins: readonly Pin[]
}

/** The reasons by bundle. */
export function selectKept({ latest, days, served, pins }: Candidates): Map<string, KeepReason[]> {
  const kept = new Map<string, KeepReason[]>()
  const keep = (bundle: string, reason: KeepReason): void => {
    kept.set(bundle, [...(kept.get(bundle) ?? []), reason])
  }
  for (const [nth, bundle] of [...new Set(latest.map((one) => one.bundle))].entries())
    keep(bundle, { kind: nth === 0 ? 'current' : 'rollback' })
  for (const [nth, day] of days.entries()) {
    const publication = served[nth]
    if (publication) keep(publication.bundle, day)
  }
  for (const { bundle, name } of pins) keep(bundle, { kind: 'pinned', name })
  return kept
}

function sortKept(
  kept: ReadonlyMap<string, readonly KeepReason[]>,
  published: readonly PublicationRecord[],
): KeptBundle[] {
  const last = new Map(published.map((record) => [record.bundle, record]))
  const all = [...kept].map(([bundle, reasons]): KeptBundle => {
    const { publication = null, published_at = null } = last.get(bundle) ?? {}
    return { bundle, publication, published_at, reasons }
  })
  return all.sort((a, b) => (b.publication ?? 0) - (a.publication ?? 0) || (a.bundle < b.bundle ? -1 : 1))
}

// The days on which the stored bundles list an election.

/**
 * In order. Another bundle than the current one counts too, so that a source that is left out of one build does not make its past
 * election nights forgotten. A bundle of another format, or with a damaged part, adds none; the current one then throws a
 * sentence.
 */
function findElectionDays(paths: Paths, current: string): string[] {
  const days = new Set<string>()
  const read = new Set<string>()
  const add = (bundle: string): void => {
    const ballots = loadPartHashes(paths, bundle).get('ballots')
    if (ballots === undefined) throw new Error(`the manifest of bundle ${bundle.slice(0, 12)} names no ballots part`)
    if (read.has(ballots)) return
    for (const day of readDays(paths, ballots)) days.add(day)
    read.add(ballots)
  }
  try {
    add(current)
  } catch (fault) {
    throw new Error(
      `the elections of the current bundle ${current.slice(0, 12)} cannot be read: ${fault instanceof Error ? fault.message : String(fault)}; run: hustings build`,
    )
  }
  for (const bundle of listBundles(paths)) {
    try {
      add(bundle)
    } catch {
      // It cannot be served either.
    }
  }
  return [...days].sort()
}

function readDays(paths: Paths, sha256: string): string[] {
  const part = openPart(join(paths.parts, `${sha256}.sqlite`), sha256)
  try {
    return part
      .statement<{ date: string }>(
        `SELECT DISTINCT date
        FROM election
        ORDER BY date`,
      )
      .all()
      .map(({ date }) => date)
  } finally {
    part.close()
  }
}
