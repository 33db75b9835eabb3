// Queries the Census geocoder: address → matching points. If the operator enables it, addresses missing from local data are
// sent to it. Its answers are not stored.

import { z } from 'zod'
import { ApiError, invalidParameter } from '../../data/schema/api-error.ts'

/** @setting Milliseconds for which requests to the Census geocoder pause. */
const CENSUS_REST_MS = 30_000
/** @setting Consecutive failures after which requests to the Census geocoder pause. */
const CENSUS_FAILURES_MAX = 5

/** @setting Milliseconds within which the Census geocoder must answer. */
export const CENSUS_TIMEOUT_MS = 5000

// One request to the geocoder. Addresses leave this machine only here. Only the kind of a failure is reported, because a
// fetch error may quote the URL.

/** Bytes. One address has few matches, so a larger response is an error. */
export const REPLY_BYTES_MAX = 262_144
const HEADERS = { Accept: 'application/json', 'User-Agent': 'hustings' }

/** `passing`: an immediate retry may succeed. */
interface Failure {
  failure: string
  passing: boolean
}

type GeocodeReply = { matches: readonly CensusMatch[] } | Failure

const UNREACHABLE = { failure: 'no connection', passing: true }
const LATE = { failure: 'timeout', passing: true }
const LARGE = { failure: 'response too large', passing: false }
const STRANGE = { failure: 'unexpected response format', passing: false }

