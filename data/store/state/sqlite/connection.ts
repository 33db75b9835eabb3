// One connection to the state's file: prepared statements, and the only way to write. There is no await between BEGIN IMMEDIATE and
// COMMIT, so that no other turn of the event loop sees half an operation.

import { existsSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { STATE_BUSY_TIMEOUT_MS } from '../../constants.ts'
import { copyDatabase, isUnwritable } from '../../wal-file.ts'
import type { Connection, Dialect, Statement, Work } from '../operations/connection.ts'
import { StateMoved, StateUnwritable } from '../state.ts'
import { insertRows, listTables } from '../tables.ts'
import { openStateFile, readStateFile } from './file.ts'

export const SQLITE: Dialect = {
  now: "unixepoch('subsec')",
  jsonArrayOf: (column) => `json_group_array(${column})`,
  lesser: (one, other) => `min(${one}, ${other})`,
  greater: (one, other) => `max(${one}, ${other})`,
  itemsOf: (parameter) => `json_each(${parameter})`,
  rowsOf: (parameter, columns) =>
    `(SELECT ${columns.map(([name]) => `value ->> '$.${name}' AS ${name}`).join(', ')} FROM json_each(${parameter}))`,
  hasTable: (name) => `EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '${name}')`,
  guards: () =>
    listTables().flatMap(({ name }) =>
      ['INSERT', 'UPDATE', 'DELETE'].map(
        (change) => `CREATE TRIGGER IF NOT EXISTS moved_${name}_${change.toLowerCase()}
        BEFORE ${change} ON ${name}
        WHEN (SELECT expires_at IS NULL OR expires_at > unixepoch('subsec') FROM moved)
        BEGIN
          SELECT RAISE(ABORT, '${MOVED}');
        END`,
      ),
    ),
  insertRows: (table) =>
    insertRows(
      table,
      `SELECT ${table.columns.map((column) => `value ->> '$.${column}'`).join(', ')} FROM json_each(@rows)`,
    ),
  continueAfter: (table, id) => [
    `DELETE FROM sqlite_sequence WHERE name = '${table}'`,
    `INSERT INTO sqlite_sequence (name, seq) VALUES ('${table}', ${id})`,
  ],
}

/** The text of a guard's error: SQLite accepts no other than a constant. */
const MOVED = 'hustings: the state has moved'

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
  const answer = ({ kind, sql, values }: Statement): unknown => {
    switch (kind) {
      case 'find':
        return prepare(sql).get(values)
      case 'list':
        return prepare(sql).all(values)
      case 'run':
        return prepare(sql).run(values).changes
      case 'insert':
        return Number(prepare(sql).run(values).lastInsertRowid)
      case 'announce':
        // Every commit changes data_version for other connections.
        return undefined
      default:
        throw kind satisfies never
    }
  }
  const perform = <Result>(work: Work<Result>): Result => {
    let step = work.next()
    while (!step.done) step = work.next(answer(step.value))
    return step.value
  }
  const read: Connection['read'] = async (work) => perform(work())
  const commit = <Result>(work: () => Work<Result>): Result => {
    reopen()
    if (unwritable) throw unwritable
    try {
      return database.transaction(() => perform(work())).immediate()
    } catch (fault) {
      if (fault instanceof Error && fault.message === MOVED)
        throw new StateMoved(String(prepare('SELECT sentence FROM moved').pluck().get()), fault)
      throw isUnwritable(fault) ? new StateUnwritable(file, fault) : fault
    }
  }
  const write: Connection['write'] = async (work) => {
    const result = commit(work)
    version += 1
    return result
  }
  return {
    dialect: SQLITE,
    read,
    // No other turn of the event loop, and so no other commit of this process, comes between two statements.
    readOnce: read,
    write,
    writeAlone: write,
    writeQuietly: async (work) => commit(work),
    writeLightly: async (work, wait = STATE_BUSY_TIMEOUT_MS) => {
      database.pragma('synchronous = NORMAL')
      database.pragma(`busy_timeout = ${wait}`)
      try {
        return commit(work)
      } finally {
        database.pragma('synchronous = FULL')
        database.pragma(`busy_timeout = ${STATE_BUSY_TIMEOUT_MS}`)
      }
    },
    // The write-ahead log still contains the overwritten values until it is emptied, as far as no reader prevents it.
    forget: async () => {
      database.pragma('wal_checkpoint(TRUNCATE)')
    },
    isWritable: async () => {
      reopen()
      return unwritable === undefined
    },
    version: async () => {
      reopen()
      // data_version changes only with commits of other connections; `write` counts this connection's own.
      const other = prepare(DATA_VERSION).pluck().get() as number
      if (other !== seen) version += 1
      seen = other
      return version
    },
    isReachable: () => true,
    beginPublishing: async () => undefined,
    refuseLostTurn: async () => undefined,
    endPublishing: async () => undefined,
    copyTo: (to) => copyDatabase(database, to),
    close: async () => {
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
