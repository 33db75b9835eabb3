// Selects the districts of a ballot: those of the next ballot and those of present seats. Both follow from district boundaries alone, never
// from who holds a seat (docs/rules.md#districts-of-a-ballot).

import { compareText } from '../schema/folded-name.ts'
import type { DistrictBoundaries, DistrictType, Match } from '../schema/vocabulary.ts'
import type { BallotContest, Matched } from './match.ts'
import type { PlaceArea } from './point.ts'

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

/** @param nextBallot the day of a state's next ballot */
export function findDistrictsHere(
  areas: readonly PlaceArea[],
  voted: readonly (Matched & { contest: BallotContest })[],
  nextBallot: (state: string) => string,
): DistrictsHere {
  const within = new Map<number, boolean>()
  for (const { district_id, role, covers } of areas) if (role === 'lines') within.set(district_id, covers)
  const certain = voted.filter(
    ({ contest, match }) => match === 'certain' && contest.election_date === nextBallot(contest.state),
  )
  return {
    within,
    near: new Set(areas.filter(({ role }) => role === 'near').map(({ district_id }) => district_id)),
    certain: new Set(certain.map(({ contest }) => contest.district_id)),
  }
}

/**
 * The next ballot of a state is the earliest requested election with contests here, or today if there is none.
 * @param voted all contests of the requested elections at the place
 * @param today of a state
 */
export function findNextBallots(
  voted: readonly { contest: BallotContest }[],
  today: (state: string) => string,
): (state: string) => string {
  const earliest = new Map<string, string>()
  for (const { contest } of voted) {
    const known = earliest.get(contest.state)
    if (known === undefined || contest.election_date < known) earliest.set(contest.state, contest.election_date)
  }
  return (state) => earliest.get(state) ?? today(state)
}

/**
 * The districts of the next ballot are those whose boundaries are valid on its day, and those of its certain contests. The boundaries of
 * present seats are added; undefined for a district with neither.
 */
export function listDistrict<District extends BallotDistrict>(
  district: District,
  { within, near, certain }: DistrictsHere,
  { nextBallot, isSeat }: { nextBallot(state: string): string; isSeat(district: District): boolean },
): ListedDistrict<District> | undefined {
  const { id, state } = district
  const isNext = certain.has(id) || holdsOn(district, nextBallot(state))
  if (!isNext && !isSeat(district)) return undefined
  const match = certain.has(id) || (within.get(id) === true && !near.has(id)) ? 'certain' : 'possible'
  return { district, lines: isNext ? 'next_ballot' : 'current_seat', match }
}

/** Districts that may not apply to the place, because their boundaries are generalised. @param exact the place is a point */
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
export function linesDiffer(listed: readonly ListedDistrict[], contested: readonly string[]): boolean {
  const typesOf = (wanted: DistrictBoundaries): string[] =>
    listed.filter(({ lines }) => lines === wanted).map(({ district }) => district.type)
  const next = new Set([...typesOf('next_ballot'), ...contested])
  return typesOf('current_seat').some((type) => next.has(type))
}

/** @param date of an election, YYYY-MM-DD */
export function holdsOn({ valid_from, valid_to }: BallotDistrict, date: string): boolean {
  return (valid_from === null || valid_from <= date) && (valid_to === null || date <= valid_to)
}

/**
 * Seats held in a year were filled by the end of the year before, in the last boundaries of their layer in use by then. Vacant
 * seats count too.
 * @param planStarts first election days, ascending, of the known plans of the district's layer
 */
export function isSeatOn(
  { type, valid_from, valid_to }: BallotDistrict,
  date: string,
  planStarts: () => readonly string[],
): boolean {
  if (!SEAT_TYPES.has(type)) return false
  const filledBy = `${Number(date.slice(0, 4)) - 1}-12-31`
  if (valid_from !== null && valid_from > filledBy) return false
  if (valid_to === null || valid_to > filledBy) return true
  const next = planStarts().find((start) => start > valid_to)
  // The boundaries of a council end only when others replace them, held here or not.
  if (next === undefined) return !COUNCIL_TYPES.has(type)
  return next > filledBy
}
