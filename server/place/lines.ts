// The two sets of lines at a place: those of its next ballot, and those that present holders were elected in.

import type { DistrictLines } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import type { Day } from '../day.ts'
import { type DistrictSummaryRow, loadDistricts } from '../read/districts.ts'
import { loadSeats } from '../read/seats.ts'
import { loadTimeZones } from '../read/states.ts'
import type { Place } from './place.ts'
import type { VotedContest } from './voted.ts'

export interface PlaceDistrictRow {
  district: DistrictSummaryRow
  lines: DistrictLines
}

export interface PlaceLines {
  /** By state, level, type, ocd_id, id; each once. */
  districts: readonly PlaceDistrictRow[]
  /** The next ballot has districts of some layer here, and a present holder of its seat was elected in another record. */
  differ: boolean
}

/**
 * Of the next ballot are the districts of certain contests, and those whose lines hold on the day of an answered election, or
 * today where none is answered. Beside them stand the seats of present holders in other lines. A retired district that
 * nobody holds is neither, and what generalised lines are merely near to is in neither.
 * @param voted all that is answered here, whatever of it is shown
 */
export function loadLines(
  { bundle, day }: { bundle: Bundle; day: Day },
  place: Place,
  voted: readonly VotedContest[],
): PlaceLines {
  const dates = new Set(voted.map(({ contest }) => contest.election_date))
  if (dates.size === 0) dates.add(day.in(loadTimeZones(bundle).get(place.state) ?? 'UTC'))
  const certain = new Set(voted.filter(({ match }) => match === 'certain').map(({ contest }) => contest.district_id))
  const drawn = place.areas.filter(({ role }) => role === 'lines').map(({ district_id }) => district_id)
  const seats = loadSeats(bundle.officeholders)
  const districts = loadDistricts(bundle, [...drawn, ...certain]).flatMap((district): PlaceDistrictRow[] => {
    if (certain.has(district.id) || [...dates].some((date) => holdsOn(district, date)))
      return [{ district, lines: 'next_ballot' }]
    return seats.has(district.id) ? [{ district, lines: 'current_seat' }] : []
  })
  return { districts, differ: differ(bundle, districts, voted) }
}

/** Of a layer of which the next ballot's lines are not known nothing is said. */
function differ(bundle: Bundle, districts: readonly PlaceDistrictRow[], voted: readonly VotedContest[]): boolean {
  const seats = districts.filter(({ lines }) => lines === 'current_seat').map(({ district }) => district.type)
  if (seats.length === 0) return false
  const listed = districts.filter(({ lines }) => lines === 'next_ballot').map(({ district }) => district.type)
  const contested = loadDistricts(
    bundle,
    voted.map(({ contest }) => contest.district_id),
  ).map(({ type }) => type)
  const next = new Set([...listed, ...contested])
  return seats.some((type) => next.has(type))
}

function holdsOn({ valid_from, valid_to }: DistrictSummaryRow, date: string): boolean {
  return (valid_from === null || valid_from <= date) && (valid_to === null || date <= valid_to)
}
