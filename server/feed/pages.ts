// Pages of events that are no longer recent. One is read a turn, so that many who catch up at once hold nobody else up; who asks for
// the same page has the same objects, and so the same frames.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { FeedEvent } from '../../data/schema/event.ts'
import type { State } from '../../data/store/state/state.ts'

const PAGES_MAX = 16

interface Range {
  after: number
  through: number
  limit: number
}

export interface Pages {
  read(range: Range): Promise<readonly FeedEvent[]>
  clear(): void
}

export function createPages(state: Pick<State, 'events'>): Pages {
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
