// The parts of an answer about a place: the contests that are voted there, its districts, and what is missing. Loads what the rules of
// data/place/ballot.ts decide on.

import {
  type AreaRule,
  boundariesDiffer,
  type ContestNature,
  compareContests,
  compareElections,
  findContestGaps,
  findDistrictGaps,
  findDistrictsHere,
  findDoubtful,
  findElectionGaps,
  findNextBallots,
  type GapElection,
  type Here,
  isListedWithin,
  isSeatOn,
  type ListedDistrict,
  listDistrict,
  type Matched,
  matchContest,
  PARTS,
  type Rule,
  SHARE_MAX,
  sortMissing,
} from '../../data/place/ballot.ts'
import type { PlaceArea } from '../../data/place/point.ts'
import type { Missing } from '../../data/schema/location.ts'
import type { ContestKind, Level, StateCode } from '../../data/schema/vocabulary.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { defineKept } from '../read/bundle-cache.ts'
import type { ContestFacts } from '../read/contests.ts'
import {
  type AreaContest,
  type DistrictSummaryRow,
  findDistrictType,
  findHoldersDate,
  findNextPlan,
  loadAreaContests,
  loadDistricts,
} from '../read/districts.ts'
import {
  type Day,
  type ElectionFacts,
  findElectionFacts,
  findNamedOrUpcoming,
  findNextElection,
  findRegularGeneralGaps,
  findToday,
  loadStates,
  type NextElection,
} from '../read/elections.ts'
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

interface PlaceBallot {
  /** Of the requested elections. */
  election_ids: readonly number[]
  /** The contests that the filters leave, in ballot order. */
  voted: readonly VotedContest[]
  districts: PlaceBoundaries['districts']
  /** JSON of `location`, which states what is missing. */
  location: string
}

/** The contests, the districts and the gaps of a place. @param asked.elections slugs; undefined for the upcoming elections */
export function* loadBallot(
  reading: { bundle: Bundle; day: Day },
  place: ResolvedLocation,
  { elections, states, levels, contest_kinds }: Omit<VotedFilters, 'elections'> & { elections?: string[] | undefined },
): Steps<PlaceBallot> {
  const { bundle } = reading
  const election_ids = findNamedOrUpcoming(elections, reading)
  const voted = yield* loadVoted(bundle, place, { elections: election_ids, states, levels, contest_kinds })
  // Contests that the filters leave out are still on the ballot.
  const isFiltered = states || levels || contest_kinds
  const all = isFiltered ? yield* loadVoted(bundle, place, { elections: election_ids }) : voted
  const { districts, differ, within, doubtful } = yield* loadBoundaries(reading, place, all)
  const named = elections && election_ids
  const missing = yield* findMissing(reading, place, { named, voted: all, shown: voted, within, doubtful })
  return { election_ids, voted, districts, location: presentLocation(place, { missing, lines_differ: differ }) }
}

/** Contest rows to read or match in one step. */
const CONTESTS_A_STEP = 128
/** A contest, with an area's relation to it. */
const AREA_CONTEST_BYTES = 300
/** A place's relation to a contest. */
const VOTED_BYTES = 100

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

/** Relations of one area to contests: for each election, those to its contests, by contest id. */
type AreaContests = readonly (readonly [AreaContest, ...AreaContest[]])[]

const areaContests = defineKept<OpenPart, number, AreaContests>('area_contests')

/** The district's id, negative for the role `near`: a text would be made for each area of each answer. */
function keyOf({ role, district_id }: Pick<PlaceArea, 'role' | 'district_id'>): number {
  return role === 'near' ? -district_id : district_id
}

export function* loadContestsOfArea(
  ballots: OpenPart,
  area: Pick<PlaceArea, 'role' | 'district_id'>,
): Steps<AreaContests> {
  const key = keyOf(area)
  const known = areaContests.find(ballots, key)
  if (known) return known
  const byElection = new Map<number, [AreaContest, ...AreaContest[]]>()
  for (let after = 0; ; yield) {
    const rows = loadAreaContests(ballots, area, { after, rows: CONTESTS_A_STEP })
    for (const one of rows) {
      const own = byElection.get(one.contest.election_id)
      if (own) own.push(one)
      else byElection.set(one.contest.election_id, [one])
    }
    after = rows.at(-1)?.contest.id ?? 0
    if (rows.length < CONTESTS_A_STEP) break
  }
  const all = [...byElection.values()]
  const rows = all.reduce((sum, contests) => sum + contests.length, 0)
  return areaContests.keep(ballots, key, all, rows * AREA_CONTEST_BYTES)
}

