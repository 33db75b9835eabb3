// Which contests are voted at a place, each with how sure it is.

import type { ContestKind, Language, Level } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { isIn, join } from '../read/clause.ts'
import { type BallotRow, loadContests } from '../read/contests.ts'
import { type AreaRule, combine, type Matched } from './match.ts'
import type { Place } from './place.ts'

export interface VotedContest extends BallotRow, Matched {}

export interface VotedFilters {
  /** Ids of those to answer for. */
  elections: readonly number[]
  levels?: Level[] | undefined
  contest_kinds?: ContestKind[] | undefined
}

/** In ballot order. */
export function loadVoted(bundle: Bundle, place: Place, filters: VotedFilters, lang: Language): VotedContest[] {
  const matched = loadMatches(bundle, place, filters)
  return loadContests(bundle, [...matched.keys()], lang).flatMap((contest) => {
    const match = matched.get(contest.id)
    return match ? [{ ...contest, ...match }] : []
  })
}

/** By contest id. */
export function loadMatches(bundle: Bundle, place: Place, filters: VotedFilters): Map<number, Matched> {
  return combine(loadRules(bundle, place, filters), place.counties)
}

function loadRules(bundle: Bundle, place: Place, filters: VotedFilters): AreaRule[] {
  const covers = new Map(place.areas.map((area) => [`${area.role} ${area.district_id}`, area.covers]))
  const where = join([
    isIn('contest.election_id', 'elections', filters.elections),
    isIn('contest.level', 'levels', filters.levels),
    isIn('contest.kind', 'kinds', filters.contest_kinds),
  ])
  return bundle.ballots
    .statement<Omit<AreaRule, 'covers'> & { role: string }>(
      `SELECT rule.contest_id, rule.rule, rule.district_id, rule.role
FROM json_each($areas) AS place
JOIN contest_area AS rule ON rule.district_id = place.value ->> 0 AND rule.role = place.value ->> 1
JOIN contest ON contest.id = rule.contest_id
WHERE ${where.sql}
ORDER BY rule.contest_id, rule.district_id, rule.role`,
    )
    .all({ ...where.params, areas: JSON.stringify(place.areas.map((area) => [area.district_id, area.role])) })
    .map(({ contest_id, rule, district_id, role }) => ({
      contest_id,
      rule,
      district_id,
      covers: covers.get(`${role} ${district_id}`) ?? false,
    }))
}

/** False where a contest's lines are not held, or only near enough. */
export function isComplete(contests: readonly VotedContest[]): boolean {
  return contests.every((contest) => contest.lines_held === 1 && !contest.shared)
}
