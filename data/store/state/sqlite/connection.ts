// One connection to the state's file: prepared statements, and the one way to write. No await stands between BEGIN IMMEDIATE and
// COMMIT, so that no other turn of the event loop ever sees half an operation.

import { existsSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { STATE_BUSY_TIMEOUT_MS } from '../../constants.ts'
import { isUnwritable } from '../../wal-file.ts'
import { StateUnwritable } from '../state.ts'
import { openStateFile, readStateFile } from './file.ts'

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
  /** Moves what was written into the file itself, as far as no reader is in the way. */
  emptyLog(): void
  version(): number
  /** False while the disk takes no writes as far as is known: a write may still fail. */
  isWritable(): boolean
  close(): void
}

const DATA_VERSION = 'PRAGMA data_version'

/** While the state can only be read, it is tried to be opened for writing so often. */
const REOPEN_MS = 1000

export function connect(file: string): Connection {
  let { database, unwritable } = openFile(file)
  let openedAt = performance.now()
  const statements = new Map<string, Database.Statement>()
  const prepare = (sql: string): Database.Statement => {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  let [seen, version] = [-1, 0]
  /** Once the disk takes writes again. */
  const reopen = (): void => {
    if (unwritable === undefined || performance.now() - openedAt < REOPEN_MS) return
    openedAt = performance.now()
    const next = openFile(file)
    if (next.unwritable) {
      next.database.close()
      return
    }
    database.close()
    statements.clear()
    ;({ database, unwritable } = next)
    version += 1
  }
  const writeQuietly = <Result>(operation: () => Result): Result => {
    reopen()
    if (unwritable) throw unwritable
    try {
      return database.transaction(operation).immediate()
    } catch (fault) {
      throw isUnwritable(fault) ? new StateUnwritable(file, fault) : fault
    }
  }
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
    writeLightly: (operation, wait = STATE_BUSY_TIMEOUT_MS) => {
      database.pragma('synchronous = NORMAL')
      database.pragma(`busy_timeout = ${wait}`)
      try {
        return writeQuietly(operation)
      } finally {
        database.pragma('synchronous = FULL')
        database.pragma(`busy_timeout = ${STATE_BUSY_TIMEOUT_MS}`)
      }
    },
    emptyLog: () => {
      database.pragma('wal_checkpoint(TRUNCATE)')
    },
    isWritable: () => {
      reopen()
      return unwritable === undefined
    },
    version: () => {
      reopen()
      // data_version moves with the commits of other connections only; own ones are counted in `write`.
      const other = prepare(DATA_VERSION).pluck().get() as number
      if (other !== seen) version += 1
      seen = other
      return version
    },
    close: () => {
      database.close()
    },
  }
}

/** Where it cannot be opened for writing it is opened for reading, as far as that goes. Throws where there is nothing to read. */
function openFile(file: string): { database: Database.Database; unwritable?: StateUnwritable } {
  try {
    return { database: openStateFile(file) }
  } catch (fault) {
    if (!isUnwritable(fault) || !existsSync(file)) throw fault
    return { database: readStateFile(file), unwritable: new StateUnwritable(file, fault) }
  }
}
