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
  const database = new Database(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { readonly: true })
  // The schema is the publisher's: its views and triggers may call nothing.
  database.pragma('trusted_schema = OFF')
  database.pragma('query_only = ON')
  return {
    all: <Row>(sql: string) => database.prepare<[], Row>(sql).all(),
    each: <Row>(sql: string) => database.prepare<[], Row>(sql).iterate(),
    close: () => database.close(),
  }
}
