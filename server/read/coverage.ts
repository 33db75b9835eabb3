// Loads the records that we have of each state, and the age of each kind of data.

import type { AgedKind, Coverage } from '../../data/schema/coverage.ts'
import { isStale, type LastRun } from '../../data/schema/last-run.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { coverageOf, type Day, findNextElection, findUpcoming } from './elections.ts'
import { isIn, joinClauses } from './filters.ts'
import { countByState, type StateCounts } from './positions.ts'

type Counted = Pick<Coverage, 'election_count' | 'contest_count' | 'measure_count' | 'first_election' | 'last_election'>

const NOTHING: Counted = {
  election_count: 0,
  contest_count: 0,
  measure_count: 0,
  first_election: null,
  last_election: null,
}

const NOTHING_ENDORSED: StateCounts = { endorser_count: 0, endorsement_count: 0, endorsed_contest_count: 0 }

/** JSON of all states, ordered by code, including states with zero counts. */
export function presentCoverage(
  { bundle, day, lastRun }: { bundle: Bundle; day: Day; lastRun: LastRun | null },
  upcoming: boolean,
): string {
  const findFreshness = createFreshness(bundle.manifest, lastRun)
  const where = joinClauses([isIn('id', 'upcoming', upcoming ? findUpcoming(bundle, day) : undefined)])
  const counted = new Map(
    bundle.ballots
      .statement<Counted & { state: string }>(
        `SELECT state, count(*) AS election_count, sum(contest_count) AS contest_count, sum(measure_count) AS measure_count,
  min(date) AS first_election, max(date) AS last_election
FROM election
WHERE ${where.sql}
GROUP BY state`,
      )
      .all(where.params)
      .map(({ state, ...counts }) => [state, counts]),
  )
  const elections = bundle.ballots
    .statement<{ id: number; state: string }>(
      `SELECT id, state
FROM election
WHERE ${where.sql}
ORDER BY date, state, slug`,
    )
    .all(where.params)
  const endorsed = countByState(bundle, elections)
  const [updated, endorsementsUpdated] = [loadUpdated(bundle.ballots), loadUpdated(bundle.endorsements)]
  const states = bundle.places
    .statement<{ code: string; name: string; ocd_id: string }>('SELECT code, name, ocd_id FROM state ORDER BY code')
    .all()
  const data = states.map(({ code, name, ocd_id }) => {
    const next = findNextElection({ bundle, day }, code)
    const { election_count, contest_count, measure_count, first_election, last_election } = counted.get(code) ?? NOTHING
    return {
      state: code,
      name,
      election_count,
      contest_count,
      measure_count,
      ...(endorsed.get(code) ?? NOTHING_ENDORSED),
      first_election,
      last_election,
      next_election: next.date,
      next_election_coverage: coverageOf(next, ocd_id),
      updated_at: latest(updated.get(code) ?? null, endorsementsUpdated.get(code) ?? null),
      freshness: findFreshness(code),
    }
  })
  return JSON.stringify({ data })
}

/** When the sources of each state last changed. */
function loadUpdated(part: OpenPart): ReadonlyMap<string, string | null> {
  const rows = part
    .statement<{ state: string; updated_at: string | null }>('SELECT state, updated_at FROM coverage ORDER BY state')
    .all()
  return new Map(rows.map(({ state, updated_at }) => [state, updated_at]))
}

function latest(one: string | null, other: string | null): string | null {
  return one === null || (other !== null && other > one) ? other : one
}

// How old each kind of a state's data is, by its sources and the record of when they were last read.

type Freshness = Coverage['freshness']
type Age = Freshness[AgedKind]

const UNKNOWN: Age = { updated_at: null, sources_checked_at: null, held_back_since: null, stale_since: null }

/** @param lastRun null if no run is recorded, or if the bundle is not the current one */
function createFreshness(
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
