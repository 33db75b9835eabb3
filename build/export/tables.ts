// The tables that are exported: those of the schema `api` that have rows of data, each sorted by its key.

import type { Warehouse } from '../../data/store/warehouse.ts'
import type { ApiView } from '../warehouse/api-view.ts'
import { apiViews } from '../warehouse/api-views.ts'
import { HISTORY_COLUMNS, HISTORY_TABLE } from '../warehouse/history-table.ts'

export interface ExportTable extends Pick<ApiView, 'name' | 'comment' | 'key'> {
  columns: { name: string; type: ColumnType; comment: string }[]
  rows: number
  /** All rows in the order of the key: a statement for the opened warehouse. */
  select: string
}

/** DuckDB's types of the columns of the schema `api`. */
export const COLUMN_TYPES = [
  'BIGINT',
  'INTEGER',
  'DOUBLE',
  'BOOLEAN',
  'VARCHAR',
  'DATE',
  'TIMESTAMP',
  'JSON',
  'VARCHAR[]',
] as const
export type ColumnType = (typeof COLUMN_TYPES)[number]

/** The bundle that a sealed warehouse names; undefined if an earlier version wrote it. */
export async function findBundleOf(warehouse: Warehouse): Promise<string | undefined> {
  const [row] = await warehouse.all<{ id: string }>('SELECT id FROM api.bundle').catch(() => [])
  return row?.id
}

/** @param warehouse with the sealed file as its current database */
export async function findTables(warehouse: Warehouse): Promise<ExportTable[]> {
  return Promise.all(apiViews.map((view) => findTable(warehouse, view)))
}

/** The history of endorsements. It has times, so it is not among the tables that the bundle alone determines. */
export async function findHistory(warehouse: Warehouse): Promise<ExportTable> {
  const [counted] = await warehouse.all<{ rows: number }>(`SELECT count(*) AS rows FROM api.${HISTORY_TABLE}`)
  return {
    name: HISTORY_TABLE,
    comment: 'Each version of each endorsement, from the event log.',
    key: ['endorsement_id', 'valid_from'],
    columns: HISTORY_COLUMNS.map(([name, type, comment]) => ({ name, type, comment })),
    rows: counted?.rows ?? 0,
    select: `FROM api.${HISTORY_TABLE} ORDER BY endorsement_id, valid_from NULLS FIRST`,
  }
}

async function findTable(warehouse: Warehouse, { name, comment, key, columns }: ApiView): Promise<ExportTable> {
  const types = await warehouse.all<{ column_name: string; column_type: string }>(`DESCRIBE api.${name}`)
  const typed = columns.map((column) => ({
    ...{ name: column.name, comment: column.comment },
    type: toColumnType(types.find(({ column_name }) => column_name === column.name)?.column_type),
  }))
  const [counted] = await warehouse.all<{ rows: number }>(`SELECT count(*) AS rows FROM api.${name}`)
  const select = `FROM api.${name} ORDER BY ${key.map((column) => `"${column}"`).join(', ')}`
  return { name, comment, key, columns: typed, rows: counted?.rows ?? 0, select }
}

function toColumnType(type: string | undefined): ColumnType {
  const found = COLUMN_TYPES.find((one) => one === type)
  if (found) return found
  throw new Error(`a column of the schema api has the type ${type}, expected one of ${COLUMN_TYPES.join(', ')}`)
}
