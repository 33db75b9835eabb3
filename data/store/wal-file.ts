// An SQLite file that is written to while it is read: how it is opened, made on first use, brought to its format, and read where the
// disk takes no writes.

import { closeSync, existsSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { makePrivateFolder } from './private-folder.ts'
import { loadImage } from './wal-image.ts'

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

/** Readable by its owner alone. Throws where it is of a later format, and where the disk takes no writes (isUnwritable). */
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

/**
 * Reads a file that another process may be writing to; on a disk that takes no writes, as it is now. Throws where it is of another
 * format.
 */
export function readWalFile(file: string, number: number): Database.Database {
  return prepared(openToRead(file), (database) => requireFormat(database, file, number))
}

/** Looks without changing anything. */
export function findFormat(file: string): number {
  const database = openToRead(file)
  try {
    return formatOf(database)
  } finally {
    database.close()
  }
}

/** Whether a fault says that the disk takes no writes: it is full, mounted read-only, or this user may not write there. */
export function isUnwritable(fault: unknown): boolean {
  if (!(fault instanceof Error) || !('code' in fault)) return false
  return /^(SQLITE_(FULL|READONLY|CANTOPEN|IOERR)(_\w+)?|EROFS|ENOSPC|EDQUOT|EACCES|EPERM)$/.test(String(fault.code))
}

/** A reader, too, needs the -shm file beside: where it cannot be made, the file is read into memory. */
function openToRead(file: string): Database.Database {
  try {
    return prepared(new Database(file, { readonly: true, timeout: LOOK_MS }), (database) => formatOf(database))
  } catch (fault) {
    if (!isUnwritable(fault) || !existsSync(file)) throw fault
    return new Database(loadImage(file), { readonly: true })
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
  if (format < number)
    throw new Error(
      `${file}: its format is ${format}, and it cannot be brought to format ${number} because the disk takes no writes`,
    )
  if (format !== number)
    throw new Error(
      `${file}: its format is ${format}, this version of hustings reads ${number}: run the version that wrote it`,
    )
}

function formatOf(database: Database.Database): number {
  return database.pragma('user_version', { simple: true }) as number
}
