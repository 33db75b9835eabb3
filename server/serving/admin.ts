// The operator's port, on this machine alone: /readyz with the run's error and every source, and /metrics.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { ApiError } from '../../data/schema/api-error.ts'
import type { LastRun } from '../../data/schema/last-run.ts'
import { findReadiness, type Health } from './health.ts'

export const LOOPBACK = '127.0.0.1'
/** The text format of Prometheus. */
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export interface AdminServer {
  close(): Promise<void>
}

/** Throws if the port is taken. @param metrics the text of /metrics */
export async function startAdmin(port: number, health: Health, metrics: () => Promise<string>): Promise<AdminServer> {
  const server = createServer((request, response) => void answer(health, metrics, request, response))
  server.listen(port, LOOPBACK)
  await once(server, 'listening')
  return {
    async close() {
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
