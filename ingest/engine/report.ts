// The result of an ingest run, for the closing summary and the report folder.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CoreTable } from '../../data/core/rows.ts'
import { makePrivateFolder, replaceFile } from '../../data/store/files.ts'
import type { Issue } from '../../data/store/source-read.ts'
import type { StoppedFile } from '../fetch/fetch.ts'
import { countIssues, type IssueCounts, joinCounts } from './issue.ts'
import type { CollectingSink } from './sink.ts'

/**
 * `skipped`: the source covers none of the selected states, and keeps its rows of an earlier run. `unpublished`: its publisher does not
 * have its files yet. `replaced`: other sources have taken its place, and its rows are gone.
 */
export type SourceStatus = 'read' | 'unchanged' | 'failed' | 'skipped' | 'unpublished' | 'replaced'

export interface SourceReport {
  source_id: string
  status: SourceStatus
  /** Number of records in its files at the last good read; null if there was none. */
  rows_in: number | null
  /** Rows of this run by table; empty unless `read`. */
  rows: Partial<Record<CoreTable, number>>
  /** Issues of this run; for an unchanged source, of its last read. */
  issues: IssueCounts
  /** One sentence with file and line; null unless `failed`. */
  error: string | null
  /** Set for a `failed` source that was read, but has lost too many rows: its last good rows stay. */
  held_back: RowLoss | null
  /** The publisher's date of the files that its rows are from; null unless `read` or `unchanged`. */
  published_on: string | null
  /** Set for a source with independent files if one of them changed in this run; else null. */
  files: FilesReport | null
}

/** Rows of a source: published, and of this reading. */
export interface RowLoss {
  rows_before: number
  rows: number
}

export interface FilesReport {
  of: number
  read: number
  /** Files that keep their last good rows. */
  stopped: readonly StoppedFile[]
}

export interface IngestReport {
  sources: readonly SourceReport[]
  totals: {
    status: Record<SourceStatus, number>
    rows_in: number
    rows: Partial<Record<CoreTable, number>>
    issues: IssueCounts
  }
  /** The folder of issues.csv and summary.json. */
  folder: string
  /** Set after a rebuild of the working database: the reason, the number of sources read, and the sources that failed. */
  rebuilt?: { why: string; sources: number; failed: readonly { source_id: string; error: string }[] }
}

type ReadRows = Pick<CollectingSink, 'rows' | 'issues'> & Pick<SourceReport, 'rows_in' | 'published_on'>

export function reportRead(source_id: string, { rows, issues, rows_in, published_on }: ReadRows): SourceReport {
  return {
    source_id,
    status: 'read',
    rows_in,
    rows: countTables(rows),
    issues: countIssues(issues),
    error: null,
    held_back: null,
    published_on,
    files: null,
  }
}

/** @param read the rows of this run; `issues` and `rows_in` cover all files of the source */
export function reportFiles(source_id: string, read: FilesReport & ReadRows): SourceReport {
  const { of, stopped } = read
  const report = { ...reportRead(source_id, read), files: { of, read: read.read, stopped } }
  const [first] = stopped
  if (!first) return report
  const others = stopped.length === 1 ? '' : `, and ${stopped.length - 1} more files stopped`
  return { ...report, status: 'failed', error: first.error + others }
}

function countTables(rows: CollectingSink['rows']): SourceReport['rows'] {
  const counts: SourceReport['rows'] = {}
  for (const { table } of rows) counts[table] = (counts[table] ?? 0) + 1
  return counts
}

export function reportOther(
  source_id: string,
  status: Exclude<SourceStatus, 'read'>,
  known: Partial<Pick<SourceReport, 'rows_in' | 'issues' | 'error' | 'held_back' | 'published_on'>> = {},
): SourceReport {
  const nothing = { rows_in: null, rows: {}, issues: {}, error: null, held_back: null, published_on: null, files: null }
  return { source_id, status, ...nothing, ...known }
}

export function totalsOf(sources: readonly SourceReport[]): IngestReport['totals'] {
  const status: Record<SourceStatus, number> = {
    read: 0,
    unchanged: 0,
    failed: 0,
    skipped: 0,
    unpublished: 0,
    replaced: 0,
  }
  const rows: Partial<Record<string, number>> = {}
  for (const source of sources) {
    status[source.status]++
    for (const [table, count] of Object.entries(source.rows)) rows[table] = (rows[table] ?? 0) + count
  }
  const rows_in = sources.reduce((sum, source) => sum + (source.rows_in ?? 0), 0)
  return { status, rows_in, rows, issues: joinCounts(sources.map(({ issues }) => issues)) }
}

const COLUMNS = ['source_id', 'file', 'line', 'field', 'code', 'severity', 'value', 'message'] as const

/** Writes `<folder>/issues.csv` and `<folder>/summary.json`, each atomically. */
export function writeReport(
  folder: string,
  issues: Iterable<Issue & { source_id: string }>,
  summary: Record<string, unknown>,
): void {
  makePrivateFolder(folder)
  const lines = [COLUMNS.join(',')]
  for (const issue of issues) lines.push(toLine(issue))
  replaceFile(join(folder, 'issues.csv'), `${lines.join('\n')}\n`)
  replaceFile(join(folder, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`)
}

/** Adds issues found after the ingest to the report's files. @returns the report with updated counts */
export function addIssues(report: IngestReport, issues: readonly (Issue & { source_id: string })[]): IngestReport {
  if (issues.length === 0) return report
  const { folder, sources } = report
  const counted = joinCounts([report.totals.issues, countIssues(issues)])
  const totals = { ...report.totals, issues: counted }
  const file = join(folder, 'issues.csv')
  replaceFile(file, readFileSync(file, 'utf8') + issues.map((issue) => `${toLine(issue)}\n`).join(''))
  replaceFile(join(folder, 'summary.json'), `${JSON.stringify({ sources, totals }, null, 2)}\n`)
  return { ...report, totals }
}

function toLine(issue: Issue & { source_id: string }): string {
  return COLUMNS.map((column) => quote(issue[column])).join(',')
}

function quote(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
