// Health for the operator: liveness and readiness, why the server is degraded, the operator's port.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { ApiError } from '../../data/schema/api-error.ts'
import { record } from '../../data/schema/envelope.ts'
import {
  type Degraded,
  type DegradedCode,
  degradedSources,
  type Readiness,
  readiness,
} from '../../data/schema/health.ts'
import { dataAges, type LastRun, summarizeRun } from '../../data/schema/last-run.ts'
import type { Exchange, Reply } from '../http/exchange.ts'
import type { FixedReply } from '../http/reply-body.ts'
import type { Bundles } from './bundles.ts'
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
      .meta({ id: 'Health', description: 'State of the process.' }),
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
export async function findReadiness(health: Health): Promise<Readiness> {
  const { bundles, release, lastRun, stopping } = health
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
    status: 'ready',
    bundle,
    degraded: listDegraded(health),
    last_run: record?.run ? summarizeRun(record.run) : null,
    data: record ? dataAges(record) : [],
  }
}

/** The reasons of this server, and those of the sources of its data. Ordered by code. */
export function listDegraded({ degradation, lastRun }: Pick<Health, 'degradation' | 'lastRun'>): Degraded[] {
  return [...degradation.list(), ...degradedSources(lastRun())].sort((a, b) => (a.code < b.code ? -1 : 1))
}

const description: OpenRoute = {
  path: '/openapi.json',
  id: 'getDescription',
  summary: 'This document',
  limited: true,
  response: z
    .looseObject({ openapi: z.string().meta({ description: 'Version of OpenAPI.', examples: ['3.1.0'] }) })
    .meta({ id: 'Description', description: 'An OpenAPI document.' }),
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

// Records why this server is degraded although it answers, for `/readyz` and the log.

/** Milliseconds between log lines for a reason that persists. */
const REPEAT_MS = 60_000

export type Degradation = ReturnType<typeof createDegradation>

/** @param steady milliseconds on a clock that never jumps */
export function createDegradation(steady: () => number, warn: (sentence: string) => void) {
  const reasons = new Map<DegradedCode, { message: string; detail: string; told: number }>()
  return {
    /**
     * Reports a reason that begins or persists. It is logged when it begins, when its detail changes, and then once a minute.
     * @param message shown to anyone in `/readyz`: no path, no data
     * @param detail replaces the message in the operator's log
     */
    begin(code: DegradedCode, message: string, detail = message) {
      const known = reasons.get(code)
      const isNew = known?.detail !== detail || steady() - known.told >= REPEAT_MS
      if (isNew) warn(detail)
      reasons.set(code, { message, detail, told: isNew ? steady() : known.told })
    },
    /** Logged if the reason was active. */
    end(code: DegradedCode) {
      const known = reasons.get(code)
      if (known && reasons.delete(code)) warn(`Resolved: ${known.detail}`)
    },
    /** Ordered by code. */
    list: (): readonly Degraded[] =>
      [...reasons].map(([code, { message }]) => ({ code, message })).sort((a, b) => (a.code < b.code ? -1 : 1)),
  }
}

// The operator's port, on this machine alone: /readyz with the run's error and every source, and /metrics.

export const LOOPBACK = '127.0.0.1'
/** The text format of Prometheus. */
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export type AdminServer = Awaited<ReturnType<typeof startAdmin>>

/** Throws if the port is taken. @param metrics the text of /metrics */
export async function startAdmin(port: number, health: Health, metrics: () => Promise<string>) {
  const server = createServer((request, response) => void answer(health, metrics, request, response))
  server.listen(port, LOOPBACK)
  await once(server, 'listening')
  return {
    async close(): Promise<void> {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function answer(
  health: Health,
  metrics: () => Promise<string>,
  { url, method }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (url !== '/readyz' && url !== '/metrics')
    return send(response, 404, { error: 'got another path, expected /readyz or /metrics' })
  if (method !== 'GET' && method !== 'HEAD') return send(response, 405, { error: `got ${method}, expected GET` })
  if (url === '/metrics') return await sendMetrics(response, metrics)
  const detail = describe(health.lastRun())
  try {
    send(response, 200, { data: { ...(await findReadiness(health)), ...detail } })
  } catch (fault) {
    if (!(fault instanceof ApiError)) throw fault
    send(response, 503, { error: fault.message, data: detail })
  }
}

async function sendMetrics(response: ServerResponse, metrics: () => Promise<string>): Promise<void> {
  try {
    const text = await metrics()
    response.writeHead(200, { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' }).end(text)
  } catch (fault) {
    send(response, 503, { error: fault instanceof Error ? fault.message : String(fault) })
  }
}

/** Nulls and an empty list if no run is recorded. */
function describe(record: LastRun | null) {
  const sources = Object.entries(record?.sources ?? {}).map(([source_id, source]) => ({ source_id, ...source }))
  return { last_run: record?.run ?? null, sources }
}

function send(response: ServerResponse, status: number, body: object): void {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  response.writeHead(status, headers).end(JSON.stringify(body))
}
