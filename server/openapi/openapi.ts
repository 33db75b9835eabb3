// Builds the OpenAPI 3.1 document from the schemas that parse the requests and describe the responses.

import { readFileSync } from 'node:fs'
import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi'
import { RECONNECT_REASONS } from '../../data/schema/vocabulary.ts'
import { projectFile } from '../../data/store/paths.ts'
import { checkpointChunk, eventFrame, KEEP_ALIVE, readyChunk, reconnectChunk } from '../feed/frame.ts'
import { KEEP_ALIVE_SECONDS, STREAM_LIFETIME_SECONDS } from '../feed/stream.ts'
import type { LiveRoute } from '../route/live-route.ts'
import type { Route } from '../route/route.ts'
import type { OpenRoute } from '../serving/health.ts'
import { errorResponses, everywhere, header } from './errors.ts'

/** @setting The version that the OpenAPI document states. */
export const API_VERSION = '1.0.0'

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

const NOT_MODIFIED = { ...notModified({ ...snapshot, ...etag }), id: 'NotModified' }
