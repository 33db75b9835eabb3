// The ballot at a place: which contests are voted there, in which order, its districts, and what it lacks (docs/rules.md#certain-and-possible).

import { groupBy } from '../core/group-by.ts'
import type { ElectionGap } from '../schema/election.ts'
import { compareText } from '../schema/folded-name.ts'
import type { Missing } from '../schema/location.ts'
import {
  BALLOT_KINDS,
  type BallotKind,
  type ContestKind,
  type DistrictBoundaries,
  type DistrictType,
  type Level,
  type Match,
  type Office,
} from '../schema/vocabulary.ts'
import type { PlaceArea } from './point.ts'

/** Shares are rounded to four decimals. */
export const PARTS = 10_000
/** The largest share of a district that does not cover the place. */
export const SHARE_MAX = (PARTS - 1) / PARTS

/** An area's relation to a contest; contest_area in data/store/ddl/ballots.sql. */
export type Rule = 'certain' | 'possible' | 'inside' | 'near' | 'listed'

export interface AreaRule {
  rule: Rule
  /** District of the area. */
  district_id: number
  /** The district covers the whole place; always true for a point. */
  covers: boolean
  /** Share of the place that the area covers, from 0 to 1; null if unknown. */
  share: number | null
}

export interface Matched {
  match: Match
  /** Possible for lack of boundaries: several districts share the extent, or a generalized border is too near. */
  shared: boolean
}

/**
 * Decides whether a contest is voted at a place; undefined if it is not (docs/rules.md#certain-and-possible). The first
 * matching row applies:
 *
 * | relations of the place's areas                | point            | ZIP, city, county, state                                   |
 * |-----------------------------------------------|------------------|------------------------------------------------------------|
 * | certain                                       | certain          | certain where they cover it, else as below, or possible    |
 * | listed and near                               | possible, shared | possible, shared                                           |
 * | listed and inside                             | certain          | certain where inside covers it, and listed with certain do |
 * | possible                                      | possible, shared | possible, shared                                           |
 * | listed alone: the boundaries lie elsewhere    | not voted        | not voted                                                  |
 * | inside or near alone: the county lists it not | not voted        | not voted                                                  |
 *
 * `inside` and `near` come from generalized boundaries, and `listed` from a county that lists several districts of the layer:
 * none is enough alone. Areas cover a place if one of them does, or if they are all the counties that contain it.
 * @param said relations of the place's areas to the contest
 * @param counties ids of the counties that together contain the place; empty if unknown
 */
export function matchContest(
  said: readonly Omit<AreaRule, 'share'>[],
  counties: readonly number[],
): Matched | undefined {
  const has = (...names: Rule[]): boolean => names.every((name) => said.some(({ rule }) => rule === name))
  const cover = (...names: Rule[]): boolean => {
    const areas = said.filter(({ rule }) => names.includes(rule))
    const isAmong = (county: number): boolean => areas.some(({ district_id }) => district_id === county)
    return areas.some(({ covers }) => covers) || (counties.length > 0 && counties.every(isAmong))
  }
  const near = has('listed', 'near')
  const inside = has('listed', 'inside')
  if (cover('certain') || (inside && !near && cover('inside') && cover('listed', 'certain')))
    return { match: 'certain', shared: false }
  if (near || inside || has('certain') || has('possible')) return { match: 'possible', shared: near || has('possible') }
  return undefined
}

/** The facts that place a contest on a ballot. */
export interface BallotContest {
  id: number
  election_id: number
  election_date: string
  state: string
  election_slug: string
  level_rank: number
  ballot_order: number
  district_id: number
  /** 0 if the boundaries of its district are missing. */
  lines_held: number
}

/** The order of elections on a ballot. */
export function compareElections(a: BallotContest, b: BallotContest): number {
  return (
    compareText(a.election_date, b.election_date) ||
    compareText(a.state, b.state) ||
    compareText(a.election_slug, b.election_slug)
  )
}

/** The order of contests in an election. */
export function compareContests(a: BallotContest, b: BallotContest): number {
  return a.level_rank - b.level_rank || a.ballot_order - b.ballot_order || a.id - b.id
}

/**
 * Whether every one of a state's elections, and at least one, lists its candidates in a division that covers the place.
 * @param listed_in for each election, the OCD ids of the areas whose ballots are fully listed
 * @param covering OCD ids of the state and of its districts that cover the place
 */