/** @param timeout milliseconds until the last byte */
async function requestGeocode(url: URL, timeout: number): Promise<GeocodeReply> {
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

/** The geocoder returns 400 for text that is not an address. That is not a failure of the geocoder. */
function read(status: number, text: string): GeocodeReply {
  const json = parseJson(text)
  if (status === 400)
    return refusedShape.safeParse(json).success ? { matches: [] } : { failure: 'status 400', passing: false }
  const found = foundShape.safeParse(json).data
  return found ? { matches: found.result.addressMatches } : STRANGE
}

/** Returns undefined if the body is too large; the rest of it is not read. */
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

// Circuit breaker: after too many failures, requests stop for a while; then one trial request goes first.
/** Milliseconds that other callers wait during a trial request. */
const TRIAL_MS = 1000

/** @param steady milliseconds on a clock that never jumps */
function createBreaker(steady: () => number) {
  let failures = 0
  /** Nobody is admitted before this time. */
  let rest: number | undefined
  let trying = false
  const left = (): number => (rest === undefined ? 0 : Math.max(0, rest - steady()))
  return {
    /** Milliseconds to wait. 0 admits the caller, who must then report success or failure. */
    enter(): number {
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
    /** Milliseconds that other callers now have to wait. */
    failed(): number {
      failures += 1
      // A request that started before the breaker opened does not open it again.
      if (failures >= CENSUS_FAILURES_MAX && (rest === undefined || trying)) {
        rest = steady() + CENSUS_REST_MS
        trying = false
      }
      return left()
    },
  }
}

/** Seconds. Used after a failure that did not open the breaker. */
const RETRY_AFTER = 5

/** Degrees. */
interface Point {
  lng: number
  lat: number
}

export type Points = readonly [Point, ...Point[]]

export type Geocoder = ReturnType<typeof createGeocoder>

interface GeocoderOptions {
  /** A base URL that readCensusUrl returned. */
  url: string
  /** Milliseconds on a clock that never jumps. */
  steady(): number
  /** Writes to the operator's log. */
  warn(sentence: string): void
  /** Milliseconds for each of the two tries. */
  timeout?: number
}

export function createGeocoder({ url, steady, warn, timeout = CENSUS_TIMEOUT_MS }: GeocoderOptions) {
  const breaker = createBreaker(steady)
  let resting = false
  const requestTwice = async (question: URL): Promise<GeocodeReply> => {
    const first = await requestGeocode(question, timeout)
    return 'failure' in first && first.passing ? requestGeocode(question, timeout) : first
  }
  return {
    /**
     * Returns points in one state, within 100 m of each other. The address leaves this machine.
     * @throws ApiError 404 for an unknown address, 400 for an ambiguous one, 503 if the geocoder does not answer.
     */
    async find(address: string): Promise<Points> {
      const rest = breaker.enter()
      if (rest > 0) throw unavailable(rest / 1000)
      const asked = await requestTwice(toCensusUrl(url, address))
      if ('failure' in asked) {
        const wait = breaker.failed()
        if (wait > 0 && !resting)
          warn(`The Census geocoder fails (last error: ${asked.failure}). Requests to it are paused.`)
        resting = wait > 0
        throw unavailable(wait / 1000 || RETRY_AFTER)
      }
      if (resting) warn('The Census geocoder answers again.')
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
    throw invalidParameter(`Parameter \`location\`: this address matches several places: add ${tie}.`)
  const [first, ...others] = matches.map(({ coordinates }) => ({ lng: coordinates.x, lat: coordinates.y }))
  if (first) return [first, ...others]
  throw new ApiError(
    'not_found',
    "Neither this server's own data nor the Census geocoder has this address. Use lat and lng, or a ZIP code, city, county or state.",
  )
}

function unavailable(seconds: number): ApiError {
  return new ApiError(
    'internal_error',
    'This server has no data for this address, and the Census geocoder is unavailable. Retry later, or use lat and lng, a ZIP code, city, county or state.',
    { status: 503, retryAfter: Math.ceil(seconds) },
  )
}

// The geocoder's response: coordinates and address parts of each match. Several matches for one address are either one place or a tie. A tie is an error.

/** Meters. Matches within this distance count as one place. */
const TIE_DISTANCE = 100
const METRES_A_DEGREE = 111_320

type Parts = CensusMatch['addressComponents']

/** Ordered by how likely a caller is to know the value. */
const TELLING: readonly (readonly [words: string, names: readonly (keyof Parts)[]])[] = [
  ['the state', ['state']],
  ['the city', ['city']],
  ['the ZIP code', ['zip']],
  ['the direction of the street (such as N or SW)', ['preDirection', 'suffixDirection']],
  ['the kind of street (such as Ave or St)', ['preType', 'suffixType']],
]

/** Words that the caller must add; undefined if all matches are in one state and within 100 m of each other. */
function findTie(matches: readonly CensusMatch[]): string | undefined {
  const tied = matches.some((one, at) => matches.slice(at + 1).some((other) => isElsewhere(one, other)))
  if (!tied) return undefined
  const told = TELLING.find(([, names]) => names.some((name) => differ(matches, name)))
  return told?.[0] ?? 'the city and the ZIP code'
}

function isElsewhere(one: CensusMatch, other: CensusMatch): boolean {
  return (
    one.addressComponents.state !== other.addressComponents.state ||
    metresBetween(one.coordinates, other.coordinates) > TIE_DISTANCE
  )
}

/** Computed as on a plane: accurate to a thousandth at such distances. */
function metresBetween(a: CensusMatch['coordinates'], b: CensusMatch['coordinates']): number {
  const east = (a.x - b.x) * Math.cos((((a.y + b.y) / 2) * Math.PI) / 180)
  return Math.hypot(east, a.y - b.y) * METRES_A_DEGREE
}

function differ(matches: readonly CensusMatch[], name: keyof Parts): boolean {
  return new Set(matches.map(({ addressComponents }) => addressComponents[name] ?? '')).size > 1
}

const part = z.string().nullish()
const matchShape = z.object({
  /** Degrees, NAD 83. */
  coordinates: z.object({ x: z.number().min(-180).max(180), y: z.number().min(-90).max(90) }),
  addressComponents: z.object({
    state: z.string(),
    city: part,
    zip: part,
    preDirection: part,
    suffixDirection: part,
    preType: part,
    suffixType: part,
  }),
})
type CensusMatch = z.infer<typeof matchShape>

const foundShape = z.object({ result: z.object({ addressMatches: z.array(matchShape) }) })
const refusedShape = z.object({ errors: z.array(z.unknown()).min(1) })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// URLs of the geocoder.

/** geocoding.geo.census.gov/geocoder/Geocoding_Services_API.html */
export const CENSUS_URL = 'https://geocoding.geo.census.gov/geocoder'

const BENCHMARK = 'Public_AR_Current'
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * Checks the base URL of the geocoder or of a mirror. Throws a sentence if it is not usable: addresses are sent over TLS
 * only.
 */
export function readCensusUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new Error(`it is not a URL, expected one like ${CENSUS_URL}`)
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw new Error('it is not https, so addresses would be sent unencrypted')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new Error('it has more than a host and a path')
  return url.href.replace(/(?<!\/)\/+$/, '')
}

/** Requests the point only. Our own lines decide its districts. */
function toCensusUrl(base: string, address: string): URL {
  const url = new URL(`${base}/locations/onelineaddress`)
  url.search = new URLSearchParams({ address, benchmark: BENCHMARK, format: 'json' }).toString()
  return url
}
