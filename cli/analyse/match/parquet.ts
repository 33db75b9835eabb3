// Matches files of which one is Parquet.

import { rmSync } from 'node:fs'
import { replaceBy } from '../../../data/store/files.ts'
import { openWarehouse, quoteText, type Value, type Warehouse } from '../../../data/store/warehouse.ts'
import { CommandError } from '../../exit.ts'
import {
  type Chunk,
  type Counts,
  type Format,
  MATCH_ROW_BYTES_MAX,
  SEPARATOR,
  type TableFile,
  type ValuesJob,
} from './chunk.ts'
import { type MatchWork, matchRows } from './pool.ts'

/** @setting Rows of Parquet that `match` gives to a worker at once. */
const MATCH_CHUNK_ROWS = 32_768
/** @setting Megabytes that the database of `match` may use to read and write Parquet. Nothing spills to the disk. */
const MATCH_DATABASE_MB = 2048

interface Column {
  name: string
  type: string
}

/** @throws CommandError if it is no Parquet file */
export async function openParquet(file: string): Promise<TableFile> {
  const database = await openDatabase()
  try {
    return await readParquet(database, file)
  } catch (fault) {
    await database.close()
    throw fault
  }
}

async function readParquet(database: Warehouse, file: string): Promise<TableFile> {
  const from = fromFile({ file, format: 'parquet', columns: [] })
  const columns: Column[] = await overRows(file, async () =>
    (await database.query(`DESCRIBE SELECT * FROM ${from}`)).rows.map(([name, type]) => ({
      name: String(name),
      type: String(type),
    })),
  )
  const [count] = await overRows(file, () => database.all<{ rows: number }>(`SELECT count(*) AS rows FROM ${from}`))
  const size = count?.rows ?? 0
  return {
    file,
    format: 'parquet',
    header: undefined,
    size,
    firstLine: 1,
    jobsMax: Math.ceil(size / MATCH_CHUNK_ROWS),
    columns: columns.map(({ name }) => name),
    async *jobs(by) {
      const chosen = ('address' in by ? [by.address] : [by.lat, by.lng]).flatMap((at) => columns[at] ?? [])
      const expressions = chosen.map('address' in by ? toText : toDegrees)
      const batches = database.batches(`SELECT ${expressions.join(', ')} FROM ${from}`, MATCH_CHUNK_ROWS)
      for await (const [first = [], second = []] of batches) yield toJob('address' in by, first, second)
    },
    close: () => database.close(),
  }
}

function toText({ name }: Column): string {
  return `CAST(${quoteName(name)} AS VARCHAR)`
}

/** Null if missing, NaN if it is no number. */
function toDegrees({ name, type }: Column): string {
  const value = type === 'VARCHAR' ? `nullif(trim(${quoteName(name)}), '')` : quoteName(name)
  return `CASE WHEN ${value} IS NOT NULL THEN coalesce(TRY_CAST(${value} AS DOUBLE), CAST('NaN' AS DOUBLE)) END`
}

function toJob(isAddress: boolean, first: readonly unknown[], second: readonly unknown[]): ValuesJob {
  const texts = (values: readonly unknown[]) => values.map((value) => (typeof value === 'string' ? value : null))
  const numbers = (values: readonly unknown[]) => values.map((value) => (typeof value === 'number' ? value : null))
  return {
    kind: 'values',
    values: isAddress ? { address: texts(first) } : { lat: numbers(first), lng: numbers(second) },
  }
}

// The database in memory that reads and writes Parquet. It never writes rows to the disk on its own.

