// The state's SQLite file: its formats.

import type Database from 'better-sqlite3'
import { STATE_BUSY_TIMEOUT_MS } from '../../constants.ts'
import { readDdl } from '../../ddl.ts'
import { findFormat, openWalFile, readWalFile } from '../../wal-file.ts'
import { makeName } from '../name.ts'

/** Raised with each change of ddl/state.sql, beside a ddl/state-N.sql that makes format N of N-1. */
const STATE_FORMAT = 4

export function openStateFile(file: string): Database.Database {
  const bring = (database: Database.Database, from: number): void => {
    if (from === 0) create(database)
    else for (let next = from + 1; next <= STATE_FORMAT; next++) database.exec(readDdl(`state-${next}.sql`))
  }
  // better-sqlite3's default in WAL is NORMAL, which may lose the last commits on a power cut.
  const database = openWalFile(file, {
    number: STATE_FORMAT,
    synchronous: 'FULL',
    timeout: STATE_BUSY_TIMEOUT_MS,
    bring,
  })
  database.pragma('foreign_keys = ON')
  // What is deleted is overwritten, so that an erased account is not read from the file's free pages.
  database.pragma('secure_delete = ON')
  return database
}

/** For a disk that takes no writes. */
export function readStateFile(file: string): Database.Database {
  return readWalFile(file, STATE_FORMAT)
}

/** Looks without changing anything. */
export function findStateFormat(file: string): { found: number; expected: number } {
  return { found: findFormat(file), expected: STATE_FORMAT }
}

function create(database: Database.Database): void {
  database.exec(readDdl('state.sql'))
  database.prepare('INSERT INTO head (only_row, publication, epoch, seq) VALUES (1, NULL, ?, 0)').run(makeName())
}
