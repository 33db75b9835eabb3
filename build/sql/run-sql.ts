// Runs the numbered SQL files.

import { readFileSync } from 'node:fs'
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
  '61_evidence',
  '62_endorsement_body',
  '63_endorser_body',
  '64_endorsement_coverage',
  '64_agreement',
  '64_endorser_coverage',
] as const

/** @param name a file of build/sql, without its extension */
export async function runSql(warehouse: Warehouse, name: string): Promise<void> {
  await warehouse.run(readFileSync(projectFile('build', 'sql', `${name}.sql`), 'utf8'))
}
