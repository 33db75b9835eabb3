// The embedded state: one SQLite file in WAL mode.

import { existsSync } from 'node:fs'
import { readDdl } from '../../ddl.ts'
import type { Paths } from '../../paths.ts'
import { Database, type Prepared } from '../../sqlite.ts'
import {
  copyDatabase,
  findFormat,
  formatOfImage,
  isUnwritable,
  loadSteadyImage,
  openWalFile,
  readWalFile,
} from '../../wal-file.ts'
import { type Connection, type Dialect, makeName, type Statement, type Work } from '../engine.ts'
import { type ServiceStore, StateMoved, StateUnwritable, storeOver } from '../state.ts'
import { insertRows, listTables } from '../tables.ts'

/** @setting Milliseconds for which a transaction on the state waits for another one. In PostgreSQL: POSTGRES_LOCK_TIMEOUT_MS. */
const STATE_BUSY_TIMEOUT_MS = 10_000

/**
 * Opens the state. Creates it (readable only by its owner) on first use, and migrates an earlier format.
 * If the disk accepts no writes, opens it for reading, and for writing as soon as possible. Throws if its format is later.
 */
export async function openState(paths: Pick<Paths, 'state'>): Promise<ServiceStore> {
  return storeOver(connect(paths.state))
}

/** Opens a copy of the state in memory, migrated to this version's format. Nothing on the disk changes. Throws if its format is later. */
export async function openStateCopy(paths: Pick<Paths, 'state'>): Promise<ServiceStore> {
  return storeOver(connect(paths.state, { database: copyStateFile(paths.state) }))
}

/** The format of the state, and the format that this version writes. Changes nothing. Throws if there is no state. */
export function findStateFormat(paths: Pick<Paths, 'state'>): { found: number; expected: number } {
  return findFormatOf(paths.state)
}

/** The format of the state, and the format that this version writes. Creates no file of SQLite beside the state. */
export function readStateFormat(paths: Pick<Paths, 'state'>): { found: number; expected: number } {
  return readFormatOf(paths.state)
}

// One connection to the state's file: prepared statements, and the only way to write. There is no await between BEGIN IMMEDIATE and
// COMMIT, so that no other turn of the event loop sees half an operation.

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
  const statements = new Map<string, Prepared>()
  const prepare = (sql: string): Prepared => {
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
  database: Database
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

// The file: how it is opened, and how its formats are migrated.

/** Raised with each change of ddl/state.sql, together with a ddl/state-N.sql that migrates format N-1 to N. */
const STATE_FORMAT = 9

export function openStateFile(file: string): Database {
  // better-sqlite3's default in WAL is NORMAL, which may lose the last commits on a power cut.
  const database = openWalFile(file, {
    number: STATE_FORMAT,
    synchronous: 'FULL',
    timeout: STATE_BUSY_TIMEOUT_MS,
    bring,
  })
  database.pragma('foreign_keys = ON')
  // Deleted data is overwritten, so that the file's free pages contain nothing of an erased account.
  database.pragma('secure_delete = ON')
  return database
}

function bring(database: Database, from: number): void {
  if (from === 0) create(database)
  else for (let next = from + 1; next <= STATE_FORMAT; next++) database.exec(readDdl(`state-${next}.sql`))
}

/** A copy in memory, migrated as openStateFile migrates the file. Throws for a later format. */
function copyStateFile(file: string): Database {
  const image = loadSteadyImage(file)
  const from = formatOfImage(image)
  if (from > STATE_FORMAT) throw new Error(`${file}: its format is ${from}, this version reads ${STATE_FORMAT}`)
  const database = image.length === 0 ? new Database(':memory:') : new Database(image)
  try {
    database.transaction(() => bring(database, from)).immediate()
    return database
  } catch (fault) {
    database.close()
    throw fault
  }
}

/** Reads the state on a disk that accepts no writes. */
function readStateFile(file: string): Database {
  return readWalFile(file, STATE_FORMAT)
}

/** Changes nothing. */
function findFormatOf(file: string): { found: number; expected: number } {
  return { found: findFormat(file), expected: STATE_FORMAT }
}

/** The format of the file, and the format that this version writes. Creates no file of SQLite beside it. */
function readFormatOf(file: string): { found: number; expected: number } {
  return { found: formatOfImage(loadSteadyImage(file)), expected: STATE_FORMAT }
}

function create(database: Database): void {
  database.exec(readDdl('state.sql'))
  database.prepare('INSERT INTO head (only_row, publication, epoch, seq) VALUES (1, NULL, ?, 0)').run(makeName())
}
