// Checks and resolves the location parameters: exactly one of location, address, or lat with lng.

import { ApiError } from '../../data/schema/api-error.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { findAddress } from './address/find-address.ts'
import type { Points } from './census/geocoder.ts'
import { findArea, findPoint, type ResolvedLocation } from './place.ts'
import { toUnknown, type UnknownAddress } from './unknown-address.ts'

export interface RequestedLocation {
  location?: string | undefined
  address?: string | undefined
  lat?: number | undefined
  lng?: number | undefined
}

/** @throws ApiError 400 if none or several are given, or only one of lat and lng. */
export function requireLocation({ location, address, lat, lng }: RequestedLocation): void {
  const half = (lat === undefined) !== (lng === undefined)
  if (half)
    throw refuse(`Parameter \`${lat === undefined ? 'lat' : 'lng'}\`: it is missing, expected both lat and lng.`)
  const named = [location !== undefined, address !== undefined, lat !== undefined].filter(Boolean).length
  if (named === 0) throw refuse('Parameter `location`: it is missing, expected location (or address), or lat with lng.')
  if (named > 1) throw refuse('Parameter `location`: expected exactly one of location, address, or lat with lng.')
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
export function resolveGeocoded(bundle: Bundle, [first, ...others]: Points): ResolvedLocation {
  const place = findPoint(bundle, first.lat, first.lng)
  if (others.some(({ lat, lng }) => findPoint(bundle, lat, lng).key !== place.key))
    throw refuse(
      'Parameter `location`: this address matches several places in different districts: add the direction of the street and the ZIP code.',
    )
  return { ...place, kind: 'address', resolver: 'census', key: `census ${place.key}` }
}

function refuse(sentence: string): ApiError {
  return new ApiError('invalid_parameter', sentence)
}
