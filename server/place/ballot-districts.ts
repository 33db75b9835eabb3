// Selects the districts of a ballot answer: those of the next ballot and those of present seats. Both follow from district
// lines alone, never from who holds a seat (docs/rules.md#districts-of-a-ballot).

import type { DistrictLines, DistrictType, Match } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import type { Day } from '../read/calendar.ts'
import { type DistrictSummaryRow, loadDistricts, loadPlanStarts } from '../read/districts.ts'
import { findHoldersDate } from '../read/officeholders.ts'
import type { Steps } from '../read/sliced-work.ts'
import { loadTimeZones } from '../read/states.ts'
import type { ResolvedLocation } from './place.ts'
import type { VotedContest } from './voted.ts'

export interface PlaceDistrictRow {
  district: DistrictSummaryRow
  lines: DistrictLines
  match: Match
}

interface PlaceLines {
  /** Ordered by state, level, type, ocd_id, id; each district once. */
  districts: readonly PlaceDistrictRow[]
  /** The next ballot and the present seats of some layer use different lines here. */
  differ: boolean
  /** The lines are generalised, so one of the districts may not apply to the place. */
  doubtful: boolean
}

const DISTRICTS_A_STEP = 32

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

/**
 * The next ballot of a state is the earliest requested election with contests here, or today if there is none. Its districts
 * are those whose lines are valid on that day, and those of its certain contests. The lines of present seats are added.
 * @param voted all contests of the requested elections at the place, including those that the response leaves out
 */
export function* loadLines(
  { bundle, day }: { bundle: Bundle; day: Day },
  place: ResolvedLocation,
  voted: readonly VotedContest[],
): Steps<PlaceLines> {
  yield
  const nextBallot = findNextBallots({ bundle, day }, voted)
  const certain = new Set(
    voted
      .filter(({ contest, match }) => match === 'certain' && contest.election_date === nextBallot(contest.state))
      .map(({ contest }) => contest.district_id),
  )
  const within = new Map<number, boolean>()
  for (const { district_id, role, covers } of place.areas) if (role === 'lines') within.set(district_id, covers)
  const near = new Set(place.areas.filter(({ role }) => role === 'near').map(({ district_id }) => district_id))
  const seatsOn = findHoldersDate(bundle) ?? day.in(loadTimeZones(bundle).get(place.state) ?? 'UTC')
  const known = yield* loadDistricts(bundle, [...within.keys(), ...near, ...certain])
  const districts: PlaceDistrictRow[] = []
  for (const [at, district] of known.entries()) {
    if ((at + 1) % DISTRICTS_A_STEP === 0) yield
    const { id, state } = district
    const isNext = certain.has(id) || holdsOn(district, nextBallot(state))
    if (!isNext && !isSeatOn(bundle, district, seatsOn)) continue
    const match: Match = certain.has(id) || (within.get(id) === true && !near.has(id)) ? 'certain' : 'possible'
    districts.push({ district, lines: isNext ? 'next_ballot' : 'current_seat', match })
  }
  return {
    districts,
    differ: yield* differ(bundle, districts, voted),
    doubtful: districts.some(
      ({ district: { id }, match }) => match === 'possible' && near.has(id) && (place.exact || !within.has(id)),
    ),
  }
}

/** The day of each state's next ballot. */
function findNextBallots(
  { bundle, day }: { bundle: Bundle; day: Day },
  voted: readonly VotedContest[],
): (state: string) => string {
  const earliest = new Map<string, string>()
  for (const { contest } of voted) {
    const known = earliest.get(contest.state)
    if (known === undefined || contest.election_date < known) earliest.set(contest.state, contest.election_date)
  }
  const zones = loadTimeZones(bundle)
  return (state) => earliest.get(state) ?? day.in(zones.get(state) ?? 'UTC')
}

/** A layer without known next lines never differs. */
function* differ(
  bundle: Bundle,
  districts: readonly PlaceDistrictRow[],
  voted: readonly VotedContest[],
): Steps<boolean> {
  const seats = districts.filter(({ lines }) => lines === 'current_seat').map(({ district }) => district.type)
  if (seats.length === 0) return false
  const listed = districts.filter(({ lines }) => lines === 'next_ballot').map(({ district }) => district.type)
  const contested = yield* loadDistricts(
    bundle,
    voted.map(({ contest }) => contest.district_id),
  )
  const next = new Set([...listed, ...contested.map(({ type }) => type)])
  return seats.some((type) => next.has(type))
}

function holdsOn({ valid_from, valid_to }: DistrictSummaryRow, date: string): boolean {
  return (valid_from === null || valid_from <= date) && (valid_to === null || date <= valid_to)
}

/**
 * Seats held in a year were filled by the end of the year before, in the last lines of their layer in use by then. Vacant
 * seats count too.
 */
export function isSeatOn(bundle: Bundle, district: DistrictSummaryRow, date: string): boolean {
  if (!SEAT_TYPES.has(district.type)) return false
  const { valid_from, valid_to } = district
  const filledBy = `${Number(date.slice(0, 4)) - 1}-12-31`
  if (valid_from !== null && valid_from > filledBy) return false
  if (valid_to === null || valid_to > filledBy) return true
  const next = loadPlanStarts(bundle, district).find((start) => start > valid_to)
  // The lines of a council end only when others replace them, held here or not.
  if (next === undefined) return !COUNCIL_TYPES.has(district.type)
  return next > filledBy
}
