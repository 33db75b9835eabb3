// Deletes what no kept publication needs: manifests, then parts that no kept manifest names.

import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { loadPartHashes, manifestFile } from '../../data/store/manifest.ts'
import type { Paths } from '../../data/store/paths.ts'

/** Throws where a kept manifest cannot be read, and then has deleted nothing. @returns how many files went */
export function collect(paths: Paths, bundles: readonly string[]): number {
  let collected = 0
  const remove = (file: string): void => {
    rmSync(file, { force: true })
    collected++
  }
  const kept = new Set(bundles.filter((bundle) => existsSync(manifestFile(paths, bundle))))
  // Before anything goes: what an unreadable manifest names must stay, and nothing else says what that is.
  const named = new Set(
    [...kept].flatMap((bundle) => loadPartHashes(paths, bundle)).map((sha256) => `${sha256}.sqlite`),
  )
  for (const name of readdirSync(paths.bundles))
    if (!kept.has(name.replace(/(\.retrieved)?\.json$/, ''))) remove(join(paths.bundles, name))
  for (const name of readdirSync(paths.parts)) if (!named.has(name)) remove(join(paths.parts, name))
  return collected
}
