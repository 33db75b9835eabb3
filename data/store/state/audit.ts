// The audit: who changed what, and when.

import type { AuditAction } from '../../access/account.ts'
import { type Connection, list, run, type Work } from './engine.ts'

export interface AuditEntry {
  id: number
  at: string
  by: string
  action: AuditAction
  account: string | null
  detail: Record<string, unknown>
}

export interface AuditFilter {
  /** Who made the change, or whose account it is. */
  person?: string
  action?: AuditAction
  /** YYYY-MM-DD, in UTC. */
  day?: string
  /** An entry's id: only older ones. */
  before?: number
}

export interface AuditOperations {
  /** Newest first. @param account null for all accounts */
  audit(account: string | null, limit: number, filter?: AuditFilter): Promise<AuditEntry[]>
}

/** Writes an audit entry, inside the transaction of the change. @param detail the new value: never a key, a password or a hash */
export function* record(
  change: AuditedChange,
  entry: { action: AuditAction; account: string | null; detail: Record<string, unknown> },
): Work<void> {
  yield* run(
    `INSERT INTO audit (at, by, action, account, detail)
    VALUES (@at, @by, @action, @account, @detail)`,
    {
      at: change.at,
      by: change.by,
      action: entry.action,
      account: entry.account,
      detail: JSON.stringify(entry.detail),
    },
  )
}

export function auditOperations(connection: Connection): AuditOperations {
  return {
    audit: async (account, limit, { person, action, day, before } = {}) => {
      const wanted = [
        ['account = @account', account],
        ['(by = @person OR account = @person)', person],
        ['action = @action', action],
        ['substr(at, 1, 10) = @day', day],
        ['id < @before', before],
      ] as const
      const conditions = wanted.flatMap(([condition, value]) =>
        value === null || value === undefined ? [] : [condition],
      )
      const rows = await connection.read(() =>
        list<Omit<AuditEntry, 'detail'> & { detail: string }>(
          `SELECT id, at, by, action, account, detail
          FROM audit
          ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
          ORDER BY id DESC
          LIMIT @limit`,
          {
            limit,
            ...(account !== null && { account }),
            ...(person !== undefined && { person }),
            ...(action !== undefined && { action }),
            ...(day !== undefined && { day }),
            ...(before !== undefined && { before }),
          },
        ),
      )
      return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as Record<string, unknown> }))
    },
  }
}

// The author of a change of the state.

/** Author and time of a change. Both are written to the audit table in the same transaction. */
export interface AuditedChange {
  /** An account's name, or `command line`. */
  by: string
  at: string
}
