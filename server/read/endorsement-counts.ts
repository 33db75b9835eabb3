// Counts endorsements. The counts live in the endorsements part, so that a new endorsement changes no other part.

import { LRUCache } from 'lru-cache'
import type { Bundle } from '../../data/store/bundle.ts'
import { memoizePerPart } from './per-part-cache.ts'

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

/** Entries: all elections, and the upcoming ones of two successive days. */
const KEPT_COUNTS = 4

const findCounts = memoizePerPart(
  (_bundle: Bundle) => new LRUCache<string, ReadonlyMap<string, StateCounts>>({ max: KEPT_COUNTS }),
)

/**
 * Counts by state over these elections; states without endorsements are absent. Scans every endorser, so it is cached per
 * bundle.
 */
export function countByState(
  bundle: Bundle,
  elections: readonly { id: number; state: string }[],
): ReadonlyMap<string, StateCounts> {
  const counts = findCounts(bundle)
  const asked = JSON.stringify(elections.map(({ id, state }) => [id, state]))
  const known = counts.get(asked)
  if (known) return known
  const counted = loadCounts(bundle, asked)
  counts.set(asked, counted)
  return counted
}

/** @param elections JSON of their ids and states */
function loadCounts(bundle: Bundle, elections: string): ReadonlyMap<string, StateCounts> {
  const rows = bundle.endorsements
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
