import { kindOfOffice, SEAT_KINDS } from '../../data/place/ballot.ts'
import type { Missing } from '../../data/schema/location.ts'
import { dataOperations } from '../../data/schema/operations.ts'
import type { Language, Match } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { loadBoundaries, loadVoted, presentLocation } from '../place/ballot.ts'
import type { ResolvedLocation } from '../place/place.ts'
import { loadDistricts } from '../read/districts.ts'
import { type Day, findUpcoming } from '../read/elections.ts'
import {
  findOfficeholder,
  findUndrawnOffices,
  type HolderRow,
  loadOfficeholdersIn,
  loadOfficeholdersOf,
  presentOfficeholders,
  requireOfficeholders,
} from '../read/officeholders.ts'
import { mergeOverlay } from '../read/overlay.ts'
import { presentRecord, withMembers } from '../read/record.ts'
import type { BodySteps, Steps } from '../read/sliced-work.ts'
import { placeRoute, route } from '../route/route.ts'

export const officeholders = route({
  ...dataOperations.listOfficeholders,
  id: 'listOfficeholders',
  summary: 'Current officeholders, federal first, then by state, office and name',
  answer: ({ query, filters }, reading) => presentOfficeholders(query, filters, reading),
})

export const officeholderById = route({
  ...dataOperations.getOfficeholder,
  id: 'getOfficeholder',
  summary: 'One officeholder with every seat held',
  answer({ params }, reading) {
    requireOfficeholders(reading)
    const { person_id } = params
    return presentRecord(
      findOfficeholder(reading.bundle, person_id),
      `There is no officeholder with the person_id ${person_id}.`,
    )
  },
})

export const representatives = placeRoute({
  ...dataOperations.getRepresentatives,
  id: 'getRepresentatives',
  summary: 'The officeholders who represent a location, federal first',
  *answer({ query, place }, reading) {
    yield* presentRepresentatives(reading, place, query.lang)
  },
})

// Builds `/v1/representatives`: the holders of seats whose districts contain a place, in the lines of their election.

/**
 * JSON of `/v1/representatives`, federal seats first. For a point: seats whose district contains it, and seats beyond a
 * generalized border nearer than its error. For a ZIP code, city or county: seats whose district overlaps it, or may overlap
 * it if the lines are generalized. For a state: its federal and state officers only (for DC its Council too), wherever they
 * were elected. A seat is `certain` if its district contains the whole place. The answer is not complete if a seat's lines
 * are missing or too generalized.
 * @throws ApiError 503 or 404 without officeholders.
 */
function* presentRepresentatives(
  { bundle, day, isNamed }: { bundle: Bundle; day: Day; isNamed: boolean },
  place: ResolvedLocation,
  lang: Language,
): BodySteps {
  requireOfficeholders({ bundle, isNamed })
  const voted = yield* loadVoted(bundle, place, { elections: findUpcoming(bundle, day) })
  const { differ: lines_differ } = yield* loadBoundaries({ bundle, day }, place, voted)
  if (place.kind === 'state') {
    const officers = loadOfficeholdersOf(bundle, place.state)
    const json = present(place, officers, { missing: officers.length > 0 ? [] : noHolders(), lines_differ })
    yield mergeOverlay(bundle, json, lang)
    return
  }
  const within = idsOf(place, 'lines')
  const near = idsOf(place, 'near')
  const holders = loadOfficeholdersIn(bundle, [...new Set([...within, ...near])])
  yield
  // For an area, a district is doubtful only if no part of the area lies in its lines.
  const doubted = place.exact ? near : near.filter((id) => !within.includes(id))
  const missing = holders.flatMap(({ office, district_id }): Missing[] =>
    district_id !== null && doubted.includes(district_id)
      ? [{ kind: kindOfOffice(office), district_id, reason: 'unknown' }]
      : [],
  )
  for (const state of yield* statesOf(bundle, place, within)) {
    const undrawn = findUndrawnOffices(bundle, state)?.map(
      (office): Missing => ({
        kind: kindOfOffice(office),
        reason: 'no_boundary',
      }),
    )
    missing.push(...(undrawn ?? noHolders()))
  }
  yield mergeOverlay(bundle, present(place, holders, { missing, lines_differ }), lang)
}

/** Of a state whose officeholders are not held. */
function noHolders(): Missing[] {
  return SEAT_KINDS.map((kind) => ({ kind, reason: 'unknown' }))
}

/** A ZIP code may lie in several states. */
function* statesOf(bundle: Bundle, place: ResolvedLocation, districts: readonly number[]): Steps<string[]> {
  const states = (yield* loadDistricts(bundle, districts)).filter(({ type }) => type === 'state')
  return [...new Set([place.state, ...states.map(({ state }) => state)])]
}

function idsOf(place: ResolvedLocation, role: string): number[] {
  return place.areas.filter((area) => area.role === role).map((area) => area.district_id)
}

function present(
  place: ResolvedLocation,
  holders: readonly HolderRow[],
  known: { missing: readonly Missing[]; lines_differ: boolean },
): string {
  const near = new Set(place.exact ? idsOf(place, 'near') : [])
  const certain = new Set(
    place.areas
      .filter(({ district_id, role, covers }) => role === 'lines' && covers && !near.has(district_id))
      .map(({ district_id }) => district_id),
  )
  const officeholders = holders.map(({ district_id, body }) => {
    const match: Match = district_id !== null && certain.has(district_id) ? 'certain' : 'possible'
    return withMembers(body, `"match":"${match}"`)
  })
  return `{"data":{"location":${presentLocation(place, known)},"officeholders":[${officeholders.join(',')}]}}`
}
