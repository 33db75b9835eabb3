// The Census geocoder: an address → the points that it may be. Where it is switched on, what local data cannot answer is asked there;
// nothing that it answers is kept.

import { CENSUS_FAILURES_MAX, CENSUS_REST_MS, CENSUS_TIMEOUT_MS } from '../../constants.ts'
import { ApiError } from '../../http/errors.ts'
import { type CensusMatch, findTie, isRefusal, parseMatches } from './match.ts'
import { toCensusUrl } from './url.ts'

// The one door through which an address leaves this machine: one request to the geocoder. Nothing of a fault is passed on but
// its kind, because a message of fetch may quote the URL.

/** Whatever a reply holds, one address has few matches. */
export const REPLY_BYTES_MAX = 262_144
const HEADERS = { Accept: 'application/json', 'User-Agent': 'hustings' }

/** `passing`: another try at once may do better. */
interface Failure {
  failure: string
  passing: boolean
}

type Asked = { matches: readonly CensusMatch[] } | Failure

const UNREACHABLE = { failure: 'no connection', passing: true }
const LATE = { failure: 'no answer in time', passing: true }
const LARGE = { failure: 'an answer that is too large', passing: false }
const STRANGE = { failure: 'an answer of another form', passing: false }

/** @param timeout milliseconds, to the last byte */
async function requestGeocode(url: URL, timeout: number): Promise<Asked> {
  const signal = AbortSignal.timeout(timeout)
  try {
    const reply = await fetch(url, { signal, headers: HEADERS, redirect: 'manual' })
    if (reply.status === 200 || reply.status === 400) {
      const text = await readText(reply)
      return text === undefined ? LARGE : read(reply.status, text)
    }
    await reply.body?.cancel()
    return { failure: `status ${reply.status}`, passing: reply.status >= 500 }
  } catch {
    return signal.aborted ? LATE : UNREACHABLE
  }
}

/** A text that is no address is answered with 400: nothing is wrong with the geocoder then. */
function read(status: number, text: string): Asked {
  if (status === 400) return isRefusal(text) ? { matches: [] } : { failure: 'status 400', passing: false }
  const matches = parseMatches(text)
  return matches ? { matches } : STRANGE
}

/** Undefined for one that is too large: the rest of it is not read. */
async function readText({ body }: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > REPLY_BYTES_MAX) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

// A circuit breaker: what has failed too often is left alone for a while, and then tried by one request first.
/** While one tries. */
const TRIAL_MS = 1000

interface Breaker {
  /** Milliseconds to wait; 0 lets the caller through, who then says how it went. */
  enter(): number
  succeeded(): void
  /** Milliseconds that others have to wait now. */
  failed(): number
}

/** @param steady milliseconds on a clock that never jumps */
function createBreaker(steady: () => number): Breaker {
  let failures = 0
  /** Until then nobody passes. */
  let rest: number | undefined
  let trying = false
  const left = (): number => (rest === undefined ? 0 : Math.max(0, rest - steady()))
  return {
    enter() {
      if (rest === undefined || left() > 0) return left()
      if (trying) return TRIAL_MS
      trying = true
      return 0
    },
    succeeded() {
      failures = 0
      rest = undefined
      trying = false
    },
    failed() {
      failures += 1
      // Those that set out before it opened do not open it again.
      if (failures >= CENSUS_FAILURES_MAX && (rest === undefined || trying)) {
        rest = steady() + CENSUS_REST_MS
        trying = false
      }
      return left()
    },
  }
}

/** Whole seconds, after a failure that does not yet stop others from asking. */
const RETRY_AFTER = 5

/** Degrees. */
interface Point {
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

interface GeocoderOptions {
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
    const first = await requestGeocode(question, timeout)
    return 'failure' in first && first.passing ? requestGeocode(question, timeout) : first
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
