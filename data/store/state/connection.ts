// One connection to the state's file: prepared statements, and the one way to write. No await stands between BEGIN IMMEDIATE and
// COMMIT, so that no other turn of the event loop ever sees half an operation.

import type Database from 'better-sqlite3'
import { openStateFile } from './sqlite-file.ts'

export type Values = Readonly<Record<string, string | number | null>>

export interface Connection {
  find<Row>(sql: string, values?: Values): Row | undefined
  list<Row>(sql: string, values?: Values): Row[]
  run(sql: string, values?: Values): { changes: number; id: number }
  /** One transaction; the operation returns before it is committed, and throws to undo it. */
  write<Result>(operation: () => Result): Result
  /** As `write`, for what is no news to this process: its `version` stands still. */
  writeQuietly<Result>(operation: () => Result): Result
  /** As `writeQuietly`, for what need not survive a power cut: the disk is not waited for. */
  writeLightly<Result>(operation: () => Result): Result
  version(): number
  close(): void
}

export function connect(file: string): Connection {
  const database = openStateFile(file)
  const statements = new Map<string, Database.Statement>()
  const prepare = (sql: string): Database.Statement => {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const writeQuietly = <Result>(operation: () => Result): Result => database.transaction(operation).immediate()
  const dataVersion = database.prepare('PRAGMA data_version').pluck()
  let [seen, version] = [-1, 0]
  return {
    find: <Row>(sql: string, values: Values = {}) => prepare(sql).get(values) as Row | undefined,
    list: <Row>(sql: string, values: Values = {}) => prepare(sql).all(values) as Row[],
    run: (sql, values = {}) => {
      const { changes, lastInsertRowid } = prepare(sql).run(values)
      return { changes, id: Number(lastInsertRowid) }
    },
    write: (operation) => {
      const result = writeQuietly(operation)
      version += 1
      return result
    },
    writeQuietly,
    writeLightly: (operation) => {
      database.pragma('synchronous = NORMAL')
      try {
        return writeQuietly(operation)
      } finally {
        database.pragma('synchronous = FULL')
      }
    },
    version: () => {
      // data_version moves with the commits of other connections only; own ones are counted in `write`.
      const other = dataVersion.get() as number
      if (other !== seen) version += 1
      seen = other
      return version
    },
    close: () => {
      database.close()
    },
  }
}
