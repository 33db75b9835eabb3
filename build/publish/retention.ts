// Selects the publications that a rollback can use: the last ten, and the last one of each of the last seven days (UTC).
// With `watch`, ten publications may take only a minute, and yesterday's must still exist.

import { DAY } from '../../data/schema/duration.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import { findManifest } from '../../data/store/manifest.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { KEPT_DAYS, KEPT_PUBLICATIONS } from '../constants.ts'
import { requireParts } from './bundle-reader.ts'

/** A week of one publication every 30 s. With more, the earlier days are not kept. */
const LOOKED_AT = 20_000

export type PublicationRecord = Awaited<ReturnType<ServiceStore['publications']>>[number]

/** Newest first. */
export async function findKeptPublications(
  state: Pick<ServiceStore, 'publications'>,
  now: Date,
): Promise<PublicationRecord[]> {
  return selectKeptPublications(await state.publications(LOOKED_AT), now)
}

/** @param publications newest first */
export function selectKeptPublications(publications: readonly PublicationRecord[], now: Date): PublicationRecord[] {
  const since = new Date(now.getTime() - KEPT_DAYS * DAY).toISOString()
  const days = new Set<string>()
  return publications.filter(({ published_at }, at) => {
    const day = published_at.slice(0, 10)
    const lastOfDay = published_at > since && !days.has(day)
    days.add(day)
    return at < KEPT_PUBLICATIONS || lastOfDay
  })
}

/**
 * Returns the bundle of the newest kept publication with another bundle than the current one and with its files present.
 * Throws a sentence if there is none.
 */
export async function loadReturn(paths: Paths, state: Pick<ServiceStore, 'publications'>, now: Date): Promise<string> {
  const kept = await findKeptPublications(state, now)
  const [current] = kept
  if (!current) throw new Error('nothing is published yet, so there is no earlier bundle; run: hustings nightly')
  const found = kept.find(({ bundle }) => bundle !== current.bundle && isWhole(paths, findManifest(paths, bundle)))
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
