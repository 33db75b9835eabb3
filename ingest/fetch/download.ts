// Downloads a file politely: conditional requests, few at a time, pauses as the publisher asks, and a cut download is resumed. An address
// of this machine or of a private network is refused, also after a redirect and after DNS.

import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import pLimit from 'p-limit'
import { EnvHttpProxyAgent, request } from 'undici'
import { isPublicAddress } from '../../data/access/ip-range.ts'
import { loadVersion } from '../../data/store/paths.ts'
import { type FileForm, FileGone, FileRefused, SourceError } from '../read/source.ts'
import { INFLATED_BYTES_MAX } from '../read/zip.ts'

/** @setting Time limit of one file, in milliseconds, with all its attempts and pauses. */
const DOWNLOAD_TIMEOUT_MS = 900_000
/** @setting Time limit without a byte from the publisher, in milliseconds. */
const DOWNLOAD_STALLED_MS = 60_000
/** @setting Attempts for one file: a publisher that is overloaded or cuts a connection is asked again. */
export const DOWNLOAD_ATTEMPTS = 5
/** @setting Pause before the second attempt, in milliseconds. It doubles with each attempt, and a random half is added or taken. */
const DOWNLOAD_PAUSE_MS = 1000
/** @setting Requests to one host at a time: publishers refuse clients that send more. */
export const REQUESTS_PER_HOST = 2
/** @setting Requests to all hosts at a time. */
export const REQUESTS_AT_ONCE = 8
/** @setting Redirects that are followed for one file. */
export const REDIRECTS_MAX = 5

export interface Validators {
  etag: string | null
  last_modified: string | null
}

export interface Download extends Validators {
  bytes: Uint8Array
  /** True if the server compressed the response; the bytes are decompressed. */
  decoded: boolean
}

export interface DownloadProgress {
  received: number
  /** Null if the publisher does not say. */
  total: number | null
  /** Since the first request for the file. */
  seconds: number
}

export interface DownloadSettings {
  /** How a publisher can reach the operator. */
  contact?: string | undefined
  /** Accepts addresses of this machine and of private networks: an operator's own mirror. */
  allowPrivate?: boolean | undefined
  /** In milliseconds; `bytes` of the file, as sent and unpacked. The defaults are in constants.ts. */
  limits?: { timeout?: number; stalled?: number; pause?: number; attempts?: number; bytes?: number }
  onBytes?: ((progress: DownloadProgress) => void) | undefined
  /** Gives the file up. */
  signal?: AbortSignal | undefined
}

interface Asked extends DownloadSettings {
  /** How messages call the file. */
  name: string
  /** Those of the bytes that are already kept. */
  before: Validators | undefined
  /** Secrets: they are sent to the origin of the address alone, and no message contains a value. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Sent with POST. Without it, the request is a GET. */
  form?: FileForm | undefined
}

/** The bytes that have arrived, in one or several attempts. */
interface Arrived extends Validators {
  chunks: Uint8Array[]
  received: number
  total: number | null
  compressed: boolean
}

/** The publisher asks for a pause, in milliseconds. */
export class FetchLater extends SourceError {
  readonly pause: number
  constructor(reason: string, { file, pause }: { file: string; pause: number }) {
    super(reason, { file })
    this.pause = pause
  }
}

/**
 * Undefined if nothing changed since `before`. Throws FileGone for 404 and 410; FileRefused for 401 and 403, and for a web page in place of
 * the file; SourceError for any other failure, after the last attempt.
 */
