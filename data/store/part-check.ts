// Checks a part of unknown origin before anything reads it: its tables must be ours, and the file a sound SQLite database. A hash shows
// that bytes did not change, not who made them.

import Database from 'better-sqlite3'
import { readDdl } from './ddl.ts'
import { PART_DDL, type PartKind } from './part.ts'

/** Throws a sentence that begins with `name`. @param file the part. @param name how messages call it */
export function checkPart(file: string, kind: PartKind, name: string): void {
  const own = readSchema(new Database(':memory:'), (database) => {
    for (const ddl of PART_DDL[kind]) database.exec(readDdl(ddl))
  })
  try {
    const found = readSchema(new Database(file, { readonly: true, fileMustExist: true }), (database) => {
      // No view, trigger or index of the file may call a function with an effect.
      database.pragma('trusted_schema = OFF')
      database.pragma('cell_size_check = ON')
      const faults = database.prepare('PRAGMA quick_check(1)').pluck().all()
      if (faults.join() !== 'ok') throw new Error(`it is not a sound database: ${String(faults[0]).split('\n', 1)[0]}`)
    })
    const missing = (line: string): boolean => !found.includes(line) && !LATER_TABLES.some((table) => isOf(line, table))
    const other = found.find((line) => !own.includes(line)) ?? own.find(missing)
    if (other !== undefined)
      throw new Error(`its tables are not those of a part "${kind}" of this version; the first difference: ${other}`)
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Tables that parts of 0.1.0, or of a later version before this one, lack. The server reads those parts too. */
const LATER_TABLES: readonly string[] = [
  'outline',
  'state_outline',
  'area_grid',
  'evidence',
  'endorser_coverage',
  'endorser_agreement',
  'contest_agreement',
  'stance',
]

function isOf(line: string, table: string): boolean {
  return line.includes(` of ${table}: `)
}

/** What sqlite_schema says, a line each. */
function readSchema(database: Database.Database, prepare: (database: Database.Database) => void): string[] {
  try {
    prepare(database)
    const rows = database.prepare(
      "SELECT type || ' ' || name || ' of ' || tbl_name || ': ' || ifnull(sql, '') FROM sqlite_schema",
    )
    return rows.pluck().all().map(String)
  } finally {
    database.close()
  }
}
