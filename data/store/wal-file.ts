// An SQLite file that is written to while it is read: how it is opened, made on first use, and brought to its format.

import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { makePrivateFolder } from './private-folder.ts'

/** Of a look that waits for nobody's transaction. */
const LOOK_MS = 2000

interface Format {
  /** What `user_version` says; a file of a later one is refused by name. */
  number: number
  /** FULL: no commit is lost on a power cut; NORMAL: the last ones may be, though none to a killed process. */
  synchronous: 'FULL' | 'NORMAL'
  /** How long a transaction waits for another's, in milliseconds; the event loop waits with it. */
  timeout: number
  /** Makes a new file, or brings an older one to this format; in one transaction. @param from 0 for a new one */
  bring(database: Database.Database, from: number): void
}

/** Readable by its owner alone. Throws where it is of a later format. */
export function openWalFile(file: string, { number, synchronous, timeout, bring }: Format): Database.Database {
  makePrivateFolder(dirname(file))
  // SQLite gives -wal and -shm the mode of the database file.
  closeSync(openSync(file, 'a', 0o600))
  return prepared(new Database(file, { timeout }), (database) => {
    database.pragma('journal_mode = WAL')
    database.pragma(`synchronous = ${synchronous}`)
    database
      .transaction(() => {
        const from = formatOf(database)
        if (from < number) {
          bring(database, from)
          database.pragma(`user_version = ${number}`)
        }
      })
      .immediate()
    requireFormat(database, file, number)
  })
}

/** Reads a file that another process may be writing to. Throws where it is of another format. */
export function readWalFile(file: string, number: number): Database.Database {
  return prepared(new Database(file, { readonly: true, timeout: LOOK_MS }), (database) =>
    requireFormat(database, file, number),
  )
}

/** Looks without changing anything. */
export function findFormat(file: string): number {
  const database = new Database(file, { readonly: true, timeout: LOOK_MS })
  try {
    return formatOf(database)
  } finally {
    database.close()
  }
}

function prepared(database: Database.Database, prepare: (database: Database.Database) => void): Database.Database {
  try {
    prepare(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function requireFormat(database: Database.Database, file: string, number: number): void {
  const format = formatOf(database)
  if (format !== number)
    throw new Error(
      `${file}: its format is ${format}, this version of hustings reads ${number}: run the version that wrote it`,
    )
}

function formatOf(database: Database.Database): number {
  return database.pragma('user_version', { simple: true }) as number
}