async function openDatabase(): Promise<Warehouse> {
  // One thread, and joins as they are written, keep the order of the rows.
  const database = await openWarehouse(':memory:', { threads: 1 })
  await database.run(
    `SET temp_directory = '';
SET memory_limit = ${quoteText(`${MATCH_DATABASE_MB}MB`)};
SET disabled_optimizers = 'join_order,build_side_probe_side'`,
  )
  return database
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The rows of a file as a FROM clause, in their order. All columns of CSV are text. */
function fromFile({ file, format, columns }: Pick<TableFile, 'file' | 'format' | 'columns'>): string {
  if (format === 'parquet') return `read_parquet(${quoteText(file)})`
  const types = columns.map((name) => `${quoteText(name)}: 'VARCHAR'`)
  return `read_csv(${quoteText(file)}, columns = {${types.join(', ')}}, header = true, auto_detect = false,
  delim = '${SEPARATOR}', quote = '"', escape = '"', max_line_size = ${MATCH_ROW_BYTES_MAX})`
}

/** Runs a statement over the rows of a file. @throws CommandError with the kind of the fault: DuckDB's message may quote a row */
async function overRows<Result>(file: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (fault) {
    const [kind = 'Error'] = /^[A-Z][\w ]*Error/.exec(fault instanceof Error ? fault.message : '') ?? []
    throw new CommandError(`${file}: DuckDB could not read or copy its rows (${kind}).`, 'hustings match --help')
  }
}

// The output. DuckDB copies the rows and adds to each the answer of its number: four bytes a row stay in
// memory until all rows are answered.

interface TableOutput {
  file: string
  format: Format
  /** Names of the new columns. */
  added: readonly string[]
}

/** No column of a file has this name: it is internal, and never written. */
const NUMBER = quoteName('hustings match: number of the answer')

/**
 * Writes the whole file or nothing.
 * @throws as matchRows. @throws CommandError if DuckDB cannot read the same rows, or cannot copy them
 */
export async function writeTable({ file, format, added }: TableOutput, work: MatchWork): Promise<Counts> {
  const { table, stop } = work
  // Another statement would end the reading of a Parquet file: the answers have a database of their own.
  const database = await openDatabase()
  const beside = `${file}.${process.pid}.writing`
  try {
    const columns = added.map((name) => `${quoteName(name)} ${name === 'exact' ? 'BOOLEAN' : 'VARCHAR'}`)
    await database.run(`CREATE TABLE answer (${NUMBER} INTEGER, ${columns.join(', ')})`)
    await database.run(`CREATE TABLE row_answer (${NUMBER} INTEGER)`)
    const counts = await matchRows(work, 'numbers', (chunk) => appendChunk(database, chunk))
    await checkRows(database, table, counts)
    const options = format === 'csv' ? 'FORMAT csv, HEADER' : 'FORMAT parquet, COMPRESSION zstd'
    const copy = `COPY (
  SELECT row.* EXCLUDE (${NUMBER}), answer.* EXCLUDE (${NUMBER})
  FROM (SELECT * FROM ${fromFile(table)} POSITIONAL JOIN row_answer) AS row
  JOIN answer ON answer.${NUMBER} = row.${NUMBER}
) TO ${quoteText(beside)} (${options})`
    await overRows(table.file, () => database.run(copy))
    stop.throwIfAborted()
    replaceBy(file, beside)
    return counts
  } finally {
    await database.close()
    rmSync(beside, { force: true })
  }
}

/** A quote inside an unquoted field, for example, is read differently: then rows and answers would not belong together. */
async function checkRows(database: Warehouse, table: TableFile, { rows }: Counts): Promise<void> {
  const count = `SELECT count(*) AS rows FROM ${fromFile(table)}`
  const [read] = await overRows(table.file, () => database.all<{ rows: number }>(count))
  if (read?.rows === rows) return
  throw new CommandError(
    `${table.file}: DuckDB reads ${read?.rows} rows of it, expected ${rows}. Nothing was written.`,
    'hustings match   # from and to a CSV file',
  )
}

async function appendChunk(database: Warehouse, { numbers, answers }: Chunk): Promise<void> {
  const rows = answers.map(({ number, answer: { cells, reason } }): Value[] => [
    number,
    ...cells.map((cell) => cell || null),
    reason === '',
    reason || null,
  ])
  await database.append('answer', rows)
  await database.append(
    'row_answer',
    numbers.map((number) => [number]),
  )
}
