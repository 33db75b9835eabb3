// Counts endorsements. The counts live in the endorsements part, so that a new endorsement changes no other part.

import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { defineCached } from './bundle-cache.ts'

/** Endorsement counts by election; elections without endorsements are absent. */
export function countByElection(bundle: Bundle, elections: readonly number[]): ReadonlyMap<number, number> {
  const rows = bundle.endorsements
    .statement<{ election_id: number; endorsement_count: number }>(
      `SELECT election_id, endorsement_count
FROM election_count
WHERE election_id IN (SELECT value FROM json_each($elections))
ORDER BY election_id`,
    )
    .all({ elections: JSON.stringify(elections) })
  return new Map(rows.map((row) => [row.election_id, row.endorsement_count]))
}

export interface StateCounts {
  /** Distinct endorsers over all counted elections. */
  endorser_count: number
  endorsement_count: number
  endorsed_contest_count: number
}

/** Counts by state over these elections; states without endorsements are absent. */
export function countByState(
  { endorsements }: Bundle,
  elections: readonly { id: number; state: string }[],
): ReadonlyMap<string, StateCounts> {
  return loadCounts(endorsements, JSON.stringify(elections.map(({ id, state }) => [id, state])))
}

/** The key and the counts of a nation. */
const COUNTS_BYTES = 40_000

/** Cached, because it scans every endorser. The key is JSON of the elections' ids and states. */
const loadCounts = defineCached('state_counts', { load: readCounts, bytesOf: () => COUNTS_BYTES })

function readCounts(endorsements: OpenPart, elections: string): ReadonlyMap<string, StateCounts> {
  const rows = endorsements
    .statement<StateCounts & { state: string }>(
      `WITH election AS (SELECT value ->> 0 AS id, value ->> 1 AS state FROM json_each($elections)),
endorser AS (
  SELECT state, count(DISTINCT endorser_id) AS endorser_count
  FROM election
  CROSS JOIN election_endorser ON election_id = id
  GROUP BY state
),
counted AS (
  SELECT state, sum(endorsement_count) AS endorsement_count, sum(endorsed_contest_count) AS endorsed_contest_count
  FROM election
  CROSS JOIN election_count ON election_id = id
  GROUP BY state
)
SELECT state, endorser_count, endorsement_count, endorsed_contest_count
FROM counted
JOIN endorser USING (state)
ORDER BY state`,
    )
    .all({ elections })
  return new Map(rows.map(({ state, ...counts }) => [state, counts]))
}

/** Date of the last change in each state's endorsement sources. */
export function loadEndorsementsUpdated(bundle: Bundle): ReadonlyMap<string, string> {
  const rows = bundle.endorsements
    .statement<{ state: string; updated_at: string }>('SELECT state, updated_at FROM coverage ORDER BY state')
    .all()
  return new Map(rows.map((row) => [row.state, row.updated_at]))
}
