// Publishes a built bundle: stages the events of the changes above the head, then makes events and bundle current in one
// conditional update. Afterwards it archives old events and deletes unused files.

import { builtEndorsement } from '../../data/schema/endorsement.ts'
import { CHAIN_START, chainHash, type Event, type EventFacets, eventId, formatHead } from '../../data/schema/event.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import type { ChangeKind } from '../../data/schema/vocabulary.ts'
import { keepMark, requireMark } from '../../data/store/feed-mark.ts'
import { findManifest, listBundles, loadManifest } from '../../data/store/manifest.ts'
import type { ObjectStore } from '../../data/store/objects/store.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { ChainedEvent } from '../../data/store/state/events.ts'
import type { Head, Staged } from '../../data/store/state/publications.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { pruneEvents } from '../archive/archive.ts'
import { openServed, requireParts, type ServedEndorsements, Unreadable, walkTouched } from './bundle-reader.ts'
import {
  type Bodies,
  compareChanges,
  diff,
  type EndorsementChange,
  findTouched,
  parseBodies,
  parseFields,
} from './diff.ts'
import { collectStored, collectUnkept } from './garbage-collect.ts'
import { describeLoss, describeRetired, findLoss, type GuardFacts, MassChange, NO_FACTS } from './loss-limits.ts'
import { fetchBundle, openPartsStore, uploadBundle } from './upload.ts'

/** @setting Events staged in one transaction. */
const STAGED_EVENTS_PER_TRANSACTION = 300

export interface PublishReport {
  publication: number
  bundle: string
  /** End of the log, `SEQ:HASH`. Saved elsewhere, it reveals a log that was cut or rewritten (events verify --expect). */
  head: string
  /** False if this bundle was already current. */
  changed: boolean
  /** Number of events of each kind. */
  events: Readonly<Record<ChangeKind, number>>
  collected: number
  /**
   * One sentence each: large losses, a bundle that could not be compared, failed clean-up. The bundle is current
   * nevertheless.
   */
  warnings: readonly string[]
}

interface PublishOptions {
  paths: Paths
  state: ServiceStore
  bundle: string
  now: () => Date
  /** Default: none are known. */
  facts?: GuardFacts
  /** Publishes although the guard would stop it, or although the changes are unknown. */
  accept: boolean
  /** A rollback is intended: the guard reports losses, but does not stop it. */
  rollback?: boolean
  /** Days that events stay in the feed. */
  retentionDays: number
}

type Events = PublishReport['events']

/** The events that become current together with the bundle. */
interface News {
  staged: Staged | null
  /** No comparison was possible: a new epoch begins with this bundle. */
  baseline?: true
  events: Events
}

const NONE = { created: 0, updated: 0, deleted: 0 }

/**
 * Idempotent: repeat an interrupted publication with the same bundle. `occurred_at` is read just before staging; until the
 * events can be read, only staging (some milliseconds per 300 events) and one update remain. Every part is hashed before the
 * head moves, and is in the object storage if there is one.
 * @throws MassChange if the guard stops it; Error if a file of the bundle is missing or damaged, or if another publication
 * came first
 */
export async function publishBundle(options: PublishOptions): Promise<PublishReport> {
  const { paths, state, bundle, now } = options
  const store = await openPartsStore(paths)
  requireBundle(options)
  const earlier = await requireMark(paths, state)
  const warnings = earlier === undefined ? [] : [earlier]
  const head = await state.head()
  // Another publisher may have written it.
  if (store && head) await fetchCurrent(paths, store, head)
  const upload = createUpload(options, store)
  // The first publication of an epoch is its baseline.
  const news =
    !head || head.bundle === bundle
      ? { staged: null, events: NONE }
      : await stageEvents(options, { head, warnings, upload })
  const { events, ...update } = news
  await upload()
  const result = await state.publish({
    expectedPublication: head?.publication ?? null,
    bundle,
    published_at: now().toISOString(),
    ...update,
  })
  if ('refused' in result) throw new Error(`${result.refused}; run: hustings publish`)
  return {
    ...result,
    bundle,
    head: formatHead(update.staged ?? head ?? { seq: 0, chain: CHAIN_START }),
    events: result.changed ? events : NONE,
    collected: await tidy(options, store, warnings),
    warnings,
  }
}

function requireBundle({ paths, bundle, rollback }: PublishOptions): void {
  try {
    requireParts(paths, loadManifest(paths, bundle))
  } catch (fault) {
    const why = fault instanceof Error ? fault.message : String(fault)
    throw new Error(
      `nothing was published: ${why}; run: hustings ${rollback ? 'rollback   # uses the newest earlier bundle whose files are intact' : 'build   # writes a damaged or missing part again'}`,
    )
  }
}

