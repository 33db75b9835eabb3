import { invalidParameter } from '../../data/schema/api-error.ts'
import { liveOperations } from '../../data/schema/operations.ts'
import type { Feed } from '../feed/feed.ts'
import { acquireFilter } from '../feed/filter.ts'
import { type EventPage, poll, presentPage } from '../feed/poll.ts'
import { checkFeedQuery, resolveFeedQuery } from '../feed/position.ts'
import { openStream, STREAM_TIMING, type StreamTiming } from '../feed/stream.ts'
import { createFanOut, type FanOut } from '../feed/stream-fan-out.ts'
import type { Reply } from '../http/exchange.ts'
import { COMPRESS_FROM_BYTES, chooseEncoding, compress } from '../http/reply-body.ts'
import { type LiveRoute, liveRoute } from '../route/live-route.ts'

export const events = liveRoute({
  ...liveOperations.listEvents,
  id: 'listEvents',
  summary: 'Changes of endorsements after a position, in order; with `wait`, waits for the first one',
  scopes: ['stream:read'],
  refusals: [404, 410, 503],
  check: checkFeedQuery,
  async answer(service, { query, exchange, grant }) {
    const asked = await resolveFeedQuery(service, { query, exchange, grant })
    const { request, response } = exchange
    const onEnd = (end: () => void): (() => void) => {
      response.once('close', end)
      const takeOff = service.streams.add({ grant, peer: service.readPeer(request), end })
      return () => {
        response.off('close', end)
        takeOff()
      }
    }
    const { filter, release } = acquireFilter(asked.filter)
    try {
      const { position } = asked
      const { limit, wait } = query
      const page = await poll(service.feed, { position, matches: filter.matches, limit, wait: wait * 1000, onEnd })
      return await toReply(page, request.headers['accept-encoding'])
    } finally {
      release()
    }
  },
})

async function toReply(page: EventPage, accepted: string | undefined): Promise<Reply> {
  const plain = Buffer.from(presentPage(page))
  const headers = ['Cache-Control', 'no-store', 'Vary', 'Accept-Encoding']
  const encoding = plain.length < COMPRESS_FROM_BYTES ? 'identity' : chooseEncoding(accepted)
  if (encoding === 'identity') return { status: 200, headers, body: plain }
  return { status: 200, headers: [...headers, 'Content-Encoding', encoding], body: await compress(plain, encoding) }
}

export const stream = createStreamRoute(STREAM_TIMING)

export function createStreamRoute(timing: StreamTiming): LiveRoute {
  const fanOuts = new WeakMap<Feed, FanOut>()
  const fanOutOf = (feed: Feed): FanOut => {
    const fanOut = fanOuts.get(feed) ?? createFanOut(feed)
    fanOuts.set(feed, fanOut)
    return fanOut
  }
  return liveRoute({
    ...liveOperations.openStream,
    id: 'openStream',
    summary: 'Changes of endorsements as they happen, as Server-Sent Events: ready, endorsement, checkpoint, reconnect',
    scopes: ['stream:read'],
    refusals: [404, 410, 503],
    streams: true,
    check: checkFeedQuery,
    async answer(service, { query, exchange, grant }) {
      // Behind another request the stream would start at an unknown time, and the server would not notice a client that has gone.
      if (exchange.response.socket === null)
        throw invalidParameter(
          'A stream was requested before the previous request on this connection was answered: expected a connection of its own.',
        )
      const asked = await resolveFeedQuery(service, { query, exchange, grant })
      const parts = { fanOut: fanOutOf(service.feed), timing }
      return { stream: () => openStream(service, { exchange, grant, asked }, parts) }
    },
  })
}
