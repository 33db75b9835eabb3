// Writes a bundle's manifest, finds existing parts by fingerprint in earlier manifests, and records the bundle that the working database's
// out.* tables were built for: later changes are computed against it.

import { rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { BUNDLE_FORMAT, bundleIdOf, type Manifest, manifest, type PartName } from '../../data/schema/manifest.ts'
import { flush, hashFile, makePrivateFolder, replaceFile } from '../../data/store/files.ts'
import { findManifest, listBundles, manifestFile } from '../../data/store/manifest.ts'
import { sqliteVersion } from '../../data/store/part.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { SourceRead } from '../../data/store/source-read.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'
import { runSql } from '../sql/run-sql.ts'
import { type Fingerprints, fingerprintsShape } from './fingerprint.ts'
import type { SourceRows } from './source-rows.ts'

/** An existing, undamaged part with the same fingerprint. */
export function findPart(
  paths: Paths,
  name: PartName | 'addresses',
  fingerprint: string,
): Manifest['parts'][PartName] | undefined {
  for (const bundle of listBundles(paths)) {
    const part = findManifest(paths, bundle)?.parts[name]
    if (part?.fingerprint === fingerprint && isWhole(paths, part)) return part
  }
  return undefined
}

/** An earlier bundle names a part with the same bytes, whatever code made them. */
export function isNamed(paths: Paths, name: PartName | 'addresses', sha256: string): boolean {
  return listBundles(paths).some((bundle) => findManifest(paths, bundle)?.parts[name]?.sha256 === sha256)
}

function isWhole(paths: Paths, { sha256, bytes }: Manifest['parts'][PartName]): boolean {
  const file = join(paths.parts, `${sha256}.sqlite`)
  return statSync(file, { throwIfNoEntry: false })?.size === bytes && hashFile(file) === sha256
}

/**
 * @param rows of all sources
 * @returns the manifest. The bundle id depends on the parts alone, so the same inputs give the same bundle.
 */
export function writeManifest(
  paths: Paths,
  parts: Manifest['parts'],
  sources: readonly SourceRead[],
  rows: ReadonlyMap<string, SourceRows>,
): Manifest {
  const bundle = bundleIdOf({ format: BUNDLE_FORMAT, parts })
  const manifest: Manifest = {
    format: BUNDLE_FORMAT,
    bundle,
    sqlite: sqliteVersion(),
    parts,
    sources: sources.map((source) => ({
      id: source.source_id,
      publisher: source.publisher,
      licence: source.licence,
      vintage: source.vintage,
      published_on: source.published_on,
      rows: rows.get(source.source_id)?.rows ?? 0,
      files: source.files.map(({ name, url, sha256 }) => ({ name, url, sha256 })),
      ...(source.selected_states && { selected_states: [...source.selected_states] }),
      ...(source.private && { private: true as const }),
      gives: (rows.get(source.source_id)?.gives ?? []).map(({ kind, states }) => ({ kind, states: [...states] })),
    })),
  }
  makePrivateFolder(paths.bundles)
  // The same bytes may have been exported before a source became private.
  if (sources.some((source) => source.private)) rmSync(join(paths.exports, bundle), { recursive: true, force: true })
  replaceFile(manifestFile(paths, bundle), `${JSON.stringify(manifest, null, 2)}\n`)
  // Flush the entries of both folders, in case this run created them.
  flush(dirname(paths.bundles))
  return manifest
}

// The base of later changes.

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
