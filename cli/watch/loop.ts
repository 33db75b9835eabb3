// Follows the files of some sources. Files that have changed and come to rest become one publication.

import { setTimeout as delay } from 'node:timers/promises'
import { ChecksFailed } from '../../build/check/checks.ts'
import { MassChange } from '../../build/publish/guard.ts'
import { type LockOwner, takeLock, waitForLock } from '../../data/store/lock.ts'
import type { Memory } from '../../ingest/engine/source-dependencies.ts'
import { findPath } from '../../ingest/fetch/fetch.ts'
import type { Source } from '../../ingest/read/source.ts'
import { WATCH_LET_GO_MS, WATCH_QUIET_MS, WATCH_RETRY_MS, WATCH_ROUND_MS } from '../constants.ts'
import { firstLine } from '../output.ts'
import { Stopped } from '../progress.ts'
import { type FindKnown, recordSources } from '../run-record.ts'
import { type Applied, applyChange, type ChangeOptions } from './change.ts'
import { type Judged, openFiles, type WatchedFiles } from './files.ts'
import { openHints } from './hints.ts'

export interface WatchOptions
  extends Pick<ChangeOptions, 'paths' | 'order' | 'mirror' | 'states' | 'threads' | 'retentionDays' | 'now' | 'stop'> {
  /** The sources whose files are followed. All are on a disk. */
  sources: readonly Source[]
  /** Monotonic milliseconds. */
  clock: () => number
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
  const { paths, sources, mirror, stop, clock } = options
  const { hashCode } = await import('../../ingest/engine/signature.ts')
  const only = takeLock({ root: paths.root, lock: `${paths.lock}-watch` }, ownerNow(options))
  const all = [...new Set(sources.flatMap((source) => pathsOf(source, mirror)))]
  const files = openFiles(all, clock)
  const hints = await openHints(all, stop)
  const turn = openTurn(options, files, hashCode())
  try {
    options.onBegin()
    let waiting: number | undefined
    while (!stop.aborted) {
      const judged = await files.judge()
      const batch = chooseBatch(sources, mirror, judged)
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
    hints.close()
    only.release()
  }
}

/** The sources and files that can be ingested now. */
interface Batch {
  sources: readonly Source[]
  /** Paths. */
  changed: readonly string[]
}

/** A source with one restless file waits with all its files. */
function chooseBatch(sources: readonly Source[], mirror: string, { changed, restless }: Judged): Batch {
  const still = sources.filter((source) => !pathsOf(source, mirror).some((path) => restless.includes(path)))
  const paths = new Set(still.flatMap((source) => pathsOf(source, mirror)))
  return { sources: still, changed: changed.filter((path) => paths.has(path)) }
}

interface Turn {
  mayBegin(now: number, batch: Batch): boolean
  take(batch: Batch): Promise<void>
}

function openTurn(options: WatchOptions, files: WatchedFiles, code: string): Turn {
  const { paths, mirror, clock, stop } = options
  const memory: Memory = {}
  let first = true
  /** From this time on, build and publish are due even if no file has changed. */
  let owedFrom = Number.NEGATIVE_INFINITY
  let notBefore = Number.NEGATIVE_INFINITY
  let letGo = Number.NEGATIVE_INFINITY

  return {
    mayBegin: (now, { sources, changed }) =>
      now >= notBefore && (changed.length > 0 || (now >= owedFrom && sources.length > 0)),
    async take(batch) {
      const ready = clock()
      const began = Math.min(ready, ...batch.changed.map((path) => files.since(path)))
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
        const isOf = (source: Source): boolean => pathsOf(source, mirror).some((path) => contents.has(path))
        const force = clock() >= owedFrom
        const applied = await applyChange({
          ...options,
          sources: batch.sources,
          changed: new Set(batch.sources.filter(isOf).map(({ id }) => id)),
          ...{ contents, taken: files.taken, force, code, memory },
        })
        const { fault, ingested } = applied
        recordRead(options, applied)
        const again = mayPass(fault) ? clock() + WATCH_RETRY_MS : Number.POSITIVE_INFINITY
        owedFrom = again
        if (ingested) files.settle(contents)
        else notBefore = again
        const names = batch.changed.map((path) => nameOf(path, options))
        const steps = { rest: ready - began, lock: had - ready, ...applied.steps }
        options.onChange({ ...applied, files: names, first, steps })
        first = false
      } finally {
        lock.release()
        letGo = clock()
      }
    },
  }
}

/** Records only sources: the last run is another command's. A failure to write the record does not delay a change. */
function recordRead({ paths, sources: followed, now }: WatchOptions, applied: Applied): void {
  if (applied.sources.length === 0) return
  const find: FindKnown = (id) => {
    const source = followed.find((one) => one.id === id)
    return source && { kind: 'endorsements' }
  }
  try {
    recordSources(paths, applied.sources, find, now())
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

function pathsOf(source: Source, mirror: string): string[] {
  return source.files.flatMap((file) => findPath(file, mirror) ?? [])
}

function nameOf(path: string, { sources, mirror }: Pick<WatchOptions, 'sources' | 'mirror'>): string {
  const file = sources.flatMap((source) => source.files).find((one) => findPath(one, mirror) === path)
  return file?.mirror ?? path
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
