// The Census geocoder: an address → the points that it may be. Where it is switched on, what local data cannot answer is asked there;
// nothing that it answers is kept.

import { ApiError } from '../../errors.ts'
import { type Asked, ask } from './ask.ts'
import { createBreaker } from './breaker.ts'
import type { CensusMatch } from './match.ts'
import { findTie } from './tie.ts'
import { toCensusUrl } from './url.ts'

export const CENSUS_TIMEOUT_MS = 5000
/** Whole seconds, after a failure that does not yet stop others from asking. */
const RETRY_AFTER = 5

/** Degrees. */
export interface Point {
  lng: number
  lat: number
}

export type Points = readonly [Point, ...Point[]]

export interface Geocoder {
  /**
   * All in one state, and within 100 m of each other. The address leaves this machine.
   * @throws ApiError 404 where the address is not known, 400 where several are meant, 503 where there is no answer.
   */
  find(address: string): Promise<Points>
}

export interface GeocoderOptions {
  /** A base address that readCensusUrl gave. */
  url: string
  /** Milliseconds on a clock that never jumps. */
  steady(): number
  /** For the operator. */
  tell(sentence: string): void
  /** Milliseconds that one of the two tries may take. */
  timeout?: number
}

export function createGeocoder({ url, steady, tell, timeout = CENSUS_TIMEOUT_MS }: GeocoderOptions): Geocoder {
  const breaker = createBreaker(steady)
  let resting = false
  const askTwice = async (question: URL): Promise<Asked> => {
    const first = await ask(question, timeout)
    return 'failure' in first && first.passing ? ask(question, timeout) : first
  }
  return {
    async find(address) {
      const rest = breaker.enter()
      if (rest > 0) throw unavailable(rest / 1000)
      const asked = await askTwice(toCensusUrl(url, address))
      if ('failure' in asked) {
        const wait = breaker.failed()
        if (wait > 0 && !resting) tell(`The Census geocoder fails, lately with ${asked.failure}: it is left alone.`)
        resting = wait > 0
        throw unavailable(wait / 1000 || RETRY_AFTER)
      }
      if (resting) tell('The Census geocoder answers again.')
      resting = false
      breaker.succeeded()
      return requireOne(asked.matches)
    },
  }
}

/** Throws ApiError 400 or 404. */
function requireOne(matches: readonly CensusMatch[]): Points {
  const tie = findTie(matches)
  if (tie !== undefined)
    throw new ApiError(
      'invalid_parameter',
      `Parameter \`location\`: several addresses fit, in different places: expected ${tie} too.`,
    )
  const [first, ...others] = matches.map(({ coordinates }) => ({ lng: coordinates.x, lat: coordinates.y }))
  if (first) return [first, ...others]
  throw new ApiError(
    'not_found',
    "Neither this server's own data nor the Census geocoder knows that address. Ask by lat and lng, or by ZIP code, city, county or state.",
  )
}

function unavailable(seconds: number): ApiError {
  return new ApiError(
    'internal_error',
    'The Census geocoder, which this server asks for addresses that it does not hold, cannot be reached now. Ask by lat and lng, or by ZIP code, city, county or state, or ask again.',
    { status: 503, retryAfter: Math.ceil(seconds) },
  )
}
