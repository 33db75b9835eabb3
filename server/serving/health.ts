// What anybody may ask without a key: whether the server lives, whether it can answer, and what it can be asked.

import { z } from 'zod'
import { type Readiness, readiness } from '../../data/schema/health.ts'
import type { LastRun } from '../../data/schema/last-run.ts'
import { dataAges, summarizeRun } from '../../data/schema/last-run.ts'
import { record } from '../../data/schema/page.ts'
import { ApiError } from '../http/errors.ts'
import type { Exchange, Reply } from '../http/exchange.ts'
import type { FixedReply } from '../http/fixed-reply.ts'
import type { Bundles } from './bundles.ts'
import type { Degradation } from './degraded.ts'
import type { Release } from './release.ts'

/** What the answers look at. */
export interface Health {
  bundles: Bundles
  release: Release
  degradation: Pick<Degradation, 'list'>
  /** Null where no run is recorded. */
  lastRun(): LastRun | null
  /** True once the server has been told to stop. */
  draining(): boolean
}

export interface OpenRoute {
  path: string
  id: string
  summary: string
  /** Counted, and refused over the limit; a probe of the operator's own is neither. */
  limited: boolean
  response: z.ZodType
  /** Its answers carry an ETag. */
  tagged?: true
  /** @param document the OpenAPI document. Throws ApiError. */
  answer(service: Health, document: FixedReply, exchange: Exchange): Reply | Promise<Reply>
}

const NOT_READY_RETRY = 1

const healthz: OpenRoute = {
  path: '/healthz',
  id: 'getHealth',
  summary: 'Whether the server is alive',
  limited: false,
  response: record(
    z
      .object({ status: z.literal('ok').meta({ description: 'The server is alive.' }) })
      .meta({ description: 'State of the process.' }),
  ),
  answer: () => json('{"data":{"status":"ok"}}'),
}

const readyz: OpenRoute = {
  path: '/readyz',
  id: 'getReadiness',
  summary: 'Whether the server has a bundle open and takes requests',
  limited: false,
  response: record(readiness),
  async answer({ bundles, release, degradation, lastRun, draining }) {
    const lease = bundles.lease()
    const bundle = lease?.bundle.id
    lease?.release()
    if (draining()) throw notReady('The server is stopping.')
    if (bundle === undefined)
      throw notReady('No bundle is open: nothing has been published yet, or it could not be opened.')
    if (!release.holds() && !(await release.confirm())) throw notReady('The other servers may be ahead of this one.')
    const record = lastRun()
    const data: Readiness = {
      ...{ status: 'ready', bundle, degraded: [...degradation.list()] },
      last_run: record?.run ? summarizeRun(record.run) : null,
      data: record ? dataAges(record) : [],
    }
    return json(JSON.stringify({ data }))
  },
}

const description: OpenRoute = {
  path: '/openapi.json',
  id: 'getDescription',
  summary: 'This document',
  limited: true,
  response: z.looseObject({ openapi: z.string().meta({ description: 'Version of OpenAPI.', examples: ['3.1.0'] }) }),
  tagged: true,
  answer: (_service, document, exchange) => document(exchange),
}

export const openRoutes: readonly OpenRoute[] = [healthz, readyz, description]

function json(text: string): Reply {
  return { status: 200, headers: ['Cache-Control', 'no-store'], body: Buffer.from(text) }
}

function notReady(sentence: string): ApiError {
  return new ApiError('internal_error', sentence, { status: 503, retryAfter: NOT_READY_RETRY })
}
