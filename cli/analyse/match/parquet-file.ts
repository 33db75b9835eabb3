// A Parquet file of rows to match.

import type { Warehouse } from '../../../data/store/warehouse.ts'
import { MATCH_CHUNK_ROWS } from '../../constants.ts'
import type { ValuesJob } from './chunk.ts'
import { fromFile, openDatabase, overRows, quoteName } from './database.ts'
import type { TableFile } from './table-file.ts'

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
    ...{ file, format: 'parquet', header: undefined, size, firstLine: 1, jobsMax: Math.ceil(size / MATCH_CHUNK_ROWS) },
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
