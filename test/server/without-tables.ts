// A part as an earlier version wrote it: without the tables that came later.

import { chmodSync, copyFileSync } from 'node:fs'
import Database from 'better-sqlite3'

/** @returns the file of a copy, beside the part */
export function withoutTables(file: string, tables: readonly string[]): string {
  const copy = file.replace(/\.sqlite$/, '-older.sqlite')
  copyFileSync(file, copy)
  chmodSync(copy, 0o600)
  const database = new Database(copy)
  for (const table of tables) database.exec(`DROP TABLE ${table}`)
  database.close()
  return copy
}
