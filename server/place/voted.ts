// Which contests are voted at a place, each with how sure it is.

import { LRUCache } from 'lru-cache'
import { compareText } from '../../data/schema/order.ts'
import type { ContestKind, Level, StateCode } from '../../data/schema/vocabulary.ts'
import type { Bundle, Part } from '../../data/store/bundle.ts'
import type { Day } from '../day.ts'
import type { ContestFacts } from '../read/contests.ts'
import { loadDistricts } from '../read/districts.ts'
import { keepWhole } from '../read/keep.ts'
import { findHeldElections, findNextElection, type HeldElection } from '../read/next-election.ts'
import { LIMIT_ROWS } from '../read/page.ts'
import { loadStateDivisions } from '../read/states.ts'
import type { Steps } from '../read/steps.ts'
import { type AreaRule, type Matched, matchContest, type Rule } from './match.ts'
import type { Place, PlaceArea } from './place.ts'

/** Rows of contests that are read, or matched, together. */
const CONTESTS_A_STEP = 128
const KEPT_AREAS_MAX = 65_536
/** Of all places whose contests are kept, together: about 100 bytes each. */
const KEPT_VOTED_MAX = 100_000

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

const areaContestsIn = keepWhole(
  (_ballots: Part) => new LRUCache<string, readonly AreaContest[]>({ max: KEPT_AREAS_MAX }),
)

/** What an area says of contests, by contest id. */
function* loadAreaContests(ballots: Part, { role, district_id }: PlaceArea): Steps<readonly AreaContest[]> {
  const known = areaContestsIn(ballots)
  const key = `${role} ${district_id}`
  const found = known.get(key)
  if (found) return found
  const all: AreaContest[] = []
  for (let after = 0; ; yield) {
    const rows = loadAreaContestsAfter(ballots, { role, district_id, after })
    for (const { rule, ...contest } of rows) all.push({ rule, contest })
    after = rows.at(-1)?.id ?? 0
    if (rows.length < CONTESTS_A_STEP) break
  }
  known.set(key, all)
  return all
}

function loadAreaContestsAfter(
  ballots: Part,
  from: { role: string; district_id: number; after: number },
): (ContestFacts & { rule: Rule })[] {
  return ballots
    .statement<ContestFacts & { rule: Rule }>(
      `SELECT area.rule, contest.id, contest.election_id, contest.election_date, contest.state, contest.election_slug,
  contest.level, contest.level_rank, contest.kind, contest.ballot_order, contest.vote_method, contest.votes_allowed,
  contest.ranks_allowed, contest.district_id, contest.lines_held
FROM contest_area AS area
JOIN contest ON contest.id = area.contest_id
WHERE area.district_id = $district_id AND area.role = $role AND area.contest_id > $after
ORDER BY area.contest_id
${LIMIT_ROWS}`,
    )
    .all({ ...from, rows: CONTESTS_A_STEP })
}

/** In ballot order. */
export function* loadVoted(bundle: Bundle, place: Place, filters: VotedFilters): Steps<VotedContest[]> {
  const isAsked = createFilter(filters)
  if (place.exact) return yield* matchContests(bundle, place, isAsked)
  const known = votedIn(bundle)
  const all = known.get(place.key) ?? (yield* matchContests(bundle, place, () => true))
  known.set(place.key, all)
  return all.filter(({ contest }) => isAsked(contest))
}

/** All contests of the areas that were asked for last, whatever the filters: matching a state takes longer than all else. */
const votedIn = keepWhole(
  (_bundle: Bundle) =>
    new LRUCache<string, readonly VotedContest[]>({
      maxSize: KEPT_VOTED_MAX,
      sizeCalculation: (contests) => contests.length + 1,
    }),
)

function createFilter({ elections, states, levels, contest_kinds }: VotedFilters): (contest: ContestFacts) => boolean {
  const asked = new Set(elections)
  return (contest) =>
    asked.has(contest.election_id) &&
    (!states || states.some((state) => state === contest.state)) &&
    (!levels || levels.includes(contest.level)) &&
    (!contest_kinds || contest_kinds.includes(contest.kind))
}

/** In ballot order. */
function* matchContests(
  bundle: Bundle,
  place: Place,
  isAsked: (contest: ContestFacts) => boolean,
): Steps<VotedContest[]> {
  const said = new Map<number, { contest: ContestFacts; rules: AreaRule[] }>()
  for (const area of place.areas) {
    const { district_id, covers } = area
    for (const [at, { rule, contest }] of (yield* loadAreaContests(bundle.ballots, area)).entries()) {
      if ((at + 1) % CONTESTS_A_STEP === 0) yield
      if (!isAsked(contest)) continue
      const known = said.get(contest.id)
      if (known) known.rules.push({ rule, district_id, covers })
      else said.set(contest.id, { contest, rules: [{ rule, district_id, covers }] })
    }
    if (!place.exact) yield
  }
  const { counties } = place
  const elections = new Map<number, VotedContest[]>()
  let matched = 0
  for (const { contest, rules } of said.values()) {
    const match = matchContest(rules, counties)
    if (match) {
      const election = elections.get(contest.election_id)
      if (election) election.push({ contest, ...match })
      else elections.set(contest.election_id, [{ contest, ...match }])
    }
    matched += 1
    if (matched % CONTESTS_A_STEP === 0) yield
  }
  return yield* inBallotOrder([...elections.values()])
}

/** @param elections the contests of each */
function* inBallotOrder(elections: VotedContest[][]): Steps<VotedContest[]> {
  const voted: VotedContest[] = []
  for (const own of elections.sort(byElection)) {
    for (const one of own.sort(byOrderInElection)) voted.push(one)
    yield
  }
  return voted
}

function byElection([one]: VotedContest[], [other]: VotedContest[]): number {
  const [a, b] = [one?.contest, other?.contest]
  if (!a || !b) return 0
  return (
    compareText(a.election_date, b.election_date) ||
    compareText(a.state, b.state) ||
    compareText(a.election_slug, b.election_slug)
  )
}

function byOrderInElection({ contest: a }: VotedContest, { contest: b }: VotedContest): number {
  return a.level_rank - b.level_rank || a.ballot_order - b.ballot_order || a.id - b.id
}

/** False where a contest's lines are not held, or a generalised border is too near. */
export function isComplete(contests: readonly VotedContest[]): boolean {
  return contests.every(({ contest, shared }) => contest.lines_held === 1 && !shared)
}

/**
 * Whether the candidates of the place's ballots are listed here: in each of its states, of every named election and of at least one.
 * @param named ids of elections; undefined for each state's next election
 */
export function* isListed(
  { bundle, day }: { bundle: Bundle; day: Day },
  place: Place,
  named: readonly number[] | undefined,
): Steps<boolean> {
  const covering = yield* loadDistricts(
    bundle,
    place.areas.flatMap(({ district_id, covers }) => (covers ? [district_id] : [])),
  )
  const divisions = loadStateDivisions(bundle)
  const answered = named && findHeldElections(bundle, named)
  return place.states.every((state) => {
    const own = new Set(covering.filter((area) => area.state === state).map(({ ocd_id }) => ocd_id))
    own.add(divisions.get(state) ?? '')
    const listed = (election: HeldElection): boolean => election.listed_in.some((ocd_id) => own.has(ocd_id))
    if (!answered) return findNextElection({ bundle, day }, state).elections.some(listed)
    const elections = answered.filter((election) => election.state === state)
    return elections.length > 0 && elections.every(listed)
  })
}
