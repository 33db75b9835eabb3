// One connection to the state's file: prepared statements, and the only way to write. There is no await between BEGIN IMMEDIATE and
// COMMIT, so that no other turn of the event loop sees half an operation.

import { existsSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { STATE_BUSY_TIMEOUT_MS } from '../../constants.ts'
import { copyDatabase, isUnwritable } from '../../wal-file.ts'
import { StateUnwritable } from '../state.ts'
import { openStateFile, readStateFile } from './file.ts'

export type Values = Readonly<Record<string, string | number | null>>

export interface Connection {
  find<Row>(sql: string, values?: Values): Row | undefined
  list<Row>(sql: string, values?: Values): Row[]
  run(sql: string, values?: Values): { changes: number; id: number }
  /** Runs the operation in one transaction. It commits when the operation returns, and rolls back if it throws. */
  write<Result>(operation: () => Result): Result
  /** Like `write`, for changes that this process need not notice: its `version` does not change. */
  writeQuietly<Result>(operation: () => Result): Result
  /**
   * Like `writeQuietly`, for changes that need not survive a power cut: it does not wait for the disk.
   * @param wait milliseconds to wait for another transaction, if fewer than usual; after them it throws
   */
  writeLightly<Result>(operation: () => Result, wait?: number): Result
  /** Moves written pages from the log into the file, as far as no reader prevents it. */
  emptyLog(): void
  version(): number
  /** False while the disk is known to accept no writes. If true, a write may still fail. */
  isWritable(): boolean
  /** Copies the database of this moment into a new file. */
  copyTo(file: string): Promise<void>
  close(): void
}

const DATA_VERSION = 'PRAGMA data_version'

/** Milliseconds between attempts to open a read-only state for writing. */
const REOPEN_MS = 1000

/** @param first the database to begin with; default: the file is opened */
export function connect(file: string, first: Opened = openFile(file)): Connection {
  let { database, unwritable } = first
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
  /** Opens the file for writing once the disk accepts writes again. */
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
      // data_version changes only with commits of other connections; `write` counts this connection's own.
      const other = prepare(DATA_VERSION).pluck().get() as number
      if (other !== seen) version += 1
      seen = other
      return version
    },
    copyTo: (to) => copyDatabase(database, to),
    close: () => {
      database.close()
    },
  }
}

interface Opened {
  database: Database.Database
  unwritable?: StateUnwritable
}

/** Opens the file for writing, or for reading if that fails. Throws if there is nothing to read. */
function openFile(file: string): Opened {
  try {
    return { database: openStateFile(file) }
  } catch (fault) {
    if (!isUnwritable(fault) || !existsSync(file)) throw fault
    return { database: readStateFile(file), unwritable: new StateUnwritable(file, fault) }
  }
}
