// Long polling: returns a page of the feed at once, or as soon as a matching change is released.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FeedEvent } from '../../data/schema/event.ts'
import { FEED_PAGE, type Feed, type FeedPosition } from './feed.ts'
import type { Matches } from './filter.ts'
import { expired, toCursor } from './position.ts'

/** Most events that one request scans; the client then sends another request. */
const SCANNED_EVENTS_MAX = 4 * FEED_PAGE

export interface EventPage {
  events: readonly FeedEvent[]
  /** The position after this page and after the events that the filter skipped. */
  next: FeedPosition
  /** There are more events, or there may be. */
  more: boolean
}

/** JSON of the page. The bodies of the events are JSON text already. */
export function presentPage({ events, next, more }: EventPage): string {
  const data = events.map((event) => event.body).join(',')
  return `{"data":[${data}],"next_cursor":"${toCursor(next)}","has_more":${more}}`
}

export interface Poll {
  position: FeedPosition
  matches: Matches
  limit: number
  /** Most milliseconds to wait for a match. */
  wait: number
  /** Registers a function that ends the wait. @returns a function that removes it */
  onEnd(end: () => void): () => void
}

/** Throws ApiError 410 if the epoch ends meanwhile, or if an event that it needs has been pruned. */
export async function poll(feed: Feed, asked: Poll): Promise<EventPage> {
  let page = await scan(feed, asked)
  if (asked.wait === 0 || isAnswer(page)) return page
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), asked.wait)
  const takeOff = asked.onEnd(() => over.abort())
  try {
    while (!over.signal.aborted && !isAnswer(page)) {
      // Check and follow in one turn, so that no release is missed.
      if (isCaughtUp(feed, page.next)) await findMatch(feed, page.next, asked.matches, over.signal)
      page = await scan(feed, { ...asked, position: page.next })
    }
    return page
  } finally {
    clearTimeout(timer)
    takeOff()
  }
}

function isAnswer({ events, more }: EventPage): boolean {
  return events.length > 0 || more
}

function isCaughtUp(feed: Feed, { epoch, seq }: FeedPosition): boolean {
  const released = feed.released()
  return released?.epoch === epoch && released.seq <= seq
}

/** Reads until the page is full, and then until it is known whether another event matches. */
async function scan(feed: Feed, { position, matches, limit }: Poll): Promise<EventPage> {
  const { epoch } = position
  const found: FeedEvent[] = []
  let { seq } = position
  for (let scanned = 0; scanned < SCANNED_EVENTS_MAX; ) {
    const released = feed.released()
    if (released?.epoch !== epoch) throw expired('The position', 'it belongs to an earlier epoch of the feed')
    if (seq >= released.seq) return { events: found, next: { epoch, seq }, more: false }
    const events = await feed.read(seq, FEED_PAGE)
    if (events[0]?.seq !== seq + 1) throw expired('The position', 'a change after it is no longer retained')
    for (const event of events) {
      if (matches(event)) {
        if (found.length === limit) return { events: found, next: { epoch, seq }, more: true }
        found.push(event)
      }
      seq = event.seq
    }
    scanned += events.length
    await nextTurn()
  }
  return { events: found, next: { epoch, seq }, more: true }
}

/** Resolves on the first matching event after the position, when the epoch ends, and when the wait is over. */
async function findMatch(feed: Feed, { epoch, seq }: FeedPosition, matches: Matches, over: AbortSignal): Promise<void> {
  let unfollow = (): void => undefined
  await new Promise<void>((resolve) => {
    over.addEventListener('abort', () => resolve())
    unfollow = feed.follow((events, released) => {
      if (released.epoch !== epoch || events.some((event) => event.seq > seq && matches(event))) resolve()
    })
  })
  unfollow()
}
