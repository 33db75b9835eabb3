// Events in memory: the latest ones, and pages of older ones that clients read to catch up.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { FeedEvent } from '../../data/schema/event.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { RECENT_EVENTS_MAX } from '../constants.ts'

// The latest events. Readers that keep up share the same objects, so that each frame is built once.

/** Most characters of their bodies. */
const RECENT_LENGTH_MAX = 8 * 1024 * 1024

interface Recent {
  /** Adds the next events. After a gap, the earlier ones are dropped. */
  add(events: readonly FeedEvent[]): void
  /** Up to `limit` events after a position. Undefined if the next event is not in memory. */
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

// Pages of older events. Readers of the same page share the same objects, and so the same frames. One page is read per turn of the event
// loop, so that many clients that catch up at once do not delay others.

const PAGES_MAX = 16

interface Range {
  after: number
  through: number
  limit: number
}

interface Pages {
  read(range: Range): Promise<readonly FeedEvent[]>
  clear(): void
}

export function createPages(state: Pick<ServiceStore, 'events'>): Pages {
  const kept = new LRUCache<string, Promise<readonly FeedEvent[]>>({ max: PAGES_MAX })
  let turn: Promise<unknown> = Promise.resolve()
  const readInTurn = (range: Range): Promise<readonly FeedEvent[]> => {
    const page = turn.then(() => nextTurn()).then(() => state.events(range))
    turn = page.catch(() => undefined)
    return page
  }
  return {
    read(range) {
      const key = `${range.after} ${range.limit}`
      const known = kept.get(key)
      if (known) return known
      const page = readInTurn(range)
      kept.set(key, page)
      const forget = (): void => {
        if (kept.peek(key) === page) kept.delete(key)
      }
      // A page that is not full gets more events later, so it is not cached.
      page.then((events) => events.length < range.limit && forget(), forget)
      return page
    },
    clear: () => kept.clear(),
  }
}
