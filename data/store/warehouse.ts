// The only access to DuckDB: the working database that ingest fills and build reads, and the analysts' sealed copy.

import { type DuckDBAppender, type DuckDBConnection, DuckDBInstance, JSDuckDBValueConverter } from '@duckdb/node-api'
import { CORE_COLUMNS } from '../core/columns.ts'
import type { CoreTable } from '../core/rows.ts'
import { readDdl } from './ddl.ts'
import type { Issue, SourceRead, SourceRow } from './source-read.ts'

/** @setting Most memory of DuckDB; what needs more goes to a temporary folder beside the database. The nation is built within it. */
const WAREHOUSE_MEMORY = '1500MB'

export type Value = string | number | boolean | null | Uint8Array

export interface Warehouse {
  /** Runs one or more statements; only a single one may have parameters. */
  run(sql: string, params?: Record<string, Value>): Promise<void>
  /** Integers are returned as numbers; one beyond 2^53 is an error. The statement must cast dates to text. */
  all<Row>(sql: string, params?: Record<string, Value>): Promise<Row[]>
  /**
   * A large result in batches of `rows` rows, the last with the rest, each an array of values per column; never the whole result at
   * once. A BIGINT is a bigint, a DATE and a TIMESTAMP are a Date, a list is an array.
   * @throws if another statement ran here meanwhile: DuckDB then ends the result early
   */
  batches(sql: string, rows: number): AsyncGenerator<unknown[][]>
  /** Appends rows in column order; values as in `all`. */
  append(table: string, rows: Iterable<readonly Value[]>): Promise<void>
  /**
   * Replaces the source's rows, issues and read record in one transaction. Does not write a table in which nothing changes.
   * @param kept files whose rows and issues stay
   * @returns the tables that were written, without that of the read records
   */
  replaceSource(
    read: SourceRead,
    rows: Iterable<SourceRow>,
    issues: readonly Issue[],
    kept?: readonly string[],
  ): Promise<ReadonlySet<SourceTable>>
  /** Deletes the source's rows, issues and read record in one transaction. */
  dropSource(source_id: string): Promise<void>
  sourceReads(): Promise<SourceRead[]>
  /** Throws if the text is not SQL. */
  countStatements(sql: string): Promise<number>
  /** The result's column names and rows, for display. */
  query(sql: string): Promise<{ columns: string[]; rows: unknown[][] }>
  close(): Promise<void>
}

export interface WarehouseOptions {
  readonly?: boolean
  threads?: number
  /** The database is attached and in use as `work`, beside an empty in-memory one with the same tables, `memory`. */
  besideMemory?: true
}

type StoredRead = Omit<SourceRead, 'lists' | 'selected_states' | 'private'> & {
  states: string
  files: string
  lists?: string | null
  selected_states?: string | null
  private?: boolean | null
}

/** The tables in which sources have rows. */
export type SourceTable = CoreTable | 'issue'

const CORE_TABLES = Object.keys(CORE_COLUMNS).filter((name): name is CoreTable => name in CORE_COLUMNS)

