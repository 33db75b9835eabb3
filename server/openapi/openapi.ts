// Builds the OpenAPI 3.1 document from the schemas that parse the requests and describe the responses.

import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi'
import { API_VERSION } from '../../data/schema/constants.ts'
import type { LiveRoute } from '../route/live-route.ts'
import type { Route } from '../route/route.ts'
import type { OpenRoute } from '../serving/health.ts'
import { errorResponses, everywhere } from './errors.ts'
import type { Examples } from './examples.ts'
import { toLivePaths } from './live.ts'

const snapshot = { 'X-Snapshot': z.string().meta({ description: 'Id of the bundle that the response was read from.' }) }
const feedCursor = {
  'X-Feed-Cursor': z.string().meta({
    description:
      'A position in the feed that every process has reached. Read the whole list, then follow the feed from the X-Feed-Cursor of its first page: no change is missed. With `snapshot`, it is the position of that publication.',
  }),
}
const etag = { ETag: z.string().meta({ description: 'Weak; send it back in If-None-Match.' }) }
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

export interface DocumentedRoutes {
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
      // New keys may appear within /v1, so no object is closed.
      override: ({ jsonSchema, io }) => {
        if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      },
    },
  )
  return JSON.stringify(document)
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
        ? { '304': notModified({ ...everywhere, ...snapshot, ...etag, ...(route.feedCursor ? feedCursor : {}) }) }
        : {}),
      ...errorResponses(DATA_STATUSES),
    },
  }
}

function notModified(headers: z.core.$ZodLooseShape): ZodOpenApiResponseObject {
  return { description: 'Not modified: If-None-Match named the current ETag.', headers: z.object(headers) }
}

function toTokenOperation({ id, summary, notes, type, params, path }: TokenOperation): ZodOpenApiOperationObject {
  const headers = { ...everywhere, ...etag, ...(path.endsWith('.ics') ? snapshot : {}) }
  const [media = type] = type.split(';')
  return {
    operationId: id,
    summary,
    description: `Needs no key: the token in the path is enough, and the request counts for its account. ${notes}`,
    security: [],
    requestParams: { path: params },
    responses: {
      '200': { description: summary, headers: z.object(headers), content: { [media]: { schema: z.string() } } },
      '304': notModified(headers),
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
      ...(route.tagged ? { '304': notModified({ ...everywhere, ...etag }) } : {}),
      ...errorResponses(route.limited ? OPEN_STATUSES : PROBE_STATUSES),
    },
  }
}
