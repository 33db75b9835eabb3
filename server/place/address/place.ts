// An address → its place, as far as local data goes.

import { type AddressText, parseAddress } from '../../../data/schema/address-text.ts'
import type { Bundle } from '../../../data/store/bundle.ts'
import { ApiError } from '../../errors.ts'
import { findPoint, type Place } from '../place.ts'
import { findLocalAddress } from './find.ts'

/**
 * Undefined where no data here knows the address, or the text is none.
 * @throws ApiError 404 for what has no point by its address, 400 for a tie. The text stands in no message.
 */
export function findAddress(bundle: Bundle, text: string): Place | undefined {
  const parsed: AddressText = parseAddress(text)
  if (parsed.kind === 'other') return undefined
  if (parsed.kind === 'no_point')
    throw new ApiError(
      'not_found',
      `An address of that kind, ${parsed.what}, has no point on a map. Ask by a street address, by lat and lng, or by ZIP code, city, county or state.`,
    )
  const found = findLocalAddress(bundle, parsed)
  if (!found) return undefined
  if ('ambiguous' in found) throw refuseTie(found.ambiguous.adds)
  const place = findPoint(bundle, found.lat, found.lng)
  // Beside the point's own, for the answers say how each was resolved.
  return { ...place, kind: 'address', resolver: 'local', key: `local ${place.key}` }
}

function refuseTie(adds: string | null): ApiError {
  const expected = adds === null ? 'expected lat and lng instead' : `expected ${adds} too`
  return new ApiError(
    'invalid_parameter',
    `Parameter \`location\`: several addresses fit, in different places: ${expected}.`,
  )
}