export function isListedWithin(listed_in: readonly ReadonlySet<string>[], covering: readonly string[]): boolean {
  return listed_in.length > 0 && listed_in.every((areas) => covering.some((ocd_id) => areas.has(ocd_id)))
}

/** The contests of one level, in their order: those of every voter here before those of only some. */
export function certainFirst<Contest extends { match: Match }>(contests: readonly Contest[]): Contest[] {
  const isCertain = ({ match }: Contest): boolean => match === 'certain'
  return [...contests.filter(isCertain), ...contests.filter((contest) => !isCertain(contest))]
}

/** The contests of a ballot, with `certainFirst` within each level of each election. */
export function certainFirstInLevels<Contest extends { match: Match; level: Level; election: { slug: string } }>(
  contests: readonly Contest[],
): Contest[] {
  const groups = groupBy(contests, ({ election, level }) => `${election.slug} ${level}`)
  return [...groups.values()].flatMap(certainFirst)
}

// Selects the districts of a ballot: those of the next ballot and those of present seats. Both follow from district boundaries alone, never
// from who holds a seat (docs/rules.md#districts-of-a-ballot).

/** A district with its boundaries' days, YYYY-MM-DD. */
export interface BallotDistrict {
  id: number
  type: string
  state: string
  level_rank: number
  ocd_id: string
  /** First and last election day of its boundaries; null if open. */
  valid_from: string | null
  valid_to: string | null
  /** JSON of the district as answers show it. */
  summary: string
}

export interface ListedDistrict<District extends BallotDistrict = BallotDistrict> {
  district: District
  lines: DistrictBoundaries
  match: Match
}

/** Districts that elect a seat of a larger body. */
const SEAT_TYPES: ReadonlySet<string> = new Set<DistrictType>([
  'congressional',
  'state_upper',
  'state_lower',
  'council',
  'county_council',
  'ward',
  'anc',
  'smd',
  'school_board',
  'court',
])

const COUNCIL_TYPES: ReadonlySet<string> = new Set<DistrictType>(['council', 'county_council'])

export function compareDistricts(a: BallotDistrict, b: BallotDistrict): number {
  return (
    compareText(a.state, b.state) ||
    a.level_rank - b.level_rank ||
    compareText(a.type, b.type) ||
    compareText(a.ocd_id, b.ocd_id) ||
    a.id - b.id
  )
}

/** A place's districts, by how they are known to be its own. */
export interface DistrictsHere {
  /** By id: whether the district's boundaries cover the whole place. */
  within: ReadonlyMap<number, boolean>
  /** Ids of districts with a border near the place, or nearest to it. */
  near: ReadonlySet<number>
  /** Ids of the districts of certain contests of the next ballot. */
  certain: ReadonlySet<number>
}

/** @param nextBallots of each state, as `findNextBallots` finds them */
export function findDistrictsHere(
  areas: readonly PlaceArea[],
  voted: readonly (Matched & { contest: BallotContest })[],
  nextBallots: ReadonlyMap<string, string>,
): DistrictsHere {
  const within = new Map<number, boolean>()
  for (const { district_id, role, covers } of areas) if (role === 'lines') within.set(district_id, covers)
  const certain = voted.filter(
    ({ contest, match }) => match === 'certain' && contest.election_date === nextBallots.get(contest.state),
  )
  return {
    within,
    near: new Set(areas.filter(({ role }) => role === 'near').map(({ district_id }) => district_id)),
    certain: new Set(certain.map(({ contest }) => contest.district_id)),
  }
}

/**
 * The day of the next ballot of each state: of the earliest requested election with contests here. A state without one is absent; then it
 * is today.
 * @param voted all contests of the requested elections at the place
 */
export function findNextBallots(voted: readonly { contest: BallotContest }[]): ReadonlyMap<string, string> {
  const earliest = new Map<string, string>()
  for (const { contest } of voted) {
    const known = earliest.get(contest.state)
    if (known === undefined || contest.election_date < known) earliest.set(contest.state, contest.election_date)
  }
  return earliest
}

