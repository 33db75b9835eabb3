// Selects rows of an out.* table for a part: named columns, a total order, booleans as 0 and 1.

import type { PartValue } from '../../data/store/part.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'

interface Rows {
  columns: readonly string[]
  rows: PartValue[][]
}

export async function fetchRows(
  warehouse: Warehouse,
  table: string,
  columns: readonly string[],
  order: string,
): Promise<Rows> {
  const rows = await warehouse.all<Record<string, PartValue | boolean>>(
    `SELECT ${columns.join(', ')} FROM ${table} ORDER BY ${order}`,
  )
  return {
    columns,
    rows: rows.map((row) =>
      columns.map((column) => {
        const value = row[column] ?? null
        return typeof value === 'boolean' ? Number(value) : value
      }),
    ),
  }
}
