import { z } from 'zod'
import { eventPage } from '../../data/schema/event.ts'
import { COMPRESS_FROM_BYTES } from '../constants.ts'
import { toCursor } from '../feed/cursor.ts'
import { checkFeedQuery, feedQuery, resolveFeedQuery } from '../feed/feed-query.ts'
import { type EventPage, poll } from '../feed/poll.ts'
import { acquireFilter } from '../feed/shared-filter.ts'
import { chooseEncoding, compress } from '../http/compress.ts'
import type { Reply } from '../http/exchange.ts'
import { polling } from '../http/parameter.ts'
import { liveRoute } from '../route/live-route.ts'

export const events = liveRoute({
  path: '/v1/events',
  method: 'GET',
  id: 'listEvents',
  summary: 'Changes of endorsements after a position, in order; with `wait`, waits for the first one',
  scopes: ['stream:read'],
  query: z.object({ ...feedQuery.shape, ...polling }),
  params: z.object({}),
  response: eventPage,
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
      const wait = query.wait * 1000
      const page = await poll(service.feed, {
        ...{ position: asked.position, matches: filter.matches, limit: query.limit, wait, onEnd },
      })
      return await toReply(page, request.headers['accept-encoding'])
    } finally {
      release()
    }
  },
})

/** The bodies of the events are JSON text already. */
async function toReply({ events, next, more }: EventPage, accepted: string | undefined): Promise<Reply> {
  const data = events.map((event) => event.body).join(',')
  const plain = Buffer.from(`{"data":[${data}],"next_cursor":"${toCursor(next)}","has_more":${more}}`)
  const headers = ['Cache-Control', 'no-store', 'Vary', 'Accept-Encoding']
  const encoding = plain.length < COMPRESS_FROM_BYTES ? 'identity' : chooseEncoding(accepted)
  if (encoding === 'identity') return { status: 200, headers, body: plain }
  return { status: 200, headers: [...headers, 'Content-Encoding', encoding], body: await compress(plain, encoding) }
}
