// Makes a built bundle the current one: the events of what changed are staged above the head, then one conditional update makes events
// and bundle current together. Afterwards old events go to the archive, and files that nothing needs any more are collected.

import { CHAIN_START, formatHead } from '../../data/schema/event.ts'
import type { ChangeKind } from '../../data/schema/vocabulary.ts'
import { keepMark, requireMark } from '../../data/store/feed-mark.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { Head, ServiceStore, Staged } from '../../data/store/state/state.ts'
import { pruneEvents } from '../archive/archive.ts'
import { findTouched, openServed, requireParts, Unreadable } from './bundle-reader.ts'
import { compareChanges, diff, type EndorsementChange } from './diff.ts'
import { collect } from './garbage-collect.ts'
import { findLoss, MassChange, sayLoss } from './guard.ts'
import { findKeptPublications } from './retention.ts'
import { stageChanges } from './stage.ts'

export interface PublishReport {
  publication: number
  bundle: string
  /** The end of the log, `SEQ:HASH`: kept elsewhere, it tells whether the log was cut or rewritten (events verify --expect). */
  head: string
  /** False when this bundle was current already. */
  changed: boolean
  /** How many of each kind. */
  events: Readonly<Record<ChangeKind, number>>
  collected: number
  /** What vanished, could not be compared or not be collected, a sentence each; the bundle is current all the same. */
  warnings: readonly string[]
}

export interface PublishOptions {
  paths: Paths
  state: ServiceStore
  bundle: string
  now: () => Date
  /** Publish although the guard would stop it, or although nothing can say what has changed. */
  accept: boolean
  /** Whoever goes back to a bundle means it: the guard says what vanishes, and does not stop it. */
  rollback?: boolean
  /** How long events stay in the feed. */
  retentionDays: number
}

type Events = PublishReport['events']

/** What goes with the bundle into the one update. */
interface News {
  staged: Staged | null
  /** Nothing could be compared: a new epoch begins with this bundle. */
  baseline?: true
  events: Events
}

const NONE = { created: 0, updated: 0, deleted: 0 }

/**
 * Again with the same bundle it changes nothing, so a publication that was interrupted is simply asked for again.
 * `occurred_at` is read right before staging: until its events can be read, that (some milliseconds for each 300) and the one update remain.
 * Every part is hashed before the head moves. Throws MassChange where the guard stops it, and an Error where a file of the bundle is
 * missing or damaged, or another publication came first.
 */
export async function publishBundle(options: PublishOptions): Promise<PublishReport> {
  const { paths, state, bundle, now } = options
  requireBundle(options)
  const earlier = await requireMark(paths, state)
  const warnings = earlier === undefined ? [] : [earlier]
  const head = await state.head()
  // An epoch's first publication is its baseline.
  const news =
    !head || head.bundle === bundle ? { staged: null, events: NONE } : await stageEvents(options, head, warnings)
  const { events, ...update } = news
  const result = await state.publish({
    ...{ expectedPublication: head?.publication ?? null, bundle, published_at: now().toISOString() },
    ...update,
  })
  if ('refused' in result) throw new Error(`${result.refused}; run: hustings publish`)
  return {
    ...result,
    bundle,
    head: formatHead(update.staged ?? head ?? { seq: 0, chain: CHAIN_START }),
    events: result.changed ? events : NONE,
    collected: await tidy(options, warnings),
    warnings,
  }
}

function requireBundle({ paths, bundle, rollback }: PublishOptions): void {
  try {
    requireParts(paths, loadManifest(paths, bundle))
  } catch (fault) {
    const why = fault instanceof Error ? fault.message : String(fault)
    throw new Error(
      `nothing was published: ${why}; run: hustings ${rollback ? 'rollback   (finds the newest earlier bundle that is whole)' : 'build   (writes a damaged or missing part again)'}`,
    )
  }
}

async function stageEvents(options: PublishOptions, head: Head, warnings: string[]): Promise<News> {
  try {
    return await compare(options, head, warnings)
  } catch (fault) {
    if (!(fault instanceof Unreadable) || fault.bundle !== head.bundle) throw fault
    const why = `the bundle before cannot be read, so nothing says what has changed since: ${fault.message}`
    if (!options.accept)
      throw new Error(
        `nothing was published: ${why}; run: hustings ${options.rollback ? 'rollback' : 'publish'} --accept`,
      )
    warnings.push(`A new epoch of the feed begins, and its readers list again what they follow: ${why}.`)
    return { staged: null, baseline: true, events: NONE }
  }
}

/** Looks, asks the guard, and stages. */
async function compare(options: PublishOptions, head: Head, warnings: string[]): Promise<News> {
  const { paths, state, now } = options
  const before = openServed(paths, head.bundle)
  try {
    const after = openServed(paths, options.bundle)
    try {
      const touched = findTouched(paths, before.manifest, after.manifest)
      const changes = [...diff(before.walk(touched), after.walk(touched))].sort(compareChanges)
      const events = countEvents(changes)
      const loss = findLoss(before.manifest, after.manifest, events.deleted)
      if (loss && !options.accept && !options.rollback) throw new MassChange(loss)
      if (loss) warnings.push(`Much has vanished: ${sayLoss(loss)}.`)
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

/** The head has moved: a fault is a warning. @returns how many files went */
async function tidy({ paths, state, now, retentionDays }: PublishOptions, warnings: string[]): Promise<number> {
  const warn = (what: string, fault: unknown): void => {
    warnings.push(`${what}: ${fault instanceof Error ? fault.message : String(fault)}.`)
  }
  try {
    const head = await state.head()
    if (head) keepMark(paths, head)
  } catch (fault) {
    warn('How far the feed is published was not marked, and a state that is put back may not be told', fault)
  }
  try {
    await pruneEvents({ paths, state, now: now(), retentionDays })
  } catch (fault) {
    warn('Events that the feed no longer keeps were not all moved to the archive', fault)
  }
  try {
    await state.expireAccounts(now().toISOString())
  } catch (fault) {
    warn('Sign-ups that nobody has decided about were not deleted', fault)
  }
  try {
    const kept = await findKeptPublications(state, now())
    return collect(
      paths,
      kept.map(({ bundle }) => bundle),
    )
  } catch (fault) {
    warn('Files that no publication needs any more were not all deleted', fault)
    return 0
  }
}
