// Which contests are voted at a place, each with how sure it is.

import { compareText } from '../../data/schema/order.ts'
import type { ContestKind, Level, StateCode } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import type { Day } from '../day.ts'
import type { ContestFacts } from '../read/contests.ts'
import { loadDistricts } from '../read/districts.ts'
import { keepRows } from '../read/keep.ts'
import { findHeldElections, findNextElection, type HeldElection } from '../read/next-election.ts'
import { type AreaRule, combine, type Matched, type Rule } from './match.ts'
import type { Place } from './place.ts'

export interface VotedContest extends Matched {
  contest: ContestFacts
}

export interface VotedFilters {
  /** Ids of those to answer for. */
  elections: readonly number[]
  states?: StateCode[] | undefined
  levels?: Level[] | undefined
  contest_kinds?: ContestKind[] | undefined
}

interface AreaContest {
  rule: Rule
  contest: ContestFacts
}

/** What an area says of contests; by its role and its district's id. */
const loadAreaContests = keepRows((ballots, area: string): readonly AreaContest[] => {
  const [role = '', district] = area.split(' ')
  return ballots
    .statement<ContestFacts & { rule: Rule }>(
      `SELECT area.rule, contest.id, contest.election_id, contest.election_date, contest.state, contest.election_slug,
  contest.level, contest.level_rank, contest.kind, contest.ballot_order, contest.vote_method, contest.votes_allowed,
  contest.ranks_allowed, contest.district_id, contest.lines_held
FROM contest_area AS area
JOIN contest ON contest.id = area.contest_id
WHERE area.district_id = $district AND area.role = $role
ORDER BY area.contest_id`,
    )
    .all({ role, district: Number(district) })
    .map(({ rule, ...contest }) => ({ rule, contest }))
})

/** In ballot order. */
export function loadVoted(bundle: Bundle, place: Place, filters: VotedFilters): VotedContest[] {
  const contests = new Map<number, ContestFacts>()
  const matched = combine(loadRules(bundle, place, filters, contests), place.counties)
  const voted: VotedContest[] = []
  for (const [id, match] of matched) {
    const contest = contests.get(id)
    if (contest) voted.push({ contest, match: match.match, shared: match.shared })
  }
  return voted.sort((a, b) => byBallot(a.contest, b.contest))
}

/** @param found gets the contests of the rules, by id */
function loadRules(
  bundle: Bundle,
  place: Place,
  { elections, states, levels, contest_kinds }: VotedFilters,
  found: Map<number, ContestFacts>,
): AreaRule[] {
  const asked = new Set(elections)
  const rules: AreaRule[] = []
  for (const { district_id, role, covers } of place.areas)
    for (const { rule, contest } of loadAreaContests(bundle.ballots, `${role} ${district_id}`)) {
      if (!asked.has(contest.election_id)) continue
      if (states && !states.some((state) => state === contest.state)) continue
      if (levels && !levels.includes(contest.level)) continue
      if (contest_kinds && !contest_kinds.includes(contest.kind)) continue
      rules.push({ contest_id: contest.id, rule, district_id, covers })
      found.set(contest.id, contest)
    }
  return rules
}

function byBallot(a: ContestFacts, b: ContestFacts): number {
  return (
    compareText(a.election_date, b.election_date) ||
    compareText(a.state, b.state) ||
    compareText(a.election_slug, b.election_slug) ||
    a.level_rank - b.level_rank ||
    a.ballot_order - b.ballot_order ||
    a.id - b.id
  )
}

/** False where a contest's lines are not held, or a generalised border is too near. */
export function isComplete(contests: readonly VotedContest[]): boolean {
  return contests.every(({ contest, shared }) => contest.lines_held === 1 && !shared)
}

/**
 * Whether the candidates of the place's ballots are listed here: in each of its states, of every named election and of at least one.
 * @param named ids of elections; undefined for each state's next election
 */
export function isListed(
  { bundle, day }: { bundle: Bundle; day: Day },
  place: Place,
  named: readonly number[] | undefined,
): boolean {
  const covering = new Set(place.areas.flatMap(({ district_id, covers }) => (covers ? [district_id] : [])))
  const areas = loadDistricts(
    bundle,
    place.areas.map(({ district_id }) => district_id),
  ).filter(({ id, type }) => type === 'state' || covering.has(id))
  const answered = named && findHeldElections(bundle, named)
  return place.states.every((state) => {
    const own = new Set(areas.filter((area) => area.state === state).map(({ ocd_id }) => ocd_id))
    const listed = (election: HeldElection): boolean => election.listed_in.some((ocd_id) => own.has(ocd_id))
    if (!answered) return findNextElection({ bundle, day }, state).elections.some(listed)
    const elections = answered.filter((election) => election.state === state)
    return elections.length > 0 && elections.every(listed)
  })
}
