// Keeps the last rows of each source that a build accepted. They return if a build refuses newer rows.

import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { CORE_COLUMNS } from '../core/columns.ts'
import { readDdl } from './ddl.ts'
import { replaceFile } from './files.ts'
import type { Paths } from './paths.ts'
import type { SourceRead } from './source-read.ts'
import type { Warehouse } from './warehouse.ts'

/** Signatures of the rows that the last build accepted, by source id. */
export type Accepted = ReadonlyMap<string, string>

const TABLES = [...Object.keys(CORE_COLUMNS), 'issue', 'source_read'] as const
/** The tables' columns, which identify copies of another version. */
const LAYOUT = JSON.stringify([CORE_COLUMNS, readDdl('warehouse.sql')])
const shape = z.record(z.string(), z.string())

/** Undefined if no build has succeeded, or the last one was by an earlier version. */
export function findAccepted({ accepted }: Pick<Paths, 'accepted'>): Accepted | undefined {
  try {
    return new Map(Object.entries(shape.parse(JSON.parse(readFileSync(accepted, 'utf8')))))
  } catch {
    return undefined
  }
}

/** Whether no build has accepted a source's current rows. */
export function isPending({ source_id, signature }: SourceRead, accepted: Accepted | undefined): boolean {
  return accepted?.get(source_id) !== signature
}

/** Records that a build has accepted these rows. Does not change the database. */
export function markAccepted({ accepted }: Pick<Paths, 'accepted'>, reads: readonly SourceRead[]): void {
  const signatures = Object.fromEntries(reads.map(({ source_id, signature }) => [source_id, signature]))
  replaceFile(accepted, `${JSON.stringify(signatures, null, 1)}\n`)
}

/** Copies accepted rows that are about to be replaced. Rows that no build has accepted never replace a copy. */
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
    for (const table of await findDiffering(warehouse, source_id)) {
      await warehouse.run(`DELETE FROM last_good.${table} WHERE source_id = $source_id`, { source_id })
      await copyTable(warehouse, table, { from: 'core', to: 'last_good', source_id })
    }
  })
}

/** Replaces the source's current rows by the copy. If no build has accepted any, the source then has no rows. */
export async function restoreLastGood(warehouse: Warehouse, source_id: string): Promise<void> {
  await createCopies(warehouse)
  await inTransaction(warehouse, async () => {
    await deleteRows(warehouse, 'core', source_id)
    await copyRows(warehouse, { from: 'last_good', to: 'core', source_id })
    await deleteRows(warehouse, 'last_good', source_id)
  })
}

/** Call it once a build has accepted the current rows of all sources. */
export async function deleteCopies(warehouse: Warehouse): Promise<void> {
  await warehouse.run('DROP SCHEMA IF EXISTS last_good CASCADE')
}

/** Drops copies with the columns of an earlier version, which are of no use. */
async function createCopies(warehouse: Warehouse): Promise<void> {
  await warehouse.run(
    'CREATE SCHEMA IF NOT EXISTS last_good; CREATE TABLE IF NOT EXISTS last_good.layout (layout VARCHAR)',
  )
  const [made] = await warehouse.all<{ layout: string }>('SELECT layout FROM last_good.layout')
  if (made?.layout === LAYOUT) return
  await deleteCopies(warehouse)
  await warehouse.run('CREATE SCHEMA last_good')
  for (const table of TABLES) await warehouse.run(`CREATE TABLE last_good.${table} AS FROM core.${table} WHERE false`)
  await warehouse.run('CREATE TABLE last_good.layout AS SELECT CAST($layout AS VARCHAR) AS layout', { layout: LAYOUT })
}

async function hasCopy(warehouse: Warehouse, source_id: string): Promise<boolean> {
  const rows = await warehouse.all('SELECT 1 FROM last_good.source_read WHERE source_id = $source_id', { source_id })
  return rows.length > 0
}

type Schema = 'core' | 'last_good'

/** Tables in which the source has rows; most sources have rows in few tables. */
async function findTables(warehouse: Warehouse, schema: Schema, source_id: string): Promise<string[]> {
  const selects = TABLES.map(
    (table) => `SELECT '${table}' AS name WHERE EXISTS (FROM ${schema}.${table} WHERE source_id = $source_id)`,
  )
  const rows = await warehouse.all<{ name: string }>(`${selects.join(' UNION ALL ')} ORDER BY name`, { source_id })
  return rows.map(({ name }) => name)
}

/** Tables in which the source's rows differ from its copies, or are in another order. */
async function findDiffering(warehouse: Warehouse, source_id: string): Promise<string[]> {
  const counts = TABLES.map((table) => {
    const count = (schema: Schema) => `(SELECT count(*) FROM ${schema}.${table} WHERE source_id = $source_id)`
    return `SELECT '${table}' AS name, ${count('core')} AS now, ${count('last_good')} AS copied`
  })
  const counted = await warehouse.all<{ name: string; now: number; copied: number }>(counts.join(' UNION ALL '), {
    source_id,
  })
  const alike = counted.filter(({ now, copied }) => now === copied && now > 0)
  const digests = alike.map(({ name }) => {
    const digest = (schema: Schema) => `(
      SELECT sha256(string_agg(CAST(hash(said) AS VARCHAR), ' ' ORDER BY rowid))
      FROM ${schema}.${name} AS said
      WHERE source_id = $source_id
    )`
    return `SELECT '${name}' AS name WHERE ${digest('core')} <> ${digest('last_good')}`
  })
  const others =
    digests.length === 0 ? [] : await warehouse.all<{ name: string }>(digests.join(' UNION ALL '), { source_id })
  const differing = new Set(others.map(({ name }) => name))
  return counted.filter(({ name, now, copied }) => now !== copied || differing.has(name)).map(({ name }) => name)
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
    await copyTable(warehouse, table, { from, to, source_id })
}

async function copyTable(
  warehouse: Warehouse,
  table: string,
  { from, to, source_id }: { from: Schema; to: Schema; source_id: string },
): Promise<void> {
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
