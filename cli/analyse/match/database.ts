// The database in memory that reads and writes Parquet. It never writes rows to the disk on its own.

import { openWarehouse, quoteText, type Warehouse } from '../../../data/store/warehouse.ts'
import { MATCH_DATABASE_MB, MATCH_ROW_BYTES_MAX } from '../../constants.ts'
import { CommandError } from '../../exit.ts'
import type { TableFile } from './table-file.ts'

export async function openDatabase(): Promise<Warehouse> {
  // One thread, and joins as they are written, keep the order of the rows.
  const database = await openWarehouse(':memory:', { threads: 1 })
  await database.run(
    `SET temp_directory = '';
SET memory_limit = ${quoteText(`${MATCH_DATABASE_MB}MB`)};
SET disabled_optimizers = 'join_order,build_side_probe_side'`,
  )
  return database
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The rows of a file as a FROM clause, in their order. All columns of CSV are text. */
export function fromFile({ file, format, columns }: Pick<TableFile, 'file' | 'format' | 'columns'>): string {
  if (format === 'parquet') return `read_parquet(${quoteText(file)})`
  const types = columns.map((name) => `${quoteText(name)}: 'VARCHAR'`)
  return `read_csv(${quoteText(file)}, columns = {${types.join(', ')}}, header = true, auto_detect = false,
  delim = ',', quote = '"', escape = '"', max_line_size = ${MATCH_ROW_BYTES_MAX})`
}

/** Runs a statement over the rows of a file. @throws CommandError with the kind of the fault: DuckDB's message may quote a row */
export async function overRows<Result>(file: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (fault) {
    const [kind = 'Error'] = /^[A-Z][\w ]*Error/.exec(fault instanceof Error ? fault.message : '') ?? []
    throw new CommandError(`${file}: DuckDB could not read or copy its rows (${kind}).`, 'hustings match --help')
  }
}
