// Lists the sources whose rows in service may be old: the last attempt to read them failed, or was long ago.

import type { LastRun, SourceRecord } from '../../data/schema/last-run.ts'
import { STALE_SHOWN } from '../constants.ts'
import { formatNumberOf, formatTable } from '../output.ts'
import { formatAgo, isOverdue } from './run-record.ts'

export interface StaleSource {
  source_id: string
  kind: SourceRecord['kind']
  /** When its files were last read, or found unchanged; null if never. */
  checked_at: string | null
  /** The publisher's date of the rows in service; null if there are none. */
  published_on: string | null
  /** Nights on which it failed since then. */
  failed_nights: number
  why: string
}

/** Those that failed on the most nights come first, then by id. */
export function listStale({ sources }: Pick<LastRun, 'sources'>, now: Date): StaleSource[] {
  return Object.entries(sources)
    .filter(([, { error, checked_at }]) => error !== null || isOverdue(checked_at, now))
    .map(([source_id, { kind, checked_at, published_on, failed_nights, error }]) => ({
      ...{ source_id, kind, checked_at, published_on, failed_nights },
      why: error ?? 'no run has asked for it since',
    }))
    .sort((a, b) => b.failed_nights - a.failed_nights || (a.source_id < b.source_id ? -1 : 1))
}

/** `last read 4 days ago, of 2026-11-17` */
export function sayLastRead(
  { checked_at, published_on }: Pick<StaleSource, 'checked_at' | 'published_on'>,
  now: Date,
): string {
  if (checked_at === null) return 'never read'
  return `last read ${formatAgo(checked_at, now)}${published_on === null ? '' : `, of ${published_on}`}`
}

/** A table; empty if nothing is stale. */
export function formatStale(stale: readonly StaleSource[], now: Date): string[] {
  if (stale.length === 0) return []
  const columns = ['stale', 'kind', 'in service', 'nights', 'why']
  const rows = stale
    .slice(0, STALE_SHOWN)
    .map((source) => [source.source_id, source.kind, sayLastRead(source, now), source.failed_nights, source.why])
  const more = stale.length - rows.length
  const rest = more > 0 ? [`and ${formatNumberOf(more, 'more source')}: hustings sources status`] : []
  return ['', formatTable({ columns, rows }), ...rest, '']
}
