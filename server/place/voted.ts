// Decides which contests are voted at a place: certain, possible, or not at all.

import { LRUCache } from 'lru-cache'
import {
  type AreaRule,
  compareContests,
  compareElections,
  type Matched,
  matchContest,
  PARTS,
  type Rule,
  SHARE_MAX,
} from '../../data/place/match.ts'
import type { PlaceArea } from '../../data/place/point.ts'
import type { ContestKind, Level, StateCode } from '../../data/schema/vocabulary.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { type ContestFacts, loadFacts } from '../read/contests.ts'
import { LIMIT_ROWS } from '../read/page.ts'
import { memoizePerPart } from '../read/per-part-cache.ts'
import { share } from '../read/shared-text.ts'
import type { Steps } from '../read/sliced-work.ts'
import type { ResolvedLocation } from './place.ts'

/**
 * Share of an area inside the lines of a contest that is possible there; null if these are not all held. A contest of counties that
 * lie partly in its own district has the share of the district.
 */
export function shareOf(said: readonly Pick<AreaRule, 'rule' | 'share'>[]): number | null {
  if (said.some(({ rule }) => rule === 'possible')) return null
  const inside = said.filter(({ rule }) => rule === 'inside')
  const parts = inside.length > 0 ? inside : said.filter(({ rule }) => rule === 'certain')
  let sum = 0
  for (const { share } of parts) {
    if (share === null) return null
    sum += share
  }
  return sum === 0 ? null : Math.min(SHARE_MAX, Math.round(sum * PARTS) / PARTS)
}

/** Contest rows to read or match in one step. */
const CONTESTS_A_STEP = 128
const KEPT_AREAS_MAX = 32_768
/** Total number of contests in the cache, over all places; each takes about 100 bytes. */
const KEPT_VOTED_MAX = 100_000

export interface VotedContest extends Matched {
  contest: ContestFacts
  /** Share of the area that votes in it, by size: 1 if it is certain there. Null for a point, and if unknown. */
  share: number | null
}

interface VotedFilters {
  /** Ids of the elections to include. */
  elections: readonly number[]
  states?: StateCode[] | undefined
  levels?: Level[] | undefined
  contest_kinds?: ContestKind[] | undefined
}

interface AreaContest {
  rule: Rule
  contest: ContestFacts
}

/** Relations of one area to contests: for each election, those to its contests, by contest id. */
type AreaContests = readonly (readonly [AreaContest, ...AreaContest[]])[]

/** By role, then by district. */
const areaContestsIn = memoizePerPart((_ballots: OpenPart) => ({
  lines: new LRUCache<number, AreaContests>({ max: KEPT_AREAS_MAX }),
  near: new LRUCache<number, AreaContests>({ max: KEPT_AREAS_MAX }),
}))

export function* loadAreaContests(
  ballots: OpenPart,
  { role, district_id }: Pick<PlaceArea, 'role' | 'district_id'>,
): Steps<AreaContests> {
  const known = areaContestsIn(ballots)[role]
  const found = known.get(district_id)
  if (found) return found
  const byElection = new Map<number, [AreaContest, ...AreaContest[]]>()
  for (let after = 0; ; yield) {
    const rows = loadAreaContestsAfter(ballots, { role, district_id, after })
    for (const { rule, contest_id } of rows) {
      const one = { rule: share(rule), contest: loadFacts(ballots, contest_id) }
      const own = byElection.get(one.contest.election_id)
      if (own) own.push(one)
      else byElection.set(one.contest.election_id, [one])
    }
    after = rows.at(-1)?.contest_id ?? 0
    if (rows.length < CONTESTS_A_STEP) break
  }
  const all = [...byElection.values()]
  known.set(district_id, all)
  return all
}

function loadAreaContestsAfter(
  ballots: OpenPart,
  from: { role: string; district_id: number; after: number },
): { rule: Rule; contest_id: number }[] {
  return ballots
    .statement<{ rule: Rule; contest_id: number }>(
      `SELECT rule, contest_id
FROM contest_area
WHERE district_id = $district_id AND role = $role AND contest_id > $after
ORDER BY contest_id
${LIMIT_ROWS}`,
    )
    .all({ ...from, rows: CONTESTS_A_STEP })
}

