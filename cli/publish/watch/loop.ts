// Follows the files of some sources. Files that have changed and come to rest become one publication.

import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ChecksFailed } from '../../../build/check/checks.ts'
import { MassChange } from '../../../build/publish/loss-limits.ts'
import { findLastRun } from '../../../data/store/last-run.ts'
import { type LockOwner, takeLock, waitForLock } from '../../../data/store/lock.ts'
import type { Registry } from '../../../ingest/configuration/to-sources.ts'
import type { Memory } from '../../../ingest/engine/source-dependencies.ts'
import type { FetchOptions } from '../../../ingest/fetch/fetch.ts'
import { findPath, locate } from '../../../ingest/fetch/locate.ts'
import type { Source } from '../../../ingest/read/source.ts'
import { firstLine } from '../../output.ts'
import { Stopped } from '../../progress.ts'
import { recordSources } from '../run-record.ts'
import { type Applied, applyChange, type ChangeOptions, nothingApplied, type SourceOutcome } from './change.ts'
import { type Judged, openFiles, openHints, WATCH_QUIET_MS, WATCH_ROUND_MS, type WatchedFiles } from './files.ts'
import { type Arrival, openPolls, type Polls } from './polls.ts'

/** @setting Milliseconds before `watch` tries again after a fault that may pass by itself, such as a full disk. */
const WATCH_RETRY_MS = 10_000
/** @setting Milliseconds for which `watch` leaves the lock free between two changes. A waiting command polls more often than this. */
const WATCH_LET_GO_MS = 150

export interface WatchOptions
  extends Pick<ChangeOptions, 'paths' | 'order' | 'mirror' | 'states' | 'threads' | 'retentionDays' | 'now' | 'stop'> {
  registry: Pick<Registry, 'findFeeds'>
  /** Of the sources that are followed. Their files are on a disk, or they have a URL. */
  ids: ReadonlySet<string>
  /** How publishers can reach the operator. */
  contact?: string | undefined
  /** Reads a variable of the environment. */
  environment?: FetchOptions['environment']
  /** Monotonic milliseconds. */
  clock: () => number
  /** Follows the publishing desk until it is stopped; calls `onWrite` after it has written files. */
  followDesk?(onWrite: () => void, stop: AbortSignal): Promise<void>
  /** Called when following begins. */
  onBegin(): void
  /** Called when another process holds the lock. */
  onWait(holder: LockOwner | undefined): void
  onChange(change: WatchedChange): void
}

export interface WatchedChange extends Omit<Applied, 'steps'> {
  /** Names of the changed files, as in messages. */
  files: readonly string[]
  /** The first check: changes made while no `watch` ran. */
  first: boolean
  /** Milliseconds: until the files were at rest, until the lock was acquired, and for the three steps. */
  steps: Applied['steps'] & { rest: number; lock: number }
}

/** Runs until it is stopped, which happens between steps. Throws LockHeld if another watch follows this folder. */
export async function followFiles(options: WatchOptions): Promise<void> {
  const { paths, mirror, stop, clock } = options
  const { hashCode } = await import('../../../ingest/engine/signature.ts')
  const only = takeLock({ root: paths.root, lock: `${paths.lock}-watch` }, ownerNow(options))
  const files = openFiles([], clock)
  const hints = await openHints([], stop)
  const end = new AbortController()
  const polls = openPolls({
    paths,
    clock,
    sources: findFollowed(options),
    contact: options.contact,
    environment: options.environment,
    onArrival: hints.wake,
    stop: AbortSignal.any([stop, end.signal]),
  })
  const turn = openTurn(options, { files, polls, code: hashCode() })
  const desk = options.followDesk?.(hints.wake, AbortSignal.any([stop, end.signal]))
  try {
    options.onBegin()
    let waiting: number | undefined
    while (!stop.aborted) {
      const sources = findFollowed(options)
      files.follow([...new Set(sources.flatMap((source) => pathsOf(source, mirror)))])
      hints.follow([...new Set(sources.flatMap((source) => [...pathsOf(source, mirror), ...folderOf(source)]))])
      const judged = await files.judge()
      const batch = chooseBatch(sources, { mirror, judged, arrivals: polls.arrivals() })
      const soon = judged.dues.some((due) => due - clock() <= WATCH_QUIET_MS)
      const isReady = turn.mayBegin(clock(), batch)
      waiting = isReady ? (waiting ?? clock()) : undefined
      // Files that were saved together come to rest shortly after each other.
      if (waiting !== undefined && (!soon || clock() - waiting >= WATCH_QUIET_MS)) {
        waiting = undefined
        await turn.take(batch)
      } else await hints.next(Math.min(...judged.dues.map((due) => due - clock()), WATCH_ROUND_MS))
    }
  } catch (error) {
    // The running step was completed; the next start continues with the rest.
    if (!stop.aborted || !(error instanceof Stopped || isAbort(error))) throw error
  } finally {
    end.abort()
    await desk
    hints.close()
    only.release()
  }
}

