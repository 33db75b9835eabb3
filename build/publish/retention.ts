// Which publications can be returned to. The rule: the last ten, and of each of the last seven days (UTC) the last one; with `watch`
// ten may be a minute's work, and yesterday's must be there all the same.

import { DAY } from '../../data/schema/duration.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import { findManifest } from '../../data/store/manifest.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { KEPT_DAYS, KEPT_PUBLICATIONS } from '../constants.ts'
import { requireParts } from './bundle-reader.ts'

/** A week of one each half minute; where there are more, the days before them are not kept. */
const LOOKED_AT = 20_000

export type PublicationRecord = Awaited<ReturnType<ServiceStore['publications']>>[number]

/** Newest first, as they came. */
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

/** The bundle of the newest kept publication that is not the current one's, and whose files are there. Throws a sentence where none is. */
export async function loadReturn(paths: Paths, state: Pick<ServiceStore, 'publications'>, now: Date): Promise<string> {
  const kept = await findKeptPublications(state, now)
  const [current] = kept
  if (!current) throw new Error('nothing is published yet, so there is nothing to return to; run: hustings nightly')
  const found = kept.find(({ bundle }) => bundle !== current.bundle && isWhole(paths, findManifest(paths, bundle)))
  if (found) return found.bundle
  throw new Error(
    `no earlier publication than ${current.publication} (bundle ${current.bundle.slice(0, 12)}) has its files here still; run: hustings nightly`,
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
