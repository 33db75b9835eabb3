// Finds an address in local data: address → resolved location.

import { ApiError } from '../../../data/schema/api-error.ts'
import type { Bundle } from '../../../data/store/bundle.ts'
import { type FoundAddress, findInBook } from '../../../data/street/address-match.ts'
import { type AddressText, parseAddress } from '../../../data/street/address-text.ts'
import { findPoint, type ResolvedLocation } from '../place.ts'
import { openBook } from './book.ts'

export function findLocalAddress(
  bundle: Pick<Bundle, 'places' | 'addresses'>,
  parsed: Extract<AddressText, { kind: 'address' }>,
): FoundAddress {
  const book = openBook(bundle)
  return book && findInBook(book, parsed)
}

/**
 * Returns undefined if local data does not hold the address, or if the text is not an address.
 * @throws ApiError 404 for an address without a point, 400 for a tie. No message contains the text.
 */
export function findAddress(bundle: Bundle, text: string): ResolvedLocation | undefined {
  const parsed: AddressText = parseAddress(text)
  if (parsed.kind === 'other') return undefined
  if (parsed.kind === 'no_point')
    throw new ApiError(
      'not_found',
      `This kind of address (${parsed.what}) has no point on a map. Use a street address, lat and lng, a ZIP code, a city, a county or a state.`,
    )
  const found = findLocalAddress(bundle, parsed)
  if (!found) return undefined
  if ('ambiguous' in found) throw refuseTie(found.ambiguous.adds)
  const place = findPoint(bundle, found.lat, found.lng)
  // The key differs from the point's own key, because the answer states how the location was resolved.
  return { ...place, kind: 'address', resolver: 'local', key: `local ${place.key}` }
}

function refuseTie(adds: string | null): ApiError {
  const expected = adds === null ? 'use lat and lng instead' : `add ${adds}`
  return new ApiError('invalid_parameter', `Parameter \`location\`: this address matches several places: ${expected}.`)
}
