// The numbers of the data folder, which are the same for every process: the newest publication, the last run, the sources, the logs of the
// databases.

import { statSync } from 'node:fs'
import type { AuditRecord, LastRun, RunRecord } from '../../data/schema/last-run.ts'
import { RUN_OUTCOMES } from '../../data/schema/vocabulary.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { counter, gauge, type Metric, type Sample } from './metric.ts'

export interface WatchedFolder {
  paths: Pick<Paths, 'state' | 'usage'>
  state: Pick<ServiceStore, 'head'>
  lastRun(): LastRun | null
}

export async function collectFolder({ paths, state, lastRun }: WatchedFolder): Promise<Metric[]> {
  // The other numbers stay readable while the state is not.
  const head = await state.head().catch(() => undefined)
  const record = lastRun()
  return [
    gauge('hustings_publication_newest', 'Number of the newest publication.', head?.publication ?? null),
    counter(
      'hustings_events_published_total',
      'Sequence number of the last published event; it begins again with a new epoch of the feed.',
      head ? head.seq : [],
      'max',
    ),
    gauge('hustings_wal_bytes', 'Size of the write-ahead log of a database.', [
      { labels: { database: 'state' }, value: sizeOf(`${paths.state}-wal`) },
      { labels: { database: 'usage' }, value: sizeOf(`${paths.usage}-wal`) },
    ]),
    ...sourceMetrics(record),
    ...(record?.run ? runMetrics(record.run) : []),
    ...(record?.audit ? auditMetrics(record.audit) : []),
  ]
}

function sourceMetrics(record: LastRun | null): Metric[] {
  const sources = Object.entries(record?.sources ?? {})
  const samples = (find: (source: LastRun['sources'][string]) => number | null): Sample[] =>
    sources.flatMap(([source, about]) => {
      const value = find(about)
      return value === null ? [] : [{ labels: { source, kind: about.kind }, value }]
    })
  return [
    gauge(
      'hustings_source_checked_timestamp_seconds',
      'When the source was last read, or found unchanged.',
      samples(({ checked_at }) => toSeconds(checked_at)),
    ),
    gauge(
      'hustings_source_published_timestamp_seconds',
      "The publisher's date of the rows in service.",
      samples(({ published_on }) => toSeconds(published_on)),
    ),
    gauge(
      'hustings_source_failed_nights',
      'Days in a row on which the source failed; 0 after a good reading.',
      samples(({ failed_nights }) => failed_nights),
    ),
  ]
}

function runMetrics({ command, began_at, ended_at, outcome, steps = [] }: RunRecord): Metric[] {
  const ended = toSeconds(ended_at)
  return [
    gauge('hustings_run_began_timestamp_seconds', 'When the last run began.', [
      { labels: { command }, value: toSeconds(began_at) ?? 0 },
    ]),
    gauge(
      'hustings_run_ended_timestamp_seconds',
      'When the last run ended; absent while it runs.',
      ended === null ? null : [{ labels: { command }, value: ended }],
    ),
    gauge(
      'hustings_run_outcome',
      '1 for the outcome of the last run.',
      RUN_OUTCOMES.map((one) => ({ labels: { command, outcome: one }, value: one === outcome ? 1 : 0 })),
    ),
    gauge(
      'hustings_run_step_seconds',
      'Seconds that each step of the last run took.',
      steps.map(({ step, seconds }) => ({ labels: { command, step }, value: seconds })),
    ),
    gauge(
      'hustings_run_step_failed',
      '1 for the step in which the last run failed.',
      steps.map(({ step, failed }) => ({ labels: { command, step }, value: failed ? 1 : 0 })),
    ),
  ]
}

function auditMetrics({ at, questions }: AuditRecord): Metric[] {
  const samples = (find: (question: AuditRecord['questions'][number]) => number): Sample[] =>
    questions.map((question) => ({ labels: { question: question.id }, value: find(question) }))
  return [
    gauge('hustings_audit_timestamp_seconds', 'When the last audit ended.', toSeconds(at)),
    gauge(
      'hustings_audit_asked',
      'Answers that the question was asked for in the last audit.',
      samples(({ asked }) => asked),
    ),
    gauge(
      'hustings_audit_failed',
      'Wrong answers outside the known gaps in the last audit.',
      samples(({ failed }) => failed),
    ),
    gauge(
      'hustings_audit_broken',
      '1 for a question that fails and held in an earlier publication.',
      samples(({ broken }) => (broken === null ? 0 : 1)),
    ),
  ]
}

function toSeconds(instant: string | null): number | null {
  return instant === null ? null : Date.parse(instant) / 1000
}

/** 0 for a file that is not there. */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
