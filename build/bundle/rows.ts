// Copies the rows of out.* tables to a part: named columns, a total order, booleans as 0 and 1.

import type { PartValue, PartWriter } from '../../data/store/part.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'

/** Rows in memory at once. */
const ROWS_PER_PIECE = 2048

/** Long JSON. It is copied as its UTF-8 bytes: a string of it would be decoded, and encoded again. */
const LONG_TEXT = /^(?:body|backer)(?:_en|_es)?$/

export interface TableCopy {
  /** Table name in the part; see data/store/ddl/<part>.sql. */
  table: string
  from: string
  columns: string
  order: string
}

export async function copyTables(
  warehouse: Warehouse,
  tables: readonly TableCopy[],
  writer: PartWriter,
): Promise<void> {
  for (const { table, from, columns, order } of tables) {
    const names = columns.split(' ')
    const selected = names.map((name) => (LONG_TEXT.test(name) ? `encode(${name})` : name))
    const sql = `SELECT ${selected.join(', ')} FROM ${from} ORDER BY ${order}`
    for await (const piece of warehouse.batches(sql, ROWS_PER_PIECE)) writer.insert(table, names, toRows(piece))
  }
}

function* toRows(columns: readonly unknown[][]): Generator<PartValue[]> {
  for (const nth of columns[0]?.keys() ?? []) yield columns.map((column) => toValue(column[nth]))
}

function toValue(value: unknown): PartValue {
  return typeof value === 'boolean' ? Number(value) : (value as PartValue)
}
