// Builds the OpenAPI 3.1 document from the schemas that parse the requests and describe the responses.

import { readFileSync } from 'node:fs'
import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiExampleObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi'
import { OTHER_STATUSES_OF_CODE, STATUS_OF_CODE } from '../../data/schema/api-error.ts'
import { type ErrorBody, errorBody } from '../../data/schema/envelope.ts'
import { ERROR_CODES, type ErrorCode, RECONNECT_REASONS } from '../../data/schema/vocabulary.ts'
import { projectFile } from '../../data/store/paths.ts'
import { checkpointChunk, eventFrame, KEEP_ALIVE, readyChunk, reconnectChunk } from '../feed/frame.ts'
import { KEEP_ALIVE_SECONDS, STREAM_LIFETIME_SECONDS } from '../feed/stream.ts'
import type { LiveRoute } from '../route/live-route.ts'
import type { Route } from '../route/route.ts'
import type { OpenRoute } from '../serving/health.ts'

/** @setting The version that the OpenAPI document states. */
export const API_VERSION = '1.0.0'

/** @param id under `components.headers`, to which each response refers */
function header<Schema extends z.ZodType>(id: string, schema: Schema, description?: string): Schema {
  return schema.meta({ header: { id }, ...(description !== undefined && { description }) })
}

const snapshot = {
  'X-Snapshot': header('Snapshot', z.string(), 'Id of the bundle that the response was read from.'),
}
const feedCursor = {
  'X-Feed-Cursor': header(
    'FeedCursor',
    z.string(),
    'A position in the feed that every process has reached. Read the whole list, then follow the feed from the X-Feed-Cursor of its first page: no change is missed. With `snapshot`, it is the position of that publication.',
  ),
}
const etag = { ETag: header('ETag', z.string(), 'Weak; send it back in If-None-Match.') }
/** Error statuses of every data endpoint. */
const DATA_STATUSES = [400, 401, 403, 404, 405, 414, 429, 500, 503]
/** Error statuses of endpoints that a token in the path opens. */
const TOKEN_STATUSES = [400, 404, 405, 414, 429, 500, 503]
const OPEN_STATUSES = [405, 414, 429, 500]
const PROBE_STATUSES = [405, 414, 500, 503]

/** A GET request that a token in the path opens, without a key. */
export interface TokenOperation {
  /** `/v1/feeds/{token}/events.atom` */
  path: string
  id: string
  summary: string
  notes: string
  /** Content-Type. */
  type: string
  params: z.ZodObject
}

interface DocumentedRoutes {
  data: readonly Route[]
  live: readonly LiveRoute[]
  token: readonly TokenOperation[]
  open: readonly OpenRoute[]
}

/** JSON text. */
export function presentDocument({ data, live, token, open }: DocumentedRoutes, examples: Examples): string {
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Hustings',
        version: API_VERSION,
        description:
          'U.S. elections, contests, districts and ballots, and who endorses what. List parameters take comma-separated values: a record must match one value of each parameter. A missing value is null. New keys may appear within /v1; no key is renamed or removed. HEAD works wherever GET does. Unknown parameters and keys are refused. Responses may be compressed with br or gzip.',
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
        ...Object.fromEntries(data.map((route) => [route.path, { get: toOperation(route, examples[route.path]) }])),
        ...toLivePaths(live),
        ...Object.fromEntries(token.map((operation) => [operation.path, { get: toTokenOperation(operation) }])),
        ...Object.fromEntries(open.map((route) => [route.path, { get: toOpenOperation(route) }])),
      },
    },
    {
      override: ({ jsonSchema, io }) => {
        // New keys may appear within /v1, so no object is closed.
        if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
        simplify(jsonSchema)
        // The bounds of every number of JavaScript say nothing; those of an id are a promise.
        if (jsonSchema.format === 'int64') return
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      },
    },
  )
  // A filter that is left out is empty; generators write no such value.
  return JSON.stringify(document, (key, value: unknown) =>
    key === 'default' && JSON.stringify(value) === '{}' ? undefined : describeOnce(value),
  )
}

/** Says the same in the form that generators of clients read best: one type, or one and null, and nothing empty. */
function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  if (JSON.stringify(schema.additionalProperties) === '{}') schema.additionalProperties = true
  delete schema.propertyNames
  const [one, other] = schema.anyOf ?? []
  if (one?.type === undefined || one.enum || one.const !== undefined || schema.anyOf?.length !== 2) return
  if (other?.type === 'null') Object.assign(schema, one, { type: [one.type, 'null'] })
  else if (one.pattern !== undefined && other?.pattern !== undefined)
    Object.assign(schema, { type: 'string', pattern: `${one.pattern}|${other.pattern}` })
  else return
  delete schema.anyOf
}

