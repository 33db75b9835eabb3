// Copies the rows of out.* tables to a part: named columns, a total order, booleans as 0 and 1.

import type { PartValue, PartWriter } from '../../data/store/part.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'

export interface TableCopy {
  /** Table name in the part; see data/store/ddl/<part>.sql. */
  table: string
  from: string
  columns: string
  order: string
}

/** One table at a time is in memory. */
export async function copyTables(
  warehouse: Warehouse,
  tables: readonly TableCopy[],
  writer: PartWriter,
): Promise<void> {
  for (const { table, from, columns, order } of tables) {
    const names = columns.split(' ')
    const rows = await warehouse.all<Record<string, PartValue | boolean>>(
      `SELECT ${names.join(', ')} FROM ${from} ORDER BY ${order}`,
    )
    writer.insert(table, names, toValues(rows, names))
  }
}

function* toValues(
  rows: readonly Readonly<Record<string, PartValue | boolean>>[],
  names: readonly string[],
): Generator<PartValue[]> {
  for (const row of rows)
    yield names.map((name) => {
      const value = row[name] ?? null
      return typeof value === 'boolean' ? Number(value) : value
    })
}
