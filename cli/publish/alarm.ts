// The sources whose rows in service may be old, because the last attempt to read them failed or was long ago, or because they have not changed
// for longer than expected; and the alarm for those that failed night after night, or do not change.

import { spawn } from 'node:child_process'
import { isStale, type LastRun, type SourceRecord } from '../../data/schema/last-run.ts'
import type { AlarmSettings } from '../../data/store/environment.ts'
import { firstLine, formatNumberOf, formatTable, logToStderr } from '../output.ts'
import { acceptCommand } from './held-back.ts'
import { formatAgo, isOverdue } from './run-record.ts'
import { sayStale } from './stale.ts'

/** @setting Milliseconds that the command or the address of the alarm has. */
const ALARM_TIMEOUT_MS = 60_000
/** @setting Sources that the end of `nightly` names as stale. `sources status` names all. */
const STALE_SHOWN = 20

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
  /** Set while the guard holds it back. */
  held_back: SourceRecord['held_back'] | null
  /** Set while it answers with content that has not changed for longer than expected. */
  unchanged: SourceRecord['stale'] | null
}

/** Those that failed on the most nights come first, then by id. */
export function listStale({ sources }: Pick<LastRun, 'sources'>, now: Date): StaleSource[] {
  return Object.entries(sources)
    .filter(([, source]) => source.error !== null || isStale(source) || isOverdue(source.checked_at, now))
    .map(([source_id, source]): StaleSource => {
      const { kind, checked_at, published_on, failed_nights, error, held_back = null } = source
      const unchanged = isStale(source) ? (source.stale ?? null) : null
      const why = error ?? (unchanged ? sayStale(unchanged) : 'no run has asked for it since')
      return { source_id, kind, checked_at, published_on, failed_nights, why, held_back, unchanged }
    })
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

// The operator's alarm: a command gets it as JSON, or an https address does.

interface Alarm {
  /** A sentence for each reason. */
  message: string
  sources: readonly StaleSource[]
  /** Nights without a publication; 0 after one. */
  unpublished_nights: number
  /** Why the run published nothing; null if it published. */
  error: string | null
}

/** How a run ended. */
interface RunEnding {
  /** Undefined if no run has left a record: on a full disk the first one leaves none. */
  record: LastRun | undefined
  now: Date
  /** Why it published nothing; null if it published. */
  error: string | null
}

/**
 * Undefined if no source failed or was held back on that many nights, or is unchanged for longer than expected, and the last publication is
 * not that many nights ago. Without a record no nights can be counted, so that a run that publishes nothing alarms at once.
 * @param flag ` --sample` for the sample's sources
 */
export function findAlarm({ record, now, error }: RunEnding, nights: number, flag = ''): Alarm | undefined {
  if (!record) {
    if (error === null) return undefined
    const message = `nothing was published, and no run has left a record that counts the nights: ${error}`
    return { message, sources: [], unpublished_nights: 1, error }
  }
  const sources = listStale(record, now).filter(({ failed_nights, unchanged }) => unchanged || failed_nights >= nights)
  const failed = sources.filter(({ held_back, unchanged }) => held_back === null && unchanged === null)
  const held = sources.flatMap(({ source_id, held_back }) => (held_back ? [{ source_id, ...held_back }] : []))
  const unpublished_nights = error === null ? 0 : countUnpublished(record, now)
  const count = formatNumberOf(nights, 'night')
  const sentences = [
    ...(unpublished_nights >= nights
      ? [`nothing was published on ${formatNumberOf(unpublished_nights, 'night')}: ${error}`]
      : []),
    ...(failed.length > 0
      ? [
          `${formatNumberOf(failed.length, 'source')} failed on ${count} or more: ${failed.map(({ source_id }) => source_id).join(', ')}`,
        ]
      : []),
    ...held.map(
      ({ source_id, since, rows_before, rows }) =>
        `${source_id} is held back since ${since.slice(0, 10)}, from ${rows_before} to ${rows} rows: ${acceptCommand(source_id, flag)}`,
    ),
    ...sources.flatMap(({ source_id, unchanged }) =>
      unchanged ? [`${source_id} is stale: ${sayStale(unchanged)}`] : [],
    ),
  ]
  return sentences.length === 0 ? undefined : { message: sentences.join('; '), sources, unpublished_nights, error }
}

const DAY_MS = 86_400_000

/** Nights that were counted, or days since a run could last write its record: on a full disk it writes none. */
function countUnpublished({ run, unpublished }: LastRun, now: Date): number {
  const days = run ? Math.floor((now.getTime() - Date.parse(run.began_at)) / DAY_MS) : 0
  return Math.max(unpublished?.nights ?? 0, days)
}

/** An alarm that cannot be raised is itself reported. */
export async function raiseAlarm(
  alarm: Alarm,
  { command, url }: Pick<AlarmSettings, 'command' | 'url'>,
): Promise<void> {
  const body = JSON.stringify(alarm)
  const attempts = [
    ...(command === undefined ? [] : [{ to: 'HUSTINGS_ALARM_COMMAND', raise: () => runAlarm(command, body) }]),
    ...(url === undefined ? [] : [{ to: url.host, raise: () => postAlarm(url, body) }]),
  ]
  for (const { to, raise } of attempts)
    await raise().catch((fault: unknown) => logToStderr(`hustings: the alarm did not reach ${to}: ${firstLine(fault)}`))
}

function runAlarm(command: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, stdio: ['pipe', 'inherit', 'inherit'], timeout: ALARM_TIMEOUT_MS })
    child.on('error', reject)
    child.on('close', (code, signal) =>
      code === 0
        ? resolve()
        : reject(new Error(signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`)),
    )
    // A command that does not read the alarm closes the pipe.
    child.stdin.on('error', () => undefined)
    child.stdin.end(body)
  })
}

async function postAlarm(url: URL, body: string): Promise<void> {
  const { request } = await import('undici')
  const { statusCode, body: reply } = await request(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(ALARM_TIMEOUT_MS),
  })
  await reply.dump()
  if (statusCode >= 300) throw new Error(`it answered ${statusCode}`)
}
