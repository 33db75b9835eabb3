// Deletes what no kept bundle needs: manifests, then parts that no kept manifest names, and exports.

import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { listExports } from '../../data/store/exports.ts'
import { loadPartHashes, manifestFile } from '../../data/store/manifest.ts'
import type { Paths } from '../../data/store/paths.ts'
import { type KeepStore, loadKept } from './retention.ts'

export interface Collected {
  /** Ids of the bundles, in order. */
  bundles: readonly string[]
  /** Number of parts. */
  parts: number
  /** Bundles whose export was deleted, in order. */
  exports: readonly string[]
  /** Number of files, those of exports included. */
  files: number
  bytes: number
}

/** Deletes what the retention does not keep. Throws, without deleting, if a kept manifest or the current elections cannot be read. */
export async function collectUnkept(paths: Paths, state: KeepStore, now: Date, dryRun = false): Promise<Collected> {
  const kept = await loadKept(paths, state, now)
  return collect(
    paths,
    kept.map(({ bundle }) => bundle),
    dryRun,
  )
}

/**
 * @param bundles the kept ones @param dryRun deletes nothing
 * @throws if a kept manifest cannot be read; nothing is deleted then
 */
export function collect(paths: Paths, bundles: readonly string[], dryRun = false): Collected {
  const kept = new Set(bundles)
  // Read all manifests before deleting: the parts of an unreadable manifest must stay, and only the manifest lists them.
  const named = new Set(
    [...kept]
      .filter((bundle) => existsSync(manifestFile(paths, bundle)))
      .flatMap((bundle) => [...loadPartHashes(paths, bundle).values()])
      .map((sha256) => `${sha256}.sqlite`),
  )
  const manifests = list(paths.bundles).filter((name) => !kept.has(name.replace(/(\.retrieved)?\.json$|\.used$/, '')))
  const parts = list(paths.parts).filter((name) => !named.has(name))
  const exports = listExports(paths.exports).filter((bundle) => !kept.has(bundle))
  const exported = exports.map((bundle) => join(paths.exports, bundle))
  const files = [
    ...manifests.map((name) => join(paths.bundles, name)),
    ...parts.map((name) => join(paths.parts, name)),
    ...exported.flatMap((folder) => list(folder).map((name) => join(folder, name))),
  ]
  const bytes = files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)
  if (!dryRun) {
    for (const file of files) rmSync(file, { force: true })
    for (const folder of exported) rmSync(folder, { recursive: true, force: true })
  }
  return {
    bundles: manifests.flatMap((name) => /^([0-9a-f]{64})\.json$/.exec(name)?.[1] ?? []).sort(),
    ...{ parts: parts.length, exports, files: files.length, bytes },
  }
}

function list(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
