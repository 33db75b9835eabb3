// Opens the state's SQLite file and migrates its formats.

import Database from 'better-sqlite3'
import { STATE_BUSY_TIMEOUT_MS } from '../../constants.ts'
import { readDdl } from '../../ddl.ts'
import { findFormat, formatOfImage, loadSteadyImage, openWalFile, readWalFile } from '../../wal-file.ts'
import { makeName } from '../name.ts'

/** Raised with each change of ddl/state.sql, together with a ddl/state-N.sql that migrates format N-1 to N. */
const STATE_FORMAT = 9

export function openStateFile(file: string): Database.Database {
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

function bring(database: Database.Database, from: number): void {
  if (from === 0) create(database)
  else for (let next = from + 1; next <= STATE_FORMAT; next++) database.exec(readDdl(`state-${next}.sql`))
}

/** A copy in memory, migrated as openStateFile migrates the file. Throws for a later format. */
export function copyStateFile(file: string): Database.Database {
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
export function readStateFile(file: string): Database.Database {
  return readWalFile(file, STATE_FORMAT)
}

/** Changes nothing. */
export function findStateFormat(file: string): { found: number; expected: number } {
  return { found: findFormat(file), expected: STATE_FORMAT }
}

/** Like findStateFormat, and creates no file of SQLite beside it. */
export function readStateFormat(file: string): { found: number; expected: number } {
  return { found: formatOfImage(loadSteadyImage(file)), expected: STATE_FORMAT }
}

function create(database: Database.Database): void {
  database.exec(readDdl('state.sql'))
  database.prepare('INSERT INTO head (only_row, publication, epoch, seq) VALUES (1, NULL, ?, 0)').run(makeName())
}
