// Applies one change as the only owner of the folder: ingests the changed sources, builds a changes part over the base, publishes.

import { join } from 'node:path'
import type { BuildIssue } from '../../../build/bundle/name-case.ts'
import type { RefusedSource } from '../../../build/check/checks.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import type { Paths } from '../../../data/store/paths.ts'
import type { SharedWork } from '../../../data/store/scratch.ts'
import type { Issue } from '../../../data/store/source-read.ts'
import { openState } from '../../../data/store/state/open.ts'
import type { IngestProgress } from '../../../ingest/engine/ingest.ts'
import type { SourceReport } from '../../../ingest/engine/report.ts'
import type { Memory } from '../../../ingest/engine/source-dependencies.ts'
import type { FetchOptions } from '../../../ingest/fetch/fetch.ts'
import type { Source } from '../../../ingest/read/source.ts'
import { Stopped } from '../../progress.ts'
import { recordRetrieved } from '../bundles.ts'
import { loadFeedFacts, loadHoldBack } from '../held-back.ts'
import { publishInTurn } from '../pipeline.ts'
import { sayRefused } from '../summary.ts'
import { type Content, openAtRest, type TakenFile } from './files.ts'

/** Higher than the usual 2 %: a whole build may delay an event by a minute, and the nightly folds changes into a new base anyway. */
const FOLD = { share: 0.1, rows: 1000 } as const

export interface ChangeOptions {
  paths: Paths
  /** All sources whose files are at rest. */
  sources: readonly Source[]
  /** Ids of the sources whose files have changed. */
  changed: ReadonlySet<string>
  /** Ids of the whole registry, in its order. */
  order: readonly string[]
  /** A folder. Null: the sources are configured ones. */
  mirror: string | null
  states: ReadonlySet<StateCode> | null
  /** The download that arrived from an address; undefined for the kept bytes. */
  received: NonNullable<FetchOptions['received']>
  /** Changed files as they are at rest, by path. */
  contents: ReadonlyMap<string, Content>
  /** The state of the other files when they were last read. */
  taken: (path: string) => TakenFile | undefined
  /** Build and publish even if nothing was read: an earlier run may have ended before it published. */
  force: boolean
  threads?: number
  /** Hash of the running readers. */
  code: string
  memory: Memory
  /** How long events stay in the feed. */
  retentionDays: number
  now: () => Date
  stop: AbortSignal
}

/** A source that was read, failed, or was refused by the guard. */
export interface SourceOutcome
  extends Pick<SourceReport, 'source_id' | 'status' | 'rows_in' | 'error' | 'held_back' | 'published_on'> {
  issues: readonly Issue[]
}

interface Steps {
  ingest: number
  build: number
  publish: number
}

export interface Applied {
  sources: readonly SourceOutcome[]
  /** False if ingest was stopped: the rows have not changed. */
  ingested: boolean
  /** Null if no source could be read, or a step failed. */
  publication: number | null
  /** False if this bundle was already current. */
  published: boolean
  /** The end of the log with this publication, `SEQ:HASH`; null if there is none. */
  head: string | null
  events: { created: number; updated: number; deleted: number }
  /** The error that stopped a step; undefined if none did. */
  fault: unknown
  warnings: readonly string[]
  /** Milliseconds. */
  steps: Steps
}

export function nothingApplied(): Applied {
  return {
    sources: [],
    ingested: false,
    publication: null,
    published: false,
    head: null,
    fault: undefined,
    events: { created: 0, updated: 0, deleted: 0 },
    warnings: [],
    steps: { ingest: 0, build: 0, publish: 0 },
  }
}