/**
 * The districts of the next ballot are those whose boundaries are valid on its day, and those of its certain contests. The boundaries of
 * present seats are added; undefined for a district with neither.
 * @param nextBallot the day of the next ballot of its state
 */
export function listDistrict<District extends BallotDistrict>(
  district: District,
  { within, near, certain }: DistrictsHere,
  { nextBallot, isSeat }: { nextBallot: string; isSeat: boolean },
): ListedDistrict<District> | undefined {
  const { id } = district
  const isNext = certain.has(id) || holdsOn(district, nextBallot)
  if (!isNext && !isSeat) return undefined
  const match = certain.has(id) || (within.get(id) === true && !near.has(id)) ? 'certain' : 'possible'
  return { district, lines: isNext ? 'next_ballot' : 'current_seat', match }
}

/** Districts that may not apply to the place, because their boundaries are generalized. @param exact the place is a point */
export function findDoubtful<District extends BallotDistrict>(
  listed: readonly ListedDistrict<District>[],
  { within, near }: DistrictsHere,
  { exact }: { exact: boolean },
): District[] {
  return listed.flatMap(({ district, match }) =>
    match === 'possible' && near.has(district.id) && (exact || !within.has(district.id)) ? [district] : [],
  )
}

/**
 * The next ballot and the present seats of some layer use different boundaries. A layer without known next boundaries never differs.
 * @param contested types of the districts of the contests here
 */
export function boundariesDiffer(listed: readonly ListedDistrict[], contested: readonly string[]): boolean {
  const typesOf = (wanted: DistrictBoundaries): string[] =>
    listed.filter(({ lines }) => lines === wanted).map(({ district }) => district.type)
  const next = new Set([...typesOf('next_ballot'), ...contested])
  return typesOf('current_seat').some((type) => next.has(type))
}

/** @param date of an election, YYYY-MM-DD */
function holdsOn({ valid_from, valid_to }: BallotDistrict, date: string): boolean {
  return (valid_from === null || valid_from <= date) && (valid_to === null || date <= valid_to)
}

/**
 * Seats held in a year were filled by the end of the year before, in the last boundaries of their layer in use by then. Vacant
 * seats count too.
 * @param nextPlan first election day of the plan that replaces the district's; undefined if none is known
 */
export function isSeatOn(
  { type, valid_from, valid_to }: BallotDistrict,
  date: string,
  nextPlan: string | undefined,
): boolean {
  if (!SEAT_TYPES.has(type)) return false
  const filledBy = `${Number(date.slice(0, 4)) - 1}-12-31`
  if (valid_from !== null && valid_from > filledBy) return false
  if (valid_to === null || valid_to > filledBy) return true
  // The boundaries of a council end only when others replace them, held here or not.
  if (nextPlan === undefined) return !COUNCIL_TYPES.has(type)
  return nextPlan > filledBy
}

// Names what a ballot lacks, or may lack (docs/rules.md#what-is-missing).

/** An election with what its ballots lack. */
export interface GapElection {
  /** YYYY-MM-DD */
  date: string
  state: string
  listed_in: ReadonlySet<string>
  missing: readonly ElectionGap[]
}

/** The facts from which the kind of a contest follows. `type` is that of its district. */
export interface ContestNature {
  level: Level
  kind: ContestKind
  type: string
}

/** The kind of a contest of a part of a state. `ballot_kind` of build/sql/00_macro.sql also tells statewide ones apart. */
export function ballotKindOf({ level, kind, type }: ContestNature): BallotKind {
  if (kind === 'measure') return level === 'federal' || level === 'state' ? 'state_measure' : 'local_measure'
  if (kind === 'retention') return 'court'
  switch (level) {
    case 'federal':
      return type === 'congressional' ? 'us_house' : 'president'
    case 'state':
      return type === 'state_upper' || type === 'state_lower' || type === 'court' ? type : 'state_office'
    default:
      return level
  }
}

/** Kinds of contests that fill the seats of holders. */
export const SEAT_KINDS = ['us_senate', 'us_house', 'state_office', 'state_upper', 'state_lower'] as const

export function kindOfOffice(office: Office): BallotKind {
  switch (office) {
    case 'us_senator':
      return 'us_senate'
    case 'us_representative':
      return 'us_house'
    case 'state_senator':
      return 'state_upper'
    case 'state_representative':
    case 'state_legislator':
      return 'state_lower'
    case 'city_council':
      return 'city'
    default:
      return 'state_office'
  }
}