const described = z.looseObject({ description: z.string(), schema: z.looseObject({}) })

/** A parameter and a header say their description themselves: in their schema, zod repeats it, beside its notes for this document. */
function describeOnce(value: unknown): unknown {
  const { data } = described.safeParse(value)
  if (!data) return value
  const { param: _, description, ...schema } = data.schema
  return { ...data, schema: description === data.description ? schema : { ...schema, description } }
}

function toOperation(route: Route, example: Examples[string] | undefined): ZodOpenApiOperationObject {
  const validated = route.cachePolicy === 'validated'
  const ok: ZodOpenApiResponseObject = {
    description: route.summary,
    headers: z.object({
      ...everywhere,
      ...snapshot,
      ...(validated ? etag : {}),
      ...(route.feedCursor ? feedCursor : {}),
    }),
    content: {
      'application/json': { schema: route.response, ...(example && { example: example.response }) },
    },
  }
  return {
    operationId: route.id,
    summary: route.summary,
    description: `Needs the scope ${route.scope}.${example ? ` The example is the response to ${example.request} from the sample data.` : ''}`,
    requestParams: { path: route.params, query: route.query },
    responses: {
      '200': ok,
      ...(validated
        ? { '304': route.feedCursor ? notModified({ ...snapshot, ...etag, ...feedCursor }) : NOT_MODIFIED }
        : {}),
      ...errorResponses(DATA_STATUSES),
    },
  }
}

function notModified(headers: z.core.$ZodLooseShape): ZodOpenApiResponseObject {
  const description = 'Not modified: If-None-Match named the current ETag.'
  return { description, headers: z.object({ ...everywhere, ...headers }) }
}

function toTokenOperation({ id, summary, notes, type, params, path }: TokenOperation): ZodOpenApiOperationObject {
  const isCalendar = path.endsWith('.ics')
  const headers = { ...everywhere, ...etag, ...(isCalendar ? snapshot : {}) }
  const [media = type] = type.split(';')
  return {
    operationId: id,
    summary,
    description: `Needs no key: the token in the path is enough, and the request counts for its account. ${notes}`,
    security: [],
    requestParams: { path: params },
    responses: {
      '200': { description: summary, headers: z.object(headers), content: { [media]: { schema: z.string() } } },
      '304': notModified(isCalendar ? { ...etag, ...snapshot } : etag),
      ...errorResponses(TOKEN_STATUSES),
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
        headers: z.object({ ...everywhere, ...(route.tagged ? etag : {}) }),
        content: { 'application/json': { schema: route.response } },
      },
      ...(route.tagged ? { '304': notModified(etag) } : {}),
      ...errorResponses(route.limited ? OPEN_STATUSES : PROBE_STATUSES),
    },
  }
}

// Live routes: the stream, with an example of its events.

const STREAM_NOTES = [
  "Server-Sent Events. Each event's id is a cursor: to continue after it, send it in the header Last-Event-ID or the parameter cursor.",
  '`ready` comes first: `{ "subscription": its name or null, "cursor" }`.',
  '`endorsement` is one matching change: an Event, as /v1/events lists it.',
  '`checkpoint` moves the position past changes that the filter skipped: `{ "cursor" }`.',
  `\`reconnect\` comes last: \`{ "cursor", "reason" }\`. The reason is one of ${RECONNECT_REASONS.join(', ')}; connect again with its id.`,
  'An event may come twice after a reconnection: drop repeats by the id in its data. The events of one endorser come in order.',
  `A comment every ${KEEP_ALIVE_SECONDS} seconds keeps the connection open. After ${STREAM_LIFETIME_SECONDS / 60} to 61 minutes the stream ends. A client that reads too slowly is disconnected; it can continue by id.`,
].join(' ')

const EPOCH = '4f1d2c3b5a697887'

/** The bytes that a stream sends. */
const STREAM_EXAMPLE = [
  readyChunk({ epoch: EPOCH, seq: 1200 }, 'Alder County').plain,
  eventFrame({ seq: 1201, body: JSON.stringify(readJson('server', 'openapi', 'event.json')) }, EPOCH),
  KEEP_ALIVE.plain,
  checkpointChunk({ epoch: EPOCH, seq: 1701 }).plain,
  reconnectChunk({ epoch: EPOCH, seq: 1701 }, 'lifetime').plain,
].join('')

