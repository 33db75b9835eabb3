// A correction: what somebody reports as wrong in a record, and when it was fixed. Nothing of the person is asked for or kept.

import { z } from 'zod'
import { instant } from './scalar.ts'

/** @setting Most corrections on a page of the public log, and in each list of the console. */
export const CORRECTIONS_SHOWN = 100
/** @setting Characters of the report of an error. */
export const CORRECTION_LENGTH_MAX = 1000

/** Kinds of records that a report may name. */
export const REPORTABLE_KINDS = ['election', 'contest', 'endorser', 'endorsement', 'district', 'officeholder'] as const
export type ReportableKind = (typeof REPORTABLE_KINDS)[number]

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const REFERENCE = new RegExp(
  `^(?:officeholder/${UUID}|(?:${REPORTABLE_KINDS.filter((kind) => kind !== 'officeholder').join('|')})/(?:0|[1-9]\\d{0,15}))$`,
)

/** Kind and id of a record: `contest/123`. Of an officeholder, the person's UUID. */
export const recordReference = z
  .string()
  .regex(REFERENCE, 'expected a kind of record and its id, such as contest/123')
  .meta({ description: 'Kind and id of the record that was reported.', examples: ['contest/4503599627370497'] })

/** Plain text of several lines: no control character, and none that changes the order of the others. */
export const correctionText = z
  .string()
  .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
  .refine(
    (text) => text.length > 0 && [...text].length <= CORRECTION_LENGTH_MAX,
    `expected 1 to ${CORRECTION_LENGTH_MAX} characters`,
  )
  .refine((text) => !/[^\P{C}\n]|[\p{Zl}\p{Zp}]/u.test(text), 'expected plain text without control characters')

/** Why an operator rejects a report: one line, for the queue and the audit alone. */
export const rejectionReason = z
  .string()
  .refine((text) => /^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u.test(text) && text.trim() === text, 'expected 1 to 200 characters')

/** Statuses of a report. Only released and fixed ones are public. */
export const CORRECTION_STATUSES = ['open', 'released', 'rejected', 'fixed'] as const
export type CorrectionStatus = (typeof CORRECTION_STATUSES)[number]

/** A report as the operator sees it. */
export interface StoredCorrection {
  id: number
  record: string
  status: CorrectionStatus
  /** Empty once it is rejected. */
  text: string
  opened_at: string
  released_at: string | null
  rejected_at: string | null
  reason: string | null
  fixed_at: string | null
  publication: number | null
  bundle: string | null
}

export const correction = z
  .object({
    id: z
      .int()
      .positive()
      .meta({ description: 'Id of the correction on this server.', examples: [12] }),
    record: recordReference,
    status: z
      .enum(['released', 'fixed'])
      .meta({ id: 'CorrectionStatus', description: 'released: still to be fixed. fixed: a publication fixed it.' }),
    text: z.string().meta({
      description: 'What the person wrote, as plain text of several lines. Nobody has checked that it is true.',
      examples: ['The second candidate withdrew on 3 October.'],
    }),
    opened_at: instant.meta({ description: 'When it was reported.' }),
    released_at: instant.meta({ description: 'When an operator made it public.' }),
    fixed_at: instant
      .nullable()
      .meta({ description: 'When the publication that fixed it was published; null before.' }),
    seconds_to_fix: z
      .int()
      .nonnegative()
      .nullable()
      .meta({ description: 'Whole seconds from opened_at to fixed_at; null before.', examples: [86_400] }),
    snapshot: z
      .string()
      .nullable()
      .meta({
        description: 'Id of the bundle that fixed it, as in X-Snapshot; null before.',
        examples: ['7e016be27923'.padEnd(64, '0')],
      }),
  })
  .meta({ id: 'Correction', description: 'An error in a record that somebody reported, with the time to fix it.' })
export type Correction = z.infer<typeof correction>

/** Undefined unless it is public. */
export function toPublicCorrection(stored: StoredCorrection): Correction | undefined {
  const { id, record, status, text, opened_at, released_at, fixed_at, bundle } = stored
  if ((status !== 'released' && status !== 'fixed') || released_at === null) return undefined
  const seconds_to_fix = fixed_at === null ? null : secondsBetween(opened_at, fixed_at)
  return { id, record, status, text, opened_at, released_at, fixed_at, seconds_to_fix, snapshot: bundle }
}

function secondsBetween(from: string, to: string): number {
  return Math.floor((Date.parse(to) - Date.parse(from)) / 1000)
}

export const fixTimes = z
  .object({
    count: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of fixed corrections.', examples: [10] }),
    p50: z
      .int()
      .nonnegative()
      .nullable()
      .meta({
        description: 'The time within which half of them were fixed, in seconds; null if none was.',
        examples: [86_400],
      }),
    p90: z
      .int()
      .nonnegative()
      .nullable()
      .meta({
        description: 'The time within which nine of ten were fixed, in seconds; null if none was.',
        examples: [259_200],
      }),
  })
  .meta({ id: 'FixTimes', description: 'The times from report to fix, over all fixed corrections of this server.' })
export type FixTimes = z.infer<typeof fixTimes>

/** By nearest rank: the smallest time that at least this share of the corrections did not exceed. @param times seconds, in any order */
export function toFixTimes(times: readonly number[]): FixTimes {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? null
  return { count: sorted.length, p50: at(0.5), p90: at(0.9) }
}

/** Member of every record that is served by itself. */
export const reportUrl = z
  .string()
  .regex(/^\/corrections\/new\?record=[a-z]+\/[0-9a-f-]+$/)
  .meta({
    id: 'ReportUrl',
    description: 'Path on this server of a form that reports an error in this record. It needs no key and no account.',
    examples: ['/corrections/new?record=contest/4503599627370497'],
  })

export function toReportUrl(kind: ReportableKind, id: number | string): string {
  return `/corrections/new?record=${kind}/${id}`
}
