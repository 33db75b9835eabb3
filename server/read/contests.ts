// Contests with their choices: lists and records, and what decides where a contest is voted.

import { z } from 'zod'
import type { BallotContest, Rule } from '../../data/place/ballot.ts'
import type { AreaRole } from '../../data/place/point.ts'
import type { ContestKind, Language, Level, StateCode, VoteMethod } from '../../data/schema/vocabulary.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { share } from './bundle-cache.ts'
import { findElections, findUpcoming } from './elections.ts'
import { isAfter, isIn, joinClauses, LIMIT_ROWS, presentPage, readCursor } from './list.ts'
import { type ChosenEndorsers, loadPositions, loadStances } from './positions.ts'
import { withMembers, withReportUrl } from './record.ts'
import type { Day } from './states.ts'

interface ContestFilters {
  elections?: string[] | undefined
  states?: StateCode[] | undefined
  levels?: Level[] | undefined
  contest_kinds?: ContestKind[] | undefined
  districts?: string[] | undefined
  upcoming: boolean
  lang: Language
  limit: number
  cursor?: string | undefined
}

interface ContestRow {
  id: number
  election_date: string
  state: string
  election_slug: string
  level_rank: number
  ballot_order: number
  body: string
}

const position = z.tuple([z.string(), z.string(), z.string(), z.number(), z.number(), z.number()])

/** A page in ballot order. @throws ApiError 400 for a cursor of another list. */
export function presentContests(filters: ContestFilters, hash: string, { bundle, day }: { bundle: Bundle; day: Day }) {
  const { limit, lang } = filters
  const where = joinClauses([
    isIn('election_id', 'elections', filters.elections && findElections(bundle, filters.elections)),
    isIn('election_id', 'upcoming', filters.upcoming ? findUpcoming(bundle, day) : undefined),
    isIn('state', 'states', filters.states),
    isIn('level', 'levels', filters.levels),
    isIn('kind', 'kinds', filters.contest_kinds),
    isIn('district_ocd_id', 'districts', filters.districts),
    filters.cursor === undefined
      ? undefined
      : isAfter(
          ['election_date', 'state', 'election_slug', 'level_rank', 'ballot_order', 'id'],
          readCursor(filters.cursor, hash, position),
        ),
  ])
  const rows = bundle.ballots
    .statement<ContestRow>(
      `SELECT id, election_date, state, election_slug, level_rank, ballot_order,
  CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body
FROM contest
WHERE ${where.sql}
ORDER BY election_date, state, election_slug, level_rank, ballot_order, id
${LIMIT_ROWS}`,
    )
    .all({ ...where.params, lang, rows: limit + 1 })
  return presentPage({
    rows,
    limit,
    filters: hash,
    present: (row) => withReportUrl(row.body, 'contest', row.id),
    position: (row) => [row.election_date, row.state, row.election_slug, row.level_rank, row.ballot_order, row.id],
  })
}

/** JSON of one contest; undefined if none has this id. */
export function findContest(bundle: Bundle, id: number, lang: Language): string | undefined {
  const row = bundle.ballots
    .statement<{ body: string }>(
      `SELECT CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body FROM contest WHERE id = $id`,
    )
    .get({ id, lang })
  return row && withReportUrl(row.body, 'contest', id)
}

/** JSON of one contest with the chosen endorsers' positions; undefined if none has this id. */
export function findContestWithPositions(
  bundle: Bundle,
  id: number,
  chosen: ChosenEndorsers,
  lang: Language,
): string | undefined {
  const contest = findContest(bundle, id, lang)
  if (contest === undefined) return undefined
  const [positions, stances] = [loadPositions(bundle, [id], chosen, lang), loadStances(bundle, [id], chosen, lang)]
  return withMembers(contest, `"endorsements":${positions.get(id) ?? '[]'},"stances":${stances.get(id) ?? '[]'}`)
}

/** Fields that decide where a contest is voted, its order and its counting; not its content. */
export interface ContestFacts extends BallotContest {
  level: Level
  kind: ContestKind
  vote_method: VoteMethod
  votes_allowed: number
  ranks_allowed: number | null
}

export interface AreaContest {
  rule: Rule
  contest: ContestFacts
}

