// The OpenAPI 3.1 document, from the schemas that read the requests and describe the replies.

import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi'
import { type ErrorBody, errorBody } from '../data/schema/error.ts'
import { API_VERSION, ERROR_CODES, type ErrorCode } from '../data/schema/vocabulary.ts'
import { OTHER_STATUSES_OF_CODE, STATUS_OF_CODE } from './errors.ts'
import type { Examples } from './examples.ts'
import type { OpenRoute } from './health.ts'
import type { LiveRoute } from './live-route.ts'
import type { Route } from './route.ts'

const count = z.string().regex(/^\d+$/)
const countOrUnlimited = z.string().regex(/^(\d+|unlimited)$/)

const everywhere = {
  'X-Request-Id': z.string().meta({ description: "Equals an error's request_id." }),
  'RateLimit-Limit': count.meta({
    description: "Requests a minute of the account, or of the peer's address without a key.",
  }),
  'RateLimit-Remaining': count,
  'RateLimit-Reset': count.meta({ description: 'Whole seconds to the next minute.' }),
  'X-Daily-Limit': countOrUnlimited.meta({ description: 'Requests a UTC day.' }),
  'X-Daily-Remaining': countOrUnlimited,
}
const snapshot = { 'X-Snapshot': z.string().meta({ description: 'Id of the bundle that answered.' }) }
const etag = { ETag: z.string().meta({ description: 'Weak; send it back in If-None-Match.' }) }
const retryAfter = { 'Retry-After': count.meta({ description: 'Whole seconds.' }) }
const challenge = { 'WWW-Authenticate': z.literal('Bearer') }
const allow = { Allow: z.string() }

/** Refusals and faults that any data endpoint can answer. */
const DATA_STATUSES = [400, 401, 403, 404, 405, 414, 429, 500, 503]
const OPEN_STATUSES = [405, 414, 429, 500]
const PROBE_STATUSES = [405, 414, 500, 503]

/** JSON text. */
export function presentDocument(
  routes: readonly Route[],
  live: readonly LiveRoute[],
  open: readonly OpenRoute[],
  examples: Examples,
): string {
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Hustings',
        version: API_VERSION,
        description:
          'U.S. elections, contests, districts and ballots, and who endorses what. Lists take comma-separated values; a record matches if it matches any of them, and every parameter that is sent. Absent is null. New keys may appear within /v1; none is renamed or removed. HEAD works wherever GET does. Replies may be compressed with br or gzip.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      security: [{ bearer: [] }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'An API key, for server-side use only.' },
        },
      },
      paths: {
        ...Object.fromEntries(routes.map((route) => [route.path, { get: toOperation(route, examples[route.path]) }])),
        ...Object.fromEntries(open.map((route) => [route.path, { get: toOpenOperation(route) }])),
      },
    },
    {
      // New keys may appear within /v1, so no object is closed.
      override: ({ jsonSchema, io }) => {
        if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      },
    },
  )
  return JSON.stringify(document)
}

function toOperation(route: Route, example: Examples[string] | undefined): ZodOpenApiOperationObject {
  const validated = route.keeping === 'validated'
  const ok: ZodOpenApiResponseObject = {
    description: route.summary,
    headers: z.object({ ...everywhere, ...snapshot, ...(validated ? etag : {}) }),
    content: {
      'application/json': { schema: route.response, ...(example && { example: example.response }) },
    },
  }
  return {
    operationId: route.id,
    summary: route.summary,
    description: `Needs the scope ${route.scope}.${example ? ` The example answers ${example.request} of the sample.` : ''}`,
    requestParams: { path: route.params, query: route.query },
    responses: {
      '200': ok,
      ...(validated
        ? {
            '304': {
              description: 'Not modified: If-None-Match named the current ETag.',
              headers: z.object({ ...everywhere, ...snapshot, ...etag }),
            },
          }
        : {}),
      ...errorResponses(DATA_STATUSES),
    },
  }
}

function toOpenOperation(route: OpenRoute): ZodOpenApiOperationObject {
  return {
    operationId: route.id,
    summary: route.summary,
    security: [],
    responses: {
      '200': {
        description: route.summary,
        headers: z.object(everywhere),
        content: { 'application/json': { schema: route.response } },
      },
      ...errorResponses(route.limited ? OPEN_STATUSES : PROBE_STATUSES),
    },
  }
}

function errorResponses(statuses: readonly number[]): Record<string, ZodOpenApiResponseObject> {
  return Object.fromEntries(statuses.map((status) => [String(status), toErrorResponse(status)]))
}

function toErrorResponse(status: number): ZodOpenApiResponseObject {
  const codes = ERROR_CODES.filter((code) => statusesOf(code).includes(status))
  return {
    description: `Error: ${codes.join(', ')}.`,
    headers: z.object({
      ...everywhere,
      ...(status === 401 ? challenge : {}),
      ...(status === 405 ? allow : {}),
      ...(status === 429 || status === 503 ? retryAfter : {}),
    }),
    content: { 'application/json': { schema: errorBody, examples: errorExamples(codes) } },
  }
}

function errorExamples(codes: readonly ErrorCode[]): Record<string, { value: ErrorBody }> {
  return Object.fromEntries(
    codes.map((code) => [
      code,
      {
        value: {
          error: { code, message: MESSAGE_OF_CODE[code], request_id: 'req_01981a5c-7c00-7000-8000-000000000000' },
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

function statusesOf(code: ErrorCode): readonly number[] {
  return [STATUS_OF_CODE[code], ...(OTHER_STATUSES_OF_CODE[code] ?? [])]
}
