// Answers requests in this process from the data folder: the same routes as the server, without a socket, a key or a limit.

import type { Manifest } from '../../data/schema/manifest.ts'
import { liveOperations } from '../../data/schema/operations.ts'
import { type Bundle, openBundle, partsOf } from '../../data/store/bundle.ts'
import { findLastRun } from '../../data/store/last-run.ts'
import { listBundles, loadManifest } from '../../data/store/manifest.ts'
import { loadOverlay } from '../../data/store/overlay.ts'
import type { Paths } from '../../data/store/paths.ts'
import { openState, stateExists } from '../../data/store/state/open.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { loadConfig } from '../../server/config.ts'
import { createFeed, type Feed } from '../../server/feed/feed.ts'
import { compileFilter } from '../../server/feed/filter.ts'
import { poll, presentPage } from '../../server/feed/poll.ts'
import { filterOf, findPosition, readStart, toCursor } from '../../server/feed/position.ts'
import { createQueryReader, hintFor } from '../../server/http/input.ts'
import { loadPlace } from '../../server/place/place.ts'
import { findDay, pinDay } from '../../server/read/elections.ts'
import { matchOverlay, mergeOverlay } from '../../server/read/overlay.ts'
import { collectBody } from '../../server/read/sliced-work.ts'
import type { Reading, RequestTexts, Route } from '../../server/route/route.ts'
import { createSnapshots, nothingPublished } from '../../server/serving/snapshots.ts'

/** @setting Milliseconds between two looks of `hustings tail` at the state. */
const OFFLINE_LOOK_MS = 200

export interface OfflineOptions {
  paths: Paths
  /** YYYY-MM-DD: answer as if it were that day. Default: HUSTINGS_AS_OF, otherwise today. */
  asOf?: string | undefined
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds on a clock that never jumps. */
  steady(): number
}

export interface OfflineAnswer {
  /** JSON. */
  body: Buffer
  /** The bundle that it was read from. */
  manifest: Manifest
}

/**
 * The body of the server's reply to `GET <route>`. No address leaves this machine, whatever the settings say. Throws ApiError, OverlayFault.
 */
export async function answerOffline(
  options: OfflineOptions,
  route: Route,
  texts: RequestTexts,
): Promise<OfflineAnswer> {
  const question = route.parse(texts)
  const asOf = loadConfig({ paths: options.paths, ...(options.asOf !== undefined && { asOf: options.asOf }) }).asOf
  return withStore(options.paths, async (state) => {
    const { reading, close } = await openReading(options, state, { snapshot: question.snapshot, asOf })
    try {
      const { manifest } = reading.bundle
      if (!('location' in question)) {
        const json = question.answer(question.request, reading)
        return { body: Buffer.from(mergeOverlay(reading.bundle, json, question.lang)), manifest }
      }
      const { query, answer } = question
      const place = loadPlace(reading.bundle, question.location, { elections: query.elections })
      return { body: collectBody(answer({ query, place, filter: {} }, reading)), manifest }
    } finally {
      close()
    }
  })
}

/** Opens the data from which a server of this folder would answer now. Throws ApiError, OverlayFault. */
export async function withOfflineReading<Result>(
  options: OfflineOptions,
  use: (reading: Reading) => Promise<Result>,
): Promise<Result> {
  const asOf = loadConfig({ paths: options.paths, ...(options.asOf !== undefined && { asOf: options.asOf }) }).asOf
  return withStore(options.paths, async (state) => {
    const { reading, close } = await openReading(options, state, { snapshot: undefined, asOf })
    try {
      return await use(reading)
    } finally {
      close()
    }
  })
}

export interface UnknownSlug {
  parameter: 'categories' | 'endorsers'
  slug: string
  hint: string
}

/** The categories and endorsers of a filter that the bundle does not have. @param parameters as in a query. Throws ApiError 503 */
export async function findUnknownSlugs(
  options: OfflineOptions,
  { snapshot, ...parameters }: Readonly<Record<string, string>>,
): Promise<UnknownSlug[]> {
  return withStore(options.paths, async (state) => {
    const { reading, close } = await openReading(options, state, { snapshot, asOf: null })
    try {
      const known = listEndorserSlugs(reading.bundle)
      return (['categories', 'endorsers'] as const).flatMap((parameter) => {
        const slugs = (parameters[parameter] ?? '').split(',').filter((slug) => slug !== '')
        const unknown = slugs.filter((slug) => !known[parameter].includes(slug))
        return unknown.map((slug) => ({ parameter, slug, hint: hintFor(slug, known[parameter]) }))
      })
    } finally {
      close()
    }
  })
}

interface OpenedReading {
  reading: Reading
  close(): void
}

