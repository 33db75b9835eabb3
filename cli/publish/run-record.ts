// Writes the record of the last run at its start and at its end, so that an interrupted run is recognized.

import { OVERRIDDEN_BY_DESK } from '../../build/bundle/overridden.ts'
import type { AuditRecord, DataAge, LastRun, RunRecord, SourceRecord, StepRecord } from '../../data/schema/last-run.ts'
import type { DataKind, RunOutcome } from '../../data/schema/vocabulary.ts'
import { findLastRun, writeLastRun } from '../../data/store/last-run.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { SourceReport } from '../../ingest/engine/report.ts'
import { formatCount, formatNumberOf } from '../output.ts'

/** @setting Sizes of the folder, one a night, that the record of the last run keeps for the forecast of doctor. */
const NIGHT_SIZES_KEPT = 30
/** @setting Hours without a run after which `doctor` reports the data as old: a day and a half. */
export const RUN_OVERDUE_HOURS = 36

export interface RunEnd {
  outcome: RunOutcome
  error: string | null
  /** The command that a failed run prints as the next step. */
  next?: string
  publication: number | null
  /** The steps that have run, in order. */
  steps?: StepRecord[]
}

type Read = Pick<SourceReport, 'source_id' | 'status' | 'error' | 'published_on'> &
  Partial<Pick<SourceReport, 'held_back'>>

/** The caller holds the lock. @returns the run's record, for endRun */
export function beginRun(paths: Paths, command: string, now: Date): RunRecord {
  const run = {
    command,
    began_at: now.toISOString(),
    ended_at: null,
    outcome: null,
    error: null,
    publication: null,
  } satisfies RunRecord
  const record = findLastRun(paths) ?? emptyRecord()
  writeLastRun(paths, { ...record, run, ...(command === 'nightly' && { unpublished: addNight(record, now) }) })
  return run
}

/** Counted when a run begins: one that is killed cannot count. */
function addNight({ unpublished }: LastRun, now: Date): LastRun['unpublished'] {
  const on = now.toISOString().slice(0, 10)
  return { nights: (unpublished?.nights ?? 0) + (unpublished?.on === on ? 0 : 1), on }
}

export function endRun(paths: Paths, run: RunRecord, end: RunEnd, now: Date): void {
  const { unpublished, ...record } = findLastRun(paths) ?? emptyRecord()
  writeLastRun(paths, {
    ...record,
    ...(end.publication === null && unpublished && { unpublished }),
    run: { ...run, ...end, ended_at: now.toISOString() },
  })
}

/**
 * A failed source keeps the date of its earlier rows; a skipped source keeps its record, and a replaced one loses it.
 * @param kinds of the sources of the registry, by id
 */
export function recordSources(
  paths: Paths,
  reads: readonly Read[],
  kinds: ReadonlyMap<string, DataKind>,
  now: Date,
): void {
  const record = findLastRun(paths) ?? emptyRecord()
  const sources = { ...record.sources }
  for (const { source_id, status, error, held_back, published_on } of reads) {
    const kind = kinds.get(source_id)
    if (status === 'replaced') delete sources[source_id]
    if (!kind || status === 'replaced' || status === 'skipped' || status === 'unpublished') continue
    const before = sources[source_id] ?? { ...NEVER_READ, kind }
    sources[source_id] =
      status === 'failed'
        ? {
            ...before,
            error: error ?? 'failed',
            ...countNight(before, now),
            // A source that fails while it is held back stays so: its last reading had lost too much.
            ...(held_back && { held_back: { since: before.held_back?.since ?? now.toISOString(), ...held_back } }),
          }
        : {
            ...NEVER_READ,
            kind,
            published_on,
            checked_at: now.toISOString(),
            ...(before.accepted_rows !== undefined && { accepted_rows: before.accepted_rows }),
            ...(before.content && { content: before.content }),
            ...(before.stale && status === 'unchanged' && { stale: before.stale }),
          }
  }
  writeLastRun(paths, { ...record, sources })
}

const NEVER_READ = { published_on: null, checked_at: null, error: null, failed_nights: 0, failed_on: null }

function countNight({ failed_nights, failed_on }: SourceRecord, now: Date) {
  const today = now.toISOString().slice(0, 10)
  return { failed_nights: failed_nights + (failed_on === today ? 0 : 1), failed_on: today }
}

