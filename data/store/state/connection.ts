// One connection to the state's file: prepared statements, and the one way to write. No await stands between BEGIN IMMEDIATE and
// COMMIT, so that no other turn of the event loop ever sees half an operation.

import type Database from 'better-sqlite3'
import { BUSY_TIMEOUT_MS, openStateFile } from './sqlite-file.ts'

export type Values = Readonly<Record<string, string | number | null>>

export interface Connection {
  find<Row>(sql: string, values?: Values): Row | undefined
  list<Row>(sql: string, values?: Values): Row[]
  run(sql: string, values?: Values): { changes: number; id: number }
  /** One transaction; the operation returns before it is committed, and throws to undo it. */
  write<Result>(operation: () => Result): Result
  /** As `write`, for what is no news to this process: its `version` stands still. */
  writeQuietly<Result>(operation: () => Result): Result
  /**
   * As `writeQuietly`, for what need not survive a power cut: the disk is not waited for.
   * @param wait milliseconds that it may wait for another's transaction, where they are fewer than usual; then it throws
   */
  writeLightly<Result>(operation: () => Result, wait?: number): Result
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
    writeLightly: (operation, wait = BUSY_TIMEOUT_MS) => {
      database.pragma('synchronous = NORMAL')
      database.pragma(`busy_timeout = ${wait}`)
      try {
        return writeQuietly(operation)
      } finally {
        database.pragma('synchronous = FULL')
        database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
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