/** Relations of an area to contests, by contest id. @param from a contest id: only later ones, at most so many rows */
export function loadAreaContests(
  ballots: OpenPart,
  { role, district_id }: { role: AreaRole; district_id: number },
  from: { after: number; rows: number },
): AreaContest[] {
  return ballots
    .statement<ContestFacts & { rule: Rule }>(
      `SELECT rule, id, election_id, election_date, state, election_slug, level, level_rank, kind, ballot_order, vote_method, votes_allowed,
  ranks_allowed, contest.district_id, lines_held
FROM contest_area
JOIN contest ON contest.id = contest_id
WHERE contest_area.district_id = $district_id AND role = $role AND contest_id > $after
ORDER BY contest_id
${LIMIT_ROWS}`,
    )
    .all({ role, district_id, ...from })
    .map((row) => ({
      rule: share(row.rule),
      contest: {
        id: row.id,
        election_id: row.election_id,
        election_date: share(row.election_date),
        state: share(row.state),
        election_slug: share(row.election_slug),
        level: share(row.level),
        level_rank: row.level_rank,
        kind: share(row.kind),
        ballot_order: row.ballot_order,
        vote_method: share(row.vote_method),
        votes_allowed: row.votes_allowed,
        ranks_allowed: row.ranks_allowed,
        district_id: row.district_id,
        lines_held: row.lines_held,
      },
    }))
}

/** JSON of the given contests, by id. */
export function loadContests(bundle: Bundle, ids: readonly number[], lang: Language): ReadonlyMap<number, string> {
  const rows = bundle.ballots
    .statement<{ id: number; body: string }>(
      `SELECT id, CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body
FROM contest
WHERE id IN (SELECT value FROM json_each($ids))
ORDER BY id`,
    )
    .all({ ids: JSON.stringify(ids), lang })
  return new Map(rows.map(({ id, body }) => [id, withReportUrl(body, 'contest', id)]))
}

/** JSON of a contest with its choices, and what follows them, replaced. @param contest only `report_url` may follow its `choices` */
export function withChoices(contest: string, choices: readonly string[], members: string): string {
  // Quotation marks inside texts are escaped, so these bytes occur only as the key.
  return `${contest.slice(0, contest.lastIndexOf(',"choices":['))},"choices":[${choices.join(',')}],${members}}`
}

/** Ids of the districts of these elections' contests. */
export function findDistrictsOfElections(bundle: Bundle, slugs: readonly string[]): readonly number[] {
  return bundle.ballots
    .statement<{ district_id: number }>(
      `SELECT DISTINCT district_id
FROM contest
WHERE election_id IN (SELECT value FROM json_each($elections))
ORDER BY district_id`,
    )
    .all({ elections: JSON.stringify(findElections(bundle, slugs)) })
    .map((row) => row.district_id)
}

/** Those of the given ids that the bundle has. */
export function findAvailableContests(bundle: Bundle, ids: readonly number[]): ReadonlySet<number> {
  const rows = bundle.ballots
    .statement<{ id: number }>('SELECT id FROM contest WHERE id IN (SELECT value FROM json_each($ids)) ORDER BY id')
    .all({ ids: JSON.stringify(ids) })
  return new Set(rows.map(({ id }) => id))
}

/** JSON of an election's contests, in ballot order. */
export function loadContestsOf(bundle: Bundle, election: number, lang: Language): string[] {
  return bundle.ballots
    .statement<{ body: string }>(
      `SELECT CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body
FROM contest
WHERE election_id = $election
ORDER BY election_date, state, election_slug, level_rank, ballot_order, id`,
    )
    .all({ election, lang })
    .map(({ body }) => body)
}

/** JSON of one choice of a contest; undefined if the contest has no choice with this id. */
export function findChoice(
  bundle: Bundle,
  ids: { contest: number; choice: number },
  lang: Language,
): string | undefined {
  return bundle.ballots
    .statement<{ body: string }>(
      `SELECT CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body
FROM choice
WHERE contest_id = $contest AND id = $choice`,
    )
    .get({ ...ids, lang })?.body
}

export interface ServedChoiceRow {
  contest_id: number
  id: number
  withdrawn: number
  body: string
}

/** Choices of the given contests, ordered by contest, then ballot order. */
export function loadChoices(bundle: Bundle, contests: readonly number[], lang: Language): ServedChoiceRow[] {
  return bundle.ballots
    .statement<ServedChoiceRow>(
      `SELECT contest_id, id, withdrawn, CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body
FROM choice
WHERE contest_id IN (SELECT value FROM json_each($contests))
ORDER BY contest_id, ballot_order, id`,
    )
    .all({ contests: JSON.stringify(contests), lang })
}
