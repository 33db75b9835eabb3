// Finds the published bundle that a request names by `snapshot=`, and lists those that are still here.

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pLimit from 'p-limit'
import { ApiError, invalidParameter } from '../../data/schema/api-error.ts'
import {
  dayOf,
  findNearest,
  isDay,
  SNAPSHOT_REFERENCE_EXPECTED,
  type Snapshot,
  sayMissing,
  sayNearest,
  searchDay,
  searchId,
} from '../../data/schema/snapshot.ts'
import { listExports, loadExport } from '../../data/store/exports.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import type { Bundles, PublishedBundle } from './bundles.ts'

/** @setting Milliseconds before the folders of bundles and exports are read again, for `snapshot=` and `/v1/snapshots`. */
export const SNAPSHOTS_LOOK_MS = 1000
/** @setting Publications that are read from the state in one step, for `snapshot=` and `/v1/snapshots`. */
export const PUBLICATIONS_A_STEP = 2000

export interface NamedSnapshot {
  published: PublishedBundle
  /** YYYY-MM-DD: the service's day in the answer. */
  day: string
  /** The refusal if the bundle cannot be opened. @param why a sentence; undefined if the bundle is gone */
  refuse(why?: string): ApiError
}

export type Snapshots = ReturnType<typeof createSnapshots>

/** Retry-After in seconds while no bundle is published. */
const NO_BUNDLE_RETRY = 5

interface SnapshotsOptions {
  state: Pick<ServiceStore, 'head' | 'publicationsAfter' | 'publicationsOf'>
  bundles: Pick<Bundles, 'kept'>
  /** The folder of the exports. */
  exports: string
  /** Milliseconds on a clock that never jumps. */
  steady(): number
}

export function createSnapshots({ state, bundles, exports, steady }: SnapshotsOptions) {
  const publications = createPublications(state)
  const readExports = createExportReader(exports)
  /** Manifests and exports may come and go between publications. */
  const look = createLook((before: Folders | undefined) => readFolders(bundles.kept(), readExports(), before), steady)
  let listed: { of: readonly object[]; json: Buffer } | undefined

  /** A new publication has a new bundle, too. */
  const load = async (): Promise<{ index: PublicationIndex; folders: Folders }> => {
    const head = await state.head()
    if (head && !look.now().here.has(head.bundle)) look.again()
    const folders = look.now()
    return { index: await publications.load(folders.here), folders }
  }
  return {
    /** Throws ApiError 400 for an ambiguous text, 404 if the bundle is not here, 503 if nothing is published. */
    async find(text: string): Promise<NamedSnapshot> {
      const { index, folders } = await load()
      if (!index.newest) throw nothingPublished()
      const kept = index.kept.filter(({ bundle }) => folders.bundles.has(bundle))
      const search = isDay(text) ? searchDay(text, index.findLastUntil(text), kept) : searchId(text, kept, index.days)
      if ('ambiguous' in search)
        throw invalidParameter(
          `Parameter \`snapshot\`: ${search.ambiguous} kept bundles begin with \`${text}\`, expected ${SNAPSHOT_REFERENCE_EXPECTED}.`,
        )
      if ('gone' in search) throw notFound(`${sayMissing(text, search)} ${sayNearest(search)}`)
      const { found: published, day } = search
      return {
        published,
        day,
        refuse(why) {
          const nearest = findNearest(published, kept)
          return notFound(`${why ?? sayMissing(text, nearest)} ${sayNearest(nearest)}`)
        },
      }
    },
    /** JSON of the published bundles that are here, newest first, with their exported files. */
    async list(): Promise<Buffer> {
      const { index, folders } = await load()
      if (listed && listed.of[0] === index && listed.of[1] === folders) return listed.json
      const json = Buffer.from(JSON.stringify({ data: present(index, folders) }))
      listed = { of: [index, folders], json }
      return json
    },
  }
}

function present({ newest, kept }: PublicationIndex, { exported }: Folders): Snapshot[] {
  return kept.map(({ bundle: id, publication, published_at }) => ({
    id,
    publication,
    published_at,
    current: id === newest?.bundle,
    exports: exported.get(id) ?? [],
  }))
}

interface Folders {
  /** Ids of the bundles with a manifest. */
  bundles: ReadonlySet<string>
  /** Ids of all bundles with a manifest or an export. */
  here: ReadonlySet<string>
  exported: Exports
}

/** @param before is returned if nothing has changed */
function readFolders(kept: readonly string[], exported: Exports, before: Folders | undefined): Folders {
  const isSame = before?.bundles.size === kept.length && kept.every((id) => before.bundles.has(id))
  if (before && isSame && before.exported === exported) return before
  return { bundles: new Set(kept), here: new Set([...kept, ...exported.keys()]), exported }
}

/** Reads at most once per SNAPSHOTS_LOOK_MS. */
function createLook<Value>(read: (before: Value | undefined) => Value, steady: () => number) {
  let last: { value: Value; at: number } | undefined
  return {
    now(): Value {
      if (!last || steady() - last.at >= SNAPSHOTS_LOOK_MS) last = { value: read(last?.value), at: steady() }
      return last.value
    },
    /** The next call reads again. */
    again() {
      if (last) last = { ...last, at: Number.NEGATIVE_INFINITY }
    },
  }
}

