// The rows of each source that a build accepted: they come back where a build refuses those that were read after them.

import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { CORE_COLUMNS } from '../schema/core-columns.ts'
import type { Paths } from './paths.ts'
import { replaceFile } from './replace.ts'
import type { SourceRead } from './source-read.ts'
import type { Warehouse } from './warehouse.ts'

/** Signatures of the rows that the last build accepted, by source id. */
export type Accepted = ReadonlyMap<string, string>

const TABLES = [...Object.keys(CORE_COLUMNS), 'issue', 'source_read'] as const
const shape = z.record(z.string(), z.string())

/** Undefined where no build has ended well, or an earlier version built last. */
export function findAccepted({ accepted }: Pick<Paths, 'accepted'>): Accepted | undefined {
  try {
    return new Map(Object.entries(shape.parse(JSON.parse(readFileSync(accepted, 'utf8')))))
  } catch {
    return undefined
  }
}

/** Whether no build has accepted the rows that a source has now. */
export function isPending({ source_id, signature }: SourceRead, accepted: Accepted | undefined): boolean {
  return accepted?.get(source_id) !== signature
}

/** A build has accepted the rows of all these. The database stays as it is. */
export function markAccepted({ accepted }: Pick<Paths, 'accepted'>, reads: readonly SourceRead[]): void {
  const signatures = Object.fromEntries(reads.map(({ source_id, signature }) => [source_id, signature]))
  replaceFile(accepted, `${JSON.stringify(signatures, null, 1)}\n`)
}

/** Of rows that a build has accepted, and others are about to replace. Rows that no build has accepted replace no copy. */
export async function copyLastGood(
  warehouse: Warehouse,
  read: SourceRead,
  accepted: Accepted | undefined,
): Promise<void> {
  await createCopies(warehouse)
  const { source_id } = read
  const isKnown = accepted === undefined ? !(await hasCopy(warehouse, source_id)) : !isPending(read, accepted)
  if (!isKnown) return
  await inTransaction(warehouse, async () => {
    await deleteRows(warehouse, 'last_good', source_id)
    await copyRows(warehouse, { from: 'core', to: 'last_good', source_id })
  })
}

/** In place of the rows that the source has now. Where no build has accepted any, it has none. */
export async function restoreLastGood(warehouse: Warehouse, source_id: string): Promise<void> {
  await createCopies(warehouse)
  await inTransaction(warehouse, async () => {
    await deleteRows(warehouse, 'core', source_id)
    await copyRows(warehouse, { from: 'last_good', to: 'core', source_id })
    await deleteRows(warehouse, 'last_good', source_id)
  })
}

/** Once a build has accepted the rows that all sources have now. */
export async function deleteCopies(warehouse: Warehouse): Promise<void> {
  await warehouse.run('DROP SCHEMA IF EXISTS last_good CASCADE')
}

/** Copies with the columns of an earlier version are of no use, and go. */
async function createCopies(warehouse: Warehouse): Promise<void> {
  const differ = await warehouse.all(`
    SELECT table_name, column_name
    FROM duckdb_columns()
    WHERE database_name = current_database() AND schema_name IN ('core', 'last_good')
      AND table_name IN (${TABLES.map((table) => `'${table}'`).join(', ')})
    GROUP BY table_name, column_name
    HAVING count(*) <> 2`)
  if (differ.length === 0) return
  await deleteCopies(warehouse)
  await warehouse.run('CREATE SCHEMA last_good')
  for (const table of TABLES) await warehouse.run(`CREATE TABLE last_good.${table} AS FROM core.${table} WHERE false`)
}

async function hasCopy(warehouse: Warehouse, source_id: string): Promise<boolean> {
  const rows = await warehouse.all('SELECT 1 FROM last_good.source_read WHERE source_id = $source_id', { source_id })
  return rows.length > 0
}

type Schema = 'core' | 'last_good'

/** Tables in which the source has rows: most have rows in a few. */
async function findTables(warehouse: Warehouse, schema: Schema, source_id: string): Promise<string[]> {
  const selects = TABLES.map(
    (table) => `SELECT '${table}' AS name WHERE EXISTS (FROM ${schema}.${table} WHERE source_id = $source_id)`,
  )
  const rows = await warehouse.all<{ name: string }>(`${selects.join(' UNION ALL ')} ORDER BY name`, { source_id })
  return rows.map(({ name }) => name)
}

async function deleteRows(warehouse: Warehouse, schema: Schema, source_id: string): Promise<void> {
  for (const table of await findTables(warehouse, schema, source_id))
    await warehouse.run(`DELETE FROM ${schema}.${table} WHERE source_id = $source_id`, { source_id })
}

async function copyRows(
  warehouse: Warehouse,
  { from, to, source_id }: { from: Schema; to: Schema; source_id: string },
): Promise<void> {
  for (const table of await findTables(warehouse, from, source_id))
    await warehouse.run(
      `INSERT INTO ${to}.${table} BY NAME SELECT * FROM ${from}.${table} WHERE source_id = $source_id`,
      { source_id },
    )
}

async function inTransaction(warehouse: Warehouse, change: () => Promise<void>): Promise<void> {
  await warehouse.run('BEGIN TRANSACTION')
  try {
    await change()
    await warehouse.run('COMMIT')
  } catch (error) {
    await warehouse.run('ROLLBACK').catch(() => {})
    throw error
  }
}
