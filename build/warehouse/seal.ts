// Writes warehouse.duckdb: the analysts' copy of the working database, with the schema `api` and a comment on every table and column.

import { existsSync, renameSync, rmSync } from 'node:fs'
import { quoteText, type Warehouse } from '../../data/store/warehouse.ts'
import { TABLES_VERSION } from '../constants.ts'
import type { ApiView } from './api-view.ts'
import { apiViews } from './api-views.ts'
import { createHistory } from './history-table.ts'
import { withSpareMemory } from './memory.ts'

const INTERNAL = 'Internal: it changes with the code. Use the schema api.'

/** @param bundle id of the bundle of the same build. Writes a compacted copy beside it and renames that into place, so that readers see either the old or the complete new copy. */
export async function sealWarehouse(work: Warehouse, file: string, bundle: string): Promise<void> {
  const beside = `${file}.writing`
  if (existsSync(beside)) rmSync(beside)
  await work.run(`ATTACH ${quoteText(beside)} AS sealed`)
  try {
    const [row] = await work.all<{ name: string }>('SELECT current_database() AS name')
    const own = `"${row?.name ?? 'work'}"`
    await withSpareMemory(work, () => work.run(`COPY FROM DATABASE ${own} TO sealed`))
    await work.run('USE sealed')
    try {
      await addApi(work, bundle)
    } finally {
      await work.run(`USE ${own}`)
    }
  } finally {
    await work.run('DETACH sealed')
  }
  renameSync(beside, file)
}

/** Adds the views to the current database, and the tables of its bundle and, still empty, of the history. */
async function addApi(warehouse: Warehouse, bundle: string): Promise<void> {
  await warehouse.run(`
    CREATE SCHEMA api;
    CREATE TABLE api.bundle AS SELECT ${quoteText(bundle)} AS id, ${quoteText(TABLES_VERSION)} AS tables_version;
    COMMENT ON TABLE api.bundle IS 'One row: the bundle of this file. Name it when you publish results.';
    COMMENT ON COLUMN api.bundle.id IS 'Id of the bundle, as in X-Snapshot and /v1/snapshots.';
    COMMENT ON COLUMN api.bundle.tables_version IS 'Version of these tables: the first number changes if a column is renamed or removed.'`)
  await createHistory(warehouse)
  for (const view of apiViews) for (const statement of statementsOf(view)) await warehouse.run(statement)
  const internal = await warehouse.all<{ named: string }>(
    `SELECT format('{} "{}"."{}"', if(table_type = 'VIEW', 'VIEW', 'TABLE'), table_schema, table_name) AS named
     FROM information_schema.tables
     WHERE table_catalog = 'sealed' AND table_schema IN ('core', 'out')
     ORDER BY named`,
  )
  for (const { named } of internal) await warehouse.run(`COMMENT ON ${named} IS ${quoteText(INTERNAL)}`)
}

function statementsOf({ name, comment, columns, from }: ApiView): string[] {
  const expressions = columns.map((column) => `  ${column.sql} AS "${column.name}"`)
  return [
    `CREATE VIEW api.${name} AS SELECT\n${expressions.join(',\n')}\nFROM ${from}`,
    `COMMENT ON VIEW api.${name} IS ${quoteText(comment)}`,
    ...columns.map((column) => `COMMENT ON COLUMN api.${name}."${column.name}" IS ${quoteText(column.comment)}`),
  ]
}
