// One request and its response, from the first byte to the log line.

import { randomBytes } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { performance } from 'node:perf_hooks'
import { ApiError } from '../../data/schema/api-error.ts'
import type { ErrorCode } from '../../data/schema/vocabulary.ts'
import type { Meter, RefusedBy } from '../limits/meter.ts'
import { renderError, toApiError } from './errors.ts'
import type { Log } from './log.ts'

/** @setting Milliseconds without traffic after which a connection is closed. Longer than a poll waits, a stream is silent, and a proxy keeps an idle connection. */
export const HTTP_SILENT_MS = 65_000

const JSON_TYPE = 'application/json; charset=utf-8'

export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  id: string
  /** The path template; null if no route matched. */
  route: string | null
  /** Milliseconds since 1970. */
  time: number
  /** Milliseconds on a monotonic clock. */
  started: number
  /** The five limit headers, names and values in turn; set when the request has been counted. */
  limits: readonly string[]
  /** Id of the bundle that the answer is read from; null if none. */
  snapshot: string | null
  /** The database of the state is away: the answer may be older than those of other servers. */
  degraded: boolean
  /** For the log line (log.ts). */
  account: number | null
  error: ErrorCode | null
  refused: RefusedBy | null
}

export interface Reply {
  status: number
  /** Names and values in turn, in addition to those of every reply. */
  headers: readonly string[]
  /** Null for a reply without a body. */
  body: Buffer | null
  /** Content-Type of the body; default: JSON. */
  type?: string
}

/** The reply, or a function that streams it and writes its own status, headers and log line. */
export type LiveReply = Reply | { stream(): void }

/** @param now milliseconds since 1970 */
export function openExchange(
  request: IncomingMessage,
  response: ServerResponse,
  now: number,
  degraded = false,
): Exchange {
  const started = performance.now()
  // A flat literal: two spread ones would make an object that is slow to read.
  return {
    request,
    response,
    id: makeRequestId(now),
    route: null,
    time: now,
    started,
    limits: [],
    snapshot: null,
    degraded,
    account: null,
    error: null,
    refused: null,
  }
}

/** A reply with one record or an unpaged list, which must not be stored. @param more headers, names and values in turn */
export function toRecord(status: number, data: unknown, more: readonly string[] = []): Reply {
  return { status, headers: ['Cache-Control', 'no-store', ...more], body: Buffer.from(JSON.stringify({ data })) }
}

interface ResponderParts {
  log: Log
  meter: Pick<Meter, 'afterWrite'>
  now(): number
  draining(): boolean
}

export type Responder = ReturnType<typeof createResponder>

export function createResponder({ log, meter, now, draining }: ResponderParts) {
  const send = (exchange: Exchange, reply: LiveReply): void => {
    if (exchange.response.headersSent || exchange.response.destroyed) return
    if ('stream' in reply) reply.stream()
    else sendReply(exchange, reply, { log, closing: draining(), now: now() })
  }
  const reply = (exchange: Exchange, reply: LiveReply): void =>
    meter.afterWrite(() => {
      try {
        send(exchange, reply)
      } catch (fault) {
        send(exchange, toReply(fault, exchange, log))
      }
    })
  return {
    /** Ends the exchange once the counts of its request are written. */
    reply,
    /** Ends the exchange with an error. An AbortError says that the client has disconnected: nobody waits for a reply. */
    fail(exchange: Exchange, fault: unknown): void {
      if (!(fault instanceof Error && fault.name === 'AbortError')) reply(exchange, toReply(fault, exchange, log))
    },
  }
}

/**
 * Writes the whole reply. A HEAD request gets the same headers, including Content-Length.
 * @param now milliseconds since 1970
 */
export function sendReply(
  exchange: Exchange,
  { status, headers, body, type }: Reply,
  { log, closing, now }: { log: Log; closing: boolean; now: number },
): void {
  const { request, response } = exchange
  const length = body === null ? null : body.length
  const all = replyHeaders(exchange, { headers, type, closing, length })
  if (!endWhole(response, { status, headers: all, body, now })) {
    response.writeHead(status, all)
    if (body === null || request.method === 'HEAD') response.end()
    else response.end(body)
  }
  logEnd(exchange, status, log)
}

/** @param length of the body: null if there is none, undefined if it is not known yet */
export function replyHeaders(
  exchange: Exchange,
  {
    headers: own,
    type = JSON_TYPE,
    closing,
    length,
  }: { headers: readonly string[]; type?: string | undefined; closing: boolean; length?: number | null },
): string[] {
  const headers = openHeaders(exchange, own)
  if (exchange.snapshot !== null) headers.push('X-Snapshot', exchange.snapshot)
  if (length !== null) headers.push('Content-Type', type)
  if (typeof length === 'number') headers.push('Content-Length', String(length))
  if (closing) headers.push('Connection', 'close')
  return headers
}