/** Kinds with one contest for each district of a type: a voter who has one has all of them. */
const TYPE_OF_SEAT: Readonly<Partial<Record<BallotKind, string>>> = {
  us_house: 'congressional',
  state_upper: 'state_upper',
  state_lower: 'state_lower',
}

export interface Here {
  /** True for a point. */
  exact: boolean
  /** OCD ids of the state, and of the districts that cover the place. */
  covering: readonly string[]
  /** Districts whose boundaries contain the place, or overlap it. */
  within: readonly BallotDistrict[]
  /** The contests here, of all elections asked for. */
  voted: readonly (ContestNature & { election_date: string; state: string })[]
}

/**
 * Lists the contests that the elections of one state lack at a place.
 * @param elections those asked for
 * @param isListed whether the candidates of these elections are listed for the place
 * @param date of an election that is not held, if there is none
 */
export function findElectionGaps(
  elections: readonly GapElection[],
  { isListed, date, here }: { isListed: boolean; date: string; here: Here },
): Missing[] {
  const missing = elections.flatMap((election) => election.missing.flatMap((gap) => gapHere(election, gap, here)))
  return isListed || missing.length > 0 ? missing : everyKind(date, here)
}

function gapHere(
  { date, state }: GapElection,
  { kind, reason, districts, listed_in }: ElectionGap,
  { exact, covering, within, voted }: Here,
): Missing[] {
  if (listed_in.length > 0 && isListedWithin([new Set(listed_in)], covering)) return []
  const type = TYPE_OF_SEAT[kind]
  if (type === undefined) return [{ kind, reason }]
  const isSeen = voted.some((one) => one.election_date === date && one.state === state && ballotKindOf(one) === kind)
  if (exact && isSeen) return []
  const seats = within.filter((one) => one.type === type && one.state === state && holdsOn(one, date))
  if (seats.length === 0) return isSeen ? [] : [{ kind, reason }]
  return seats
    .filter(({ ocd_id }) => districts === null || districts.includes(ocd_id))
    .map(({ id }) => ({ kind, district_id: id, reason }))
}

/** Nothing is known of the ballots of a day but the contests here. Presidents are elected in leap years. */
function everyKind(date: string, { exact, voted }: Here): Missing[] {
  const isPresidential = Number(date.slice(0, 4)) % 4 === 0
  const isSeen = (kind: BallotKind): boolean =>
    exact &&
    TYPE_OF_SEAT[kind] !== undefined &&
    voted.some((one) => one.election_date === date && ballotKindOf(one) === kind)
  return BALLOT_KINDS.filter((kind) => (kind !== 'president' || isPresidential) && !isSeen(kind)).map((kind) => ({
    kind,
    reason: 'unknown',
  }))
}

/** Contests that are only possible for lack of boundaries, or whose boundaries are missing. */
export function findContestGaps(
  voted: readonly (Matched & { contest: BallotContest; nature: ContestNature })[],
): Missing[] {
  return voted.flatMap(({ contest: { lines_held, district_id }, nature, shared }): Missing[] => {
    if (lines_held === 1 && !shared) return []
    return [{ kind: ballotKindOf(nature), district_id, reason: lines_held === 1 ? 'unknown' : 'no_boundary' }]
  })
}

/** @param doubtful districts that may not apply to the place, because a generalized border is too near */
export function findDistrictGaps(doubtful: readonly BallotDistrict[]): Missing[] {
  return doubtful.map(({ id, type, summary }) => {
    const { level }: { level: Level } = JSON.parse(summary)
    return { kind: ballotKindOf({ level, kind: 'candidate', type }), district_id: id, reason: 'unknown' }
  })
}

/** Each once, in ballot order. */
export function sortMissing(missing: readonly Missing[]): Missing[] {
  const rank = ({ kind }: Missing): number => BALLOT_KINDS.indexOf(kind)
  const once = new Map(missing.map((one) => [`${one.kind} ${one.district_id} ${one.reason}`, one]))
  return [...once.values()].sort(
    (a, b) => rank(a) - rank(b) || (a.district_id ?? 0) - (b.district_id ?? 0) || compareText(a.reason, b.reason),
  )
}
