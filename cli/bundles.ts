// Finds a stored bundle by the beginning of its id.

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { loadManifest } from '../data/store/manifest.ts'
import type { Paths } from '../data/store/paths.ts'
import { writeRetrieved } from '../data/store/retrieved.ts'
import { loadRetrieved } from '../ingest/fetch/kept-bytes.ts'
import { CommandError } from './exit.ts'
import { type CommonOptions, pathsOf, sampleFlag } from './options.ts'

/** Expands the beginning of a bundle id, as reports print it, to the whole id. */
export function findBundle(options: CommonOptions, text: string): string {
  const found = listBundles(options).filter(({ bundle }) => bundle.startsWith(text))
  const [first] = found
  if (found.length === 1 && first) return first.bundle
  throw new CommandError(
    `${found.length === 0 ? 'No bundle begins' : `${found.length} bundles begin`} with "${text}" in ${pathsOf(options).bundles}.`,
    `ls ${pathsOf(options).bundles}`,
  )
}

export function findLastBuilt(options: CommonOptions): string {
  const [last] = listBundles(options).sort((a, b) => b.built - a.built)
  if (last) return last.bundle
  throw new CommandError(
    `There is no bundle in ${pathsOf(options).bundles} yet.`,
    `hustings build${sampleFlag(options)}`,
  )
}

/** Writes, beside a new bundle, when the bytes of its sources were retrieved. */
export function recordRetrieved(paths: Pick<Paths, 'bundles' | 'raw'>, bundle: string): void {
  writeRetrieved(paths, loadManifest(paths, bundle), loadRetrieved(paths.raw))
}

function listBundles(options: CommonOptions): { bundle: string; built: number }[] {
  const folder = pathsOf(options).bundles
  if (!statSync(folder, { throwIfNoEntry: false })) return []
  return readdirSync(folder)
    .filter((name) => /^[0-9a-f]{64}\.json$/.test(name))
    .map((name) => ({ bundle: name.slice(0, 64), built: statSync(join(folder, name)).mtimeMs }))
}