/** The sources that are followed, with their present files. */
export function findFollowed({ registry, ids }: Pick<WatchOptions, 'registry' | 'ids'>): readonly Source[] {
  return registry.findFeeds().filter(({ id }) => ids.has(id))
}

/** The sources and files that can be ingested now. */
interface Batch {
  sources: readonly Source[]
  /** Paths. */
  changed: readonly string[]
  /** Of requests, by source id. */
  arrivals: ReadonlyMap<string, Arrival>
}

interface BatchInput {
  mirror: string | null
  judged: Judged
  arrivals: ReadonlyMap<string, Arrival>
}

/** A source with one restless file waits with all its files. */
function chooseBatch(sources: readonly Source[], { mirror, judged, arrivals }: BatchInput): Batch {
  const { changed, restless } = judged
  const still = sources.filter((source) => !restless.some((path) => isFileOf(source, path, mirror)))
  return {
    sources: still,
    changed: changed.filter((path) => still.some((source) => isFileOf(source, path, mirror))),
    arrivals,
  }
}

/** Also true for a file that is no longer in the folder of the source. */
function isFileOf(source: Source, path: string, mirror: string | null): boolean {
  const { follow } = source
  if (follow && 'folder' in follow && dirname(path) === follow.folder) return true
  return pathsOf(source, mirror).includes(path)
}

interface Turn {
  mayBegin(now: number, batch: Batch): boolean
  take(batch: Batch): Promise<void>
}

function openTurn(
  options: WatchOptions,
  { files, polls, code }: { files: WatchedFiles; polls: Polls; code: string },
): Turn {
  const { paths, mirror, clock, stop } = options
  const memory: Memory = {}
  let first = true
  /** From this time on, build and publish are due even if no file has changed. */
  let owedFrom = Number.NEGATIVE_INFINITY
  let notBefore = Number.NEGATIVE_INFINITY
  let letGo = Number.NEGATIVE_INFINITY

  return {
    mayBegin: (now, { sources, changed, arrivals }) =>
      now >= notBefore && (changed.length > 0 || arrivals.size > 0 || (now >= owedFrom && sources.length > 0)),
    async take(batch) {
      const ready = clock()
      const times = [...batch.changed.map(files.since), ...[...batch.arrivals.keys()].map(polls.since)]
      const began = Math.min(ready, ...times)
      if (ready < letGo + WATCH_LET_GO_MS) await delay(letGo + WATCH_LET_GO_MS - ready, undefined, { signal: stop })
      const lock = await waitForLock(paths, () => ownerNow(options), {
        waitsFor: () => true,
        atMost: Number.POSITIVE_INFINITY,
        onWait: options.onWait,
        stop,
      })
      try {
        const had = clock()
        // The files may have changed during the wait for the lock.
        const contents = await files.take(batch.changed)
        if (!contents) return
        const arrivals = polls.arrivals()
        const answered = batch.sources.flatMap((source) => toOutcome(source, arrivals.get(source.id)))
        const isChanged = (source: Source): boolean =>
          [...contents.keys()].some((path) => isFileOf(source, path, mirror)) ||
          arrivals.get(source.id)?.kind === 'changed' ||
          (first && polls.kept.has(source.id))
        const changed = new Set(batch.sources.filter(isChanged).map(({ id }) => id))
        const force = clock() >= owedFrom
        const isDue = force || changed.size > 0
        const applied = isDue
          ? await applyChange({
              ...options,
              sources: batch.sources,
              changed,
              contents,
              taken: files.taken,
              force,
              code,
              memory,
              received: receivedOf(batch.sources, arrivals),
            })
          : nothingApplied()
        const { fault, ingested } = applied
        applied.sources = [...applied.sources, ...answered.filter(({ status }) => status === 'failed')]
        recordRead(options, applied, answered)
        if (isDue) {
          const again = mayPass(fault) ? clock() + WATCH_RETRY_MS : Number.POSITIVE_INFINITY
          owedFrom = again
          if (ingested) files.settle(contents)
          else notBefore = again
        }
        if (ingested || !isDue) polls.settle(arrivals)
        if (!isDue && applied.sources.length === 0) return
        const names = [
          ...batch.changed.map((path) => nameOf(path, batch.sources, mirror)),
          ...batch.sources.flatMap(({ id, files: [file] }) =>
            arrivals.get(id)?.kind === 'changed' && file ? [file.mirror] : [],
          ),
        ]
        const steps = { rest: ready - began, lock: had - ready, ...applied.steps }
        options.onChange({ ...applied, files: names, first, steps })
        if (isDue) first = false
      } finally {
        lock.release()
        letGo = clock()
      }
    },
  }
}

