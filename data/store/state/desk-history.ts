// The history of the publishing desk: each change of a position, with what stood before it, and its entry in the audit.

import type { AuditAction } from '../../access/account.ts'
import type { DeskAction, DeskChange, DeskPosition } from '../../desk/position.ts'
import { record } from './audit.ts'
import { list, run, type Work } from './engine.ts'

type ChangeRow = Omit<DeskChange, 'position' | 'before'> & { body: string | null; before_body: string | null }

/** The audit's name of each action of the history. */
const AUDITED: Record<DeskAction, AuditAction> = {
  published: 'desk.published',
  corrected: 'desk.published',
  scheduled: 'desk.scheduled',
  unscheduled: 'desk.unscheduled',
  withdrawn: 'desk.withdrawn',
  imported: 'desk.imported',
  restored: 'desk.restored',
}

export interface Audited {
  /** Default: true. Where one entry of the audit stands for many changes, none is written for each. */
  audits?: boolean
  /** Names that the change withdrew. */
  withdrew?: readonly string[]
}

export function* recordChange(
  endorser: string,
  change: Omit<DeskChange, 'id' | 'before'>,
  { audits = true, withdrew = [] }: Audited,
): Work<void> {
  const { contest_id, at, by, action, title, position, publish_at } = change
  yield* run(
    `INSERT INTO desk_change (endorser_slug, contest_id, at, by, action, title, body, publish_at)
      VALUES (@endorser, @contest_id, @at, @by, @action, @title, @body, @publish_at)`,
    { endorser, contest_id, at, by, action, title, body: toJson(position), publish_at },
  )
  if (!audits) return
  const detail = {
    ...{ endorser, contest: contest_id },
    ...(publish_at !== null && { publish_at }),
    ...(withdrew.length > 0 && { withdrew }),
  }
  yield* record({ by, at }, { action: AUDITED[action], account: null, detail })
}

/** Newest first. @param contest_id null for all contests */
export function* listChanges(endorser: string, contest_id: number | null, limit: number): Work<DeskChange[]> {
  const rows = yield* list<ChangeRow>(
    `SELECT id, contest_id, at, by, action, title, body, publish_at,
      (
        SELECT earlier.body
        FROM desk_change AS earlier
        WHERE earlier.endorser_slug = desk_change.endorser_slug
          AND earlier.contest_id = desk_change.contest_id
          AND earlier.id < desk_change.id
          AND earlier.action NOT IN ('scheduled', 'unscheduled')
        ORDER BY earlier.id DESC
        LIMIT 1
      ) AS before_body
    FROM desk_change
    WHERE endorser_slug = @endorser ${contest_id === null ? '' : 'AND contest_id = @contest_id'}
    ORDER BY id DESC
    LIMIT @limit`,
    { endorser, limit, ...(contest_id !== null && { contest_id }) },
  )
  return rows.map(({ body, before_body, ...row }) => ({
    ...row,
    position: fromJson(body),
    before: fromJson(before_body),
  }))
}

export function fromJson(text: string | null): DeskPosition | null {
  return text === null ? null : (JSON.parse(text) as DeskPosition)
}

export function toJson(position: DeskPosition | null): string | null {
  return position && JSON.stringify(position)
}
