// The summary that a run prints at its end.

import type { BuildReport, ElectionReport } from '../../build/build.ts'
import type { RefusedSource } from '../../build/check/checks.ts'
import type { PublishReport } from '../../build/publish/publish.ts'
import { DAY } from '../../data/schema/scalar.ts'
import { CHANGE_KINDS } from '../../data/schema/vocabulary.ts'
import type { FilesReport, IngestReport } from '../../ingest/engine/report.ts'
import type { DownloadProgress } from '../../ingest/fetch/download.ts'
import { entry, formatCount, formatMegabytes, formatNumberOf, formatTable, type OutputTable } from '../output.ts'

export function formatPublication({ publication, bundle, changed, events }: PublishReport): string {
  const name = `bundle ${bundle.slice(0, 12)}`
  if (!changed) return `nothing to publish: ${name} is already publication ${publication}`
  return [`publication ${publication}, ${name}`, formatEvents(events)].filter(Boolean).join('; ')
}

/** `head 150:9f2c…`: to store elsewhere, for `events verify --expect`. */
export function formatHeadLine({ head }: Pick<PublishReport, 'head'>): string {
  return `head ${head}`
}

/** `3 endorsements created, 1 deleted`; empty if none changed. */
export function formatEvents(events: PublishReport['events']): string {
  const told = CHANGE_KINDS.filter((kind) => events[kind] > 0)
  return told
    .map((kind, at) => `${at === 0 ? formatNumberOf(events[kind], 'endorsement') : formatCount(events[kind])} ${kind}`)
    .join(', ')
}

export function formatParts({ parts }: Pick<BuildReport, 'parts'>): string {
  return Object.entries(parts)
    .map(([name, { bytes, reused }]) => `${name} ${formatMegabytes(bytes)} ${reused ? 'unchanged' : 'new'}`)
    .join(', ')
}

export function formatIngest({ totals, sources, folder, rebuilt }: IngestReport): string[] {
  const { status, rows_in, issues } = totals
  const counts = [`${status.read} read`, `${status.unchanged} unchanged`]
  if (status.replaced > 0) counts.push(`${status.replaced} replaced by newer ones`)
  if (status.unpublished > 0) counts.push(`${status.unpublished} not published yet`)
  if (status.skipped > 0) counts.push(`${status.skipped} of other states`)
  if (status.failed > 0) counts.push(`${status.failed} FAILED`)
  const lines = [
    entry(
      'Rows in',
      `${formatNumberOf(rows_in, 'record')} of ${formatNumberOf(sources.length, 'source')}: ${counts.join(', ')}`,
    ),
  ]
  for (const { source_id, error, rows_in: kept, files } of sources) {
    if (error !== null) lines.push(entry('FAILED', `${source_id}: ${error}`), entry('', keptRows(kept, files)))
    if (files) lines.push(entry('Files', `${source_id}: ${formatFiles(files)}`))
  }
  if (rebuilt) {
    const count = formatNumberOf(rebuilt.sources, 'source')
    lines.push(entry('Rebuilt', `work.duckdb; ${count} from kept bytes: ${rebuilt.why}`))
    for (const { source_id, error } of rebuilt.failed) lines.push(entry('', `not ${source_id}: ${error}`))
  }
  lines.push(...formatIssues(issues))
  lines.push(entry('Report', folder))
  return lines
}

/** @setting Days after an election for which the summary of a run shows it. The report has all of them. */
const ELECTION_SHOWN_DAYS = 30

/** The elections that are near or to come, and how many are past: the table of a nation has a thousand of those. */
export function formatElections(elections: readonly ElectionReport[], now: Date): string[] {
  const since = new Date(now.getTime() - ELECTION_SHOWN_DAYS * DAY).toISOString().slice(0, 10)
  const shown = elections.filter(({ date }) => date >= since)
  const past = elections.filter(({ date }) => date < since)
  const sum = (of: 'contests' | 'choices'): number => past.reduce((total, election) => total + election[of], 0)
  const table = shown.length === 0 ? [] : [formatTable(toElectionTable(shown))]
  const line = `${formatNumberOf(past.length, 'election')} before ${since}, ${formatNumberOf(sum('contests'), 'contest')}, ${formatNumberOf(sum('choices'), 'choice')}`
  return past.length === 0 ? table : [...table, entry('Past', line)]
}

