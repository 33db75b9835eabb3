// Matches files of which one is Parquet. DuckDB copies the rows and adds to each the answer of its number: four bytes a row stay in
// memory until all rows are answered.

import { rmSync } from 'node:fs'
import { replaceBy } from '../../../data/store/replace-file.ts'
import { quoteText, type Value, type Warehouse } from '../../../data/store/warehouse.ts'
import { CommandError } from '../../exit.ts'
import type { Chunk, Counts } from './chunk.ts'
import { fromFile, openDatabase, overRows, quoteName } from './database.ts'
import { type MatchWork, matchRows } from './match-rows.ts'
import type { Format, TableFile } from './table-file.ts'

export interface TableOutput {
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
