// The author of a change of the state, and its refusal.

/** Why nothing was changed: a sentence. */
export type Refusal = { refused: string }

/** Author and time of a change. Both are written to the audit table in the same transaction. */
export interface AuditedChange {
  /** An account's name, or `command line`. */
  by: string
  at: string
}