/** The headers of every reply, then `more`. @param more names and values in turn */
export function openHeaders({ id, limits, degraded }: Exchange, more: readonly string[]): string[] {
  const headers = ['X-Request-Id', id, 'X-Content-Type-Options', 'nosniff', ...limits, ...more]
  if (degraded) headers.push('X-Degraded', 'state_unavailable')
  return headers
}

/** Calls `act` once the response has ended or the client has disconnected, even if that was earlier. */
export function onEnd(response: ServerResponse, act: () => void): void {
  if (response.destroyed) act()
  else response.once('close', act)
}

/** Writes the request's log line, after the reply is written or the stream has ended. */
export function logEnd(exchange: Exchange, status: number, log: Log): void {
  const { request, id, route, time, started, account, error, refused } = exchange
  log.request({
    time,
    request_id: id,
    method: request.method ?? '',
    route,
    status,
    duration: performance.now() - started,
    account,
    error,
    refused,
  })
}

/** The reply for an error; logs it unless it is an ApiError. */
export function toReply(fault: unknown, exchange: Exchange, log: Log): Reply {
  if (!(fault instanceof ApiError)) log.fault(exchange.id, fault)
  const error = toApiError(fault)
  exchange.error = error.code
  return {
    status: error.status,
    headers: ['Cache-Control', 'no-store', ...error.headers],
    body: Buffer.from(renderError(error, exchange.id)),
  }
}

// Ids of requests.

/** Hexadecimal digits of an id without its time and its version. */
const RANDOM_DIGITS = 19
/** One call for random bytes serves this many ids: the call costs more than the id. */
const IDS_PER_POOL = 512

let pool = ''
let used = 0
let millisecond = -1
let stamp = ''

/** `req_` and a UUID version 7 (RFC 9562): 48 bits of time, 74 random ones. @param now milliseconds since 1970 */
export function makeRequestId(now: number): string {
  if (used === pool.length) {
    pool = randomBytes((RANDOM_DIGITS * IDS_PER_POOL) / 2).toString('hex')
    used = 0
  }
  const at = used
  used += RANDOM_DIGITS
  // Two bits of this digit say that it is such a UUID.
  const variant = '89ab'[Number.parseInt(pool.charAt(at + 3), 16) & 3]
  return `req_${stampOf(now)}-7${pool.slice(at, at + 3)}-${variant}${pool.slice(at + 4, at + 7)}-${pool.slice(at + 7, at + RANDOM_DIGITS)}`
}

/** The same for each request of a millisecond. */
function stampOf(now: number): string {
  if (now !== millisecond) {
    const digits = now.toString(16).padStart(12, '0')
    millisecond = now
    stamp = `${digits.slice(0, 8)}-${digits.slice(8)}`
  }
  return stamp
}

// Writes a whole reply at once. `writeHead` of node:http checks each name and each value of each response, and `end` sends head and body
// in three chunks: for a small answer, both together take a fifth of the time. Here the head is one text, and a small body is part of it.

/** Node copies a text of up to 16,384 bytes straight to the socket. A head is shorter than the rest. */
const BODY_IN_TEXT_MAX = 8192

/** The head that node:http writes before the first byte of a body; its types leave it out. */
interface HeadText {
  _header: string | null
}

/** node:http itself adds Keep-Alive only where idle connections have a timeout of their own (server/app.ts). */
const KEEP_ALIVE = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(HTTP_SILENT_MS / 1000)}\r\n\r\n`
/** node:http refuses these in a value. A line end would begin another header. */
const REFUSED = /[^\t\x20-\x7e]/

/**
 * Ends the response with this head and body; to HEAD without the body. Date and Connection are added.
 * @param headers names and values in turn, with Content-Length if there is a body
 * @param now milliseconds since 1970
 * @returns false if node:http must write the reply: nothing is written then
 */
export function endWhole(
  response: ServerResponse & Partial<HeadText>,
  { status, headers, body, now }: { status: number; headers: readonly string[]; body: Buffer | null; now: number },
): boolean {
  // A connection that ends, or a body of unknown length, needs more than these headers.
  if (!response.shouldKeepAlive || (body === null && status !== 304)) return false
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  let values = ''
  for (let i = 0; i < headers.length; i += 2) {
    const [name, value] = [headers[i], headers[i + 1]]
    if (name === 'Connection') return false
    head += `${name}: ${value}\r\n`
    values += value
  }
  if (REFUSED.test(values)) return false
  head += dateLine(now) + KEEP_ALIVE
  const isSent = body !== null && response.req.method !== 'HEAD'
  const isInText = isSent && body.length <= BODY_IN_TEXT_MAX
  response.statusCode = status
  response._header = isInText ? head + body.toString('latin1') : head
  if (!response.headersSent) return false
  if (isSent && !isInText) response.end(body)
  else response.end()
  return true
}

let second = 0
let line = ''

/** The same for each reply of a second. */
function dateLine(now: number): string {
  const whole = Math.floor(now / 1000)
  if (whole !== second) {
    second = whole
    line = `Date: ${new Date(whole * 1000).toUTCString()}\r\n`
  }
  return line
}
