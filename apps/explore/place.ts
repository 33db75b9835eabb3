// The place that a page is about: as typed, sealed or linked.

import { parsePointText } from '../../data/place/point.ts'
import { ApiError } from '../../data/schema/api-error.ts'
import type { Location } from '../../data/schema/location.ts'
import type { Look } from './look.ts'

/** Kinds of places that a link may name. */
const LINKED: readonly string[] = ['zip', 'city', 'county', 'state']

/** As typed, or as an earlier page has sealed it. */
export function typedPlace({ form, seal }: Look): string {
  return seal.open(form.secret('sealed')) ?? form.text('place')
}

/** The parameters that name a typed place. */
export function placeQuery(place: string): Readonly<Record<string, string>> {
  return parsePointText(place) ?? { location: place }
}

/** The place in a URL; null for an address or a point, which enters none. */
export function linkedPlace({ kind, label }: Location): string | null {
  return LINKED.includes(kind) && label !== null ? label.replace(/^ZIP /, '') : null
}

/** A link with an address is not ours. Throws ApiError 400. */
export function requireLink({ exchange, words }: Look, location: Location): void {
  if (exchange.request.method !== 'POST' && linkedPlace(location) === null)
    throw new ApiError('invalid_parameter', words.noLink)
}
