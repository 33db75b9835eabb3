// Corrections: reports of errors, which an operator releases or rejects, until a publication fixes them.

import type { CorrectionStatus, StoredCorrection } from '../../schema/correction.ts'
import type { AuditedChange, Refusal } from './change.ts'

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
