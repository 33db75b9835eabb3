// Answers live routes: checks the caller, then runs the route. A stream that fails to start does not count as open.

import { v7 } from 'uuid'
import { admit } from './http/admit.ts'
import type { Exchange, LiveReply } from './http/exchange.ts'
import type { LiveRoute } from './route/live-route.ts'
import type { Service } from './route/service.ts'

/** Throws ApiError. */
export async function answerLive(
  service: Service,
  route: LiveRoute,
  exchange: Exchange,
  { params, search }: { params: Readonly<Record<string, string>>; search: string },
): Promise<LiveReply> {
  // Unique among the streams of all processes. HEAD returns only the headers and opens no stream.
  const stream = route.streams && exchange.request.method !== 'HEAD' ? v7() : undefined
  const file = route.sendsFile ? Object.values(params).join('/') : undefined
  const grant = await admit(service, exchange, route.scopes, { stream, file })
  if (stream === undefined) return route.answer(service, { params, search, exchange, grant, stream: '' })
  const close = async (): Promise<void> => {
    try {
      await service.meter.ask({ kind: 'close', account: grant.account_id, allowance: grant.plan, stream })
    } catch {
      // The meter repeats it later.
    }
  }
  let begun = false
  try {
    const reply = await route.answer(service, { params, search, exchange, grant, stream })
    begun = 'stream' in reply && !exchange.response.destroyed
    if (begun) exchange.response.once('close', close)
    return reply
  } finally {
    // Close before the response, so that an immediate retry succeeds, also at another worker.
    if (!begun) await close()
  }
}
