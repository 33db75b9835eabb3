// Finds a stored bundle by the beginning of its id.

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PUBLICATIONS_LISTED_MAX } from '../data/schema/constants.ts'
import { endOfDay } from '../data/schema/scalar.ts'
import { loadManifest } from '../data/store/manifest.ts'
import type { Paths } from '../data/store/paths.ts'
import { writeRetrieved } from '../data/store/retrieved.ts'
import { loadRetrieved } from '../ingest/fetch/kept-bytes.ts'
import { CommandError } from './exit.ts'
import { type CommonOptions, pathsOf, sampleFlag } from './options.ts'
import { withState } from './state.ts'

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

/**
 * The bundle with this beginning of its id, or the last one published before the end of a day in UTC.
 * @param text at least 8 characters of an id, or YYYY-MM-DD. Throws CommandError with the kept days if the bundle is gone.
 */
export async function findSnapshot(options: CommonOptions, text: string): Promise<string> {
  if (!/^\d{4}-/.test(text)) return findBundle(options, text)
  const kept = new Set(listBundles(options).map(({ bundle }) => bundle))
  const published = await withState(options, (state) => state.publications(PUBLICATIONS_LISTED_MAX))
  const found = published.find(({ published_at }) => published_at <= endOfDay(text))
  if (found && kept.has(found.bundle)) return found.bundle
  const days = new Set(
    published.filter(({ bundle }) => kept.has(bundle)).map(({ published_at }) => published_at.slice(0, 10)),
  )
  throw new CommandError(
    found === undefined
      ? `Nothing was published on ${text} or before.`
      : `The bundle ${found.bundle.slice(0, 12)} of ${text} is no longer kept.`,
    days.size === 0 ? `hustings nightly${sampleFlag(options)}` : `hustings diff with one of ${[...days].join(', ')}`,
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
