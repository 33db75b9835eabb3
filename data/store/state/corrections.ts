// Corrections: reports of errors, which an operator releases or rejects, until a publication fixes them.

import type { AuditAction } from '../../access/account.ts'
import type { CorrectionStatus, StoredCorrection } from '../../schema/correction.ts'
import { type AuditedChange, record } from './audit.ts'
import { type Connection, find, insert, list, type Refusal, run, type Values, type Work } from './engine.ts'

/** @setting Reports of errors that may wait for the operator; further ones are refused until some are decided. */
const CORRECTIONS_OPEN_MAX = 1000

export interface CorrectionFilter {
  /** Only those with a lower id. */
  before?: number | undefined
  /** Only reports of this record: `contest/123`. */
  record?: string | undefined
}

export interface CorrectionOperations {
  /** Refused while CORRECTIONS_OPEN_MAX reports are open. */
  openCorrection(report: { record: string; text: string }, at: string): Promise<StoredCorrection | Refusal>
  findCorrection(id: number): Promise<StoredCorrection | undefined>
  /** Of these statuses, newest first. */
  corrections(
    statuses: readonly CorrectionStatus[],
    limit: number,
    only?: CorrectionFilter,
  ): Promise<StoredCorrection[]>
  countOpenCorrections(): Promise<number>
  /** The text becomes public. Refused unless the report is open. */
  releaseCorrection(id: number, change: AuditedChange): Promise<StoredCorrection | Refusal>
  /** Deletes the text, also of a public report. Refused if it is rejected already. */
  rejectCorrection(id: number, reason: string, change: AuditedChange): Promise<StoredCorrection | Refusal>
  /**
   * Refused unless the report is released and the publication is later than it.
   * @param publication the one that fixed it; null: the current one
   */
  fixCorrection(id: number, publication: number | null, change: AuditedChange): Promise<StoredCorrection | Refusal>
  /** Seconds from the report to the publication that fixed it, of every fixed correction, by id. */
  fixTimes(): Promise<number[]>
  /** Ids of the endorsements with a released report that is not fixed yet. */
  reportedEndorsements(): Promise<number[]>
}

const CORRECTION = `SELECT id, record, status, text, opened_at, released_at, rejected_at, reason, fixed_at, publication, bundle
  FROM correction`

export function correctionOperations(connection: Connection): CorrectionOperations {
  function* findById(id: number): Work<StoredCorrection | undefined> {
    return yield* find<StoredCorrection>(`${CORRECTION} WHERE id = @id`, { id })
  }
  function* countOpen(): Work<number> {
    return Number(
      (yield* find<{ open: number }>("SELECT count(*) AS open FROM correction WHERE status = 'open'"))?.open,
    )
  }
  function* loadPublication(
    publication: number | null,
  ): Work<{ publication: number; bundle: string; published_at: string } | undefined> {
    return yield* find(
      `SELECT publication, bundle, published_at
      FROM publication
      WHERE publication = ${publication === null ? '(SELECT publication FROM head)' : '@publication'}`,
      publication === null ? {} : { publication },
    )
  }
  /** Sets columns of one report, and writes the audit. */
  function* change(
    before: StoredCorrection,
    {
      set,
      values,
      action,
      detail = {},
    }: { set: string; values: Values; action: AuditAction; detail?: Record<string, unknown> },
    by: AuditedChange,
  ): Work<StoredCorrection> {
    const { id } = before
    yield* run(`UPDATE correction SET ${set} WHERE id = @id`, { ...values, id })
    yield* record(by, { action, account: null, detail: { correction: id, record: before.record, ...detail } })
    return (yield* findById(id)) ?? before
  }

  return {
    openCorrection: (report, at) =>
      connection.write(function* () {
        if ((yield* countOpen()) >= CORRECTIONS_OPEN_MAX)
          return { refused: `${CORRECTIONS_OPEN_MAX} reports wait for the operator: try again later.` }
        const id = yield* insert(
          `INSERT INTO correction (record, status, text, opened_at)
          VALUES (@record, 'open', @text, @at)`,
          { record: report.record, text: report.text, at },
        )
        return (yield* findById(id)) ?? unknown(id)
      }),

    findCorrection: (id) => connection.read(() => findById(id)),

    corrections: (statuses, limit, { before, record: reported } = {}) =>
      connection.read(() =>
        list<StoredCorrection>(
          `${CORRECTION}
          WHERE status IN (SELECT value FROM ${connection.dialect.itemsOf('@statuses')} AS item)
            ${before === undefined ? '' : 'AND id < @before'}
            ${reported === undefined ? '' : 'AND record = @reported'}
          ORDER BY id DESC
          LIMIT @limit`,
          {
            statuses: JSON.stringify(statuses),
            limit,
            ...(before !== undefined && { before }),
            ...(reported !== undefined && { reported }),
          },
        ),
      ),

    countOpenCorrections: () => connection.read(countOpen),

    releaseCorrection: (id, by) =>
      connection.write(function* () {
        const before = yield* findById(id)
        if (!before) return unknown(id)
        if (before.status !== 'open') return refuseStatus(before, 'only an open one can be released')
        const values = { at: by.at }
        return yield* change(
          before,
          { set: "status = 'released', released_at = @at", values, action: 'correction.released' },
          by,
        )
      }),

    rejectCorrection: (id, reason, by) =>
      connection.write(function* () {
        const before = yield* findById(id)
        if (!before) return unknown(id)
        if (before.status === 'rejected') return refuseStatus(before, 'its text is deleted already')
        const set = "status = 'rejected', text = '', rejected_at = @at, reason = @reason"
        return yield* change(
          before,
          { set, values: { at: by.at, reason }, action: 'correction.rejected', detail: { reason, was: before.status } },
          by,
        )
      }),

    fixCorrection: (id, wanted, by) =>
      connection.write(function* () {
        const before = yield* findById(id)
        if (!before) return unknown(id)
        if (before.status !== 'released') return refuseStatus(before, 'only a released one can be marked as fixed')
        const found = yield* loadPublication(wanted)
        if (!found)
          return { refused: wanted === null ? 'Nothing is published yet.' : `There is no publication ${wanted}.` }
        const { publication, bundle, published_at } = found
        if (published_at < before.opened_at)
          return {
            refused: `Publication ${publication} is of ${published_at}, before the report of ${before.opened_at}: it cannot have fixed it.`,
          }
        const set = "status = 'fixed', fixed_at = @published_at, publication = @publication, bundle = @bundle"
        return yield* change(
          before,
          { set, values: { published_at, publication, bundle }, action: 'correction.fixed', detail: { publication } },
          by,
        )
      }),

    fixTimes: async () => {
      const fixed = await connection.read(() =>
        list<{ opened_at: string; fixed_at: string }>(
          "SELECT opened_at, fixed_at FROM correction WHERE status = 'fixed' ORDER BY id",
        ),
      )
      return fixed.map(({ opened_at, fixed_at }) => Math.floor((Date.parse(fixed_at) - Date.parse(opened_at)) / 1000))
    },

    reportedEndorsements: async () => {
      const rows = await connection.read(() =>
        list<{ record: string }>(
          `SELECT DISTINCT record
          FROM correction
          WHERE status = 'released' AND record LIKE 'endorsement/%'
          ORDER BY record`,
        ),
      )
      return rows.map((row) => Number(row.record.slice('endorsement/'.length)))
    },
  }
}

function unknown(id: number): Refusal {
  return { refused: `There is no report ${id}.` }
}

function refuseStatus({ id, status }: StoredCorrection, rest: string): Refusal {
  return { refused: `Report ${id} is ${status}: ${rest}.` }
}