export async function download(url: string, asked: Asked): Promise<Download | undefined> {
  const { name, limits = {} } = asked
  const timeout = limits.timeout ?? DOWNLOAD_TIMEOUT_MS
  const late = AbortSignal.timeout(timeout)
  const signal = asked.signal ? AbortSignal.any([late, asked.signal]) : late
  const began = performance.now()
  const arrived: Arrived = nothing()
  for (let attempt = 1; ; attempt++)
    try {
      const answer = await Promise.race([
        atOnce(() => receive(url, arrived, { ...asked, signal, began })),
        // A proxy that closes its connections would keep undici connecting.
        whenAborted(signal),
      ])
      return answer && (await toDownload(url, asked, answer))
    } catch (fault) {
      if (fault instanceof SourceError) throw fault
      if (late.aborted) throw new SourceError(`${url} took more than ${timeout / 1000} s`, { file: name })
      if (signal.aborted) throw new SourceError(`${url} was given up with its source`, { file: name })
      const { attempts = DOWNLOAD_ATTEMPTS } = limits
      const wait = attempt < attempts ? pauseBefore(fault, attempt, limits.pause) : undefined
      const left = timeout - (performance.now() - began)
      if (wait === undefined || wait > left) {
        const later = wait === undefined ? '' : `, and asks for a pause of ${Math.ceil(wait / 1000)} s`
        const times = attempt === 1 ? '' : ` (${attempt} attempts)`
        const sentence = `${url} ${hideSecrets(sayFault(fault), asked)}${later}${times}`
        if (fault instanceof Unavailable && fault.retryAfter !== undefined)
          throw new FetchLater(sentence, { file: name, pause: fault.retryAfter })
        throw new SourceError(sentence, { file: name })
      }
      await sleep(wait, undefined, { signal }).catch(() => undefined)
    }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

const atOnce = pLimit(REQUESTS_AT_ONCE)

function nothing(): Arrived {
  return { chunks: [], received: 0, total: null, etag: null, last_modified: null, compressed: false }
}

// One attempt.

interface Attempt extends Asked {
  signal: AbortSignal
  /** Of performance.now(). */
  began: number
}

/** Adds to `arrived`, which keeps what came if the attempt fails. Undefined for 304. */
async function receive(url: string, arrived: Arrived, attempt: Attempt): Promise<Arrived | undefined> {
  const { name, before, began, onBytes, limits } = attempt
  const most = limits?.bytes ?? INFLATED_BYTES_MAX
  const { statusCode: status, headers, body } = await openFollowing(url, toHeaders(arrived, attempt), attempt)
  const said = (header: string): string | null => [headers[header] ?? null].flat()[0] ?? null
  if (status !== 206 || !said('content-range')?.startsWith(`bytes ${arrived.received}-`))
    Object.assign(arrived, nothing())
  if (status !== 200 && (status !== 206 || arrived.received === 0)) {
    await body.dump()
    if (status === 304 && before) return undefined
    if (said('x-amzn-waf-action') ?? said('cf-mitigated'))
      throw new FileRefused(`${url} answered ${status} and asks whether the client is a person`, { file: name })
    throw faultOf(url, name, status, parseRetryAfter(said('retry-after'), said('date')))
  }
  const length = said('content-length')
  if (length !== null) arrived.total = arrived.received + Number(length)
  Object.assign(arrived, { etag: said('etag'), last_modified: said('last-modified') })
  const encoding = said('content-encoding') ?? 'identity'
  if (encoding !== 'gzip' && encoding !== 'identity') {
    await body.dump()
    throw new SourceError(`${url} sends the encoding ${encoding.slice(0, 40)}, expected gzip or none`, { file: name })
  }
  arrived.compressed = encoding === 'gzip'
  for await (const chunk of body) {
    arrived.chunks.push(chunk)
    arrived.received += chunk.length
    if (arrived.received > most)
      throw new SourceError(`${url} sends more than ${most} bytes, expected no more`, { file: name })
    const { received, total } = arrived
    onBytes?.({ received, total, seconds: (performance.now() - began) / 1000 })
  }
  return arrived
}

const PROGRAM = `hustings/${loadVersion()}`

/** Those of every request. */
export function clientHeaders(contact: string | undefined): Record<string, string> {
  return {
    'user-agent': `${PROGRAM} (election data ingest${contact === undefined ? '' : `; ${contact}`})`,
    // elections.maryland.gov answers 406 to a client that names a type.
    accept: '*/*',
    'accept-encoding': 'gzip',
  }
}

function toHeaders(
  { received, etag, last_modified }: Arrived,
  { before, contact, form }: Attempt,
): Record<string, string> {
  const headers = clientHeaders(contact)
  // Validators and ranges are those of an address, not of what a form asks for.
  if (form) return { ...headers, referer: form.page, 'content-type': 'application/x-www-form-urlencoded' }
  // A weak validator does not promise the same bytes.
  const same = etag !== null && !etag.startsWith('W/') ? etag : last_modified
  if (received > 0 && same !== null) return { ...headers, range: `bytes=${received}-`, 'if-range': same }
  if (before?.etag) headers['if-none-match'] = before.etag
  if (before?.last_modified) headers['if-modified-since'] = before.last_modified
  return headers
}

const SETTINGS = { connections: REQUESTS_PER_HOST }
/** They use HTTP_PROXY, HTTPS_PROXY and NO_PROXY. A proxy resolves names itself. */
const anyHost = new EnvHttpProxyAgent(SETTINGS)
const publicHosts = new EnvHttpProxyAgent({ ...SETTINGS, connect: { lookup: lookupPublic } })

/** Throws SourceError for an address or a redirect that is refused. */
export async function openFollowing(
  url: string,
  headers: Record<string, string>,
  attempt: Pick<Attempt, 'name' | 'allowPrivate' | 'signal' | 'limits' | 'form' | 'headers'> & { method?: 'HEAD' },
) {
  const { name, allowPrivate, signal, limits, form, headers: secrets } = attempt
  const stalled = limits?.stalled ?? DOWNLOAD_STALLED_MS
  const times = { headersTimeout: stalled, bodyTimeout: stalled }
  const dispatcher = allowPrivate ? anyHost : publicHosts
  const { method = form ? 'POST' : 'GET' } = attempt
  const sent = { method, ...(form && { body: String(new URLSearchParams(form.fields)) }) }
  const { origin } = new URL(url)
  let address = url
  for (let redirects = 0; ; redirects++) {
    if (!allowPrivate) requirePublic(address, name)
    const own = new URL(address).origin === origin ? { ...secrets, ...headers } : headers
    const response = await request(address, { headers: own, signal, dispatcher, ...sent, ...times })
    const { location } = response.headers
    if (response.statusCode < 300 || response.statusCode === 304 || typeof location !== 'string') return response
    await response.body.dump()
    const next = URL.parse(location, address)
    // A redirect may turn a POST into a GET, which asks for something else.
    if (form || redirects === REDIRECTS_MAX || !next || !/^https?:$/.test(next.protocol) || isDowngrade(address, next))
      throw new SourceError(`${url} leads to ${hideSecrets(location, attempt)}, which is not followed`, { file: name })
    address = next.href
  }
}

function isDowngrade(from: string, to: URL): boolean {
  return from.startsWith('https:') && to.protocol === 'http:'
}

/** An address that is written as numbers is not looked up. */
function requirePublic(address: string, name: string): void {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !isPublicAddress(host)) throw refusePrivate(host, host, name)
}

