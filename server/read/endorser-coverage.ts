// How far endorsers have spoken on the contests that they usually cover (docs/rules.md#usual-contests). The build counts.

import { z } from 'zod'
import { ApiError } from '../../data/schema/api-error.ts'
import { type ElectionSummary, electionSummary } from '../../data/schema/election.ts'
import type { EndorserCoverage } from '../../data/schema/endorser-coverage.ts'
import type { Language, StateCode } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import type { Day } from './calendar.ts'
import { loadEndorserSummaries } from './endorsers.ts'
import { findElections } from './held-elections.ts'
import { isAfter, isIn, joinClauses, LIMIT_ROWS, presentPage, readCursor } from './list.ts'
import { loadTables } from './part-tables.ts'
import type { ChosenEndorsers } from './positions.ts'
import { findUpcoming } from './upcoming.ts'

export interface EndorserCoverageFilters extends ChosenEndorsers {
  /** Of the elections. */
  states?: StateCode[] | undefined
  elections?: string[] | undefined
  upcoming: boolean
  lang: Language
  limit: number
  cursor?: string | undefined
}

type Counts = Omit<EndorserCoverage, 'endorser' | 'election'>

interface CoverageRow extends Counts {
  name_folded: string
  endorser_id: number
  election_date: string
  election_id: number
}

const position = z.tuple([z.string(), z.number(), z.string(), z.number()])

/** A page by endorser (folded name, id), then by the election's day and id. @throws ApiError 404 for a bundle of an earlier version */
export function presentEndorserCoverage(
  filters: EndorserCoverageFilters,
  hash: string,
  { bundle, day }: { bundle: Bundle; day: Day },
): string {
  if (!holdsEndorserCoverage(bundle))
    throw new ApiError(
      'not_found',
      'This bundle was built by an earlier version, which did not compute the coverage of endorsers. The next nightly computes it.',
    )
  const { lang, limit, cursor } = filters
  const where = joinClauses([
    isIn('endorser.slug', 'endorsers', filters.endorsers),
    isIn('endorser.category', 'categories', filters.categories),
    isIn('endorser.state', 'endorser_states', filters.endorser_states),
    isIn('spoken.state', 'states', filters.states),
    isIn('election_id', 'elections', filters.elections && findElections(bundle, filters.elections)),
    isIn('election_id', 'upcoming', filters.upcoming ? findUpcoming(bundle, day) : undefined),
    cursor === undefined
      ? undefined
      : isAfter(['name_folded', 'endorser_id', 'election_date', 'election_id'], readCursor(cursor, hash, position)),
  ])
  const rows = bundle.endorsements
    .statement<CoverageRow>(
      `SELECT name_folded, endorser_id, election_date, election_id, position_count, stance_count, usual_contest_count,
  covered_contest_count, share
FROM endorser
CROSS JOIN endorser_coverage AS spoken ON endorser_id = endorser.id
WHERE ${where.sql}
ORDER BY name_folded, endorser_id, election_date, election_id
${LIMIT_ROWS}`,
    )
    .all({ ...where.params, rows: limit + 1 })
  const endorsers = loadEndorserSummaries(bundle, [...new Set(rows.map((row) => row.endorser_id))], lang)
  const elections = loadSummaries(bundle, [...new Set(rows.map((row) => row.election_id))], lang)
  return presentPage({
    rows,
    limit,
    filters: hash,
    present({ name_folded: _, endorser_id, election_date: __, election_id, ...counts }) {
      const [endorser, election] = [endorsers.get(endorser_id), elections.get(election_id)]
      if (!endorser || !election) throw new Error(`the bundle lacks endorser ${endorser_id} or election ${election_id}`)
      return JSON.stringify({ endorser, election, ...counts } satisfies EndorserCoverage)
    },
    position: (row) => [row.name_folded, row.endorser_id, row.election_date, row.election_id],
  })
}

/** False for a bundle of an earlier version. */
export function holdsEndorserCoverage({ endorsements }: Pick<Bundle, 'endorsements'>): boolean {
  return loadTables(endorsements).has('endorser_coverage')
}

function loadSummaries(
  { ballots }: Bundle,
  ids: readonly number[],
  lang: Language,
): ReadonlyMap<number, ElectionSummary> {
  return new Map(
    ballots
      .statement<{ id: number; body: string }>(
        `SELECT id, CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body
FROM election
WHERE id IN (SELECT value FROM json_each($ids))
ORDER BY id`,
      )
      .all({ ids: JSON.stringify(ids), lang })
      // The schema leaves out what a summary does not have.
      .map(({ id, body }) => [id, electionSummary.parse(JSON.parse(body))]),
  )
}