type Exports = ReadonlyMap<string, Snapshot['exports']>

/** An exported folder appears whole and never changes, so its files are read once. Returns the same map while nothing has changed. */
function createExportReader(folder: string): () => Exports {
  let known: Exports = new Map()
  let read = new Map<string, { identity: string; files: Snapshot['exports'] }>()
  return () => {
    let isSame = true
    read = new Map(
      listExports(folder).map((bundle) => {
        const stat = statSync(join(folder, bundle), { bigint: true, throwIfNoEntry: false })
        const identity = `${stat?.ino} ${stat?.mtimeNs}`
        const before = read.get(bundle)
        if (before?.identity === identity) return [bundle, before]
        isSame = false
        return [bundle, { identity, files: loadFiles(folder, bundle) }]
      }),
    )
    if (!isSame || read.size !== known.size) known = new Map(Array.from(read, ([bundle, { files }]) => [bundle, files]))
    return known
  }
}

function loadFiles(folder: string, bundle: string): Snapshot['exports'] {
  return loadExport(folder, bundle).map(({ path: _, ...file }) => ({
    ...file,
    url: `/downloads/${bundle}/${file.name}`,
  }))
}

/** For data requests before the first publication. */
export function nothingPublished(): ApiError {
  return new ApiError('internal_error', 'No data has been published on this server yet.', {
    status: 503,
    retryAfter: NO_BUNDLE_RETRY,
  })
}

function notFound(sentence: string): ApiError {
  return new ApiError('not_found', `Parameter \`snapshot\`: ${sentence}`)
}

// The publications in the state: the last one of each day, and the latest one of each bundle that is still here. The whole list is
// read once, in short steps, because it may have hundreds of thousands; afterwards only later ones are read.

export type Publication = Awaited<ReturnType<ServiceStore['publicationsAfter']>>[number]

interface PublicationIndex {
  /** Undefined before the first publication. */
  newest: Publication | undefined
  /** The latest publication of each bundle that is here, newest first. */
  kept: readonly Publication[]
  /** The last publication of each day (UTC), by rising day. */
  days: readonly Publication[]
  /** The last publication before the end of a day in UTC. @param day YYYY-MM-DD */
  findLastUntil(day: string): Publication | undefined
}

export function createPublications(state: Pick<ServiceStore, 'head' | 'publicationsAfter' | 'publicationsOf'>) {
  const lastOfDay = new Map<string, Publication>()
  /** Null: the bundle is here, but was never published. */
  const latest = new Map<string, Publication | null>()
  let newest: Publication | undefined
  let known: { here: ReadonlySet<string>; index: PublicationIndex } | undefined
  const inTurn = pLimit(1)

  const note = (row: Publication, here: ReadonlySet<string>): void => {
    newest = row
    const day = lastOfDay.get(dayOf(row))
    if (!day || day.publication <= row.publication) lastOfDay.set(dayOf(row), row)
    if (here.has(row.bundle)) latest.set(row.bundle, row)
  }
  const readLater = async (here: ReadonlySet<string>): Promise<void> => {
    // The newest known one is read again: it may begin a new epoch.
    let after = (newest?.publication ?? 1) - 1
    for (;;) {
      const rows = await state.publicationsAfter(after, PUBLICATIONS_A_STEP)
      for (const row of rows) note(row, here)
      after = rows.at(-1)?.publication ?? after
      if (rows.length < PUBLICATIONS_A_STEP) return
      await nextTurn()
    }
  }
  /** Bundles may come back, for example from a backup. */
  const readUnknown = async (here: ReadonlySet<string>): Promise<void> => {
    for (const id of latest.keys()) if (!here.has(id)) latest.delete(id)
    const unknown = [...here].filter((id) => !latest.has(id))
    if (unknown.length === 0) return
    for (const id of unknown) latest.set(id, null)
    for (const row of await state.publicationsOf(unknown)) latest.set(row.bundle, row)
  }
  const update = async (here: ReadonlySet<string>): Promise<PublicationIndex> => {
    const head = await state.head()
    const isSame = newest?.publication === head?.publication && newest?.epoch === head?.epoch
    if (isSame && known?.here === here) return known.index
    if (!isSame) await readLater(here)
    await readUnknown(here)
    const index = toIndex(newest, latest, lastOfDay)
    known = { here, index }
    return index
  }
  return {
    /** As of the call or later. @param here ids of the bundles; the same set while nothing has changed */
    load: (here: ReadonlySet<string>): Promise<PublicationIndex> => inTurn(() => update(here)),
  }
}

function toIndex(
  newest: Publication | undefined,
  latest: ReadonlyMap<string, Publication | null>,
  lastOfDay: ReadonlyMap<string, Publication>,
): PublicationIndex {
  const kept = [...latest.values()].filter((one) => one !== null).sort((a, b) => b.publication - a.publication)
  const days = [...lastOfDay].sort(([a], [b]) => (a < b ? -1 : 1))
  let last: Publication | undefined
  const until = days.map(([day, own]) => {
    // A clock that went back gives a later publication an earlier day.
    if (!last || own.publication > last.publication) last = own
    return { day, last }
  })
  return {
    newest,
    kept,
    days: days.map(([, own]) => own),
    findLastUntil: (asked) => until.findLast(({ day }) => day <= asked)?.last,
  }
}
