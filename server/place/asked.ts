// The four location parameters: exactly one of location, address, or lat with lng.

import type { Bundle } from '../../data/store/bundle.ts'
import { ApiError } from '../errors.ts'
import { findArea, findPoint, type Place } from './place.ts'

export interface AskedPlace {
  location?: string | undefined
  address?: string | undefined
  lat?: number | undefined
  lng?: number | undefined
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

/** @throws ApiError 404 for no such place, 400 for an ambiguous one. */
export function findPlace(bundle: Bundle, { location, address, lat, lng }: AskedPlace): Place {
  if (lat !== undefined && lng !== undefined) return findPoint(bundle, lat, lng)
  return findArea(bundle, location ?? address ?? '')
}

function refuse(sentence: string): ApiError {
  return new ApiError('invalid_parameter', sentence)
}