/** The caller holds the lock. Throws Stopped between two steps; any other error of a step is in `fault`. */
export async function applyChange(options: ChangeOptions): Promise<Applied> {
  const { paths, stop } = options
  const steps: Steps = { ingest: 0, build: 0, publish: 0 }
  const timed = async <Result>(step: keyof Steps, run: () => Promise<Result>): Promise<Result> => {
    if (stop.aborted) throw new Stopped(step)
    const began = performance.now()
    try {
      return await run()
    } finally {
      steps[step] = performance.now() - began
    }
  }
  const applied: Applied = { ...nothingApplied(), steps }
  const { shareWork } = await import('../../../data/store/scratch.ts')
  const work = shareWork(paths.work, options.threads ? { threads: options.threads } : {})
  try {
    applied.sources = await timed('ingest', () => ingestChanged(options, work))
    applied.ingested = true
    // A source that a nightly has read meanwhile is unchanged here, and may still wait to be published.
    const failed = applied.sources.filter(({ status }) => status === 'failed').length
    if (!options.force && failed >= options.changed.size) return applied
    const { buildChanges } = await import('../../../build/changes.ts')
    const { bundle, refused, issues } = await timed('build', () =>
      buildChanges({
        paths,
        work,
        fold: FOLD,
        // The lock was held throughout, so these belong to the rows that ingest has just written.
        ...(options.memory.feedBallots && { feedBallots: options.memory.feedBallots }),
        ...(options.threads && { threads: options.threads }),
        onProgress: (step) => {
          if (stop.aborted) throw new Stopped(step)
        },
      }),
    )
    applied.sources = withRefused(withIssues(applied.sources, issues), refused)
    recordRetrieved(paths, bundle)
    const { publication, changed, head, events, warnings } = await timed('publish', () => publish(options, bundle))
    return { ...applied, publication, published: changed, head, events, warnings }
  } catch (fault) {
    if (fault instanceof Stopped) throw fault
    return { ...applied, fault }
  } finally {
    await work.close()
  }
}

/** Adds what the build found in rows of these sources. */
function withIssues(sources: readonly SourceOutcome[], found: readonly BuildIssue[]): SourceOutcome[] {
  return sources.map((source) => {
    const own = found.filter(({ source_id }) => source_id === source.source_id)
    return { ...source, issues: [...source.issues, ...own.map(({ source_id: _, ...issue }) => issue)] }
  })
}

/** Treats a source whose rows a check refused like one that could not be read: its last good rows stay. */
function withRefused(sources: readonly SourceOutcome[], refused: readonly RefusedSource[]): SourceOutcome[] {
  const failed = refused.map((one): SourceOutcome => {
    const read = sources.find(({ source_id }) => source_id === one.source_id)
    return {
      source_id: one.source_id,
      status: 'failed',
      rows_in: read?.rows_in ?? null,
      published_on: null,
      error: sayRefused(one),
      held_back: null,
      issues: [],
    }
  })
  return [...sources.filter((one) => !refused.some(({ source_id }) => source_id === one.source_id)), ...failed]
}

async function ingestChanged(options: ChangeOptions, work: SharedWork): Promise<SourceOutcome[]> {
  const { paths, sources, changed, order, mirror, states, code, memory, received, contents, taken, now, stop } = options
  const { ingest } = await import('../../../ingest/engine/ingest.ts')
  const outcomes: SourceOutcome[] = []
  const onProgress = ({ report, issues }: IngestProgress): void => {
    if (report && (report.status === 'read' || report.status === 'failed')) {
      const { source_id, status, rows_in, error, held_back, published_on } = report
      outcomes.push({ source_id, status, rows_in, error, held_back, published_on, issues: issues ?? [] })
    }
    if (report && stop.aborted) throw new Stopped('the next source')
  }
  await ingest({
    paths,
    sources,
    changed,
    order,
    mirror,
    states,
    code,
    memory,
    received,
    onProgress,
    work,
    now: now(),
    holdBack: await loadHoldBack(paths, loadFeedFacts(paths), {
      states,
      flag: sources[0]?.family === 'sample' ? ' --sample' : '',
    }),
    folder: join(paths.reports, 'watch'),
    readFile: openAtRest(contents, taken),
  })
  return outcomes
}

async function publish({ paths, now, retentionDays, stop }: ChangeOptions, bundle: string) {
  const { publishBundle } = await import('../../../build/publish/publish.ts')
  const state = await openState(paths)
  try {
    return await publishInTurn(state, { command: 'watch', next: 'hustings watch', stop }, () =>
      publishBundle({ paths, state, bundle, now, accept: false, retentionDays, facts: loadFeedFacts(paths) }),
    )
  } finally {
    await state.close()
  }
}
