// Describes errors in the OpenAPI document: the codes of each status, and the headers of every response.

import { z } from 'zod'
import type { ZodOpenApiExampleObject, ZodOpenApiResponseObject } from 'zod-openapi'
import { OTHER_STATUSES_OF_CODE, STATUS_OF_CODE } from '../../data/schema/api-error.ts'
import { type ErrorBody, errorBody } from '../../data/schema/envelope.ts'
import { ERROR_CODES, type ErrorCode } from '../../data/schema/vocabulary.ts'

/** @param id under `components.headers`, to which each response refers */
export function header<Schema extends z.ZodType>(id: string, schema: Schema, description?: string): Schema {
  return schema.meta({ header: { id }, ...(description !== undefined && { description }) })
}

const count = z.string().regex(/^\d+$/)
const countOrUnlimited = z.string().regex(/^(\d+|unlimited)$/)

export const everywhere = {
  'X-Request-Id': header('RequestId', z.string(), "Id of this request; equals an error's request_id."),
  'RateLimit-Limit': header(
    'Limit',
    count,
    "Requests per minute of the account, or of the client's address without a key.",
  ),
  'RateLimit-Remaining': header('Remaining', count, 'Requests that are left in this minute.'),
  'RateLimit-Reset': header('Reset', count, 'Whole seconds until the next minute.'),
  'X-Daily-Limit': header('DailyLimit', countOrUnlimited, 'Requests per UTC day.'),
  'X-Daily-Remaining': header('DailyRemaining', countOrUnlimited, 'Requests that are left in this UTC day.'),
  'X-Degraded': header(
    'Degraded',
    z.literal('state_unavailable').optional(),
    'Sent while the database of the state is away: the share of this server decides about limits, and its data may be older.',
  ),
}
const retryAfter = { 'Retry-After': header('Retry-After', count, 'Whole seconds to wait before a retry.') }
const challenge = { 'WWW-Authenticate': header('WWW-Authenticate', z.literal('Bearer'), 'How to send a key.') }
const allow = { Allow: header('Allow', z.string(), 'The methods that the path accepts.') }

/** @param streams whether the route opens a stream; only then it can return too_many_streams */
export function errorResponses(
  statuses: readonly number[],
  { streams = false } = {},
): Record<string, ZodOpenApiResponseObject> {
  return Object.fromEntries(statuses.map((status) => [String(status), findError(status, streams)]))
}

function findError(status: number, streams: boolean): ZodOpenApiResponseObject {
  const found = streams && status === 429 ? TOO_MANY_STREAMS : ERRORS.get(status)
  if (!found) throw new Error(`the error status ${status} has no name in /openapi.json`)
  return found
}

/** Under `components.responses`, by status. */
const NAMES: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  408: 'RequestTimeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'ContentTooLarge',
  414: 'UriTooLong',
  415: 'UnsupportedMediaType',
  416: 'RangeNotSatisfiable',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
}

function toErrorResponse(status: number, id: string, streams: boolean): ZodOpenApiResponseObject {
  const codes = ERROR_CODES.filter(
    (code) => statusesOf(code).includes(status) && (streams || code !== 'too_many_streams'),
  )
  const examples = Object.fromEntries(codes.map((code) => [code, errorExample(code, status)]))
  return {
    id,
    description: `Error: ${codes.join(', ')}.`,
    headers: z.object({
      ...everywhere,
      ...(status === 401 ? challenge : {}),
      ...(status === 405 ? allow : {}),
      ...(status === 429 || status === 503 ? retryAfter : {}),
    }),
    content: { 'application/json': { schema: errorBody, examples } },
  }
}

/** The same object wherever it is the same: the document has it once, under its id. */
function errorExample(code: ErrorCode, status: number): ZodOpenApiExampleObject {
  const own = MESSAGE_OF_STATUS[status]
  const id = own === undefined ? code : `${code}_${status}`
  const error = { code, message: own ?? MESSAGE_OF_CODE[code], request_id: 'req_01981a5c-7c00-7000-8000-000000000000' }
  const example = EXAMPLES.get(id) ?? { id, value: { error } satisfies ErrorBody }
  EXAMPLES.set(id, example)
  return example
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

const EXAMPLES = new Map<string, ZodOpenApiExampleObject>()
const ERRORS: ReadonlyMap<number, ZodOpenApiResponseObject> = new Map(
  Object.entries(NAMES).map(([status, id]) => [Number(status), toErrorResponse(Number(status), id, false)]),
)
const TOO_MANY_STREAMS = toErrorResponse(429, 'TooManyRequestsOrStreams', true)