/** Opens or creates the database; a new one gets the tables of data/core/rows.ts. */
export async function openWarehouse(file: string, options: WarehouseOptions = {}): Promise<Warehouse> {
  let session: Session | undefined = await openSession(file, options)
  /** Calls that ran a statement so far. */
  let statements = 0
  /** After a failed commit, DuckDB's memory may differ from the file: close it without writing and read the file again. */
  const discard = async (): Promise<void> => {
    const failed = session
    session = undefined
    if (!failed) return
    await failed.connection.run('PRAGMA disable_checkpoint_on_shutdown').catch(() => undefined)
    failed.close()
  }
  const use = async <Result>(act: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> => {
    session ??= await openSession(file, options)
    statements++
    try {
      return await act(session.connection)
    } catch (fault) {
      if (isFailedCommit(fault)) await discard()
      throw sayUnflushed(fault, file)
    }
  }
  const all = <Row>(sql: string, params?: Record<string, Value>): Promise<Row[]> =>
    use(async (connection) => {
      const reader = params ? await connection.runAndReadAll(sql, params as never) : await connection.runAndReadAll(sql)
      return reader.getRowObjectsJS().map((row) => plain(row)) as Row[]
    })
  const run = (sql: string, params?: Record<string, Value>): Promise<void> =>
    use(async (connection) => {
      if (params) await connection.run(sql, params as never)
      else await connection.run(sql)
    })
  const append = (table: string, rows: Iterable<readonly Value[]>): Promise<void> =>
    use(async (connection) => {
      const [name, schema] = table.split('.').reverse()
      const appender = await connection.createAppender(name ?? table, schema ?? 'main')
      const isDouble = Array.from(
        { length: appender.columnCount },
        (_, index) => appender.columnType(index).toString() === 'DOUBLE',
      )
      for (const row of rows) appendRow(appender, row, isDouble)
      appender.closeSync()
    })

  async function* batches(sql: string, rows: number): AsyncGenerator<unknown[][]> {
    let own = 0
    const result = await use((connection) => {
      own = statements
      return connection.stream(sql)
    })
    const columns: unknown[][] = []
    for (;;) {
      const chunk = await result.fetchChunk()
      if (statements !== own)
        throw new Error('another statement ran while a result was read in batches: give it a warehouse of its own')
      if (!chunk || chunk.rowCount === 0) break
      for (const [nth, values] of chunk.convertColumns(JSDuckDBValueConverter).entries()) {
        const column = columns[nth] ?? []
        for (const value of values) column.push(value)
        columns[nth] = column
      }
      while ((columns[0]?.length ?? 0) >= rows) yield columns.map((column) => column.splice(0, rows))
    }
    if ((columns[0]?.length ?? 0) > 0) yield columns
  }

  return {
    run,
    all,
    batches,
    append,
    async replaceSource(read, rows, issues, kept = []) {
      const { source_id } = read
      const next = groupRows(source_id, rows, issues)
      await run('BEGIN TRANSACTION')
      try {
        const written = await use((connection) => findReplaced(connection, { source_id, next, kept }))
        for (const table of written) {
          await run(`DELETE FROM core.${table} WHERE ${IN_QUESTION}`, toQuestion(source_id, kept))
          await append(`core.${table}`, next.get(table) ?? [])
        }
        await run('DELETE FROM core.source_read WHERE source_id = $id', { id: source_id })
        await append('core.source_read', [
          [
            read.source_id,
            read.family,
            read.signature,
            read.publisher,
            read.licence,
            read.vintage,
            read.published_on,
            read.url,
            JSON.stringify(read.states),
            read.rows_in,
            JSON.stringify(read.files),
            read.lists ? JSON.stringify(read.lists) : null,
            read.selected_states ? JSON.stringify(read.selected_states) : null,
            read.private ?? null,
          ],
        ])
        await run('COMMIT')
        return written
      } catch (error) {
        // After a failed commit there is nothing to roll back; the first error is the one to report.
        if (session) await run('ROLLBACK').catch(discard)
        throw error
      }
    },
    async dropSource(source_id) {
      await run('BEGIN TRANSACTION')
      try {
        for (const table of [...CORE_TABLES, 'issue', 'source_read'])
          await run(`DELETE FROM core.${table} WHERE source_id = $id`, { id: source_id })
        await run('COMMIT')
      } catch (error) {
        if (session) await run('ROLLBACK').catch(discard)
        throw error
      }
    },
    async sourceReads() {
      const rows = await all<StoredRead>(
        'SELECT * REPLACE (CAST(published_on AS VARCHAR) AS published_on) FROM core.source_read ORDER BY source_id',
      )
      return rows.map(({ lists, selected_states, private: isPrivate, ...row }) => ({
        ...row,
        states: JSON.parse(row.states),
        files: JSON.parse(row.files),
        ...(lists && { lists: JSON.parse(lists) }),
        ...(selected_states && { selected_states: JSON.parse(selected_states) }),
        ...(isPrivate && { private: true as const }),
      }))
    },
    countStatements: (sql) => use(async (connection) => (await connection.extractStatements(sql)).count),
    query: (sql) =>
      use(async (connection) => {
        const reader = await connection.runAndReadAll(sql)
        return { columns: reader.columnNames(), rows: reader.getRowsJson() }
      }),
    async close() {
      session?.close()
      session = undefined
    },
  }
}

/** A text as an SQL literal. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

interface Session {
  connection: DuckDBConnection
  close(): void
}

async function openSession(file: string, options: WarehouseOptions): Promise<Session> {
  const { besideMemory = false } = options
  const instance = await DuckDBInstance.create(besideMemory ? ':memory:' : file, {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    memory_limit: WAREHOUSE_MEMORY,
    ...(options.readonly ? { access_mode: 'READ_ONLY' } : {}),
    ...(options.threads ? { threads: String(options.threads) } : {}),
  })
  const connection = await instance.connect()
  const close = (): void => {
    connection.closeSync()
    instance.closeSync()
  }
  try {
    await connection.run("SET TimeZone = 'UTC'")
    await connection.run('SET preserve_insertion_order = true')
    if (besideMemory) {
      await createCore(connection)
      await connection.run(`ATTACH ${quoteText(file)} AS work; USE work`)
    }
    if (!options.readonly) await createCore(connection)
    return { connection, close }
  } catch (fault) {
    close()
    throw sayUnflushed(fault, file)
  }
}

/** Whether the transaction has ended with a failed commit, which may also have shut down the database. */
function isFailedCommit(fault: unknown): boolean {
  return fault instanceof Error && /Failed to commit|^FATAL Error|database has been invalidated/.test(fault.message)
}

async function createCore(connection: DuckDBConnection): Promise<void> {
  await connection.run('CREATE SCHEMA IF NOT EXISTS core; CREATE SCHEMA IF NOT EXISTS out')
  await dropOldLayouts(connection)
  for (const table of CORE_TABLES) {
    const columns = Object.entries(CORE_COLUMNS[table]).map(([name, type]) => `"${name}" ${type}`)
    await connection.run(
      `CREATE TABLE IF NOT EXISTS core.${table} (source_id VARCHAR, file VARCHAR, line INTEGER, ${columns.join(', ')})`,
    )
  }
  await connection.run(readDdl('warehouse.sql'))
  await dropPrimaryKey(connection)
}

/** Migrates a database of an earlier version (ddl/warehouse.sql gives the reason). */
async function dropPrimaryKey(connection: DuckDBConnection): Promise<void> {
  const keys = await connection.runAndReadAll(`
    SELECT 1
    FROM duckdb_constraints()
    WHERE database_name = current_database() AND schema_name = 'core' AND table_name = 'source_read'
      AND constraint_type = 'PRIMARY KEY'`)
  if (keys.getRowsJson().length === 0) return
  await connection.run(`
    BEGIN TRANSACTION;
    CREATE TABLE core.source_read_without_key AS FROM core.source_read;
    DROP TABLE core.source_read;
    ALTER TABLE core.source_read_without_key RENAME TO source_read;
    COMMIT`)
}

/**
 * Drops each core table with the columns of an older release, and deletes the read records of its sources, so that the next ingest
 * reads them again.
 */
async function dropOldLayouts(connection: DuckDBConnection): Promise<void> {
  if (await hasLayouts(connection)) return
  const reader = await connection.runAndReadAll(`
    SELECT table_name, string_agg(column_name, ' ' ORDER BY ordinal_position)
    FROM information_schema.columns
    WHERE table_catalog = current_database() AND table_schema = 'core'
    GROUP BY table_name`)
  const held = new Map(reader.getRowsJson().map(([table, columns]) => [String(table), String(columns)]))
  for (const table of CORE_TABLES) {
    const columns = held.get(table)
    if (columns === undefined) continue
    if (columns === layoutOf(table)) continue
    await connection.run(`
      BEGIN TRANSACTION;
      DELETE FROM core.source_read WHERE source_id IN (SELECT source_id FROM core.${table});
      DROP TABLE core.${table};
      COMMIT`)
  }
}

/**
 * Whether the text of each core table that exists names the columns of this release. The list of all columns answers for any
 * text, but takes half of the time of opening a database.
 */
async function hasLayouts(connection: DuckDBConnection): Promise<boolean> {
  const reader = await connection.runAndReadAll(`
    SELECT table_name, sql
    FROM duckdb_tables()
    WHERE database_name = current_database() AND schema_name = 'core'`)
  const texts = new Map(reader.getRowsJson().map(([table, text]) => [String(table), String(text)]))
  return CORE_TABLES.every((table) => {
    const text = texts.get(table)
    if (text === undefined) return true
    const columns = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')).split(', ')
    const names = columns.map((column) => column.split(' ', 1)[0]?.replaceAll('"', ''))
    return names.join(' ') === layoutOf(table)
  })
}

/** Names of a core table's columns. */
function layoutOf(table: CoreTable): string {
  return ['source_id', 'file', 'line', ...Object.keys(CORE_COLUMNS[table])].join(' ')
}

type ColumnTypes = Readonly<Record<string, string>>

const ISSUE_COLUMNS = { field: 'VARCHAR', code: 'VARCHAR', value: 'VARCHAR', message: 'VARCHAR', severity: 'VARCHAR' }
/** Columns of the tables in which sources have rows, without the leading `source_id`, `file` and `line`. */
const SOURCE_COLUMNS: ReadonlyMap<SourceTable, ColumnTypes> = new Map<SourceTable, ColumnTypes>([
  ...CORE_TABLES.map((table): [SourceTable, ColumnTypes] => [table, { ...CORE_COLUMNS[table] }]),
  ['issue', ISSUE_COLUMNS],
])
/** A table with more rows of a source is rewritten without a comparison, which would take as long and hold the rows twice. */
const COMPARED_ROWS_MAX = 50_000

/** Rows that may be replaced: all rows of a source except those of kept files. */
const IN_QUESTION = `source_id = $id AND NOT list_contains(CAST(CAST($kept AS JSON) AS VARCHAR[]), file)`

function toQuestion(source_id: string, kept: readonly string[]): Record<string, Value> {
  return { id: source_id, kept: JSON.stringify(kept) }
}

/** Groups rows by table, in the tables' column order. */
function groupRows(
  source_id: string,
  rows: Iterable<SourceRow>,
  issues: readonly Issue[],
): Map<SourceTable, Value[][]> {
  const grouped = new Map<SourceTable, Value[][]>()
  const add = (table: SourceTable, row: Value[]): void => {
    const all = grouped.get(table)
    if (all) all.push(row)
    else grouped.set(table, [row])
  }
  const columns = new Map(CORE_TABLES.map((table) => [table, Object.keys(CORE_COLUMNS[table])]))
  for (const { table, row, file, line } of rows) {
    const values = (columns.get(table) ?? []).map((column): Value => Reflect.get(row, column) ?? null)
    add(table, [source_id, file, line, ...values])
  }
  for (const { file, line, field, code, value, message, severity } of issues)
    add('issue', [source_id, file, line, field, code, value, message, severity])
  return grouped
}

/** Tables in which the source's rows, except those of kept files, differ from the next ones, or are in another order. */
async function findReplaced(
  connection: DuckDBConnection,
  { source_id, next, kept }: { source_id: string; next: ReadonlyMap<SourceTable, Value[][]>; kept: readonly string[] },
): Promise<ReadonlySet<SourceTable>> {
  const question = toQuestion(source_id, kept)
  const counts = [...SOURCE_COLUMNS.keys()].map(
    (table) => `SELECT '${table}' AS name, count(*) AS held FROM core.${table} WHERE ${IN_QUESTION}`,
  )
  const counted = await connection.runAndReadAll(counts.join(' UNION ALL '), question as never)
  const held = new Map(counted.getRowsJS().map(([name, count]) => [String(name), Number(count)]))
  const replaced = new Set<SourceTable>()
  for (const [table, columns] of SOURCE_COLUMNS) {
    const rows = next.get(table) ?? []
    if (rows.length === 0 && held.get(table) === 0) continue
    const isComparable = rows.length <= COMPARED_ROWS_MAX && !Object.values(columns).includes('BLOB')
    if (held.get(table) !== rows.length || !isComparable) {
      replaced.add(table)
      continue
    }
    const names = Object.entries(columns).map(([name, type]) =>
      type === 'DATE' ? `CAST("${name}" AS VARCHAR)` : `"${name}"`,
    )
    const reader = await connection.runAndReadAll(
      `SELECT source_id, file, line, ${names.join(', ')} FROM core.${table} WHERE ${IN_QUESTION} ORDER BY rowid`,
      question as never,
    )
    const isSame = reader.getRowsJS().every((row, at) => row.every((value, nth) => value === rows[at]?.[nth]))
    if (!isSame) replaced.add(table)
  }
  return replaced
}

/** @param isDouble column by column: asking for a column's type takes longer than appending its value */
function appendRow(appender: DuckDBAppender, row: readonly Value[], isDouble: readonly boolean[]): void {
  for (const [index, value] of row.entries()) {
    if (value === null) appender.appendNull()
    else if (typeof value === 'string') appender.appendVarchar(value)
    else if (typeof value === 'boolean') appender.appendBoolean(value)
    else if (typeof value === 'number') {
      if (isDouble[index]) appender.appendDouble(value)
      else appender.appendBigInt(BigInt(value))
    } else appender.appendBlob(value)
  }
  appender.endRow()
}

function plain(row: Record<string, unknown>): Record<string, unknown> {
  for (const [column, value] of Object.entries(row)) {
    if (typeof value === 'bigint') {
      const number = Number(value)
      if (!Number.isSafeInteger(number)) throw new RangeError(`column ${column} holds ${value}, beyond 2^53`)
      row[column] = number
    }
  }
  return row
}

// The sentence for a database that the disk did not keep.

/** DuckDB says `fsync failed!` without the file. */
function sayUnflushed(fault: unknown, file: string): unknown {
  if (!(fault instanceof Error) || !fault.message.includes('fsync failed')) return fault
  const sentence = `${file}, or a database beside it, was not flushed to the disk (${fault.message}); expected a disk that keeps what is written: its errors are in the kernel's log`
  return new Error(sentence, { cause: fault })
}
