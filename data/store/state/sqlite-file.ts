// The state's SQLite file: how it is opened, and made on first use.

import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { projectFile } from '../paths.ts'

/** Raised with each change of ddl/state.sql; another version is refused by name. */
const STATE_FORMAT = 1
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
    database.transaction(() => create(database, file)).immediate()
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function create(database: Database.Database, file: string): void {
  const format = database.pragma('user_version', { simple: true })
  if (format === STATE_FORMAT) return
  if (format !== 0)
    throw new Error(
      `${file}: its format is ${format}, this version of hustings reads ${STATE_FORMAT}: run the version that wrote it`,
    )
  database.exec(readFileSync(projectFile('data', 'store', 'ddl', 'state.sql'), 'utf8'))
  database
    .prepare('INSERT INTO head (only_row, publication, epoch, seq) VALUES (1, NULL, ?, 0)')
    .run(randomBytes(8).toString('hex'))
  database.pragma(`user_version = ${STATE_FORMAT}`)
}
