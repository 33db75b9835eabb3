// A copy of the state as an SQLite file, from which the rows are read.

import Database from 'better-sqlite3'
import { countRows, selectRows, type Table } from './tables.ts'

/** Rows of one statement: a row of the feed has some kilobytes. */
export const ROWS_AT_ONCE = 500

export interface RowFile {
  /** JSON arrays of some rows each. */
  pages(table: Table): Iterable<string>
  count(table: Table): number
  /** The highest id that the table ever had; 0 without one. */
  lastId(table: Table): number
  close(): void
}

/** @param file in the format of this version */
export function openRowFile(file: string): RowFile {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  return {
    *pages(table) {
      let rows: unknown[] = []
      for (const row of database.prepare(selectRows(table)).iterate()) {
        rows.push(row)
        if (rows.length < ROWS_AT_ONCE) continue
        yield JSON.stringify(rows)
        rows = []
      }
      if (rows.length > 0) yield JSON.stringify(rows)
    },
    count: (table) => database.prepare<[], { count: number }>(countRows(table)).get()?.count ?? 0,
    lastId: ({ name }) =>
      database.prepare<[string], { seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = ?').get(name)?.seq ?? 0,
    close: () => {
      database.close()
    },
  }
}
