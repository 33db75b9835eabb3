// An address that local data does not hold: whether it may be asked for elsewhere, and what is said where it is not.

import { STATES, type UsState } from '../../data/schema/states.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { parseAddress } from '../../data/street/address-text.ts'
import { ApiError } from '../http/errors.ts'
import { memoizePerPart } from '../read/per-part-cache.ts'

export interface UnknownAddress {
  address: string
  /** What is said where nobody else is asked. */
  refusal: ApiError
}

const OTHERWISE = 'Ask by lat and lng, or by ZIP code, city, county or state.'

/**
 * @throws ApiError 404 for what is no address, and for one in a state without lines: wherever it is, nothing could be answered.
 * The text stands in no message.
 */
export function toUnknown(bundle: Bundle, text: string): UnknownAddress {
  const parsed = parseAddress(text)
  if (parsed.kind !== 'address') throw refuse('No address, city, county or state of that name is known here.')
  const code = parsed.readings.find((reading) => reading.state !== undefined)?.state
  const state = STATES.find((one) => one.code === code)
  if (state && !holdsLines(bundle, state)) throw refuse(`This server holds no lines of ${state.name}.`)
  return { address: text, refusal: refuse(explain(bundle, state)) }
}

function explain({ addresses }: Bundle, state: UsState | undefined): string {
  if (!addresses || (state && !loadStates(addresses).has(state.code)))
    return `This server has no address data for ${state?.name ?? 'that state'}.`
  return `This server's address data${state ? ` for ${state.name}` : ''} does not hold that address.`
}

function holdsLines({ places }: Bundle, { code }: UsState): boolean {
  return (
    places.statement("SELECT 1 FROM place_name WHERE kind = 'state' AND state = $code LIMIT 1").get({ code }) !==
    undefined
  )
}

/** Of which any address is held. */
const loadStates = memoizePerPart(
  (addresses: OpenPart): ReadonlySet<string> =>
    new Set(
      addresses
        .statement<{ state: string }>('SELECT state FROM address_state ORDER BY state')
        .all()
        .map(({ state }) => state),
    ),
)

function refuse(sentence: string): ApiError {
  return new ApiError('not_found', `${sentence} ${OTHERWISE}`)
}
