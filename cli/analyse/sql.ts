import { type Command, Option } from 'commander'
import type { Warehouse } from '../../data/store/warehouse.ts'
import { withWarehouse } from '../data-folder.ts'
import { CommandError } from '../exit.ts'
import { type CommonOptions, sampleFlag, withCommonOptions } from '../options.ts'
import {
  formatNumberOf,
  logToStderr,
  type OutputCell,
  type OutputTable,
  printCsv,
  printJson,
  printTable,
} from '../output.ts'

interface SqlOptions extends CommonOptions {
  csv?: true
}

export function addSql(program: Command): void {
  withCommonOptions(program.command('sql').description('query the warehouse, a sealed copy that every build writes'))
    .argument('<statement>', `such as "SELECT state, count(*) FROM core.contest GROUP BY state"`)
    .addOption(new Option('--csv', 'print the rows as CSV').conflicts('json'))
    .addHelpText(
      'after',
      `
The table and --csv print control characters as spaces. In CSV, a text that a spreadsheet would run as a formula
(it begins with = + - @) begins with an apostrophe. --json prints every value exactly.`,
    )
    .action(async (statement: string, options: SqlOptions) => {
      print(await withWarehouse(options, (warehouse) => ask(warehouse, statement, options)), options)
    })
}

async function ask(warehouse: Warehouse, statement: string, options: SqlOptions): Promise<OutputTable> {
  // Read-only also applies to files: no COPY … TO, no reading of other files.
  await warehouse.run('SET enable_external_access = false')
  try {
    const count = await warehouse.countStatements(statement)
    if (count !== 1) throw new Error(`Got ${count} statements, expected one: nothing was run.`)
    const { columns, rows } = await warehouse.query(statement)
    const wide = await findWideIntegers(warehouse, statement)
    return { columns, rows: rows.map((row) => row.map((value, i) => toCell(value, wide.has(columns[i] ?? '')))) }
  } catch (error) {
    throw new CommandError(
      error instanceof Error ? error.message : String(error),
      `hustings sql${sampleFlag(options)} "SHOW ALL TABLES"`,
    )
  }
}

function print(table: OutputTable, options: SqlOptions): void {
  if (options.csv) {
    printCsv(table)
  } else if (options.json) {
    printJson(table.rows.map((row) => Object.fromEntries(table.columns.map((name, i) => [name, row[i] ?? null]))))
  } else {
    printTable(table)
    logToStderr(formatNumberOf(table.rows.length, 'row'))
  }
}

/** Columns of 64-bit and wider integers, such as every count: DuckDB's JSON writes them as text. */
async function findWideIntegers(warehouse: Warehouse, statement: string): Promise<ReadonlySet<string>> {
  if (!/^\s*(SELECT|WITH|FROM)\b/i.test(statement)) return new Set()
  const described = await warehouse.query(`DESCRIBE ${statement}`)
  const wide = described.rows.filter(([, type]) => /^U?(BIGINT|HUGEINT)$/.test(String(type)))
  return new Set(wide.map(([name]) => String(name)))
}

function toCell(value: unknown, isInteger: boolean): OutputCell {
  if (value === null || value === undefined) return null
  if (isInteger && typeof value === 'string' && Number.isSafeInteger(Number(value))) return Number(value)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return JSON.stringify(value)
}
