import { event } from '../../data/schema/event.ts'
import { FEED_ENTRIES_MAX } from '../../server/constants.ts'
import { readNewest } from '../../server/feed/newest-events.ts'
import { findPosition } from '../../server/feed/start-position.ts'
import { type FeedFormat, renderFeed } from './events-feed.ts'
import { type SyndicationRoute, syndicationRoute } from './syndication-route.ts'

const NOTES = `The newest ${FEED_ENTRIES_MAX} changes within the retention of the feed, newest first. An entry of a withdrawn endorsement says so in its title.`

export const atomFeed = syndicationRoute({
  path: '/v1/feeds/{token}/events.atom',
  id: 'readAtomFeed',
  summary: 'Changes of endorsements that match a subscription, as Atom',
  notes: NOTES,
  type: 'application/atom+xml; charset=utf-8',
  answer: (service, asked) => answerEvents('atom', service, asked),
})

export const jsonFeed = syndicationRoute({
  path: '/v1/feeds/{token}/events.json',
  id: 'readJsonFeed',
  summary: 'Changes of endorsements that match a subscription, as JSON Feed',
  notes: NOTES,
  type: 'application/feed+json; charset=utf-8',
  answer: (service, asked) => answerEvents('json', service, asked),
})

type Answer = SyndicationRoute['answer']

async function answerEvents(
  format: FeedFormat,
  service: Parameters<Answer>[0],
  { grant: { subscription }, origin, self }: Parameters<Answer>[1],
): Promise<string> {
  const { state, feed, retention } = service
  const earliest = await findPosition({ from: 'earliest' }, { state, feed, now: service.now(), retention })
  const events = await readNewest(feed, subscription.filter, earliest)
  const parsed = events.map(({ body }) => event.parse(JSON.parse(body)))
  return renderFeed(parsed, { format, subscription, origin, self })
}
