// How the document describes live routes: what may be sent to them, what they answer, and the stream's events.

import { z } from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi'
import type { LiveRoute } from './live-route.ts'
import { errorResponses, everywhere } from './openapi-errors.ts'
import { STREAM_EXAMPLE, STREAM_NOTES } from './openapi-stream.ts'

/** Refusals and faults that any of them can answer. */
const STATUSES = [400, 401, 403, 405, 414, 429, 500]
/** Those of a body: too slow, too large, of another type. */
const BODY_STATUSES = [408, 413, 415]
/** Of what changes something: the disk takes no writes. */
const WRITE_STATUSES = [503]

const location = { Location: z.string().meta({ description: 'Path of what was made.' }) }
const lastEventId = z.object({
  'Last-Event-ID': z
    .string()
    .optional()
    .meta({
      description: 'The last id that was received: the answer continues after it. It wins over `cursor`.',
      examples: ['AU8dLDtaaXiHAAAAAAAABLE'],
    }),
})
const resumedFrom = {
  'Last-Event-ID': z.string().meta({ description: 'The position that the stream goes on from.' }),
}

export function toLivePaths(routes: readonly LiveRoute[]): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const route of routes) {
    const operations = paths[route.path] ?? {}
    operations[route.method.toLowerCase()] = toOperation(route)
    paths[route.path] = operations
  }
  return paths
}

function toOperation(route: LiveRoute): ZodOpenApiOperationObject {
  const { id, summary, notes, scopes, params, query, body, status, refusals, streams, method } = route
  const ofMethod = [...(body ? BODY_STATUSES : []), ...(method === 'GET' ? [] : WRITE_STATUSES)]
  const statuses = [...STATUSES, ...refusals, ...ofMethod].sort()
  return {
    operationId: id,
    summary,
    description: [`Needs the scope ${scopes.join(' or ')}.`, notes, streams ? STREAM_NOTES : '']
      .filter(Boolean)
      .join(' '),
    requestParams: { path: params, query, ...(Object.hasOwn(query.shape, 'cursor') ? { header: lastEventId } : {}) },
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      [status]: toResponse(route),
      ...errorResponses(statuses, { streams }),
    },
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
