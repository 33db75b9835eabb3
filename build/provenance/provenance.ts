// Finds the source lines behind a served record. The SQL is in provenance/, one file per kind of record.

import { readFileSync } from 'node:fs'
import { projectFile } from '../../data/store/paths.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'

export const EXPLAINED = ['contest', 'election', 'endorsement', 'district', 'officeholder'] as const
export type Explained = (typeof EXPLAINED)[number]

export interface Said {
  /** The kind of row: `contest`, `choice`, `lines`, … */
  what: string
  /** The record's name. */
  value: string
  /** `reference` means a committed table. */
  source_id: string
  file: string
  /** 1-based; null if the format has no lines. */
  line: number | null
}

/**
 * @param id as in the API: an integer, an election's slug, or an officeholder's person_id. Returns an empty list if there is
 * no such record.
 */
export async function findProvenance(warehouse: Warehouse, kind: Explained, id: string): Promise<Said[]> {
  return warehouse.all<Said>(readFileSync(projectFile('build', 'provenance', `${kind}.sql`), 'utf8'), { id })
}
