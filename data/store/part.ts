// Writes and seals one part: an immutable SQLite file named by the SHA-256 of its bytes.

import { chmodSync, existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Manifest } from '../schema/manifest.ts'
import { readDdl } from './ddl.ts'
import { hashFile } from './file-hash.ts'
import { makePrivateFolder } from './private-folder.ts'
import { replaceBy } from './replace-file.ts'

/** The files under ddl/ that define the tables of each part. */
export const PART_DDL = {
  places: ['places.sql'],
  ballots: ['ballots.sql'],
  endorsements: ['endorsements.sql'],
  officeholders: ['officeholders.sql'],
  addresses: ['addresses.sql'],
  changes: ['changes.sql', 'endorsements.sql'],
} as const satisfies Record<keyof Manifest['parts'], readonly string[]>
export type PartKind = keyof typeof PART_DDL

interface FileForm {
  pageBytes: number
  /** Search tables, or rows that come in another order than their keys, leave gaps and traces of batching, which VACUUM removes. */
  isVacuumed: boolean
}

/** Texts of about 2 kB, of which a small page holds one, in the order of their keys. */
const TEXTS: FileForm = { pageBytes: 16_384, isVacuumed: false }
/** Small rows. */
const SMALL: FileForm = { pageBytes: 4096, isVacuumed: true }

const FORMS: Readonly<Record<PartKind, FileForm>> = {
  places: SMALL,
  ballots: TEXTS,
  endorsements: TEXTS,
  officeholders: TEXTS,
  addresses: SMALL,
  changes: { pageBytes: 4096, isVacuumed: false },
}

export type PartValue = string | number | bigint | Uint8Array | null

export interface PartWriter {
  /** Values in column order; a text may be given as its UTF-8 bytes. Rows of a table in the caller's order, which must be total. */
  insert(table: string, columns: readonly string[], rows: Iterable<readonly PartValue[]>): void
}

/** Every SQLite file has SQLite's version in its header, so the version is an input of a part. */
export function sqliteVersion(): string {
  const database = new Database(':memory:')
  const version = String(database.prepare('SELECT sqlite_version()').pluck().get())
  database.close()
  return version
}

/**
 * The same rows give the same bytes: page size, DDL and order are fixed. One row is inserted after another, so batches leave no trace in
 * tables that are filled in the order of their keys; others are vacuumed.
 * @returns the hash that names `<folder>/<sha256>.sqlite`, and its size
 */
export function writePart(folder: string, kind: PartKind, fill: (writer: PartWriter) => void): Sealed {
  const draft = openDraft(folder, kind)
  try {
    fill(draft.writer)
    return draft.seal()
  } finally {
    draft.close()
  }
}

/** Like writePart, for rows that arrive in pieces because all of them would not fit in memory. */
export async function writePartInPieces(
  folder: string,
  kind: PartKind,
  fill: (writer: PartWriter) => Promise<void>,
): Promise<Sealed> {
  const draft = openDraft(folder, kind)
  try {
    await fill(draft.writer)
    return draft.seal()
  } finally {
    draft.close()
  }
}

interface Sealed {
  sha256: string
  bytes: number
}
interface Draft {
  writer: PartWriter
  seal(): Sealed
  close(): void
}

function openDraft(folder: string, kind: PartKind): Draft {
  makePrivateFolder(folder)
  const draft = join(folder, `draft-${process.pid}-${kind}.sqlite`)
  const sealed = `${draft}.sealed`
  for (const file of [draft, sealed]) rmSync(file, { force: true })
  const ddl = splitDdl(kind)
  const { pageBytes, isVacuumed } = FORMS[kind]
  const database = new Database(draft)
  const close = (): void => {
    database.close()
    rmSync(draft, { force: true })
  }
  try {
    database.pragma(`page_size = ${pageBytes}`)
    database.pragma('journal_mode = OFF')
    database.pragma('synchronous = OFF')
    database.exec(ddl.tables)
    database.exec('BEGIN')
  } catch (fault) {
    close()
    throw fault
  }
  return {
    writer: { insert: (table, columns, rows) => insertRows(database, table, columns, rows) },
    seal() {
      database.exec(ddl.indexes)
      database.exec('COMMIT')
      if (isVacuumed) database.prepare('VACUUM INTO ?').run(sealed)
      database.close()
      return storePart(folder, isVacuumed ? sealed : draft)
    },
    close,
  }
}

/** Indexes apart: to create them on full tables takes less time than to keep them row by row, and gives the same bytes. */
function splitDdl(kind: PartKind): { tables: string; indexes: string } {
  const database = new Database(':memory:')
  for (const file of PART_DDL[kind]) database.exec(readDdl(file))
  const select = (which: string): string =>
    database
      .prepare<[], string>(`SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL AND ${which} ORDER BY rowid`)
      .pluck()
      .all()
      .join('\n')
  // SQLite creates the shadow tables of a virtual table itself.
  const tables = select("type <> 'index' AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')")
  const indexes = select("type = 'index'")
  database.close()
  return { tables, indexes }
}

function storePart(folder: string, sealed: string): Sealed {
  const sha256 = hashFile(sealed)
  const bytes = statSync(sealed).size
  const file = join(folder, `${sha256}.sqlite`)
  // An intact part keeps its inode, so that no server hashes it again. A damaged one is replaced.
  if (existsSync(file) && hashFile(file) === sha256) rmSync(sealed)
  else {
    chmodSync(sealed, 0o444)
    replaceBy(file, sealed)
  }
  return { sha256, bytes }
}

function insertRows(
  database: Database.Database,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly PartValue[]>,
): void {
  const texts = new Set(
    database.prepare<[string], string>("SELECT name FROM pragma_table_info(?) WHERE type = 'TEXT'").pluck().all(table),
  )
  const values = columns.map((column) => (texts.has(column) ? 'CAST(? AS TEXT)' : '?'))
  const statement = database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`)
  for (const row of rows) statement.run(row)
}
