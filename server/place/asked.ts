// The four location parameters: exactly one of location, address, or lat with lng.

import type { LocationResolver } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { ApiError } from '../errors.ts'
import type { Points } from './census/geocoder.ts'
import { noAddresses } from './name.ts'
import { findArea, findPoint, type Place } from './place.ts'
import { parseLocationText } from './text.ts'

export interface AskedPlace {
  location?: string | undefined
  address?: string | undefined
  lat?: number | undefined
  lng?: number | undefined
}

/** An address that the bundle does not hold. */
export interface UnknownAddress {
  address: string
  /** What is said where nobody else is asked. */
  refusal: ApiError
}

/** @throws ApiError 400 for none, several, or half a pair. */
export function requirePlace({ location, address, lat, lng }: AskedPlace): void {
  const half = (lat === undefined) !== (lng === undefined)
  if (half)
    throw refuse(`Parameter \`${lat === undefined ? 'lat' : 'lng'}\`: it is missing, expected both lat and lng.`)
  const named = [location !== undefined, address !== undefined, lat !== undefined].filter(Boolean).length
  if (named === 0) throw refuse('Parameter `location`: it is missing, expected location (or address), or lat with lng.')
  if (named > 1) throw refuse('Parameter `location`: expected exactly one of location, address, or lat with lng.')
}

/**
 * @param points where a geocoder finds the address that is asked for; undefined while none has been asked
 * @throws ApiError 404 for no such place, 400 for an ambiguous one.
 */
export function findPlace(
  bundle: Bundle,
  { location, address, lat, lng }: AskedPlace,
  points: Points | undefined,
): Place | UnknownAddress {
  if (lat !== undefined && lng !== undefined) return findPoint(bundle, lat, lng)
  if (points) return findAddress(bundle, points, 'census')
  const text = location ?? address ?? ''
  const parsed = parseLocationText(text)
  if (parsed.kind !== 'address') return findArea(bundle, text)
  return { address: text, refusal: new ApiError('not_found', noAddresses(bundle, parsed.state)) }
}

/** @param points of one address, as near to each other as its matches are */
function findAddress(bundle: Bundle, [first, ...others]: Points, resolver: LocationResolver): Place {
  const place = findPoint(bundle, first.lat, first.lng)
  if (others.some(({ lat, lng }) => findPoint(bundle, lat, lng).key !== place.key))
    throw refuse(
      'Parameter `location`: several addresses fit, in different districts: expected the direction of the street and the ZIP code too.',
    )
  return { ...place, kind: 'address', resolver, key: `${resolver} ${place.key}` }
}

function refuse(sentence: string): ApiError {
  return new ApiError('invalid_parameter', sentence)
}
