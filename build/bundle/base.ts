// Records the bundle that the working database's out.* tables were built for. Later changes are computed against it.

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Manifest, manifest } from '../../data/schema/manifest.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'
import { runSql } from '../sql/run-sql.ts'
import { type Fingerprints, fingerprintsShape } from './fingerprint.ts'

export interface Base {
  fingerprints: Fingerprints
  /** Excludes the changes part. */
  parts: Manifest['parts']
}

const base = z.object({ fingerprints: fingerprintsShape, parts: manifest.shape.parts })

/** Call before the first out.* table is rebuilt: from then on, the tables match no bundle. */
export async function forgetBase(warehouse: Warehouse): Promise<void> {
  await warehouse.run('DROP TABLE IF EXISTS out.base; DROP TABLE IF EXISTS out.base_endorsement')
}

/** Call when the bundle is complete. */
export async function saveBase(warehouse: Warehouse, kept: Base): Promise<void> {
  await runSql(warehouse, '65_base_endorsement')
  await warehouse.run('CREATE TABLE out.base AS SELECT CAST($base AS VARCHAR) AS base', { base: JSON.stringify(kept) })
}

/** Undefined if no build of this version has completed. */
export async function findBase(warehouse: Warehouse): Promise<Base | undefined> {
  const tables = await warehouse.all(
    "SELECT 1 FROM duckdb_tables() WHERE database_name = current_database() AND schema_name = 'out' AND table_name = 'base'",
  )
  if (tables.length === 0) return undefined
  const [row] = await warehouse.all<{ base: string }>('SELECT base FROM out.base')
  return row && base.safeParse(JSON.parse(row.base)).data
}

/** Names of the base's parts whose file is missing or has the wrong size. Hashing happens on opening. */
export function findMissing(paths: Pick<Paths, 'parts'>, { parts }: Base): string[] {
  return Object.entries(parts).flatMap(([name, part]) =>
    part && statSync(join(paths.parts, `${part.sha256}.sqlite`), { throwIfNoEntry: false })?.size === part.bytes
      ? []
      : [name],
  )
}
