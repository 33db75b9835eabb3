// Reads an endorsements part and its changes as one. Temporary views have the names of its tables and hide them in SQLite, so that
// a statement need not know whether there are changes.

import type { Database } from 'better-sqlite3'

/** By table: the key whose rows the changes part replaces. */
const REPLACED = {
  endorser: { column: 'id', by: 'replaced_endorser' },
  endorsement: { column: 'id', by: 'replaced_endorsement' },
  endorsement_body: { column: 'id', by: 'replaced_endorsement' },
  position: { column: 'contest_id', by: 'replaced_contest' },
  pick: { column: 'contest_id', by: 'replaced_contest' },
  election_endorser: { column: 'endorser_id', by: 'replaced_endorser' },
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
  for (const [table, { column, by }] of Object.entries(REPLACED))
    database.exec(`CREATE TEMP VIEW ${table} AS
SELECT * FROM main.${table} WHERE ${column} NOT IN (SELECT id FROM changes.${by})
UNION ALL
SELECT * FROM changes.${table}`)
  for (const table of WHOLE) database.exec(`CREATE TEMP VIEW ${table} AS SELECT * FROM changes.${table}`)
}
