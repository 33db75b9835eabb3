// Counts what the last build holds of each state: its elections with their contests, and the sources of its ballots.

import type { ElectionGap } from '../../data/schema/election.ts'
import { CONTEST_BASES, type ContestBasis, LEVELS, type Level, type StateCode } from '../../data/schema/vocabulary.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'

export interface ElectionCoverage {
  state: StateCode
  slug: string
  /** YYYY-MM-DD */
  date: string
  type: string
  contests: number
  choices: number
  levels: Record<Level, number>
  basis: Record<ContestBasis, number>
  /** Contests whose district has lines. */
  with_lines: number
  /** Contests that somebody endorses. */
  endorsed: number
  endorsements: number
  /** Contests whose source may lack some of the candidates. */
  incomplete: number
  /** Contests of which the source does not say how many votes a voter has. */
  votes_unknown: number
  /** True if a source lists all candidate contests of its levels in the whole state. */
  listed: boolean
  /** Kinds of contests that its ballots lack, or may lack. */
  missing: readonly ElectionGap[]
}

export interface BallotSource {
  state: StateCode
  source_id: string
  publisher: string
  /** YYYY-MM-DD, the publisher's date. */
  published_on: string
  licence: string
  contests: number
  /** Lines or values that could not be used, in all of its states. */
  refused: number
}

export interface StateCoverage {
  state: StateCode
  name: string
  /** Newest first. */
  elections: readonly ElectionCoverage[]
  sources: readonly BallotSource[]
}

/** Every state of the reference table, by code. @param warehouse the sealed one, or the working database after a build */
export async function loadCoverage(warehouse: Pick<Warehouse, 'all'>): Promise<StateCoverage[]> {
  const states = await warehouse.all<{ state: StateCode; name: string }>(
    'SELECT code AS state, name FROM out.state ORDER BY code',
  )
  const elections = await loadElections(warehouse)
  const sources = await warehouse.all<BallotSource>(`
    WITH contest AS (SELECT state, source_id, count(*) AS contests FROM core.contest GROUP BY ALL),
    refused AS (SELECT source_id, count(*) AS refused FROM core.issue WHERE severity = 'refused' GROUP BY source_id)
    SELECT
      contest.state, source_id, read.publisher, CAST(read.published_on AS VARCHAR) AS published_on, read.licence,
      contest.contests, coalesce(refused.refused, 0) AS refused
    FROM contest
    JOIN core.source_read AS read USING (source_id)
    LEFT JOIN refused USING (source_id)
    ORDER BY contest.state, source_id`)
  return states.map(({ state, name }) => ({
    state,
    name,
    elections: elections.filter((election) => election.state === state),
    sources: sources.filter((source) => source.state === state),
  }))
}

async function loadElections(warehouse: Pick<Warehouse, 'all'>): Promise<ElectionCoverage[]> {
  const levels = LEVELS.map((level) => `'${level}': count(*) FILTER (WHERE contest.level = '${level}')`)
  const basis = CONTEST_BASES.map(
    (name) => `'${name}': count(*) FILTER (WHERE coalesce(contest.details ->> 'basis', 'candidate_list') = '${name}')`,
  )
  const rows = await warehouse.all<
    Omit<ElectionCoverage, 'levels' | 'basis' | 'missing'> & { levels: string; basis: string; missing: string }
  >(`
    WITH choice AS (SELECT contest_id, count(*) AS choices FROM api.choice GROUP BY contest_id),
    endorsed AS (SELECT contest_id, count(*) AS endorsements FROM api.endorsement GROUP BY contest_id)
    SELECT
      election.state, election.slug, CAST(election.date AS VARCHAR) AS date, election.type,
      count(contest.id) AS contests,
      CAST(coalesce(sum(choice.choices), 0) AS BIGINT) AS choices,
      to_json({${levels.join(', ')}}) AS levels,
      to_json({${basis.join(', ')}}) AS basis,
      election.contests_with_lines AS with_lines,
      count(endorsed.contest_id) AS endorsed,
      CAST(coalesce(sum(endorsed.endorsements), 0) AS BIGINT) AS endorsements,
      count(*) FILTER (WHERE contest.details ->> 'choices_incomplete' = 'true') AS incomplete,
      count(*) FILTER (WHERE contest.details ->> 'votes_allowed_is_minimum' = 'true') AS votes_unknown,
      coalesce(list_contains(election.listed_in, state.ocd_id), false) AS listed,
      election.missing
    FROM api.election AS election
    JOIN out.state AS state ON state.code = election.state
    LEFT JOIN api.contest AS contest ON contest.election_id = election.id
    LEFT JOIN choice ON choice.contest_id = contest.id
    LEFT JOIN endorsed ON endorsed.contest_id = contest.id
    GROUP BY ALL
    ORDER BY state, date DESC, slug`)
  return rows.map((row) => ({
    ...row,
    levels: JSON.parse(row.levels),
    basis: JSON.parse(row.basis),
    missing: JSON.parse(row.missing),
  }))
}

/** The newest general election of the state that has contests. */
export function newestGeneral({ elections }: StateCoverage): ElectionCoverage | undefined {
  return elections.find(({ type, contests }) => type === 'general' && contests > 0)
}
