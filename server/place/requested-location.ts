// Resolves a location. An address that local data lacks may be sent to a geocoder, or is refused.

import { ApiError, invalidParameter, PlaceRefusal } from '../../data/schema/api-error.ts'
import { AREA_ELECTIONS_MAX } from '../../data/schema/operations.ts'
import { STATES, type UsState } from '../../data/schema/states.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { parseAddress } from '../../data/street/address-text.ts'
import { findAddress } from './address.ts'
import type { Points } from './census.ts'
import { findArea, findPoint, type ResolvedLocation } from './place.ts'

export interface RequestedLocation {
  location?: string | undefined
  address?: string | undefined
  lat?: number | undefined
  lng?: number | undefined
}

/**
 * The place of a request.
 * @param asked.points the geocoder's, for an address that local data lacks
 * @param asked.elections that the request names
 * @throws ApiError 404 for an unknown place; 400 for an ambiguous one, and for more elections than one answer about an area may have
 */
export function loadPlace(
  bundle: Bundle,
  location: RequestedLocation,
  { points, elections }: { points?: Points | undefined; elections?: readonly string[] | undefined },
): ResolvedLocation {
  const place = points ? resolveGeocoded(bundle, points) : resolveLocation(bundle, location)
  if ('refusal' in place) throw place.refusal
  requireFewElections(place, elections)
  return place
}

function requireFewElections({ exact }: ResolvedLocation, elections: readonly string[] | undefined): void {
  if (exact || elections === undefined || elections.length <= AREA_ELECTIONS_MAX) return
  throw invalidParameter(
    `Parameter \`elections\`: got ${elections.length} elections, expected at most ${AREA_ELECTIONS_MAX} for an area: a ZIP code, city, county or state.`,
  )
}

/** Resolves from local data. @throws ApiError 404 for an unknown place, 400 for an ambiguous one. */
export function resolveLocation(
  bundle: Bundle,
  { location, address, lat, lng }: RequestedLocation,
): ResolvedLocation | UnknownAddress {
  if (lat !== undefined && lng !== undefined) return findPoint(bundle, lat, lng)
  const text = location ?? address ?? ''
  return findArea(bundle, text) ?? findAddress(bundle, text) ?? toUnknown(bundle, text)
}

/**
 * Resolves an address that local data lacks.
 * @param points the geocoder's matches of the address, close together
 * @throws ApiError 400 if they lie in different districts.
 */
function resolveGeocoded(bundle: Bundle, [first, ...others]: Points): ResolvedLocation {
  const place = findPoint(bundle, first.lat, first.lng)
  if (others.some(({ lat, lng }) => findPoint(bundle, lat, lng).key !== place.key))
    throw invalidParameter(
      'Parameter `location`: this address matches several places in different districts: add the direction of the street and the ZIP code.',
    )
  return { ...place, kind: 'address', resolver: 'census', key: `census ${place.key}` }
}

export interface UnknownAddress {
  address: string
  /** The error if no geocoder is queried. */
  refusal: ApiError
}

const OTHERWISE = 'Use lat and lng, or a ZIP code, city, county or state.'

/**
 * @throws ApiError 404 if the text is not an address, or if its state has no boundaries and so no answer is possible. No message
 * contains the text.
 */
function toUnknown(bundle: Bundle, text: string): UnknownAddress {
  const parsed = parseAddress(text)
  if (parsed.kind !== 'address')
    throw new PlaceRefusal(
      'not_found',
      `This server knows no address, city, county or state with that name. ${OTHERWISE}`,
      [],
    )
  const code = parsed.readings.find((reading) => reading.state !== undefined)?.state
  const state = STATES.find((one) => one.code === code)
  if (state && !hasBoundaries(bundle, state))
    throw refuseUnknown(`This server has no district lines for ${state.name}.`)
  return { address: text, refusal: refuseUnknown(explain(bundle, state)) }
}

/** Whether the bundle has street addresses of a state. */
export function holdsAddresses({ addresses }: Bundle, state: string): boolean {
  return addresses?.statement('SELECT 1 FROM address_state WHERE state = $state').get({ state }) !== undefined
}

function explain(bundle: Bundle, state: UsState | undefined): string {
  if (!bundle.addresses || (state && !holdsAddresses(bundle, state.code)))
    return `This server has no address data for ${state?.name ?? 'that state'}.`
  return `This server's address data${state ? ` for ${state.name}` : ''} does not hold that address.`
}

function hasBoundaries({ places }: Bundle, { code }: UsState): boolean {
  return (
    places.statement("SELECT 1 FROM place_name WHERE kind = 'state' AND state = $code LIMIT 1").get({ code }) !==
    undefined
  )
}

function refuseUnknown(sentence: string): ApiError {
  return new ApiError('not_found', `${sentence} ${OTHERWISE}`)
}
