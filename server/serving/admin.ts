// The operator's port, on this machine alone: /readyz with the run's error and every source.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { LastRun } from '../../data/schema/last-run.ts'
import { ApiError } from '../http/errors.ts'
import { findReadiness, type Health } from './health.ts'

export const LOOPBACK = '127.0.0.1'

export interface AdminServer {
  close(): Promise<void>
}

/** Throws if the port is taken. */
export async function startAdmin(port: number, health: Health): Promise<AdminServer> {
  const server = createServer((request, response) => void answer(health, request, response))
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

async function answer(health: Health, { url, method }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (url !== '/readyz') return send(response, 404, { error: 'got another path, expected /readyz' })
  if (method !== 'GET' && method !== 'HEAD') return send(response, 405, { error: `got ${method}, expected GET` })
  const detail = describe(health.lastRun())
  try {
    send(response, 200, { data: { ...(await findReadiness(health)), ...detail } })
  } catch (fault) {
    if (!(fault instanceof ApiError)) throw fault
    send(response, 503, { error: fault.message, data: detail })
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
