// The state's SQLite file: how it is opened, made on first use, and brought to this version's format.

import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { projectFile } from '../paths.ts'

/** Raised with each change of ddl/state.sql, beside a ddl/state-N.sql that makes format N of N-1; a later one is refused by name. */
const STATE_FORMAT = 2
const BUSY_TIMEOUT_MS = 10_000

export function openDatabase(file: string): Database.Database {
  mkdirSync(dirname(file), { recursive: true })
  // SQLite gives -wal and -shm the mode of the database file.
  closeSync(openSync(file, 'a', 0o600))
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    database.pragma('journal_mode = WAL')
    // better-sqlite3's default in WAL is NORMAL, which may lose the last commits on a power cut.
    database.pragma('synchronous = FULL')
    database.pragma('foreign_keys = ON')
    database.transaction(() => bringToFormat(database, file)).immediate()
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Looks without changing anything. */
export function findFormat(file: string): { found: number; expected: number } {
  const database = new Database(file, { readonly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    return { found: formatOf(database), expected: STATE_FORMAT }
  } finally {
    database.close()
  }
}

function bringToFormat(database: Database.Database, file: string): void {
  const format = formatOf(database)
  if (format === STATE_FORMAT) return
  if (format > STATE_FORMAT)
    throw new Error(
      `${file}: its format is ${format}, this version of hustings reads ${STATE_FORMAT}: run the version that wrote it`,
    )
  if (format === 0) create(database)
  else for (let next = format + 1; next <= STATE_FORMAT; next++) database.exec(readDdl(`state-${next}.sql`))
  database.pragma(`user_version = ${STATE_FORMAT}`)
}

function create(database: Database.Database): void {
  database.exec(readDdl('state.sql'))
  database
    .prepare('INSERT INTO head (only_row, publication, epoch, seq) VALUES (1, NULL, ?, 0)')
    .run(randomBytes(8).toString('hex'))
}

function formatOf(database: Database.Database): number {
  return database.pragma('user_version', { simple: true }) as number
}

function readDdl(name: string): string {
  return readFileSync(projectFile('data', 'store', 'ddl', name), 'utf8')
}