/** In ballot order. */
export function* loadVoted(bundle: Bundle, place: ResolvedLocation, filters: VotedFilters): Steps<VotedContest[]> {
  const asked = createFilter(filters)
  if (place.exact) return yield* matchContests(bundle, place, asked)
  const known = votedIn.find(bundle, place.key)
  const all = known ?? (yield* matchContests(bundle, place, EVERYTHING))
  if (!known) votedIn.keep(bundle, place.key, all, all.length * VOTED_BYTES)
  return all.filter(({ contest }) => asked.hasElection(contest.election_id) && asked.hasContest(contest))
}

/** All contests of recently requested areas, before filters. Cached because matching a state is the slowest step. */
const votedIn = defineKept<Bundle, string, readonly VotedContest[]>('voted')

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
 * Districts that an area may only reach, because its own boundary is generalised: a ZIP code, a city, a county. A person who lives there
 * possibly votes in their contests.
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
  const said = new Map<number, { contest: ContestFacts; rules: AreaRule[] }>()
  for (const area of place.exact ? place.areas : [...place.areas, ...doubtfulAreas(place.areas)]) {
    const { district_id, covers, share, doubtful } = { doubtful: false, ...area }
    // Looked for here, because each generator costs more than the look.
    const own = areaContests.find(bundle.ballots, keyOf(area)) ?? (yield* loadContestsOfArea(bundle.ballots, area))
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

// The districts.

export type PlaceDistrictRow = ListedDistrict<DistrictSummaryRow>

interface PlaceBoundaries {
  /** Ordered by state, level, type, ocd_id, id; each district once. */
  districts: readonly PlaceDistrictRow[]
  /** The next ballot and the present seats of some layer use different boundaries here. */
  differ: boolean
  /** Those that may not apply to the place, because their boundaries are generalized. */
  doubtful: readonly DistrictSummaryRow[]
  /** Districts of any day whose boundaries contain the place, or overlap it. */
  within: readonly DistrictSummaryRow[]
}

const DISTRICTS_A_STEP = 32

/**
 * Of the next ballot, and of present seats.
 * @param voted all contests of the requested elections at the place, including those that the response leaves out
 */
export function* loadBoundaries(
  { bundle, day }: { bundle: Bundle; day: Day },
  place: ResolvedLocation,
  voted: readonly VotedContest[],
): Steps<PlaceBoundaries> {
  yield
  const today = (state: string): string => findToday({ bundle, day }, state)
  const nextBallots = findNextBallots(voted)
  const here = findDistrictsHere(place.areas, voted, nextBallots)
  const seatsOn = findHoldersDate(bundle) ?? today(place.state)
  const known = yield* loadDistricts(bundle, [...here.within.keys(), ...here.near, ...here.certain])
  const districts: PlaceDistrictRow[] = []
  for (const [at, district] of known.entries()) {
    if ((at + 1) % DISTRICTS_A_STEP === 0) yield
    const { state } = district
    const nextBallot = nextBallots.get(state) ?? today(state)
    const isSeat = isSeatOn(district, seatsOn, findNextPlan(bundle, district))
    const listed = listDistrict(district, here, { nextBallot, isSeat })
    if (listed) districts.push(listed)
  }
  return {
    districts,
    differ: boundariesDiffer(districts, yield* contestedTypes(bundle, districts, voted)),
    doubtful: findDoubtful(districts, here, place),
    within: known.filter(({ id }) => here.within.has(id)),
  }
}

/** Not looked up unless a present seat has boundaries of its own. */
function* contestedTypes(
  bundle: Bundle,
  districts: readonly PlaceDistrictRow[],
  voted: readonly VotedContest[],
): Steps<string[]> {
  if (districts.every(({ lines }) => lines === 'next_ballot')) return []
  const contested = yield* loadDistricts(
    bundle,
    voted.map(({ contest }) => contest.district_id),
  )
  return contested.map(({ type }) => type)
}

// Missing data. The location of an answer states it.

const NATURES_A_STEP = 512

interface Answered {
  /** Ids of the elections that the request named; undefined for each state's next election. */
  named: readonly number[] | undefined
  /** All contests of these elections here. */
  voted: readonly VotedContest[]
  /** Those among them that the answer has. */
  shown: readonly VotedContest[]
  /** As `loadBoundaries` finds them. */
  within: readonly DistrictSummaryRow[]
  doubtful: readonly DistrictSummaryRow[]
}

/** In no order. Empty if the ballot is complete. */
function* findMissing(
  { bundle, day }: { bundle: Bundle; day: Day },
  place: ResolvedLocation,
  { named, voted, shown, within, doubtful }: Answered,
): Steps<Missing[]> {
  const natures = yield* loadNatures(bundle, voted)
  const covers = place.areas.flatMap((area) => (area.covers ? [area.district_id] : []))
  const covering = yield* loadDistricts(bundle, covers)
  const states = loadStates(bundle.places)
  const answered = named && findElectionFacts(bundle, named)
  const missing = place.states.flatMap((state) => {
    const own = [states.get(state)?.ocd_id ?? '']
    for (const area of covering) if (area.state === state) own.push(area.ocd_id)
    const { date, elections } = answered ? ofState(answered, state) : findNextElection({ bundle, day }, state)
    const gaps = elections.length > 0 || answered ? elections : regularGeneral(bundle, state, date)
    const listed = elections.map(({ listed_in }) => isListedWithin([listed_in], own))
    const isListed = answered ? listed.length > 0 && !listed.includes(false) : listed.includes(true)
    const here: Here = { exact: place.exact, covering: own, within, voted: natures }
    return findElectionGaps(gaps, { isListed, date, here })
  })
  const unsure = shown.filter(({ contest, shared }) => contest.lines_held !== 1 || shared)
  const gaps = unsure.map((one) => ({ ...one, nature: natureOf(bundle, one) }))
  return [...missing, ...findContestGaps(gaps), ...findDistrictGaps(doubtful)]
}

/** `date` is of any election that was asked for, if none is of the state. */
function ofState(answered: readonly ElectionFacts[], state: string): NextElection {
  const elections = answered.filter((election) => election.state === state)
  return { elections, date: (elections[0] ?? answered[0])?.date ?? '' }
}

/** The federal election of a day of which no election is held. */
function regularGeneral(bundle: Bundle, state: string, date: string): GapElection[] {
  const missing = findRegularGeneralGaps(bundle, state, date)
  return missing ? [{ date, state, listed_in: new Set(), missing }] : []
}

type Nature = ContestNature & { election_date: string; state: string }

function natureOf(bundle: Bundle, { contest }: VotedContest): Nature {
  const { level, kind, election_date, state, district_id } = contest
  return { level, kind, election_date, state, type: findDistrictType(bundle, district_id) }
}

function* loadNatures(bundle: Bundle, voted: readonly VotedContest[]): Steps<Nature[]> {
  const natures: Nature[] = []
  for (const [at, one] of voted.entries()) {
    if ((at + 1) % NATURES_A_STEP === 0) yield
    natures.push(natureOf(bundle, one))
  }
  return natures
}

interface Known {
  /** Data that the answer lacks, or may lack, in any order. */
  missing: readonly Missing[]
  lines_differ: boolean
}

const NO_CITY_LINES: Missing = { kind: 'city', reason: 'no_boundary' }

export function presentLocation(place: ResolvedLocation, { missing, lines_differ }: Known): string {
  const { exact, basis, kind, label, state, resolver } = place
  // A city may lie in more counties than are known.
  const all = sortMissing(kind === 'city' && basis === 'county' ? [...missing, NO_CITY_LINES] : missing)
  const known = `"exact":${exact},"complete":${all.length === 0},"lines_differ":${lines_differ}`
  return `{${known},"basis":"${basis}","kind":"${kind}","label":${JSON.stringify(label)},"state":"${state}","resolver":"${resolver}","missing":${JSON.stringify(all)}}`
}
