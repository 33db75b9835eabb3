// How old each kind of a state's data is, by its sources and the record of when they were last read.

import type { AgedKind, Coverage } from '../../data/schema/coverage.ts'
import { isStale, type LastRun } from '../../data/schema/last-run.ts'
import type { Manifest } from '../../data/schema/manifest.ts'

type Freshness = Coverage['freshness']
type Age = Freshness[AgedKind]

const UNKNOWN: Age = { updated_at: null, sources_checked_at: null, held_back_since: null, stale_since: null }

/** @param lastRun null if no run is recorded, or if the bundle is not the current one */
export function createFreshness(
  { sources }: Pick<Manifest, 'sources'>,
  lastRun: LastRun | null,
): (state: string) => Freshness {
  const ages = new Map<string, Age>()
  for (const { id, published_on, gives = [] } of sources) {
    const record = lastRun?.sources[id]
    const age = {
      updated_at: `${published_on}T00:00:00.000Z`,
      sources_checked_at: record?.checked_at ?? null,
      held_back_since: record?.held_back?.since ?? null,
      stale_since: (record && isStale(record) && record.stale?.since) || null,
    }
    for (const { kind, states } of gives)
      for (const state of states) {
        const key = `${kind} ${state}`
        ages.set(key, join(ages.get(key), age))
      }
  }
  const ageOf = (kind: AgedKind, state: string): Age => ages.get(`${kind} ${state}`) ?? UNKNOWN
  return (state) => ({
    ballots: ageOf('ballots', state),
    endorsements: ageOf('endorsements', state),
    officeholders: ageOf('officeholders', state),
    lines: ageOf('lines', state),
  })
}

/** The latest update, and the earliest check: all sources were checked since. Of troubles, the one that began first. */
function join(one: Age | undefined, other: Age): Age {
  if (!one) return other
  const present = (key: keyof Age): string[] => [one[key], other[key]].filter((at) => at !== null).sort()
  const checks = [one.sources_checked_at, other.sources_checked_at]
  return {
    updated_at: present('updated_at').at(-1) ?? null,
    sources_checked_at: checks.includes(null) ? null : (checks.sort()[0] ?? null),
    held_back_since: present('held_back_since')[0] ?? null,
    stale_since: present('stale_since')[0] ?? null,
  }
}

/** Differs whenever the ages differ. */
export function checksKey(lastRun: LastRun | null): string {
  return Object.entries(lastRun?.sources ?? {})
    .map(([id, { checked_at, held_back, stale }]) => `${id} ${checked_at} ${held_back?.since} ${stale?.since}`)
    .join('\n')
}
