// The one policy that decides which bundles stay: publish and `hustings snapshot prune` delete every other one.

import { DAY } from '../../data/schema/duration.ts'
import type { Pin } from '../../data/schema/pin.ts'
import { endOfDay } from '../../data/schema/scalar.ts'
import { findNewestBundle } from '../../data/store/manifest.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { PublicationRecord } from '../../data/store/state/publications.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { KEPT_DAYS, KEPT_PUBLICATIONS, KEPT_WEEKS } from '../constants.ts'
import { findElectionDays } from './election-days.ts'

/** Why a bundle is kept. `on` is a day in UTC at whose end the bundle was in service. */
export type KeepReason =
  | { kind: 'current' }
  /** One of the last publications. */
  | { kind: 'rollback' }
  | { kind: 'nightly'; on: string }
  /** `on` is the Sunday that ends the ISO week. */
  | { kind: 'weekly'; on: string }
  | { kind: 'election'; on: string }
  | { kind: 'pinned'; name: string | null }
  /** The newest bundle, which was never published: `hustings publish` would take it. */
  | { kind: 'built' }

export interface KeptBundle {
  bundle: string
  /** Its newest publication. Null if it was never published. */
  publication: number | null
  published_at: string | null
  reasons: readonly KeepReason[]
}

export type KeepStore = Pick<ServiceStore, 'publications' | 'publicationsAt' | 'publicationsOf' | 'pins'>

/**
 * The kept bundles: published ones by their newest publication, newest first, then the others. Throws if the current bundle's elections
 * cannot be read.
 */
export async function loadKept(paths: Paths, state: KeepStore, now: Date): Promise<KeptBundle[]> {
  const latest = await state.publications(KEPT_PUBLICATIONS)
  const [current] = latest
  const days = keptDays(now, current ? findElectionDays(paths, current.bundle) : [])
  const served = await state.publicationsAt(days.map(({ on }) => endOfDay(on)))
  const reasons = selectKept({ latest, days, served, pins: await state.pins() })
  const built = findNewestBundle(paths)
  if (built !== undefined && (await state.publicationsOf([built])).length === 0)
    reasons.set(built, [...(reasons.get(built) ?? []), { kind: 'built' }])
  return sortKept(reasons, await state.publicationsOf([...reasons.keys()]))
}

type KeptDay = Extract<KeepReason, { on: string }>

/** The days whose last publication stays. A day that has not ended needs none: the current bundle is kept in any case. */
export function keptDays(now: Date, electionDays: readonly string[]): KeptDay[] {
  const daysAgo = (days: number): string => new Date(now.getTime() - days * DAY).toISOString().slice(0, 10)
  const today = daysAgo(0)
  /** Days since the last Sunday before today. */
  const sinceSunday = now.getUTCDay() || 7
  return [
    ...Array.from({ length: KEPT_DAYS }, (_, nth): KeptDay => ({ kind: 'nightly', on: daysAgo(nth + 1) })),
    ...Array.from(
      { length: KEPT_WEEKS },
      (_, nth): KeptDay => ({ kind: 'weekly', on: daysAgo(sinceSunday + 7 * nth) }),
    ),
    ...electionDays.filter((day) => day < today).map((on): KeptDay => ({ kind: 'election', on })),
  ]
}

interface Candidates {
  /** The last publications, newest first. */
  latest: readonly PublicationRecord[]
  days: readonly KeptDay[]
  /** The publication in service at the end of each of the days. */
  served: readonly (PublicationRecord | undefined)[]
  pins: readonly Pin[]
}

/** The reasons by bundle. */
export function selectKept({ latest, days, served, pins }: Candidates): Map<string, KeepReason[]> {
  const kept = new Map<string, KeepReason[]>()
  const keep = (bundle: string, reason: KeepReason): void => {
    kept.set(bundle, [...(kept.get(bundle) ?? []), reason])
  }
  for (const [nth, bundle] of [...new Set(latest.map((one) => one.bundle))].entries())
    keep(bundle, { kind: nth === 0 ? 'current' : 'rollback' })
  for (const [nth, day] of days.entries()) {
    const publication = served[nth]
    if (publication) keep(publication.bundle, day)
  }
  for (const { bundle, name } of pins) keep(bundle, { kind: 'pinned', name })
  return kept
}

function sortKept(
  kept: ReadonlyMap<string, readonly KeepReason[]>,
  published: readonly PublicationRecord[],
): KeptBundle[] {
  const last = new Map(published.map((record) => [record.bundle, record]))
  const all = [...kept].map(([bundle, reasons]): KeptBundle => {
    const { publication = null, published_at = null } = last.get(bundle) ?? {}
    return { bundle, publication, published_at, reasons }
  })
  return all.sort((a, b) => (b.publication ?? 0) - (a.publication ?? 0) || (a.bundle < b.bundle ? -1 : 1))
}
