// One request and its response, from the first byte to the log line.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { ErrorCode } from '../../data/schema/vocabulary.ts'
import { ApiError, renderError, toApiError } from './errors.ts'
import type { RefusedBy } from './limits.ts'
import type { Log } from './log.ts'
import { makeRequestId } from './request-id.ts'
import { endWhole } from './whole-reply.ts'

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

export function openExchange(
  request: IncomingMessage,
  response: ServerResponse,
  route: string | null,
  now: number,
  degraded = false,
): Exchange {
  const started = performance.now()
  // A flat literal: two spread ones would make an object that is slow to read.
  return {
    request,
    response,
    id: makeRequestId(now),
    route,
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

/** Writes the request's log line, after the reply is written or the stream has ended. */
export function logEnd(exchange: Exchange, status: number, log: Log): void {
  const { request, id, route, time, started, account, error, refused } = exchange
  log.request({
    time,
    request_id: id,
    method: request.method ?? '',
    route,
    status,
    duration: Math.round((performance.now() - started) * 1000) / 1000,
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
