// Answers a live route: who asks, then what the route says; a stream that does not begin holds no place.

import { v7 } from 'uuid'
import { admit } from './http/admit.ts'
import type { Exchange } from './http/exchange.ts'
import type { LiveReply, LiveRoute } from './route/live-route.ts'
import type { Service } from './route/service.ts'

/** Unique among the streams of all processes. */
function makeStreamName(): string {
  return v7()
}

/** Throws ApiError. */
export async function answerLive(
  service: Service,
  route: LiveRoute,
  exchange: Exchange,
  { params, search }: { params: Readonly<Record<string, string>>; search: string },
): Promise<LiveReply> {
  // HEAD has the headers alone, and nothing stays open.
  const stream = route.streams && exchange.request.method !== 'HEAD' ? makeStreamName() : undefined
  const grant = await admit(service, exchange, route.scopes, stream)
  if (stream === undefined) return route.answer(service, { params, search, exchange, grant, stream: '' })
  const close = async (): Promise<void> => {
    // What cannot be told now the meter tells later.
    await service.meter
      .ask({ kind: 'close', account: grant.account_id, allowance: grant.plan, stream })
      .catch(() => undefined)
  }
  let begun = false
  try {
    const reply = await route.answer(service, { params, search, exchange, grant, stream })
    begun = 'stream' in reply && !exchange.response.destroyed
    if (begun) exchange.response.once('close', close)
    return reply
  } finally {
    // Before the answer: whoever asks again at once, of another worker too, finds the place free.
    if (!begun) await close()
  }
}
