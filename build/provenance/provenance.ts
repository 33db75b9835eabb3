// From what is served back to the lines of the files that said it: the SQL of provenance/, one file a kind of record.

import { readFileSync } from 'node:fs'
import { projectFile } from '../../data/store/paths.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'

export const EXPLAINED = ['contest', 'election', 'endorsement', 'district', 'officeholder'] as const
export type Explained = (typeof EXPLAINED)[number]

export interface Said {
  /** The kind of row: `contest`, `choice`, `lines`, … */
  what: string
  /** Its name. */
  value: string
  /** `reference`: a committed table. */
  source_id: string
  file: string
  /** 1-based; null where the format has no lines. */
  line: number | null
}

/** @param id as the API gives it: an integer, an election's slug as well, an officeholder's person_id. Empty where there is no such record. */
export async function findProvenance(warehouse: Warehouse, kind: Explained, id: string): Promise<Said[]> {
  return warehouse.all<Said>(readFileSync(projectFile('build', 'provenance', `${kind}.sql`), 'utf8'), { id })
}