export function toElectionTable(elections: readonly ElectionReport[]): OutputTable {
  return {
    columns: ['election', 'contests', 'choices', 'lines held', 'of another plan', 'not held'],
    rows: elections.map((election) => [
      election.slug,
      election.contests,
      election.choices,
      election.lines_held,
      election.lines_of_another_plan,
      election.lines_not_held,
    ]),
  }
}

/** `the check contest-is-voted-somewhere refused it: 42 rows break the rule "Every contest is …", e.g. {…}` */
export function sayRefused({ check, rule, rows, sample }: RefusedSource): string {
  const breaks =
    rows === 0 ? 'rows of other sources break' : rows === 1 ? '1 row breaks' : `${formatCount(rows)} rows break`
  return `the check ${check} refused it: ${breaks} the rule "${rule}", e.g. ${sample}`
}

export function formatRefused({ refused }: Pick<BuildReport, 'refused'>): string[] {
  return refused.flatMap((one) => [
    entry('REFUSED', `${one.source_id}: ${sayRefused(one)}`),
    entry('', keptRows(one.rows_in, null)),
  ])
}

/** Empty if no boundaries of one layer crossed. */
export function formatSeparations({ separations }: Pick<BuildReport, 'separations'>): string {
  const sum = (count: 'slivers' | 'gaps' | 'kept'): number => separations.reduce((total, one) => total + one[count], 0)
  if (separations.length === 0) return ''
  const given = `${formatNumberOf(sum('slivers'), 'sliver')} and ${formatNumberOf(sum('gaps'), 'gap')} between districts assigned to one of them`
  return sum('kept') > 0 ? `${given}; ${formatNumberOf(sum('kept'), 'true overlap')} kept` : given
}

/** A table of the data that cannot be queried here; empty if every state has all of it. */
export function formatMissing({ missing }: Pick<BuildReport, 'missing'>): string[] {
  if (missing.length === 0) return []
  const which = (states: readonly string[], available: readonly string[]): string => {
    if (available.length === 0) return 'all'
    return available.length < states.length ? `all but ${available.join(' ')}` : states.join(' ')
  }
  const rows = missing.map(({ what, states, available }) => [what, states.length, which(states, available)])
  return ['', formatTable({ columns: ['missing here', 'states', 'which'], rows })]
}

/** `12.4 MB of 80.0 MB, 2.1 MB a second` */
export function formatDownload({ received, total, seconds }: DownloadProgress): string {
  const of = total === null ? '' : ` of ${formatMegabytes(total)}`
  return `${formatMegabytes(received)}${of}, ${formatMegabytes(received / Math.max(seconds, 0.1))} a second`
}

/** `1 of 117 files read, 2 stopped` */
export function formatFiles({ read, of, stopped }: FilesReport): string {
  const words = `${formatCount(read)} of ${formatNumberOf(of, 'file')} read`
  return stopped.length === 0 ? words : `${words}, ${formatCount(stopped.length)} stopped`
}

function keptRows(rows: number | null, files: FilesReport | null): string {
  if (files && rows !== null) return 'Rows of an earlier run stay for each file that stopped.'
  return rows === null
    ? 'It has no rows of an earlier run.'
    : `Its ${formatNumberOf(rows, 'record')} of an earlier run stay.`
}

function formatIssues(issues: IngestReport['totals']['issues']): string[] {
  const codes = Object.entries(issues)
  if (codes.length === 0) return [entry('Issues', 'none')]
  const rows = codes.map(([code, { refused, mended, ignored }]) => [code, refused, mended, ignored])
  const table = formatTable({ columns: ['Issues by kind', 'refused', 'mended', 'ignored by rule'], rows })
  return ['', table, '']
}
