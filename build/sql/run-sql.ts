// Runs the numbered SQL files.

import { readFileSync } from 'node:fs'
import { CORE_COLUMNS } from '../../data/core/columns.ts'
import { projectFile } from '../../data/store/paths.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'

/** Called at the end of each step, with a text for a person. */
export type BuildProgress = (step: string, detail: string) => void

/**
 * Steps from endorsement rows to served endorsements: over all contests, or over the contests of a warehouse that holds only
 * some.
 */
export const ENDORSEMENTS_SQL = [
  '61_endorsement',
  '62_endorsement_body',
  '63_endorser_body',
  '64_endorsement_coverage',
] as const

/** @param name a file of build/sql, without its extension */
export async function runSql(warehouse: Warehouse, name: string): Promise<void> {
  await warehouse.run(readFileSync(projectFile('build', 'sql', `${name}.sql`), 'utf8'))
}

/** Number of normalised rows by source, over all tables. */
export async function countRows(warehouse: Warehouse): Promise<Map<string, number>> {
  const union = Object.keys(CORE_COLUMNS).map((table) => `SELECT source_id FROM core.${table}`)
  const rows = await warehouse.all<{ source_id: string; rows: number }>(
    `SELECT source_id, count(*) AS rows FROM (${union.join(' UNION ALL ')}) GROUP BY source_id ORDER BY source_id`,
  )
  return new Map(rows.map((row) => [row.source_id, row.rows]))
}