// Their operations.

/** Error statuses of every live route. */
const STATUSES = [400, 401, 403, 405, 414, 429, 500]
/** Error statuses of a body: too slow, too large, wrong type. */
const BODY_STATUSES = [408, 413, 415]
/** Error status of a write: the disk accepts no writes. */
const WRITE_STATUSES = [503]

const location = { Location: header('Location', z.string(), 'Path of the new resource.') }
const lastEventId = z.object({
  'Last-Event-ID': z
    .string()
    .optional()
    .meta({
      param: { id: 'Last-Event-ID' },
      description: 'The last id that was received: the response continues after it. It takes precedence over `cursor`.',
      examples: ['AU8dLDtaaXiHAAAAAAAABLE'],
    }),
})
const resumedFrom = {
  'Last-Event-ID': header('Last-Event-ID', z.string(), 'The position after which the stream starts.'),
}

function toLivePaths(routes: readonly LiveRoute[]): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const route of routes) {
    const operations = paths[route.path] ?? {}
    operations[route.method.toLowerCase()] = toLiveOperation(route)
    paths[route.path] = operations
  }
  return paths
}

function toLiveOperation(route: LiveRoute): ZodOpenApiOperationObject {
  const { id, summary, notes, scopes, params, query, body, status, refusals, streams, sendsFile, method } = route
  const ofMethod = [...(body ? BODY_STATUSES : []), ...(method === 'GET' ? [] : WRITE_STATUSES)]
  const statuses = [...STATUSES, ...refusals, ...ofMethod].sort()
  return {
    operationId: id,
    summary,
    description: [`Needs the scope ${scopes.join(' or ')}.`, notes, streams ? STREAM_NOTES : '']
      .filter(Boolean)
      .join(' '),
    requestParams: { path: params, query, ...(Object.hasOwn(query.shape, 'from') ? { header: lastEventId } : {}) },
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      ...(sendsFile ? toFileResponses(route) : { [status]: toResponse(route) }),
      ...errorResponses(sendsFile ? [...statuses, 416] : statuses, { streams }),
    },
  }
}

const fileHeaders = {
  'X-Snapshot': header('FileSnapshot', z.string(), 'Id of the bundle.'),
  ETag: header('FileETag', z.string(), "The file's SHA-256; send it back in If-None-Match or If-Range."),
  'Accept-Ranges': header('Accept-Ranges', z.literal('bytes')),
}

/** The whole file, a range of it, and the answer to a check. */
function toFileResponses({ summary, response }: LiveRoute): Record<string, ZodOpenApiResponseObject> {
  const range = {
    'Content-Range': z.string().meta({ description: 'The range that was sent, and the size of the file.' }),
  }
  const headers = { ...everywhere, ...fileHeaders }
  const content = response && { content: { 'application/octet-stream': { schema: response } } }
  return {
    '200': { description: summary, headers: z.object(headers), ...content },
    '206': {
      description: 'The range that the header Range requested.',
      headers: z.object({ ...headers, ...range }),
      ...content,
    },
    '304': { description: `${summary}: If-None-Match named its ETag.`, headers: z.object(headers) },
  }
}

function toResponse({ summary, response, status, streams }: LiveRoute): ZodOpenApiResponseObject {
  return {
    description: summary,
    headers: z.object({ ...everywhere, ...(status === 201 ? location : {}), ...(streams ? resumedFrom : {}) }),
    ...(response && {
      content: streams
        ? { 'text/event-stream': { schema: response, example: STREAM_EXAMPLE } }
        : { 'application/json': { schema: response } },
    }),
  }
}

// Loads the document's examples: one shortened response of each data endpoint from the sample. test/contract/examples.test.ts checks them.

const examples = z.record(z.string(), z.object({ request: z.string(), response: z.json() }))
/** By path template. */
type Examples = z.infer<typeof examples>

export function loadExamples(): Examples {
  return examples.parse(readJson('data', 'sample', 'examples.json'))
}

function readJson(...path: string[]): unknown {
  return JSON.parse(readFileSync(projectFile(...path), 'utf8'))
}

// Describes errors in the OpenAPI document: the codes of each status, and the headers of every response.

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
function errorResponses(
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

const NOT_MODIFIED = { ...notModified({ ...snapshot, ...etag }), id: 'NotModified' }
