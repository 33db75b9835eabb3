// Pages of events that are no longer recent. One is read a turn, so that many who catch up at once hold nobody else up; who asks for
// the same page has the same objects, and so the same frames.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { FeedEvent } from '../../data/schema/event.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { RECENT_EVENTS_MAX } from '../constants.ts'

// The last events of the feed, in memory: readers who keep up share them, and what is made of each is made once.
/** Of their bodies, in characters. */
const RECENT_LENGTH_MAX = 8 * 1024 * 1024

interface Recent {
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
      // One that ends where the feed did has more in it later.
      page.then((events) => events.length < range.limit && forget(), forget)
      return page
    },
    clear: () => kept.clear(),
  }
}