async function fetchCurrent(paths: Paths, store: ObjectStore, { bundle }: Head): Promise<void> {
  try {
    await fetchBundle(paths, store, bundle)
  } catch (fault) {
    throw new Error(
      `nothing was published: the current bundle ${bundle.slice(0, 12)} could not be fetched from the object storage: ${fault instanceof Error ? fault.message : String(fault)}; run: hustings publish`,
    )
  }
}

/** Writes the bundle to object storage once; does nothing without one. Servers find there all that a head names. */
function createUpload({ paths, bundle }: PublishOptions, store: ObjectStore | undefined): () => Promise<void> {
  let done = store === undefined
  return async () => {
    if (done || !store) return
    try {
      await uploadBundle(paths, store, bundle)
      done = true
    } catch (fault) {
      throw new Error(
        `nothing was published: the bundle ${bundle.slice(0, 12)} could not be written to the object storage: ${fault instanceof Error ? fault.message : String(fault)}; run: hustings publish   # continues with what is missing there`,
      )
    }
  }
}

interface Comparison {
  head: Head
  warnings: string[]
  upload(): Promise<void>
}

async function stageEvents(options: PublishOptions, comparison: Comparison): Promise<News> {
  const { head, warnings } = comparison
  try {
    return await compare(options, comparison)
  } catch (fault) {
    if (!(fault instanceof Unreadable) || fault.bundle !== head.bundle) throw fault
    const why = `the previous bundle cannot be read, so its changes are unknown: ${fault.message}`
    if (!options.accept)
      throw new Error(
        `nothing was published: ${why}; run: hustings ${options.rollback ? 'rollback' : 'publish'} --accept`,
      )
    warnings.push(`A new epoch of the feed begins, and its readers must list their data again: ${why}.`)
    return { staged: null, baseline: true, events: NONE }
  }
}

/** Computes the changes, checks the guard, uploads the bundle, and stages the events: an upload may take minutes, staging does not. */
async function compare(options: PublishOptions, { head, warnings, upload }: Comparison): Promise<News> {
  const { paths, state, now } = options
  const before = openServed(paths, head.bundle)
  try {
    const after = openServed(paths, options.bundle)
    try {
      const isSameBase = before.manifest.parts.endorsements.sha256 === after.manifest.parts.endorsements.sha256
      const touched = isSameBase
        ? findTouched(walkTouched(paths, before.manifest), walkTouched(paths, after.manifest))
        : undefined
      const changes = [...diff(before.walk(touched), after.walk(touched))].sort(compareChanges)
      const events = countEvents(changes)
      const { facts = NO_FACTS } = options
      const loss = findLoss(before.manifest, after.manifest, events.deleted, facts)
      if (loss && !options.accept && !options.rollback) throw new MassChange(loss)
      if (loss) warnings.push(`Much data was removed: ${describeLoss(loss)}.`)
      warnings.push(...describeRetired(before.manifest, after.manifest, facts))
      await upload()
      const staged = changes.length === 0 ? null : await stageChanges(state, { before, after, changes }, head, now)
      return { staged, events }
    } finally {
      after.close()
    }
  } finally {
    before.close()
  }
}

function countEvents(changes: readonly EndorsementChange[]): Events {
  const events = { ...NONE }
  for (const { kind } of changes) events[kind] += 1
  return events
}

/** The head has moved, so an error is only a warning. @returns number of deleted files */
async function tidy(
  { paths, state, now, retentionDays }: PublishOptions,
  store: ObjectStore | undefined,
  warnings: string[],
): Promise<number> {
  const warn = (what: string, fault: unknown): void => {
    warnings.push(`${what}: ${fault instanceof Error ? fault.message : String(fault)}.`)
  }
  try {
    const head = await state.head()
    if (head) keepMark(paths, head)
  } catch (fault) {
    warn('The mark of the last publication was not written, so a restored older state may not be detected', fault)
  }
  try {
    await pruneEvents({ paths, state, now: now(), retentionDays })
  } catch (fault) {
    warn('Not all old events were moved to the archive', fault)
  }
  try {
    await state.expireAccounts(now().toISOString())
  } catch (fault) {
    warn('Old undecided sign-ups were not deleted', fault)
  }
  let collected = 0
  try {
    collected += (await collectUnkept(paths, state, now())).files
  } catch (fault) {
    warn('Not all unused files were deleted', fault)
  }
  try {
    if (store) {
      const { objects, missing } = await collectStored(paths, store, state, now())
      collected += objects
      for (const one of missing) warn('The object storage lacks a kept bundle', one)
    }
  } catch (fault) {
    warn('Not all unused objects were deleted from the object storage', fault)
  }
  return collected
}

