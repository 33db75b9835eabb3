// The last events of the feed, in memory: readers who keep up share them, and what is made of each is made once.

import type { FeedEvent } from '../../data/schema/event.ts'

export const RECENT_EVENTS_MAX = 4096
/** Of their bodies, in characters. */
const RECENT_LENGTH_MAX = 8 * 1024 * 1024

export interface Recent {
  /** Those that follow; after a gap it begins anew. */
  add(events: readonly FeedEvent[]): void
  /** Those after a position, at most so many. Undefined where it does not hold the next one. */
  find(after: number, limit: number): readonly FeedEvent[] | undefined
  clear(): void
}

export function createRecent(): Recent {
  let events: FeedEvent[] = []
  let length = 0

  const trim = (): void => {
    let dropped = 0
    while (events.length - dropped > RECENT_EVENTS_MAX || length > RECENT_LENGTH_MAX) {
      length -= events[dropped]?.body.length ?? 0
      dropped += 1
    }
    if (dropped > 0) events.splice(0, dropped)
  }
  const clear = (): void => {
    events = []
    length = 0
  }
  return {
    clear,
    add(more) {
      const [first] = more
      const last = events.at(-1)
      if (first && last && first.seq !== last.seq + 1) clear()
      for (const event of more) {
        events.push(event)
        length += event.body.length
      }
      trim()
    },
    find(after, limit) {
      const from = after - (events[0]?.seq ?? 0) + 1
      return from < 0 || from >= events.length ? undefined : events.slice(from, from + limit)
    },
  }
}
