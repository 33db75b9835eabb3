// Writes changes as Atom (RFC 4287) or JSON Feed (https://jsonfeed.org).

import { Feed } from 'feed'
import { describeEvent, type Event, listFacts } from '../../data/schema/event.ts'
import type { Subscription } from '../../data/schema/subscription.ts'
import { html } from '../web/html.ts'

/** @setting Entries of an Atom or JSON feed: the newest ones. */
export const FEED_ENTRIES_MAX = 100

export type FeedFormat = 'atom' | 'json'

interface Options {
  format: FeedFormat
  subscription: Subscription
  /** URL of the service, and of this feed with its token. */
  origin: string
  self: string
}

/** @param events newest first */
export function renderFeed(events: readonly Event[], { format, subscription, origin, self }: Options): string {
  const feed = new Feed({
    id: `urn:hustings:subscription:${subscription.id}`,
    title: `Endorsements: ${subscription.name}`,
    description: `Changes of endorsements that match the subscription ${subscription.name}, newest first.`,
    link: `${origin}/explore`,
    feedLinks: { [format]: self },
    author: { name: 'Hustings' },
    generator: 'Hustings',
    updated: new Date(events[0]?.occurred_at ?? subscription.updated_at),
  })
  // A title of Atom is HTML here, and one of JSON Feed is text.
  const toTitle = (sentence: string): string => (format === 'atom' ? String(html`${sentence}`) : sentence)
  for (const event of events) {
    const at = new Date(event.occurred_at)
    feed.addItem({
      id: format === 'atom' ? `urn:hustings:${event.id}` : event.id,
      title: toTitle(toPlainLine(describeEvent(event))),
      link: `${origin}/explore/contests/${event.contest.id}`,
      date: at,
      published: at,
      category: [{ name: event.type, term: event.type }],
      content: toContent(event),
    })
  }
  return format === 'atom' ? feed.atom1() : feed.json1()
}

/** HTML. The text of other people is escaped in it. */
function toContent(event: Event): string {
  const { type, id, occurred_at } = event
  const withdrawn =
    type === 'endorsement.deleted' ? html`<p><strong>Withdrawn.</strong> What follows was said before.</p>` : null
  const facts = listFacts(event).map((fact) =>
    /^https?:\/\/\S+$/.test(fact) ? html`<p><a href="${fact}">${fact}</a></p>` : html`<p>${fact}</p>`,
  )
  return toPlainLine(
    String(
      html`${withdrawn}<p>${describeEvent(event)}</p>${facts}<p><small>${type}, ${occurred_at}, ${id}</small></p>`,
    ),
  )
}

/** Control characters become spaces: neither XML nor a line of a calendar can hold them. UTF-8 has no half of a surrogate pair. */
export function toPlainLine(text: string): string {
  return text.replace(/[\p{Cc}\ufffe\uffff]+/gu, ' ')
}
