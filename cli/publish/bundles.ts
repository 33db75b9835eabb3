// Finds a stored bundle by the beginning of its id.

import { InvalidArgumentError } from 'commander'
import { endOfDay } from '../../data/schema/scalar.ts'
import { isDay, sayMissing, sayNearest, searchDay, snapshotName } from '../../data/schema/snapshot.ts'
import { findNewestBundle, listBundles, loadManifest, writeRetrieved } from '../../data/store/manifest.ts'
import type { Paths } from '../../data/store/paths.ts'
import { loadRetrieved } from '../../ingest/fetch/kept-bytes.ts'
import { withState } from '../data-folder.ts'
import { CommandError } from '../exit.ts'
import { type CommonOptions, pathsOf, sampleFlag } from '../options.ts'

export function parseBundle(text: string): string {
  if (!/^[0-9a-f]{8,64}$/.test(text)) throw new InvalidArgumentError('Expected 8 to 64 hexadecimal digits (0-9 a-f).')
  return text
}

/** Expands the beginning of a bundle id, as reports print it, to the whole id. */
export function findBundle(options: CommonOptions, text: string): string {
  const found = listBundles(pathsOf(options)).filter((bundle) => bundle.startsWith(text))
  const [first] = found
  if (found.length === 1 && first) return first
  throw new CommandError(
    `${found.length === 0 ? 'No bundle begins' : `${found.length} bundles begin`} with "${text}" in ${pathsOf(options).bundles}.`,
    `hustings snapshot list${sampleFlag(options)}`,
  )
}

/**
 * The bundle with this beginning of its id, also if it was never published, or the last one published before the end of a day in UTC.
 * @param text at least 8 characters of an id, YYYY-MM-DD, or the name of a pin. Throws CommandError with the nearest kept ones if the bundle is gone.
 */
export async function findSnapshot(options: CommonOptions, text: string): Promise<string> {
  if (snapshotName.safeParse(text).success) return findPinned(options, text)
  if (!isDay(text)) return findBundle(options, text)
  const kept = listBundles(pathsOf(options))
  const search = await withState(options, async (state) => {
    const [last] = await state.publicationsAt([endOfDay(text)])
    return searchDay(text, last, await state.publicationsOf(kept))
  })
  if ('found' in search) return search.found.bundle
  const isEmpty = search.before === null && search.after === null
  throw new CommandError(
    `${sayMissing(text, search)} ${sayNearest(search)}`,
    `hustings ${isEmpty ? 'nightly' : 'snapshot list'}${sampleFlag(options)}`,
  )
}

async function findPinned(options: CommonOptions, name: string): Promise<string> {
  const pin = await withState(options, async (state) => (await state.pins()).find((one) => one.name === name))
  if (pin) return pin.bundle
  throw new CommandError(
    `No bundle is pinned as "${name}". Expected the name of a pin, at least 8 characters of a bundle id, or a date such as 2024-11-05.`,
    `hustings snapshot list${sampleFlag(options)}`,
  )
}

export function findLastBuilt(options: CommonOptions): string {
  const last = findNewestBundle(pathsOf(options))
  if (last !== undefined) return last
  throw new CommandError(
    `There is no bundle in ${pathsOf(options).bundles} yet.`,
    `hustings build${sampleFlag(options)}`,
  )
}

/** Writes, beside a new bundle, when the bytes of its sources were retrieved. */
export function recordRetrieved(paths: Pick<Paths, 'bundles' | 'raw'>, bundle: string): void {
  writeRetrieved(paths, loadManifest(paths, bundle), loadRetrieved(paths.raw))
}
