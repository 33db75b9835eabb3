// Endpoints that need no key: liveness, readiness and the OpenAPI document.

import { z } from 'zod'
import { ApiError } from '../../data/schema/api-error.ts'
import { type Readiness, readiness } from '../../data/schema/health.ts'
import type { LastRun } from '../../data/schema/last-run.ts'
import { dataAges, summarizeRun } from '../../data/schema/last-run.ts'
import { record } from '../../data/schema/page.ts'
import type { Exchange, Reply } from '../http/exchange.ts'
import type { FixedReply } from '../http/reply-body.ts'
import type { Bundles } from './bundles.ts'
import type { Degradation } from './degraded.ts'
import type { Release } from './release.ts'

/** State that the health endpoints read. */
export interface Health {
  bundles: Bundles
  release: Release
  degradation: Pick<Degradation, 'list'>
  /** Null if no run is recorded. */
  lastRun(): LastRun | null
  /** True once the server is told to stop. */
  stopping(): boolean
}

export interface OpenRoute {
  path: string
  id: string
  summary: string
  /** True: requests are counted and refused over the limit. False for the operator's probes. */
  limited: boolean
  response: z.ZodType
  /** The reply carries an ETag. */
  tagged?: true
  /** @param document the OpenAPI document. @throws ApiError */
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
  summary: 'Whether the server is ready: a bundle is open and requests are accepted',
  limited: false,
  response: record(readiness),
  async answer(service) {
    return json(JSON.stringify({ data: await findReadiness(service) }))
  },
}

/** Throws ApiError 503 if the server is not ready. */
export async function findReadiness({ bundles, release, degradation, lastRun, stopping }: Health): Promise<Readiness> {
  const lease = bundles.lease()
  const bundle = lease?.bundle.id
  lease?.release()
  if (stopping()) throw notReady('The server is stopping.')
  if (bundle === undefined)
    throw notReady(
      bundles.waiting() ?? 'No bundle is open: none has been published yet, or the current one could not be opened.',
    )
  if (!release.holds() && !(await release.confirm()))
    throw notReady('Other servers may serve newer data than this one.')
  const record = lastRun()
  return {
    ...{ status: 'ready', bundle, degraded: [...degradation.list()] },
    last_run: record?.run ? summarizeRun(record.run) : null,
    data: record ? dataAges(record) : [],
  }
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