function lookupPublic(
  host: string,
  options: Parameters<LookupFunction>[1],
  callback: Parameters<LookupFunction>[2],
): void {
  lookup(host, { ...options, all: true }, (fault, found) => {
    const own = found?.find(({ address }) => !isPublicAddress(address))
    if (fault) callback(fault, '')
    else if (own) callback(refusePrivate(host, own.address, host), '')
    else if (options.all) callback(null, found)
    else callback(null, found[0]?.address ?? '', found[0]?.family)
  })
}

function refusePrivate(host: string, address: string, name: string): SourceError {
  const where = host === address ? host : `${host} (${address})`
  return new SourceError(`${where} is not an address of the public internet`, { file: name })
}

const unpack = promisify(gunzip)

async function toDownload(url: string, asked: Asked, arrived: Arrived): Promise<Download> {
  const { name, limits } = asked
  const { chunks, received, etag, last_modified, compressed: decoded } = arrived
  const sent = Buffer.concat(chunks, received)
  const bytes = decoded
    ? await unpack(sent, { maxOutputLength: limits?.bytes ?? INFLATED_BYTES_MAX }).catch((fault: Error) => {
        throw new SourceError(`${url} sends gzip that cannot be unpacked: ${fault.message}`, { file: name })
      })
    : sent
  if (repeatsSecret(bytes, asked)) throw refuseRepeated(url, name)
  refuseWebPage(url, name, bytes)
  return { bytes, etag, last_modified, decoded }
}

// Faults, and the pause before the next attempt.

/** A status that another attempt may improve. */
class Unavailable extends Error {
  readonly retryAfter: number | undefined
  constructor(status: number, retryAfter: number | undefined) {
    super(`answered ${status}, expected 200`)
    this.retryAfter = retryAfter
  }
}

/** Milliseconds, from seconds or a date (RFC 9110, section 10.2.3). @param date the publisher's own clock */
function parseRetryAfter(text: string | null, date: string | null): number | undefined {
  if (text === null || /^\d{1,9}$/.test(text)) return text === null ? undefined : Number(text) * 1000
  const pause = Date.parse(text) - Date.parse(date ?? '')
  return Number.isNaN(pause) ? undefined : Math.max(0, pause)
}

