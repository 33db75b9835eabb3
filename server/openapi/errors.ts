// How the document describes refusals and faults: the codes of each status, and the headers that every response carries.

import { z } from 'zod'
import type { ZodOpenApiResponseObject } from 'zod-openapi'
import { type ErrorBody, errorBody } from '../../data/schema/error.ts'
import { ERROR_CODES, type ErrorCode } from '../../data/schema/vocabulary.ts'
import { OTHER_STATUSES_OF_CODE, STATUS_OF_CODE } from '../http/errors.ts'

const count = z.string().regex(/^\d+$/)
const countOrUnlimited = z.string().regex(/^(\d+|unlimited)$/)

export const everywhere = {
  'X-Request-Id': z.string().meta({ description: "Equals an error's request_id." }),
  'RateLimit-Limit': count.meta({
    description: "Requests a minute of the account, or of the peer's address without a key.",
  }),
  'RateLimit-Remaining': count,
  'RateLimit-Reset': count.meta({ description: 'Whole seconds to the next minute.' }),
  'X-Daily-Limit': countOrUnlimited.meta({ description: 'Requests a UTC day.' }),
  'X-Daily-Remaining': countOrUnlimited,
}
const retryAfter = { 'Retry-After': count.meta({ description: 'Whole seconds.' }) }
const challenge = { 'WWW-Authenticate': z.literal('Bearer') }
const allow = { Allow: z.string() }

/** @param streams whether it opens one: others are never one too many */
export function errorResponses(
  statuses: readonly number[],
  { streams = false } = {},
): Record<string, ZodOpenApiResponseObject> {
  return Object.fromEntries(statuses.map((status) => [String(status), toErrorResponse(status, streams)]))
}

function toErrorResponse(status: number, streams: boolean): ZodOpenApiResponseObject {
  const codes = ERROR_CODES.filter(
    (code) => statusesOf(code).includes(status) && (streams || code !== 'too_many_streams'),
  )
  return {
    description: `Error: ${codes.join(', ')}.`,
    headers: z.object({
      ...everywhere,
      ...(status === 401 ? challenge : {}),
      ...(status === 405 ? allow : {}),
      ...(status === 429 || status === 503 ? retryAfter : {}),
    }),
    content: { 'application/json': { schema: errorBody, examples: errorExamples(codes, status) } },
  }
}

function errorExamples(codes: readonly ErrorCode[], status: number): Record<string, { value: ErrorBody }> {
  return Object.fromEntries(
    codes.map((code) => [
      code,
      {
        value: {
          error: {
            code,
            message: MESSAGE_OF_STATUS[status] ?? MESSAGE_OF_CODE[code],
            request_id: 'req_01981a5c-7c00-7000-8000-000000000000',
          },
        },
      },
    ]),
  )
}

/** What an answer may say with each code. */
const MESSAGE_OF_CODE: Record<ErrorCode, string> = {
  missing_api_key: 'Send your API key: Authorization: Bearer <key>.',
  invalid_api_key: 'This API key is not known here.',
  revoked_api_key: 'This API key has been revoked.',
  account_pending: 'The account waits for approval.',
  insufficient_scope: 'This API key lacks the scope data:read.',
  invalid_parameter: 'Parameter `limit`: got `0`, expected a whole number from 1 to 500.',
  not_found: 'There is no such record.',
  rate_limit_exceeded: 'The limit of requests a minute is used up: the next request passes in 12 s.',
  daily_limit_exceeded: 'The daily limit is used up: the next request passes in 3600 s.',
  too_many_streams: 'The account has as many streams open as its plan allows.',
  cursor_expired: 'An event after this cursor is older than the retention window.',
  internal_error: 'Something went wrong here. The request id finds it in the log.',
}

/** Where a status has one code alone, and that code has others. */
const MESSAGE_OF_STATUS: Readonly<Record<number, string>> = {
  405: '/v1/states answers GET, HEAD alone, got POST.',
  408: 'The body did not arrive within 10 s. Nothing was changed.',
  409: 'Field `name`: another subscription of the account has it already.',
  413: 'The body is larger than 65536 bytes.',
  414: 'The URL has 20000 characters, expected at most 16384.',
  415: 'The body is no JSON: expected Content-Type application/json, in UTF-8.',
}

function statusesOf(code: ErrorCode): readonly number[] {
  return [STATUS_OF_CODE[code], ...(OTHER_STATUSES_OF_CODE[code] ?? [])]
}
