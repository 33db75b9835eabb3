// Deletes manifests that no kept publication uses, then parts that no kept manifest names.

import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { loadPartHashes, manifestFile } from '../../data/store/manifest.ts'
import type { Paths } from '../../data/store/paths.ts'

/** @throws if a kept manifest cannot be read; nothing is deleted then. @returns number of deleted files */
export function collect(paths: Paths, bundles: readonly string[]): number {
  let collected = 0
  const remove = (file: string): void => {
    rmSync(file, { force: true })
    collected++
  }
  const kept = new Set(bundles.filter((bundle) => existsSync(manifestFile(paths, bundle))))
  // Read all manifests before deleting: the parts of an unreadable manifest must stay, and only the manifest lists them.
  const named = new Set(
    [...kept].flatMap((bundle) => loadPartHashes(paths, bundle)).map((sha256) => `${sha256}.sqlite`),
  )
  for (const name of readdirSync(paths.bundles))
    if (!kept.has(name.replace(/(\.retrieved)?\.json$/, ''))) remove(join(paths.bundles, name))
  for (const name of readdirSync(paths.parts)) if (!named.has(name)) remove(join(paths.parts, name))
  return collected
}
