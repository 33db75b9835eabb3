import type { Coverage } from '../../data/schema/coverage.ts'
import type { LastRun } from '../../data/schema/last-run.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { coverageOf, type Day, findNextElection, findUpcoming } from './elections.ts'
import { isIn, joinClauses } from './filters.ts'
import { countByState, type StateCounts } from './positions.ts'
import { createFreshness } from './sources.ts'

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
