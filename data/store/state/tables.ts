// The tables of the state that a copy takes, read from their definition: a new column is copied without another line;
// and the file of a copy.

import { readDdl } from '../ddl.ts'
import { Database } from '../sqlite.ts'

export interface Table {
  name: string
  columns: readonly string[]
  /** Columns of the primary key. */
  key: readonly string[]
  /** Whether its ids are given by the engine, and never twice. */
  numbered: boolean
  /** Which rows a copy takes; undefined for all. */
  where: string | undefined
}

/** Leases belong to the servers that run now. */
const LEFT_OUT = ['lease', 'sqlite_sequence']

/** Events above the head belong to a publisher that has not published them. */
const WHERE: Readonly<Record<string, string>> = { event: 'seq <= (SELECT seq FROM head)' }

let found: readonly Table[] | undefined

/** Every table after those that it refers to. */
export function listTables(): readonly Table[] {
  found ??= readTables()
  return found
}

function readTables(): Table[] {
  const database = new Database(':memory:')
  try {
    database.exec(readDdl('state.sql'))
    return database
      .prepare<[], { name: string; sql: string }>(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY rowid",
      )
      .all()
      .filter(({ name }) => !LEFT_OUT.includes(name))
      .map(({ name, sql }) => {
        const columns = database
          .prepare<[string], { name: string; pk: number }>('SELECT name, pk FROM pragma_table_info(?) ORDER BY cid')
          .all(name)
        return {
          name,
          columns: columns.map((column) => column.name),
          key: columns
            .filter(({ pk }) => pk > 0)
            .sort((a, b) => a.pk - b.pk)
            .map((column) => column.name),
          numbered: sql.includes('AUTOINCREMENT'),
          where: WHERE[name],
        }
      })
  } finally {
    database.close()
  }
}

/** Reads its rows in the order of its key. */
export function selectRows({ name, columns, key, where }: Table): string {
  return `SELECT ${quoted(columns)}
    FROM ${name}
    ${where === undefined ? '' : `WHERE ${where}`}
    ORDER BY ${quoted(key)}`
}

export function countRows({ name, where }: Pick<Table, 'name' | 'where'>): string {
  return `SELECT count(*) AS count FROM ${name}${where === undefined ? '' : ` WHERE ${where}`}`
}

/**
 * Inserts the rows of a JSON array. The one row of `head` is there always, and others may wait for its lock.
 * @param rows a query of these columns @param overriding what the engine needs between the columns and the rows
 */
export function insertRows({ name, columns, key }: Table, rows: string, overriding = ''): string {
  const others = columns.filter((column) => !key.includes(column))
  const replaced = others.map((column) => `"${column}" = excluded."${column}"`).join(', ')
  return `INSERT INTO ${name} (${quoted(columns)}) ${overriding}
    ${rows}
    WHERE true
    ${name === 'head' ? `ON CONFLICT (${quoted(key)}) DO UPDATE SET ${replaced}` : ''}`
}

export function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ')
}

// A copy as an SQLite file, from which the rows are read.

/** Rows of one statement: a row of the feed has some kilobytes. */
export const ROWS_AT_ONCE = 500

export interface RowFile {
  /** JSON arrays of some rows each. */
  pages(table: Table): Iterable<string>
  count(table: Table): number
  /** The highest id that the table ever had; 0 without one. */
  lastId(table: Table): number
  close(): void
}

/** @param file in the format of this version */
export function openRowFile(file: string): RowFile {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  return {
    *pages(table) {
      let rows: unknown[] = []
      for (const row of database.prepare(selectRows(table)).iterate()) {
        rows.push(row)
        if (rows.length < ROWS_AT_ONCE) continue
        yield JSON.stringify(rows)
        rows = []
      }
      if (rows.length > 0) yield JSON.stringify(rows)
    },
    count: (table) => database.prepare<[], { count: number }>(countRows(table)).get()?.count ?? 0,
    lastId: ({ name }) =>
      database.prepare<[string], { seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = ?').get(name)?.seq ?? 0,
    close: () => {
      database.close()
    },
  }
}
