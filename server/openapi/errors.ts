// Describes errors in the OpenAPI document: the codes of each status, and the headers of every response.

import { z } from 'zod'
import type { ZodOpenApiResponseObject } from 'zod-openapi'
import { OTHER_STATUSES_OF_CODE, STATUS_OF_CODE } from '../../data/schema/api-error.ts'
import { type ErrorBody, errorBody } from '../../data/schema/envelope.ts'
import { ERROR_CODES, type ErrorCode } from '../../data/schema/vocabulary.ts'

const count = z.string().regex(/^\d+$/)
const countOrUnlimited = z.string().regex(/^(\d+|unlimited)$/)

export const everywhere = {
  'X-Request-Id': z.string().meta({ description: "Id of this request; equals an error's request_id." }),
  'RateLimit-Limit': count.meta({
    description: "Requests per minute of the account, or of the client's address without a key.",
  }),
  'RateLimit-Remaining': count,
  'RateLimit-Reset': count.meta({ description: 'Whole seconds until the next minute.' }),
  'X-Daily-Limit': countOrUnlimited.meta({ description: 'Requests per UTC day.' }),
  'X-Daily-Remaining': countOrUnlimited,
  'X-Degraded': z.literal('state_unavailable').optional().meta({
    description:
      'Sent while the database of the state is away: the share of this server decides about limits, and its data may be older.',
  }),
}
const retryAfter = { 'Retry-After': count.meta({ description: 'Whole seconds to wait before a retry.' }) }
const challenge = { 'WWW-Authenticate': z.literal('Bearer') }
const allow = { Allow: z.string() }

/** @param streams whether the route opens a stream; only then it can return too_many_streams */
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

/** An example message of each code. */
const MESSAGE_OF_CODE: Record<ErrorCode, string> = {
  missing_api_key: 'Send an API key in the header `Authorization: Bearer <API_KEY>`.',
  invalid_api_key: 'The API key is unknown to this service.',
  revoked_api_key: 'The API key has been revoked.',
  account_pending: 'The account of this API key has not been approved yet.',
  insufficient_scope: 'This API key lacks the scope data:read; it has stream:read.',
  invalid_parameter: 'Parameter `limit`: got `0`, expected a whole number from 1 to 500.',
  not_found: 'There is no contest with the id 702.',
  rate_limit_exceeded: 'The limit of requests per minute is used up: retry in 12 s.',
  daily_limit_exceeded: 'The daily limit is used up: retry in 3600 s.',
  too_many_streams: 'The account has as many open streams as its plan allows: close one, or retry in 10 s.',
  cursor_expired: 'Parameter `cursor`: a change after it is no longer retained.',
  state_unavailable: "The server's database cannot be reached at the moment: retry later.",
  internal_error: 'The server failed to answer. Quote the request_id when you report it.',
}

/** An example message of each status that is not its code's default. */
const MESSAGE_OF_STATUS: Readonly<Record<number, string>> = {
  405: '/v1/states accepts only GET, HEAD, got POST.',
  408: 'The body did not arrive within 10 s. Nothing was changed.',
  409: 'Field `name`: another subscription of the account already has this name.',
  413: 'The body is larger than 65536 bytes.',
  414: 'The URL has 20000 characters, expected at most 16384.',
  416: 'The header Range is outside the file, which has 12823 bytes.',
  415: 'The body is not JSON: expected Content-Type application/json, in UTF-8.',
}

function statusesOf(code: ErrorCode): readonly number[] {
  return [STATUS_OF_CODE[code], ...(OTHER_STATUSES_OF_CODE[code] ?? [])]
}
