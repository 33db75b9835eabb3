// Feeds for programs that send no key: a token in the path opens them. The changes of a subscription, and its elections.

import { z } from 'zod'
import { ApiError } from '../../data/schema/api-error.ts'
import { citeSources } from '../../data/schema/cited-sources.ts'
import type { Election } from '../../data/schema/election.ts'
import { event } from '../../data/schema/event.ts'
import { PAGE_SIZE_MAX } from '../../data/schema/parameter.ts'
import type { FeedGrant } from '../../data/store/state/subscriptions.ts'
import type { Host, TokenOperation } from '../../server/host.ts'
import type { Exchange } from '../../server/http/exchange.ts'
import { createQueryReader } from '../../server/http/input.ts'
import { createFixedReply } from '../../server/http/reply-body.ts'
import { baseUrlOf, toPattern } from '../../server/http/server.ts'
import type { App } from '../web/frame.ts'
import { createGuestApp, noSuchEndpoint } from '../web/guest.ts'
import { renderCalendar } from './elections-calendar.ts'
import { FEED_ENTRIES_MAX, type FeedFormat, renderFeed } from './events-feed.ts'

interface FeedRequest {
  exchange: Exchange
  grant: FeedGrant
  /** URL of this feed, with the token. */
  self: string
  /** URL of the service, such as https://example.org. */
  origin: string
}

/** A feed, whose answer is its text. The answer throws ApiError. */
interface TokenFeed extends TokenOperation {
  answer(host: Host, request: FeedRequest): Promise<string>
}

const params = z.object({
  token: z.string().meta({
    description: 'The token of a subscription, as POST /v1/subscriptions/{id}/feed-token gave it.',
    examples: ['hst_feed_…'],
  }),
})
/** The filter is the subscription's: a parameter is refused. */
const readNoQuery = createQueryReader(z.object({}))

const EVENTS_NOTES = `The newest ${FEED_ENTRIES_MAX} changes within the retention of the feed, newest first. An entry of a withdrawn endorsement says so in its title.`

export const tokenFeeds: readonly TokenFeed[] = [
  {
    path: '/v1/feeds/{token}/events.atom',
    id: 'readAtomFeed',
    summary: 'Changes of endorsements that match a subscription, as Atom',
    notes: EVENTS_NOTES,
    type: 'application/atom+xml; charset=utf-8',
    params,
    answer: (host, request) => answerEvents(host, 'atom', request),
  },
  {
    path: '/v1/feeds/{token}/events.json',
    id: 'readJsonFeed',
    summary: 'Changes of endorsements that match a subscription, as JSON Feed',
    notes: EVENTS_NOTES,
    type: 'application/feed+json; charset=utf-8',
    params,
    answer: (host, request) => answerEvents(host, 'json', request),
  },
  {
    path: '/v1/feeds/{token}/elections.ics',
    id: 'readElectionCalendar',
    summary: 'The elections of a subscription, as an iCalendar',
    notes:
      'Every election held here, past ones too, as all-day events, with the sources of its state. Of the filter, `states` and `elections` choose; the other fields concern endorsements. A possible runoff is tentative. There are no deadlines of registration or of voting by mail: the sources have none.',
    type: 'text/calendar; charset=utf-8',
    params,
    answer: answerElections,
  },
]

export function createSyndication(host: Host): App {
  const entries = tokenFeeds.map((feed) => ({ feed, pattern: toPattern(feed.path) }))
  const app = createGuestApp(host, async (exchange, { path, search }) => {
    const found = entries.find(({ pattern }) => pattern.test(path))
    if (!found) return host.admission.refuse(exchange, noSuchEndpoint())
    const { feed, pattern } = found
    exchange.route = feed.path
    const { method = '', headers } = exchange.request
    if (method !== 'GET' && method !== 'HEAD')
      return host.admission.refuse(
        exchange,
        new ApiError('invalid_parameter', `${feed.path} accepts only GET, HEAD, got ${method}.`, {
          status: 405,
          headers: ['Allow', 'GET, HEAD'],
        }),
      )
    const token = decodeToken(pattern.exec(path)?.groups?.token)
    const grant = await host.admission.feedToken(exchange, token)
    readNoQuery(search)
    const origin = baseUrlOf(headers.host)
    const self = `${origin}${feed.path.replace('{token}', token)}`
    const text = await feed.answer(host, { exchange, grant, origin, self })
    return createFixedReply(Buffer.from(text), feed.type)(exchange, 'private, no-cache')
  })
  return { path: '/v1/feeds', app, describe: tokenFeeds }
}

/** As sent if it is malformed: then nobody has it. */
function decodeToken(sent = ''): string {
  try {
    return decodeURIComponent(sent)
  } catch {
    return sent
  }
}

async function answerEvents(
  host: Host,
  format: FeedFormat,
  { grant: { subscription }, origin, self }: FeedRequest,
): Promise<string> {
  const events = await host.data.newestEvents(subscription.filter, FEED_ENTRIES_MAX)
  const parsed = events.map(({ body }) => event.parse(JSON.parse(body)))
  return renderFeed(parsed, { format, subscription, origin, self })
}

async function answerElections(host: Host, { exchange, grant, origin }: FeedRequest): Promise<string> {
  const { subscription } = grant
  const { states, elections: slugs } = subscription.filter
  const found: Election[] = []
  let cursor: string | undefined
  do {
    const query = { limit: String(PAGE_SIZE_MAX), states: states?.join(','), cursor }
    const { data, next_cursor } = await host.read('listElections', exchange, { grant, query })
    found.push(...data)
    cursor = next_cursor ?? undefined
  } while (cursor !== undefined)
  const chosen = found.filter(({ slug }) => slugs?.includes(slug) ?? true)
  const all = host.data.sources()
  const cited = new Set(chosen.map(({ state }) => state))
  const sources = new Map(
    Array.from(cited, (state) => [
      state,
      citeSources({ sources: all }, { kinds: ['ballots'], states: new Set([state]) }),
    ]),
  )
  const days = all.map(({ published_on }) => published_on).sort()
  const updated_on = days.at(-1) ?? '1970-01-01'
  return renderCalendar(chosen, { name: `Elections: ${subscription.name}`, origin, updated_on, sources })
}