/** In ballot order. */
export function* loadVoted(bundle: Bundle, place: ResolvedLocation, filters: VotedFilters): Steps<VotedContest[]> {
  const asked = createFilter(filters)
  if (place.exact) return yield* matchContests(bundle, place, asked)
  const known = votedIn(bundle)
  const all = known.get(place.key) ?? (yield* matchContests(bundle, place, EVERYTHING))
  known.set(place.key, all)
  return all.filter(({ contest }) => asked.hasElection(contest.election_id) && asked.hasContest(contest))
}

/** All contests of recently requested areas, before filters. Cached because matching a state is the slowest step. */
const votedIn = memoizePerPart(
  (_bundle: Bundle) =>
    new LRUCache<string, readonly VotedContest[]>({
      maxSize: KEPT_VOTED_MAX,
      sizeCalculation: (contests) => contests.length + 1,
    }),
)

/** A request asks for contests of some elections, and may ask for some of these contests. */
interface Filter {
  hasElection(id: number): boolean
  hasContest(contest: ContestFacts): boolean
}

const EVERYTHING: Filter = { hasElection: () => true, hasContest: () => true }

function createFilter({ elections, states, levels, contest_kinds }: VotedFilters): Filter {
  const asked = new Set(elections)
  return {
    hasElection: (id) => asked.has(id),
    hasContest: ({ state, level, kind }) =>
      (!states || states.some((one) => one === state)) &&
      (!levels || levels.includes(level)) &&
      (!contest_kinds || contest_kinds.includes(kind)),
  }
}

/**
 * The lines of districts that an area may only reach, since its own lines are generalised: a ZIP code, a city, a county. Whoever lives there
 * possibly votes in the contests of their lines.
 */
function doubtfulAreas(areas: readonly PlaceArea[]): (PlaceArea & { doubtful: true })[] {
  const within = new Set(areas.flatMap(({ role, district_id }) => (role === 'lines' ? [district_id] : [])))
  return areas.flatMap((area) =>
    area.role === 'near' && !within.has(area.district_id) ? [{ ...area, role: 'lines', doubtful: true }] : [],
  )
}

/** In ballot order. */
function* matchContests(
  bundle: Bundle,
  place: ResolvedLocation,
  { hasElection, hasContest }: Filter,
): Steps<VotedContest[]> {
  const kept = areaContestsIn(bundle.ballots)
  const said = new Map<number, { contest: ContestFacts; rules: AreaRule[] }>()
  for (const area of place.exact ? place.areas : [...place.areas, ...doubtfulAreas(place.areas)]) {
    const { district_id, covers, share, doubtful } = { doubtful: false, ...area }
    // Looked for here, because each generator costs more than the look.
    const own = kept[area.role].get(district_id) ?? (yield* loadAreaContests(bundle.ballots, area))
    let seen = 0
    for (const contests of own) {
      if (!hasElection(contests[0].contest.election_id)) continue
      for (const { rule: stated, contest } of contests) {
        const rule: Rule = doubtful && stated === 'certain' ? 'possible' : stated
        seen += 1
        if (seen % CONTESTS_A_STEP === 0) yield
        if (!hasContest(contest)) continue
        const known = said.get(contest.id)
        if (known) known.rules.push({ rule, district_id, covers, share })
        else said.set(contest.id, { contest, rules: [{ rule, district_id, covers, share }] })
      }
    }
    if (!place.exact) yield
  }
  const { counties } = place
  const elections = new Map<number, [VotedContest, ...VotedContest[]]>()
  let tried = 0
  for (const { contest, rules } of said.values()) {
    const matched = matchContest(rules, counties)
    if (matched) {
      const { match, shared } = matched
      const share = place.exact ? null : match === 'certain' ? 1 : shareOf(rules)
      const one = { contest, match, shared, share }
      const election = elections.get(contest.election_id)
      if (election) election.push(one)
      else elections.set(contest.election_id, [one])
    }
    tried += 1
    if (tried % CONTESTS_A_STEP === 0) yield
  }
  return yield* inBallotOrder([...elections.values()])
}

/** @param elections the contests of each */
function* inBallotOrder(elections: [VotedContest, ...VotedContest[]][]): Steps<VotedContest[]> {
  const voted: VotedContest[] = []
  for (const own of elections.sort(([a], [b]) => compareElections(a.contest, b.contest))) {
    for (const one of own.sort((a, b) => compareContests(a.contest, b.contest))) voted.push(one)
    yield
  }
  return voted
}
