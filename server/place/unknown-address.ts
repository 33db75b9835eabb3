// Decides whether an address missing from local data may be sent to a geocoder, and the error if not.

import { ApiError, PlaceRefusal } from '../../data/schema/api-error.ts'
import { STATES, type UsState } from '../../data/schema/states.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { parseAddress } from '../../data/street/address-text.ts'

export interface UnknownAddress {
  address: string
  /** The error if no geocoder is queried. */
  refusal: ApiError
}

const OTHERWISE = 'Use lat and lng, or a ZIP code, city, county or state.'

/**
 * @throws ApiError 404 if the text is not an address, or if its state has no lines and so no answer is possible. No message
 * contains the text.
 */
export function toUnknown(bundle: Bundle, text: string): UnknownAddress {
  const parsed = parseAddress(text)
  if (parsed.kind !== 'address')
    throw new PlaceRefusal(
      'not_found',
      `This server knows no address, city, county or state with that name. ${OTHERWISE}`,
      [],
    )
  const code = parsed.readings.find((reading) => reading.state !== undefined)?.state
  const state = STATES.find((one) => one.code === code)
  if (state && !holdsLines(bundle, state)) throw refuse(`This server has no district lines for ${state.name}.`)
  return { address: text, refusal: refuse(explain(bundle, state)) }
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

function holdsLines({ places }: Bundle, { code }: UsState): boolean {
  return (
    places.statement("SELECT 1 FROM place_name WHERE kind = 'state' AND state = $code LIMIT 1").get({ code }) !==
    undefined
  )
}

function refuse(sentence: string): ApiError {
  return new ApiError('not_found', `${sentence} ${OTHERWISE}`)
}
