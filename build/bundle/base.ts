// The bundle that the working database's out.* tables were made for: what has changed since can be told from it alone.

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
  /** Without changes. */
  parts: Manifest['parts']
}

const base = z.object({ fingerprints: fingerprintsShape, parts: manifest.shape.parts })

/** Before the first of out.* is made anew: from then on they are no bundle's. */
export async function forgetBase(warehouse: Warehouse): Promise<void> {
  await warehouse.run('DROP TABLE IF EXISTS out.base; DROP TABLE IF EXISTS out.base_endorsement')
}

/** Once the bundle is whole. */
export async function saveBase(warehouse: Warehouse, kept: Base): Promise<void> {
  await runSql(warehouse, '65_base_endorsement')
  await warehouse.run('CREATE TABLE out.base AS SELECT CAST($base AS VARCHAR) AS base', { base: JSON.stringify(kept) })
}

/** Undefined where no build of this version ended well. */
export async function findBase(warehouse: Warehouse): Promise<Base | undefined> {
  const tables = await warehouse.all(
    "SELECT 1 FROM duckdb_tables() WHERE database_name = current_database() AND schema_name = 'out' AND table_name = 'base'",
  )
  if (tables.length === 0) return undefined
  const [row] = await warehouse.all<{ base: string }>('SELECT base FROM out.base')
  return row && base.safeParse(JSON.parse(row.base)).data
}

/** Names of the base's parts that do not lie in the parts folder, or not at their size; who opens them hashes them. */
export function findMissing(paths: Pick<Paths, 'parts'>, { parts }: Base): string[] {
  return Object.entries(parts).flatMap(([name, part]) =>
    part && statSync(join(paths.parts, `${part.sha256}.sqlite`), { throwIfNoEntry: false })?.size === part.bytes
      ? []
      : [name],
  )
}
