// Writes and seals one part, an immutable SQLite file named by the SHA-256 of its bytes; reads a part with its changes; and checks and
// compares parts of unknown origin.

import { chmodSync, existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '../schema/manifest.ts'
import { readDdl } from './ddl.ts'
import { hashFile, makePrivateFolder, replaceBy } from './files.ts'
import { Database } from './sqlite.ts'

/** The files under ddl/ that define the tables of each part. */
const PART_DDL = {
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

/** The hash that names a part, and its size. */
export interface Sealed {
  sha256: string
  bytes: number
}
interface Draft {
  writer: PartWriter
  /** After this, the draft takes no more rows. */
  seal(): Sealed
  /** Deletes what is not sealed. */
  close(): void
}

/** A part of rows that arrive in pieces, because all of them would not fit in memory. */
export function openDraft(folder: string, kind: PartKind): Draft {
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
  database: Database,
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

// Reads an endorsements part and its changes as one. Temporary views have the names of its tables and hide them in SQLite, so that
// a statement need not know whether there are changes.

/** By table: the keys whose rows the changes part replaces. */
const REPLACED = {
  endorser: { columns: ['id'], by: 'replaced_endorser' },
  endorsement: { columns: ['id'], by: 'replaced_endorsement' },
  endorsement_body: { columns: ['id'], by: 'replaced_endorsement' },
  position: { columns: ['contest_id'], by: 'replaced_contest' },
  pick: { columns: ['contest_id'], by: 'replaced_contest' },
  evidence: { columns: ['contest_id'], by: 'replaced_contest' },
  stance: { columns: ['contest_id'], by: 'replaced_contest' },
  election_endorser: { columns: ['endorser_id'], by: 'replaced_endorser' },
  endorser_coverage: { columns: ['endorser_id'], by: 'replaced_endorser' },
  endorser_agreement: { columns: ['endorser_id', 'other_id'], by: 'replaced_endorser' },
  contest_agreement: { columns: ['contest_id'], by: 'replaced_contest' },
} as const

/** Tables that the changes part replaces completely. */
const WHOLE = ['endorser_category', 'election_count', 'coverage'] as const

export interface Changes {
  file: string
  sha256: string
}

/** Attaches the changes to an endorsements part. Throws if they belong to another part. @param base the part's hash */
export function overlay(database: Database, base: string, changes: Changes): void {
  database.prepare('ATTACH ? AS changes').run(changes.file)
  const of = database.prepare('SELECT sha256 FROM changes.base').pluck().all()
  if (of.length !== 1 || of[0] !== base)
    throw new Error(
      `${changes.file}: it belongs to the endorsements part ${of.join(', ') || 'without a name'}, expected ${base}`,
    )
  database.pragma('temp_store = MEMORY')
  for (const [table, { columns, by }] of Object.entries(REPLACED))
    database.exec(`CREATE TEMP VIEW ${table} AS
SELECT * FROM main.${table} WHERE ${columns.map((column) => `${column} NOT IN (SELECT id FROM changes.${by})`).join(' AND ')}
UNION ALL
SELECT * FROM changes.${table}`)
  for (const table of WHOLE) database.exec(`CREATE TEMP VIEW ${table} AS SELECT * FROM changes.${table}`)
}

// Checks a part of unknown origin before anything reads it: its tables must be ours, and the file a sound SQLite database. A hash shows
// that bytes did not change, not who made them.

/** Throws a sentence that begins with `name`. @param file the part. @param name how messages call it */
export function checkPart(file: string, kind: PartKind, name: string): void {
  const own = readSchema(new Database(':memory:'), (database) => {
    for (const ddl of PART_DDL[kind]) database.exec(readDdl(ddl))
  })
  try {
    const found = readSchema(new Database(file, { readonly: true, fileMustExist: true }), (database) => {
      // No view, trigger or index of the file may call a function with an effect.
      database.pragma('trusted_schema = OFF')
      database.pragma('cell_size_check = ON')
      const faults = database.prepare('PRAGMA quick_check(1)').pluck().all()
      if (faults.join() !== 'ok') throw new Error(`it is not a sound database: ${String(faults[0]).split('\n', 1)[0]}`)
    })
    const missing = (line: string): boolean => !found.includes(line) && !LATER_TABLES.some((table) => isOf(line, table))
    const other = found.find((line) => !own.includes(line)) ?? own.find(missing)
    if (other !== undefined)
      throw new Error(`its tables are not those of a part "${kind}" of this version; the first difference: ${other}`)
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Tables that parts of 0.1.0, or of a later version before this one, lack. The server reads those parts too. */
const LATER_TABLES: readonly string[] = [
  'outline',
  'state_outline',
  'area_grid',
  'evidence',
  'endorser_coverage',
  'endorser_agreement',
  'contest_agreement',
  'stance',
]

function isOf(line: string, table: string): boolean {
  return line.includes(` of ${table}: `)
}

/** The statements of sqlite_schema, a line each. */
function readSchema(database: Database, prepare: (database: Database) => void): string[] {
  try {
    prepare(database)
    const rows = database.prepare(
      "SELECT type || ' ' || name || ' of ' || tbl_name || ': ' || ifnull(sql, '') FROM sqlite_schema",
    )
    return rows.pluck().all().map(String)
  } finally {
    database.close()
  }
}

// Compares two parts of one kind row by row, whatever their bytes: another version may store the same rows in another order.

/** Counts of the rows that only one of the two parts has. */
export interface DifferingTable {
  table: string
  only_first: number
  only_second: number
}

interface StoredPart {
  file: string
  sha256: string
  /** Read together with the part. */
  changes?: Changes | undefined
}

/** The tables with different rows, by name. @param second a part without changes: its tables are compared */
export function compareRows(first: StoredPart, second: Pick<StoredPart, 'file'>): DifferingTable[] {
  const database = new Database(first.file, { readonly: true, fileMustExist: true })
  try {
    database.pragma('trusted_schema = OFF')
    database.pragma('temp_store = MEMORY')
    if (first.changes) overlay(database, first.sha256, first.changes)
    database.prepare('ATTACH ? AS second').run(second.file)
    // A part of an earlier version lacks the tables that came later: they are no difference of the data.
    const tables = database
      .prepare(
        "SELECT name FROM second.sqlite_schema WHERE type = 'table' AND name IN (SELECT name FROM main.sqlite_schema UNION SELECT name FROM temp.sqlite_schema) ORDER BY name",
      )
      .pluck()
    return tables
      .all()
      .map(String)
      .map((table) => ({
        table,
        only_first: countRows(database, `SELECT * FROM ${table} EXCEPT SELECT * FROM second.${table}`),
        only_second: countRows(database, `SELECT * FROM second.${table} EXCEPT SELECT * FROM ${table}`),
      }))
      .filter(({ only_first, only_second }) => only_first + only_second > 0)
  } finally {
    database.close()
  }
}

function countRows(database: Database, select: string): number {
  return Number(database.prepare(`SELECT count(*) FROM (${select})`).pluck().get())
}
