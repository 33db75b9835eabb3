// Finds the bundle that a rollback returns to.

import type { Manifest } from '../../data/schema/manifest.ts'
import { findManifest, listBundles } from '../../data/store/manifest.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { requireParts } from './bundle-reader.ts'

/**
 * Returns the stored bundle, other than the current one, with the newest publication and with its files present. Throws a sentence if
 * there is none.
 */
export async function loadReturn(paths: Paths, state: Pick<ServiceStore, 'head' | 'publicationsOf'>): Promise<string> {
  const current = await state.head()
  if (!current) throw new Error('nothing is published yet, so there is no earlier bundle; run: hustings nightly')
  const earlier = (await state.publicationsOf(listBundles(paths))).filter(({ bundle }) => bundle !== current.bundle)
  const found = earlier.find(({ bundle }) => isWhole(paths, findManifest(paths, bundle)))
  if (found) return found.bundle
  throw new Error(
    `no earlier publication than ${current.publication} (bundle ${current.bundle.slice(0, 12)}) still has its files; run: hustings nightly`,
  )
}

function isWhole(paths: Paths, manifest: Manifest | undefined): boolean {
  if (!manifest) return false
  try {
    requireParts(paths, manifest)
    return true
  } catch {
    return false
  }
}
