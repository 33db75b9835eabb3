// Compares two parts of one kind row by row, whatever their bytes: another version may store the same rows in another order.

import Database from 'better-sqlite3'
import { type Changes, overlay } from './changes-view.ts'

/** Counts of the rows that only one of the two parts has. */
export interface DifferingTable {
  table: string
  only_first: number
  only_second: number
}

export interface StoredPart {
  file: string
  sha256: string
  /** Read together with the part. */
  changes?: Changes | undefined
}

/** The tables with different rows, by name. @param second a part without changes: its tables are compared */
export function compareRows(first: StoredPart, second: Pick<StoredPart, 'file'>): DifferingTable[] {
  const database = new Database(first.file, { readonly: true, fileMustExist: true })
  try {
    database.pragma('trusted_schema = OFF')
    database.pragma('temp_store = MEMORY')
    if (first.changes) overlay(database, first.sha256, first.changes)
    database.prepare('ATTACH ? AS second').run(second.file)
    // A part of an earlier version lacks the tables that came later: they are no difference of the data.
    const tables = database
      .prepare(
        "SELECT name FROM second.sqlite_schema WHERE type = 'table' AND name IN (SELECT name FROM main.sqlite_schema UNION SELECT name FROM temp.sqlite_schema) ORDER BY name",
      )
      .pluck()
    return tables
      .all()
      .map(String)
      .map((table) => ({
        table,
        only_first: countRows(database, `SELECT * FROM ${table} EXCEPT SELECT * FROM second.${table}`),
        only_second: countRows(database, `SELECT * FROM second.${table} EXCEPT SELECT * FROM ${table}`),
      }))
      .filter(({ only_first, only_second }) => only_first + only_second > 0)
  } finally {
    database.close()
  }
}

function countRows(database: Database.Database, select: string): number {
  return Number(database.prepare(`SELECT count(*) FROM (${select})`).pluck().get())
}