/** Lets the next run publish the source as it was last read, although it lost rows. @returns the accepted rows; undefined if it is not held back */
export function acceptSource(paths: Paths, source_id: string): number | undefined {
  const record = findLastRun(paths)
  const source = record?.sources[source_id]
  if (!record || !source?.held_back) return undefined
  const { rows } = source.held_back
  writeLastRun(paths, { ...record, sources: { ...record.sources, [source_id]: { ...source, accepted_rows: rows } } })
  return rows
}

/** After a publication, an accepted loss is the state to compare with. */
export function settleAccepted(paths: Paths, reads: readonly Pick<SourceReport, 'source_id' | 'status'>[]): void {
  const record = findLastRun(paths)
  if (!record) return
  const sources = { ...record.sources }
  for (const { source_id, status } of reads) {
    const before = sources[source_id]
    if (before?.accepted_rows === undefined || (status !== 'read' && status !== 'unchanged')) continue
    const { accepted_rows: _, ...source } = before
    sources[source_id] = source
  }
  writeLastRun(paths, { ...record, sources })
}

/** The ages of the data no longer count these. */
export function forgetSources(paths: Paths, isRetired: (source_id: string) => boolean): void {
  const record = findLastRun(paths)
  if (!record) return
  const sources = Object.fromEntries(Object.entries(record.sources).filter(([id]) => !isRetired(id)))
  writeLastRun(paths, { ...record, sources })
}

/** @param issues of a build: those of feeds that a desk overrides, counted by endorser */
export function recordSilenced(paths: Paths, issues: readonly { code: string; value: string | null }[]): void {
  const { silenced: _, ...record } = findLastRun(paths) ?? emptyRecord()
  const silenced: Record<string, number> = {}
  for (const { code, value } of issues) {
    const [slug = ''] = (value ?? '').split(' ')
    if (code === OVERRIDDEN_BY_DESK) silenced[slug] = (silenced[slug] ?? 0) + 1
  }
  writeLastRun(paths, { ...record, ...(Object.keys(silenced).length > 0 && { silenced }) })
}

/** At most one size a UTC day, the last one. */
export function recordSize(paths: Paths, bytes: number, now: Date): void {
  const record = findLastRun(paths) ?? emptyRecord()
  const at = now.toISOString()
  const before = (record.sizes ?? []).filter((size) => size.at.slice(0, 10) !== at.slice(0, 10))
  writeLastRun(paths, { ...record, sizes: [...before, { at, bytes }].slice(-NIGHT_SIZES_KEPT) })
}

export function recordAudit(paths: Paths, audit: AuditRecord): void {
  writeLastRun(paths, { ...(findLastRun(paths) ?? emptyRecord()), audit })
}

function emptyRecord(): LastRun {
  return { format: 1, run: null, sources: {} }
}

/** `nightly of 2026-11-22T07:34:37Z, done 4 hours ago` */
export function formatRun({ command, began_at, ended_at, outcome }: RunRecord, now: Date): string {
  const named = `${command} of ${began_at.replace(/\.\d+Z$/, 'Z')}`
  if (ended_at === null || outcome === null) return `${named}, which has not ended`
  const words = { done: 'done', partial: 'done, except some sources', failed: 'FAILED' }[outcome]
  return `${named}, ${words} ${formatAgo(ended_at, now)}`
}

/** `40 sources, published until 2026-05-12, all read 4 hours ago` */
export function formatDataAge({ sources, failed, stale, published_on, checked_at }: DataAge, now: Date): string {
  const counted =
    failed > 0
      ? `${formatCount(failed)} of ${formatNumberOf(sources, 'source')} FAILED`
      : formatNumberOf(sources, 'source')
  const read = checked_at === null ? 'not all read yet' : `all read ${formatAgo(checked_at, now)}`
  return [
    counted,
    ...(stale > 0 ? [`${formatCount(stale)} STALE`] : []),
    ...(published_on ? [`published until ${published_on}`] : []),
    read,
  ].join(', ')
}

export function isOverdue(at: string | null, now: Date): boolean {
  return at === null || now.getTime() - Date.parse(at) > RUN_OVERDUE_HOURS * 3_600_000
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

export function formatAgo(at: string, now: Date): string {
  const passed = now.getTime() - Date.parse(at)
  const [noun, length] = UNITS.find(([, length]) => passed >= 2 * length) ?? ['minute', 60_000]
  return passed < 2 * 60_000 ? 'just now' : `${formatNumberOf(Math.floor(passed / length), noun)} ago`
}
