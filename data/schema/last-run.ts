// The record of the last run: how it ended, and when the files of each source were last read. The server's summary of it is public,
// so the summary has no message, file name or source id.

import { z } from 'zod'
import { date, instant } from './scalar.ts'
import { DATA_KINDS, type DataKind, RUN_OUTCOMES, RUN_STEPS } from './vocabulary.ts'

const run = z.object({
  command: z.string(),
  began_at: instant,
  /** Null while it runs, and if its process ended before the run. */
  ended_at: instant.nullable(),
  outcome: z.enum(RUN_OUTCOMES).nullable(),
  /** The error sentence of a failed run; otherwise null. */
  error: z.string().nullable(),
  /** The command that a failed run printed as the next step. Absent for other runs, and in the record of an earlier version. */
  next: z.string().optional(),
  publication: z.int().nullable(),
  /** The steps that have run, in order; only the last one can have failed. Absent in the record of an earlier version. */
  steps: z.array(z.object({ step: z.enum(RUN_STEPS), seconds: z.number(), failed: z.boolean() })).optional(),
})

const source = z.object({
  kind: z.enum(DATA_KINDS),
  /** The publisher's date of the rows in use; null if there are none. */
  published_on: z.iso.date().nullable(),
  /** When its files were last fetched and read, or found unchanged; null if never. */
  checked_at: instant.nullable(),
  /** Why the last attempt failed; null if it succeeded. */
  error: z.string().nullable(),
  /** UTC days since the last good read on which an attempt failed, and the latest of them. Absent in the record of an earlier version. */
  failed_nights: z.int().default(0),
  failed_on: z.iso.date().nullable().default(null),
  /** Only while the guard holds the source back: since when, the published rows, and those of the latest reading. */
  held_back: z.object({ since: instant, rows_before: z.int(), rows: z.int() }).optional(),
  /** A hash of the bytes of its files, and the day since which they are the same. Absent before the first nightly that recorded it. */
  content: z.object({ sha256: z.string(), since: z.iso.date() }).optional(),
  /**
   * Only while its content has not changed for longer than expected: since when, the expected days, and the election before which a change
   * was expected, if one was.
   */
  stale: z.object({ since: z.iso.date(), days: z.int(), election_on: z.iso.date().optional() }).optional(),
  /** The rows down to which an operator has accepted a loss; absent once they are published. */
  accepted_rows: z.int().optional(),
})

const auditedQuestion = z.object({
  id: z.string(),
  asked: z.int(),
  /** Wrong answers outside the known gaps. */
  failed: z.int(),
  /** Set from the audit in which a question first failed that had held before, until it holds again. */
  broken: z
    .object({
      /** The last publication in which it held, and the first in which it failed. */
      held: z.int(),
      since: z.int(),
      /** Sources that differ between the two; null if the manifest of the earlier one is gone. */
      sources: z.array(z.string()).nullable(),
    })
    .nullable(),
})

/** Nights without a publication: UTC days on which a nightly began since the last one, and the latest of them. */
const unpublished = z.object({ nights: z.int(), on: z.iso.date() })

/** The last audit of a publication (cli/publish/audit/). */
const audit = z.object({
  at: instant,
  publication: z.int(),
  bundle: z.string(),
  seconds: z.number(),
  questions: z.array(auditedQuestion),
})

export const lastRun = z.object({
  format: z.literal(1),
  /** Null if only a `watch` has read sources. */
  run: run.nullable(),
  sources: z.record(z.string(), source),
  /** Absent after a publication, and in the record of an earlier version. */
  unpublished: unpublished.optional(),
  /** Endorsements of feeds that a publishing desk overrode in the last nightly, by endorser. Absent if there was none. */
  silenced: z.record(z.string(), z.int()).optional(),
  /** Absent before the first audit. */
  audit: audit.optional(),
  /** The space that the folder took after the last nights, oldest first. Absent in the record of an earlier version. */
  sizes: z.array(z.object({ at: instant, bytes: z.int().nonnegative() })).optional(),
})

export type LastRun = z.infer<typeof lastRun>
export type RunRecord = z.infer<typeof run>
export type StepRecord = NonNullable<RunRecord['steps']>[number]
export type AuditRecord = z.infer<typeof audit>
export type SourceRecord = z.infer<typeof source>

export const dataAge = z
  .object({
    kind: z.enum(DATA_KINDS).meta({ id: 'DataKind', description: 'Kind of data.', examples: ['ballots'] }),
    sources: z.int().meta({ description: 'Number of its sources.', examples: [40] }),
    failed: z.int().meta({
      description: 'Number of its sources whose last attempt to be read failed. Their earlier rows stay in service.',
      examples: [0],
    }),
    stale: z.int().meta({
      description: 'Number of its sources that answer, but whose content has not changed for longer than expected.',
      examples: [0],
    }),
    published_on: date.nullable().meta({ description: "Latest of its publishers' dates.", examples: ['2026-11-20'] }),
    checked_at: instant.nullable().meta({
      description:
        'Every source of this kind was read, or found unchanged, at this time or later. Null if one never was.',
      examples: ['2026-11-22T08:30:00.000Z'],
    }),
  })
  .meta({ id: 'DataAge', description: 'Age of a kind of data.' })

export type DataAge = z.infer<typeof dataAge>

export const runSummary = z
  .object({
    command: z.string().meta({ description: 'Command that ran.', examples: ['nightly'] }),
    began_at: instant.meta({ description: 'When it began.', examples: ['2026-11-22T08:30:00.000Z'] }),
    ended_at: instant.nullable().meta({
      description: 'When it ended. Null while it runs, and if its process ended before the run.',
      examples: ['2026-11-22T08:33:27.000Z'],
    }),
    outcome: z
      .enum(RUN_OUTCOMES)
      .meta({ id: 'RunOutcome' })
      .nullable()
      .meta({
        description: '`partial`: some sources failed, and the others were read. Null until it has ended.',
        examples: ['done'],
      }),
  })
  .meta({ id: 'RunSummary', description: 'How a run ended.' })

export type RunSummary = z.infer<typeof runSummary>

export function summarizeRun({ command, began_at, ended_at, outcome }: RunRecord): RunSummary {
  return { command, began_at, ended_at, outcome }
}

/** One entry for each kind that has sources, in the order of DATA_KINDS. */
export function dataAges({ sources }: Pick<LastRun, 'sources'>): DataAge[] {
  return DATA_KINDS.flatMap((kind) => {
    const own = Object.values(sources).filter((source) => source.kind === kind)
    return own.length === 0 ? [] : [ageOf(kind, own)]
  })
}

/** Whether it answers with content that is older than expected. One that fails is reported for that. */
export function isStale({ error, stale }: SourceRecord): boolean {
  return error === null && stale !== undefined
}

function ageOf(kind: DataKind, sources: readonly SourceRecord[]): DataAge {
  const checks = sources.map(({ checked_at }) => checked_at)
  const dates = sources.flatMap(({ published_on }) => published_on ?? [])
  return {
    kind,
    sources: sources.length,
    failed: sources.filter(({ error }) => error !== null).length,
    stale: sources.filter(isStale).length,
    published_on: dates.sort().at(-1) ?? null,
    checked_at: checks.includes(null) ? null : (checks.flatMap((at) => at ?? []).sort()[0] ?? null),
  }
}
