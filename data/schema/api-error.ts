// The errors of the API: code, sentence, status and headers. server/http/errors.ts renders them.

import type { ErrorCode } from './vocabulary.ts'

/** Default status of each code (docs/rules.md#status-codes). */
export const STATUS_OF_CODE: Readonly<Record<ErrorCode, number>> = {
  missing_api_key: 401,
  invalid_api_key: 401,
  revoked_api_key: 401,
  account_pending: 403,
  insufficient_scope: 403,
  invalid_parameter: 400,
  not_found: 404,
  rate_limit_exceeded: 429,
  daily_limit_exceeded: 429,
  too_many_streams: 429,
  cursor_expired: 410,
  state_unavailable: 503,
  internal_error: 500,
}

/**
 * Other statuses of a code, in this order. `invalid_parameter`: wrong method, body too slow, name taken, body too large, URL too long,
 * wrong body type, headers too large. `internal_error`: missing dependency.
 */
export const OTHER_STATUSES_OF_CODE: Readonly<Partial<Record<ErrorCode, readonly number[]>>> = {
  invalid_parameter: [405, 408, 409, 413, 414, 415, 416, 431],
  internal_error: [503],
}

interface ErrorOptions {
  status?: number
  /** Whole seconds. */
  retryAfter?: number
  /** Names and values in turn. */
  headers?: readonly string[]
}

/**
 * An Error without a stack: nobody reads it, and capturing it would be much of the work of a refusal.
 * @param sentence what, where, got, expected; never a location, address or key
 */
export class ApiError implements Error {
  readonly name = 'ApiError'
  readonly message: string
  readonly code: ErrorCode
  readonly status: number
  readonly headers: readonly string[]
  constructor(code: ErrorCode, sentence: string, options: ErrorOptions = {}) {
    this.message = sentence
    this.code = code
    this.status = options.status ?? STATUS_OF_CODE[code]
    const headers = [...(options.headers ?? [])]
    if (this.status === 401) headers.push('WWW-Authenticate', 'Bearer')
    if (options.retryAfter !== undefined) headers.push('Retry-After', String(options.retryAfter))
    this.headers = headers
  }
}

Object.setPrototypeOf(ApiError.prototype, Error.prototype)

/** 400, unless the options have another status. */
export function invalidParameter(sentence: string, options: ErrorOptions = {}): ApiError {
  return new ApiError('invalid_parameter', sentence, options)
}

/** A name that means no place of the data, or several of them. */
export class PlaceRefusal extends ApiError {
  /** Labels of the places that it may mean; none for an unknown name without a similar one. */
  readonly choices: readonly string[]
  constructor(code: 'not_found' | 'invalid_parameter', sentence: string, choices: readonly string[]) {
    super(code, sentence)
    this.choices = choices
  }
}

/** The place votes on more contests than one page can show. */
export class TooManyContests extends ApiError {}
