// Finds the newest events that match a filter. The matches stay in memory: the next request with the filter compares only the events
// that came since.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { FeedEvent } from '../../data/schema/event.ts'
import type { FeedFilter } from '../../data/schema/subscription.ts'
import { FEED_PAGE, type Feed, type FeedPosition } from './feed.ts'
import { compileFilter, toCanonical } from './filter.ts'
import { notReady } from './position.ts'

/** @setting Filters whose newest events are in memory, for Atom and JSON feeds; each holds at most the entries of a feed. */
const FEED_FILTERS_REMEMBERED_MAX = 256

interface Matched {
  epoch: string
  /** Every event up to this one was compared. */
  through: number
  /** The last matches, in order. */
  events: readonly FeedEvent[]
}

const remembered = new WeakMap<Feed, LRUCache<string, Promise<Matched>>>()

/**
 * At most `most` events, newest first.
 * @param earliest position before the oldest retained event. Throws ApiError 503 if another epoch begins meanwhile
 */
export async function readNewest(feed: Feed, filter: FeedFilter, earliest: FeedPosition, most: number) {
  const known = remembered.get(feed) ?? new LRUCache({ max: FEED_FILTERS_REMEMBERED_MAX })
  remembered.set(feed, known)
  const key = `${most} ${toCanonical(filter)}`
  const before = known.get(key)
  // One after another: two readers with the same filter compare each event once.
  const turn = (before ?? Promise.resolve(undefined))
    .catch(() => undefined)
    .then((matched) => goOn(feed, filter, earliest, most, matched))
  known.set(key, turn)
  const { events } = await turn
  return events.filter(({ seq }) => seq > earliest.seq).reverse()
}

async function goOn(
  feed: Feed,
  filter: FeedFilter,
  { epoch, seq: oldest }: FeedPosition,
  most: number,
  before: Matched | undefined,
): Promise<Matched> {
  const matches = compileFilter(filter)
  let { through, events } = before?.epoch === epoch ? before : { through: 0, events: [] }
  through = Math.max(through, oldest)
  for (;;) {
    const released = feed.released()
    if (released?.epoch !== epoch) throw notReady()
    if (through >= released.seq) return { epoch, through, events }
    const page = await feed.read(through, FEED_PAGE)
    events = [...events, ...page.filter(matches)].slice(-most)
    through = page.at(-1)?.seq ?? released.seq
    await nextTurn()
  }
}
