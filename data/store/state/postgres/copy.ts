// Copies the rows of the state into an SQLite file, all of one moment.

import { rmSync } from 'node:fs'
import { find, list, run, type Work } from '../operations/connection.ts'
import { ROWS_AT_ONCE } from '../row-file.ts'
import { SQLITE } from '../sqlite/connection.ts'
import { openStateFile } from '../sqlite/file.ts'
import { listTables, selectRows, type Table } from '../tables.ts'

export interface Copy {
  /** Reads all rows, in one transaction that sees the state of one moment. It can run again. */
  fill(): Work<void>
  commit(): void
  close(): void
}

/** @param file a new one is made, in its place */
export function beginCopy(file: string): Copy {
  for (const one of [file, `${file}-wal`, `${file}-shm`]) rmSync(one, { force: true })
  const database = openStateFile(file)
  database.exec('BEGIN IMMEDIATE')
  function* fill(): Work<void> {
    database.exec('ROLLBACK; BEGIN IMMEDIATE; DELETE FROM plan; PRAGMA defer_foreign_keys = ON')
    for (const table of listTables()) {
      const insert = database.prepare(SQLITE.insertRows(table))
      yield* run(`DECLARE rows_of_${table.name} NO SCROLL CURSOR FOR ${selectRows(table)}`)
      for (;;) {
        const rows = yield* list(`FETCH ${ROWS_AT_ONCE} FROM rows_of_${table.name}`)
        if (rows.length > 0) insert.run({ rows: JSON.stringify(rows) })
        if (rows.length < ROWS_AT_ONCE) break
      }
      yield* run(`CLOSE rows_of_${table.name}`)
      if (table.numbered)
        for (const one of SQLITE.continueAfter(table.name, yield* findLastId(table))) database.exec(one)
    }
    // Its stage belongs to a publisher of the database.
    database.exec('UPDATE head SET stage = NULL')
  }
  return {
    fill,
    commit: () => void database.exec('COMMIT'),
    close: () => void database.close(),
  }
}

/** The highest id that the table ever had. */
function* findLastId({ name }: Table): Work<number> {
  const found = yield* find<{ last: number }>(
    `SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS last FROM ${name}_id_seq`,
  )
  return found?.last ?? 0
}
