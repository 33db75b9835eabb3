// Opens a SQLite database of a publisher from bytes in memory, for reading alone.

import Database from 'better-sqlite3'

export interface SqliteBytes {
  all<Row>(sql: string): Row[]
  /** One row at a time. */
  each<Row>(sql: string): IterableIterator<Row>
  close(): void
}

/** Throws for bytes that are not a database, and at the first query for a damaged one. */
export function openSqliteBytes(bytes: Uint8Array): SqliteBytes {
  const database = new Database(withoutWal(bytes), { readonly: true })
  // The schema is the publisher's: its views and triggers may call nothing.
  database.pragma('trusted_schema = OFF')
  database.pragma('query_only = ON')
  return {
    all: <Row>(sql: string) => database.prepare<[], Row>(sql).all(),
    each: <Row>(sql: string) => database.prepare<[], Row>(sql).iterate(),
    close: () => database.close(),
  }
}

/** The versions of the format for writing and reading: 2 is with a write-ahead log, which bytes in memory cannot have. */
const VERSIONS_AT = 18

/** A database without its log is whole as its last checkpoint left it. */
function withoutWal(bytes: Uint8Array): Buffer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer[VERSIONS_AT] !== 2) return buffer
  const copy = Buffer.from(buffer)
  copy.fill(1, VERSIONS_AT, VERSIONS_AT + 2)
  return copy
}
