// Reads an endorsements part and its changes as one. Temporary views have the names of its tables and hide them in SQLite, so that
// a statement need not know whether there are changes.

import type { Database } from 'better-sqlite3'

/** By table: the keys whose rows the changes part replaces. */
const REPLACED = {
  endorser: { columns: ['id'], by: 'replaced_endorser' },
  endorsement: { columns: ['id'], by: 'replaced_endorsement' },
  endorsement_body: { columns: ['id'], by: 'replaced_endorsement' },
  position: { columns: ['contest_id'], by: 'replaced_contest' },
  pick: { columns: ['contest_id'], by: 'replaced_contest' },
  evidence: { columns: ['contest_id'], by: 'replaced_contest' },
  stance: { columns: ['contest_id'], by: 'replaced_contest' },
  election_endorser: { columns: ['endorser_id'], by: 'replaced_endorser' },
  endorser_coverage: { columns: ['endorser_id'], by: 'replaced_endorser' },
  endorser_agreement: { columns: ['endorser_id', 'other_id'], by: 'replaced_endorser' },
  contest_agreement: { columns: ['contest_id'], by: 'replaced_contest' },
} as const

/** Tables that the changes part replaces completely. */
const WHOLE = ['endorser_category', 'election_count', 'coverage'] as const

export interface Changes {
  file: string
  sha256: string
}

/** Attaches the changes to an endorsements part. Throws if they belong to another part. @param base the part's hash */
export function overlay(database: Database, base: string, changes: Changes): void {
  database.prepare('ATTACH ? AS changes').run(changes.file)
  const of = database.prepare('SELECT sha256 FROM changes.base').pluck().all()
  if (of.length !== 1 || of[0] !== base)
    throw new Error(
      `${changes.file}: it belongs to the endorsements part ${of.join(', ') || 'without a name'}, expected ${base}`,
    )
  database.pragma('temp_store = MEMORY')
  for (const [table, { columns, by }] of Object.entries(REPLACED))
    database.exec(`CREATE TEMP VIEW ${table} AS
SELECT * FROM main.${table} WHERE ${columns.map((column) => `${column} NOT IN (SELECT id FROM changes.${by})`).join(' AND ')}
UNION ALL
SELECT * FROM changes.${table}`)
  for (const table of WHOLE) database.exec(`CREATE TEMP VIEW ${table} AS SELECT * FROM changes.${table}`)
}