/** The outcome of a request that brought no bytes to read: unchanged, or failed. */
function toOutcome({ id: source_id }: Source, arrival: Arrival | undefined): SourceOutcome[] {
  if (!arrival || arrival.kind === 'changed') return []
  const error = arrival.kind === 'failed' ? arrival.error : null
  return [{ source_id, status: arrival.kind, rows_in: null, error, held_back: null, published_on: null, issues: [] }]
}

/** Several sources may have one address. */
function receivedOf(sources: readonly Source[], arrivals: ReadonlyMap<string, Arrival>): ChangeOptions['received'] {
  const downloads = new Map(
    sources.flatMap(({ id, files }) => {
      const arrival = arrivals.get(id)
      return arrival?.kind === 'changed'
        ? files.map((file) => [locate(file, null).address, arrival.download] as const)
        : []
    }),
  )
  return (address) => downloads.get(address)
}

/**
 * Records only sources: the last run is another command's. A failure to write the record does not delay a change.
 * @param answered unchanged and failed feeds
 */
function recordRead(options: WatchOptions, applied: Applied, answered: readonly SourceOutcome[]): void {
  const { paths, now } = options
  const unchanged = answered.filter(({ status }) => status === 'unchanged')
  if (applied.sources.length + unchanged.length === 0) return
  const kinds = new Map(findFollowed(options).map(({ id }) => [id, 'endorsements'] as const))
  try {
    const before = findLastRun(paths)?.sources
    const dated = unchanged.map((one) => ({ ...one, published_on: before?.[one.source_id]?.published_on ?? null }))
    recordSources(paths, [...dated, ...applied.sources], kinds, now())
  } catch (error) {
    applied.warnings = [...applied.warnings, `The record of the last run was not written: ${firstLine(error)}.`]
  }
}

/** Whether a retry may succeed. The guard and the checks judge the files' content: only a changed file or a person changes their result. */
function mayPass(fault: unknown): boolean {
  return !(fault === undefined || fault instanceof MassChange || fault instanceof ChecksFailed)
}

function ownerNow({ now }: Pick<WatchOptions, 'now'>): LockOwner {
  return { pid: process.pid, command: 'watch', since: now().toISOString() }
}

function pathsOf(source: Source, mirror: string | null): string[] {
  return source.files.flatMap((file) => findPath(file, mirror) ?? [])
}

/** Every file of its folder, for the hints. */
function folderOf({ follow }: Source): string[] {
  return follow && 'folder' in follow ? [join(follow.folder, '*')] : []
}

function nameOf(path: string, sources: readonly Source[], mirror: string | null): string {
  const file = sources.flatMap((source) => source.files).find((one) => findPath(one, mirror) === path)
  return file?.mirror ?? path
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
