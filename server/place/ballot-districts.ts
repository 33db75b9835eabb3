// Loads the districts of a ballot answer; data/place/districts.ts selects them.

import {
  boundariesDiffer,
  findDistrictsHere,
  findDoubtful,
  findNextBallots,
  isSeatOn,
  type ListedDistrict,
  listDistrict,
} from '../../data/place/ballot.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { type DistrictSummaryRow, loadDistricts, loadPlanStarts } from '../read/districts.ts'
import { findHoldersDate } from '../read/officeholders.ts'
import type { Steps } from '../read/sliced-work.ts'
import { type Day, findToday } from '../read/states.ts'
import type { ResolvedLocation } from './place.ts'
import type { VotedContest } from './voted.ts'

export type PlaceDistrictRow = ListedDistrict<DistrictSummaryRow>

interface PlaceBoundaries {
  /** Ordered by state, level, type, ocd_id, id; each district once. */
  districts: readonly PlaceDistrictRow[]
  /** The next ballot and the present seats of some layer use different boundaries here. */
  differ: boolean
  /** Those that may not apply to the place, because their boundaries are generalised. */
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
  const nextBallot = findNextBallots(voted, today)
  const here = findDistrictsHere(place.areas, voted, nextBallot)
  const seatsOn = findHoldersDate(bundle) ?? today(place.state)
  const isSeat = (district: DistrictSummaryRow): boolean =>
    isSeatOn(district, seatsOn, () => loadPlanStarts(bundle, district))
  const known = yield* loadDistricts(bundle, [...here.within.keys(), ...here.near, ...here.certain])
  const districts: PlaceDistrictRow[] = []
  for (const [at, district] of known.entries()) {
    if ((at + 1) % DISTRICTS_A_STEP === 0) yield
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
