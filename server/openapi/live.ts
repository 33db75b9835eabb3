// Describes live routes in the OpenAPI document: requests, responses, and the events of the stream.

import { z } from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi'
import { KEEP_ALIVE_SECONDS, STREAM_LIFETIME_SECONDS } from '../../data/schema/constants.ts'
import { type Event, eventId } from '../../data/schema/event.ts'
import { RECONNECT_REASONS } from '../../data/schema/vocabulary.ts'
import { checkpointChunk, eventFrame, KEEP_ALIVE, readyChunk, reconnectChunk } from '../feed/frame.ts'
import type { LiveRoute } from '../route/live-route.ts'
import { errorResponses, everywhere } from './errors.ts'

// Description and example of the stream.

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

const EXAMPLE: Event = {
  id: eventId(EPOCH, 1201),
  type: 'endorsement.updated',
  occurred_at: '2024-10-15T14:03:27.118Z',
  endorsement: {
    id: 1201,
    rank: null,
    statement: 'The better record on water.',
    source_url: 'https://oak.example/endorsements',
    published_on: '2024-10-14',
    statement_es: null,
  },
  previous: { statement: null },
  endorser: {
    id: 31,
    slug: 'oak-party',
    name: 'Oak Party',
    category: { slug: 'party', name: 'Political parties' },
    state: 'NC',
  },
  contest: {
    id: 702,
    title: 'Alder County Commissioner',
    short_title: 'Commissioner',
    kind: 'candidate',
    vote_method: 'plurality',
    votes_allowed: 1,
    ranks_allowed: null,
    measure_code: null,
    district: {
      id: 9,
      name: 'Alder County',
      level: 'county',
      ocd_id: 'ocd-division/country:us/state:nc/county:alder',
      state: 'NC',
      type: 'county',
      lines_precision: 'exact',
    },
    level: 'county',
  },
  election: {
    id: 4,
    slug: 'nc-2024-11-05-general',
    name: 'North Carolina General Election',
    date: '2024-11-05',
    state: 'NC',
    type: 'general',
  },
  choice: {
    id: 5110,
    label: 'Ada Alder',
    measure_answer: null,
    candidate: { id: 881, full_name: 'Ada Alder' },
    party: 'Oak',
    withdrawn: false,
  },
}

/** The bytes that a stream sends. */
const STREAM_EXAMPLE = [
  readyChunk({ epoch: EPOCH, seq: 1200 }, 'Alder County').plain,
  eventFrame({ seq: 1201, body: JSON.stringify(EXAMPLE) }, EPOCH),
  KEEP_ALIVE.plain,
  checkpointChunk({ epoch: EPOCH, seq: 1701 }).plain,
  reconnectChunk({ epoch: EPOCH, seq: 1701 }, 'lifetime').plain,
].join('')

// The operations of live routes.

/** Error statuses of every live route. */
const STATUSES = [400, 401, 403, 405, 414, 429, 500]
/** Error statuses of a body: too slow, too large, wrong type. */
const BODY_STATUSES = [408, 413, 415]
/** Error status of a write: the disk accepts no writes. */
const WRITE_STATUSES = [503]

const location = { Location: z.string().meta({ description: 'Path of the new resource.' }) }
const lastEventId = z.object({
  'Last-Event-ID': z
    .string()
    .optional()
    .meta({
      description: 'The last id that was received: the response continues after it. It takes precedence over `cursor`.',
      examples: ['AU8dLDtaaXiHAAAAAAAABLE'],
    }),
})
const resumedFrom = {
  'Last-Event-ID': z.string().meta({ description: 'The position after which the stream starts.' }),
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
      [status]: toResponse(route),
      ...(sendsFile ? toFileResponses(route) : {}),
      ...errorResponses(sendsFile ? [...statuses, 416] : statuses, { streams }),
    },
  }
}

const fileHeaders = {
  'X-Snapshot': z.string().meta({ description: 'Id of the bundle.' }),
  ETag: z.string().meta({ description: "The file's SHA-256; send it back in If-None-Match or If-Range." }),
  'Accept-Ranges': z.literal('bytes'),
}

/** A range of the file, and the answer to a check. */
function toFileResponses({ summary, response }: LiveRoute): Record<string, ZodOpenApiResponseObject> {
  const range = {
    'Content-Range': z.string().meta({ description: 'The range that was sent, and the size of the file.' }),
  }
  const headers = { ...everywhere, ...fileHeaders }
  return {
    '206': {
      description: 'The range that the header Range requested.',
      headers: z.object({ ...headers, ...range }),
      ...(response && { content: { 'application/octet-stream': { schema: response } } }),
    },
    '304': { description: `${summary}: If-None-Match named its ETag.`, headers: z.object(headers) },
  }
}

function toResponse({ summary, response, status, streams, sendsFile }: LiveRoute): ZodOpenApiResponseObject {
  if (sendsFile && response)
    return {
      description: summary,
      headers: z.object({ ...everywhere, ...fileHeaders }),
      content: { 'application/octet-stream': { schema: response } },
    }
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
