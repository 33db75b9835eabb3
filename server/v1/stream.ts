import { liveOperations } from '../../data/schema/operations.ts'
import { createFanOut, type FanOut } from '../feed/fan-out.ts'
import type { Feed } from '../feed/feed.ts'
import { checkFeedQuery, resolveFeedQuery } from '../feed/feed-query.ts'
import { openStream, STREAM_TIMING, type StreamTiming } from '../feed/stream.ts'
import { ApiError } from '../http/errors.ts'
import { type LiveRoute, liveRoute } from '../route/live-route.ts'

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
        throw new ApiError(
          'invalid_parameter',
          'A stream was requested before the previous request on this connection was answered: expected a connection of its own.',
        )
      const asked = await resolveFeedQuery(service, { query, exchange, grant })
      const parts = { fanOut: fanOutOf(service.feed), timing }
      return { stream: () => openStream(service, { exchange, grant, asked }, parts) }
    },
  })
}
