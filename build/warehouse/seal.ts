// Writes warehouse.duckdb: the analysts' copy of the working database, with the schema `api` and a comment on every table and column.

import { existsSync, renameSync, rmSync } from 'node:fs'
import type { Warehouse } from '../../data/store/warehouse.ts'
import { type ApiView, apiViews } from './api-views.ts'

const INTERNAL = 'Internal: it changes with the code. Use the schema api.'

/** Writes a compacted copy beside it and renames that into place, so that readers see either the old or the complete new copy. */
export async function sealWarehouse(work: Warehouse, file: string): Promise<void> {
  const beside = `${file}.writing`
  if (existsSync(beside)) rmSync(beside)
  await work.run(`ATTACH ${quote(beside)} AS sealed`)
  try {
    const [row] = await work.all<{ name: string }>('SELECT current_database() AS name')
    const own = `"${row?.name ?? 'work'}"`
    await work.run(`COPY FROM DATABASE ${own} TO sealed`)
    await work.run('USE sealed')
    try {
      await addApi(work)
    } finally {
      await work.run(`USE ${own}`)
    }
  } finally {
    await work.run('DETACH sealed')
  }
  renameSync(beside, file)
}

/** Adds the views to the current database. */
async function addApi(warehouse: Warehouse): Promise<void> {
  await warehouse.run('CREATE SCHEMA api')
  for (const view of apiViews) for (const statement of statementsOf(view)) await warehouse.run(statement)
  const internal = await warehouse.all<{ name: string }>(
    `SELECT format('"{}"."{}"', schema_name, table_name) AS name
     FROM duckdb_tables()
     WHERE database_name = 'sealed' AND schema_name IN ('core', 'out')
     ORDER BY name`,
  )
  for (const { name } of internal) await warehouse.run(`COMMENT ON TABLE ${name} IS ${quote(INTERNAL)}`)
}

function statementsOf({ name, comment, columns, from }: ApiView): string[] {
  const expressions = columns.map((column) => `  ${column.sql} AS "${column.name}"`)
  return [
    `CREATE VIEW api.${name} AS SELECT\n${expressions.join(',\n')}\nFROM ${from}`,
    `COMMENT ON VIEW api.${name} IS ${quote(comment)}`,
    ...columns.map((column) => `COMMENT ON COLUMN api.${name}."${column.name}" IS ${quote(column.comment)}`),
  ]
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