// 202: opendata.dc.gov prepares the file first.
const LATER = [202, 408, 425, 429, 500, 502, 503, 504]

function faultOf(url: string, name: string, status: number, retryAfter: number | undefined): Error {
  // After a cut download, 416 means that the file changed: the next attempt asks for all of it.
  if (LATER.includes(status) || status === 416) return new Unavailable(status, retryAfter)
  const Kind =
    status === 404 || status === 410 ? FileGone : status === 401 || status === 403 ? FileRefused : SourceError
  return new Kind(`${url} answered ${status}, expected 200`, { file: name })
}

const CUT = new Set([
  ...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'],
])

/** Milliseconds; undefined if another attempt cannot help. */
function pauseBefore(fault: unknown, attempt: number, first = DOWNLOAD_PAUSE_MS): number | undefined {
  const own = first * 2 ** (attempt - 1) * (0.5 + Math.random())
  if (fault instanceof Unavailable) return Math.max(fault.retryAfter ?? 0, own)
  return fault instanceof Error && 'code' in fault && CUT.has(String(fault.code)) ? own : undefined
}

export function sayFault(fault: unknown): string {
  if (fault instanceof Unavailable) return fault.message
  if (!(fault instanceof Error)) return `could not be fetched: ${String(fault)}`
  const cause = fault.cause instanceof Error ? ` (${fault.cause.message})` : ''
  return `could not be fetched: ${fault.message}${cause}`
}

// Keeps the values of secret headers out of messages and out of what is kept.

/** The headers of a request. Their values are secrets. */
interface Secrets {
  headers?: Readonly<Record<string, string>> | undefined
}

/** Values of headers, and of `Bearer SECRET` the second word, as they are and as a URL writes them. */
function listSecrets({ headers = {} }: Secrets): string[] {
  const words = Object.values(headers).flatMap((value) => [value, value.split(' ').at(-1) ?? ''])
  return [...new Set(words.flatMap((word) => [word, encodeURIComponent(word)]))].filter((word) => word !== '')
}

export function hideSecrets(text: string, secrets: Secrets): string {
  return listSecrets(secrets).reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text)
}

/** Short values occur in any file. */
const SECRET_LENGTH_MIN = 8

/** Whether a file has the value of a secret header, which messages about the file could then show. */
export function repeatsSecret(bytes: Uint8Array, secrets: Secrets): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return listSecrets(secrets).some((secret) => secret.length >= SECRET_LENGTH_MIN && file.includes(secret))
}

export function refuseRepeated(from: string, name: string): SourceError {
  return new SourceError(`${from} gives a file that contains the value of a header of header_env; it is not kept`, {
    file: name,
  })
}

// Recognizes a web page that a publisher sends in place of a file.

/**
 * Throws FileRefused for a page in place of the file: publishers send "Request Rejected" with the status 200. Throws FileGone if the page
 * says that it was not found, as elections.maryland.gov and in.gov do with the status 200.
 */
export function refuseWebPage(from: string, name: string, bytes: Uint8Array): void {
  if (!isWebPage(bytes) || /\.html?$/.test(name)) return
  const Kind = saysNotFound(bytes) ? FileGone : FileRefused
  throw new Kind(`${from} gives a web page instead of the file: ${titleOf(bytes)}`, { file: name })
}

function saysNotFound(bytes: Uint8Array): boolean {
  return /<(?:title|h1)\b[^<>]{0,200}>[^<]{0,200}\bpage not found\b/i.test(
    Buffer.from(bytes.subarray(0, 65_536)).toString(),
  )
}

/** A comment may only end at its first `-->`: otherwise each comment doubles the time of matching. */
function isWebPage(bytes: Uint8Array): boolean {
  return /^\uFEFF?\s*(?:<!--(?:(?!-->).)*-->\s*)*<(!doctype html|html|head|body)[\s>]/is.test(
    Buffer.from(bytes.subarray(0, 1024)).toString(),
  )
}

function titleOf(bytes: Uint8Array): string {
  const [, title = 'no title'] =
    /<title[^<>]*>([^<]{1,200})/i.exec(Buffer.from(bytes.subarray(0, 4096)).toString()) ?? []
  return JSON.stringify(title.trim())
}