/** Throws ApiError 400 or 404 for the snapshot that the request names, 503 if nothing is published. */
async function openReading(
  { paths, now, steady }: OfflineOptions,
  state: ServiceStore,
  { snapshot, asOf }: { snapshot: string | undefined; asOf: string | null },
): Promise<OpenedReading> {
  if (snapshot === undefined) {
    const head = await state.head()
    if (!head) throw nothingPublished()
    const overlay = loadOverlay(paths.overlay)
    const published = openBundle(paths, loadManifest(paths, head.bundle))
    const bundle = overlay ? matchOverlay(published, overlay).bundle : published
    const day = findDay(bundle, asOf, now())
    const lastRun = findLastRun(paths) ?? null
    return { reading: { bundle, day, isNamed: false, lastRun }, close: () => closeParts(bundle) }
  }
  const bundles = { kept: () => listBundles(paths) }
  const named = await createSnapshots({ state, bundles, exports: paths.exports, steady }).find(snapshot)
  const bundle = openNamed(paths, named.published.bundle)
  if (!bundle) throw named.refuse()
  const day = pinDay(named.day)
  return { reading: { bundle, day, isNamed: true, lastRun: null }, close: () => closeParts(bundle) }
}

/** Undefined if it is gone, or if another version must read it. */
function openNamed(paths: Paths, id: string): Bundle | undefined {
  try {
    return openBundle(paths, loadManifest(paths, id))
  } catch {
    return undefined
  }
}

function closeParts(bundle: Bundle): void {
  for (const part of partsOf(bundle)) part.close()
}

/** A folder in which nothing was ever published stays as it is. */
async function withStore<Result>(paths: Paths, use: (state: ServiceStore) => Promise<Result>): Promise<Result> {
  if (!(await stateExists(paths))) throw nothingPublished()
  const state = await openState(paths)
  try {
    return await use(state)
  } finally {
    await state.close()
  }
}

/** A saved subscription belongs to an account, and here is none. */
const readFeedQuery = createQueryReader(liveOperations.listEvents.query.omit({ subscription: true }))

export interface FollowOptions extends OfflineOptions {
  /** Ends after the last change that is there, instead of waiting for the next one. */
  once: boolean
  stop: AbortSignal
}

export interface OfflinePage {
  /** The body of the server's reply to `GET /v1/events` with the position before this page. */
  json: string
  /** The position after this page, for `cursor`. */
  cursor: string
}

/**
 * The pages of `/v1/events`, one after another, until `stop`. A page without a change follows only after `wait` seconds. While servers
 * run here, a change is told when the last of them has it, as they tell it.
 * @param search with its question mark; empty for no parameters. Throws ApiError 400, 410 or 503
 */
export async function followOffline(
  options: FollowOptions,
  search: string,
  onPage: (page: OfflinePage) => void | Promise<void>,
): Promise<void> {
  const query = readFeedQuery(search)
  const { paths, stop, once } = options
  const { retention } = loadConfig({ paths })
  await withStore(paths, async (state) => {
    const feed = createFeed(state)
    await look(state, feed)
    const now = options.now()
    const start = readStart(query, undefined, { now, retention })
    let position = await findPosition(start, { state, feed, now, retention })
    const matches = compileFilter(filterOf(query))
    const wait = once ? 0 : query.wait * 1000
    const looking = lookOften(state, feed)
    const ending = AbortSignal.any([stop, looking.failed])
    const onEnd = (end: () => void): (() => void) => {
      if (ending.aborted) end()
      else ending.addEventListener('abort', end)
      return () => ending.removeEventListener('abort', end)
    }
    try {
      while (!stop.aborted) {
        const page = await poll(feed, { position, matches, limit: query.limit, wait, onEnd })
        looking.failed.throwIfAborted()
        position = page.next
        await onPage({ json: presentPage(page), cursor: toCursor(position) })
        if (once && !page.more) return
      }
    } finally {
      await looking.end()
    }
  })
}

/** Without a server, the newest publication is released: no other reader could be behind it. */
async function look(state: ServiceStore, feed: Feed): Promise<void> {
  await feed.advance((await state.released()) ?? (await state.head()))
}

interface Looking {
  /** Aborted with the fault of a look. */
  failed: AbortSignal
  end(): Promise<void>
}

function lookOften(state: ServiceStore, feed: Feed): Looking {
  const failed = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let ended = false
  let turn: Promise<void> = Promise.resolve()
  const next = (): void => {
    if (ended) return
    timer = setTimeout(() => {
      turn = look(state, feed).then(next, (fault: unknown) => failed.abort(fault))
    }, OFFLINE_LOOK_MS)
  }
  next()
  return {
    failed: failed.signal,
    async end() {
      ended = true
      clearTimeout(timer)
      await turn
    },
  }
}

/** Every slug that a filter may name. */
function listEndorserSlugs(bundle: Bundle): { categories: string[]; endorsers: string[] } {
  const all = (sql: string) =>
    bundle.endorsements
      .statement<{ slug: string }>(sql)
      .all({})
      .map(({ slug }) => slug)
  return {
    categories: all('SELECT slug FROM endorser_category ORDER BY slug'),
    endorsers: all('SELECT slug FROM endorser ORDER BY slug'),
  }
}
