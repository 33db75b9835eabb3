// Issues: collected while a source is read, counted by code, and stored with its rows.

import type { Issue } from '../../data/store/source-read.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'
import type { StoppedFile } from '../fetch/fetch.ts'

export type IssueCounts = Record<string, Record<Issue['severity'], number>>

const VALUE_MAX = 120
const MESSAGE_MAX = 500

/** Shortens values and messages and makes characters that control the line visible, so that a report has one line per issue. */
export function shortenIssue(issue: Issue): Issue {
  return {
    ...issue,
    field: issue.field === null ? null : shorten(issue.field, VALUE_MAX),
    value: issue.value === null ? null : shorten(issue.value, VALUE_MAX),
    message: shorten(issue.message, MESSAGE_MAX),
  }
}

function shorten(text: string, length: number): string {
  const line = text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '·')
  return line.length > length ? `${line.slice(0, length - 1)}…` : line
}

/** Sorted by code, then severity. */
export function countIssues(issues: Iterable<Pick<Issue, 'code' | 'severity'>>): IssueCounts {
  const counts: IssueCounts = {}
  for (const { code, severity } of issues) addCount(counts, code, severity, 1)
  return sortCounts(counts)
}

export function joinCounts(all: Iterable<IssueCounts>): IssueCounts {
  const counts: IssueCounts = {}
  for (const one of all)
    for (const [code, { mended, ignored, refused }] of Object.entries(one)) {
      addCount(counts, code, 'mended', mended)
      addCount(counts, code, 'ignored', ignored)
      addCount(counts, code, 'refused', refused)
    }
  return sortCounts(counts)
}

function addCount(counts: IssueCounts, code: string, severity: Issue['severity'], n: number): void {
  const count = counts[code] ?? { mended: 0, ignored: 0, refused: 0 }
  count[severity] += n
  counts[code] = count
}

function sortCounts(counts: IssueCounts): IssueCounts {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The issue counts of the source's last good read. */
export async function loadIssueCounts(warehouse: Warehouse, source_id: string): Promise<IssueCounts> {
  const rows = await warehouse.all<Pick<Issue, 'code' | 'severity'> & { n: number }>(
    `SELECT code, severity, count(*) AS n
     FROM core.issue
     WHERE source_id = $source_id
     GROUP BY code, severity
     ORDER BY code, severity`,
    { source_id },
  )
  const counts: IssueCounts = {}
  for (const { code, severity, n } of rows) addCount(counts, code, severity, n)
  return sortCounts(counts)
}

/** The issues of the source's last good read. */
export async function issuesOf(warehouse: Warehouse, source_id: string): Promise<Issue[]> {
  return warehouse.all<Issue>(
    `SELECT file, line, field, code, value, message, severity
     FROM core.issue
     WHERE source_id = $source_id
     ORDER BY file, line, field, code, value, message`,
    { source_id },
  )
}

/** Includes stopped sources and files, so that a person needs to open only one file. */
export async function allIssues(
  warehouse: Warehouse,
  reports: readonly { source_id: string; error: string | null; files: { stopped: readonly StoppedFile[] } | null }[],
): Promise<(Issue & { source_id: string })[]> {
  const all: (Issue & { source_id: string })[] = []
  for (const { source_id, error, files } of reports) {
    const stop = { source_id, line: null, field: null, value: null, severity: 'refused' } as const
    if (files)
      for (const { file, error } of files.stopped) all.push({ ...stop, file, code: 'file-stopped', message: error })
    else if (error !== null) all.push({ ...stop, file: source_id, code: 'source-stopped', message: error })
    for (const issue of await issuesOf(warehouse, source_id)) all.push({ source_id, ...issue })
  }
  return all
}
