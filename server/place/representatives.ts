// Who represents a place: the holders of seats whose districts contain it, in the lines that they were elected in.

import type { Bundle } from '../../data/store/bundle.ts'
import type { Day } from '../day.ts'
import { loadDistricts } from '../read/districts.ts'
import {
  holdsEverySeat,
  loadOfficeholdersIn,
  loadOfficeholdersOf,
  requireOfficeholders,
} from '../read/officeholders.ts'
import type { BodySteps, Steps } from '../read/steps.ts'
import { findUpcoming } from '../read/upcoming.ts'
import { loadLines } from './lines.ts'
import { presentLocation } from './location.ts'
import type { Place } from './place.ts'
import { loadVoted } from './voted.ts'

/**
 * JSON of `/v1/representatives`, federal first. Of a point those whose seats contain it; of a ZIP code, city or county everyone
 * whose district overlaps it, or may, where its lines are generalised; of a state its federal and state officers alone (of DC
 * its Council too), wherever in it they were elected. Not complete where a seat's lines are not held, or too generalised to tell. Throws
 * ApiError 503 without officeholders.
 */
export function* presentRepresentatives({ bundle, day }: { bundle: Bundle; day: Day }, place: Place): BodySteps {
  requireOfficeholders(bundle)
  const voted = yield* loadVoted(bundle, place, { elections: findUpcoming(bundle, day) })
  const { differ: lines_differ } = yield* loadLines({ bundle, day }, place, voted)
  if (place.kind === 'state') {
    const officers = loadOfficeholdersOf(bundle, place.state)
    yield present(place, officers, { complete: officers.length > 0, lines_differ })
    return
  }
  const within = idsOf(place, 'lines')
  const beside = idsOf(place, 'near').filter((id) => !within.includes(id))
  const doubtful = loadOfficeholdersIn(bundle, beside).length > 0
  yield
  const shown = loadOfficeholdersIn(bundle, place.exact ? within : [...within, ...beside])
  yield
  const states = yield* statesOf(bundle, place, within)
  const complete = !doubtful && states.every((state) => holdsEverySeat(bundle, state))
  yield present(place, shown, { complete, lines_differ })
}

/** A ZIP code may lie in several. */
function* statesOf(bundle: Bundle, place: Place, districts: readonly number[]): Steps<string[]> {
  const states = (yield* loadDistricts(bundle, districts)).filter(({ type }) => type === 'state')
  return [...new Set([place.state, ...states.map(({ state }) => state)])]
}

function idsOf(place: Place, role: string): number[] {
  return place.areas.filter((area) => area.role === role).map((area) => area.district_id)
}

function present(
  place: Place,
  officeholders: readonly string[],
  known: { complete: boolean; lines_differ: boolean },
): Buffer {
  return Buffer.from(
    `{"data":{"location":${presentLocation(place, known)},"officeholders":[${officeholders.join(',')}]}}`,
  )
}