// Stages the events of a publication above the head in short transactions. Readers continue, and do not see the events
// yet. A change becomes its event: the frozen JSON, the filter values, and its place in the chain.

/** An endorsement with its filter values; a deleted one with its last values. */
export interface Told extends Omit<EventFacets, 'kind'>, Pick<EndorsementChange, 'kind' | 'previous'> {
  bodies: Bodies
  /** A report of an error in it is public, and waits to be fixed. */
  isReported: boolean
}

/** Position of the last event; the next one follows it. */
export type ChainEnd = Pick<Head, 'epoch' | 'seq' | 'chain'> & { occurred_at: string }

/** If the clock is behind the last event, that event's time is used. */
function occurredAt(now: Date, head: Pick<Head, 'occurred_at'>): string {
  const at = now.toISOString()
  return head.occurred_at !== null && head.occurred_at > at ? head.occurred_at : at
}

export function toEvent({ kind, bodies, previous, isReported, ...facets }: Told, end: ChainEnd): ChainedEvent {
  const { epoch, chain, occurred_at } = end
  const seq = end.seq + 1
  const parsed = parseBodies(bodies)
  const { id, endorser, contest, election, choice } = builtEndorsement.parse(parsed.body_en)
  const event: Event = {
    id: eventId(epoch, seq),
    type: `endorsement.${kind}`,
    occurred_at,
    endorsement: { id, ...parseFields(parsed) },
    previous,
    ...(kind === 'updated' && isReported && { reason: 'correction' as const }),
    endorser,
    contest: { ...contest, level: facets.level },
    election,
    choice,
  }
  return { ...facets, kind, seq, occurred_at, body: JSON.stringify(event), chain_before: chain }
}

/** Position after this event. */
export function endAfter({ seq, body, chain_before, occurred_at }: ChainedEvent, epoch: string): ChainEnd {
  return { epoch, seq, occurred_at, chain: chainHash(chain_before, body) }
}

interface Compared {
  before: ServedEndorsements
  after: ServedEndorsements
  /** In feed order; at least one. */
  changes: readonly EndorsementChange[]
}

/** Throws a sentence if another publisher comes first. */
async function stageChanges(
  state: Pick<ServiceStore, 'beginStage' | 'stageEvents' | 'reportedEndorsements'>,
  { before, after, changes }: Compared,
  head: Head,
  now: () => Date,
): Promise<Staged> {
  const stage = await state.beginStage()
  const reported = new Set(await state.reportedEndorsements())
  let end: ChainEnd = { ...head, occurred_at: occurredAt(now(), head) }
  for (let at = 0; at < changes.length; at += STAGED_EVENTS_PER_TRANSACTION) {
    const events = changes.slice(at, at + STAGED_EVENTS_PER_TRANSACTION).map(({ kind, id, previous }) => {
      const from = kind === 'deleted' ? before : after
      const event = toEvent(
        { ...from.loadFacets(id), kind, previous, bodies: from.loadBodies(id), isReported: reported.has(id) },
        end,
      )
      end = endAfter(event, end.epoch)
      return event
    })
    const refusal = await state.stageEvents(stage, events)
    if (refusal) throw new Error(`${refusal.refused}; run: hustings publish`)
  }
  return { stage, seq: end.seq, occurred_at: end.occurred_at, chain: end.chain }
}

// Finds the bundle that a rollback returns to.

/**
 * Returns the stored bundle, other than the current one, with the newest publication and with its files present. Throws a sentence if
 * there is none.
 */
export async function loadReturn(paths: Paths, state: Pick<ServiceStore, 'head' | 'publicationsOf'>): Promise<string> {
  const current = await state.head()
  if (!current) throw new Error('nothing is published yet, so there is no earlier bundle; run: hustings nightly')
  const earlier = (await state.publicationsOf(listBundles(paths))).filter(({ bundle }) => bundle !== current.bundle)
  const found = earlier.find(({ bundle }) => isWhole(paths, findManifest(paths, bundle)))
  if (found) return found.bundle
  throw new Error(
    `no earlier publication than ${current.publication} (bundle ${current.bundle.slice(0, 12)}) still has its files; run: hustings nightly`,
  )
}

function isWhole(paths: Paths, manifest: Manifest | undefined): boolean {
  if (!manifest) return false
  try {
    requireParts(paths, manifest)
    return true
  } catch {
    return false
  }
}
