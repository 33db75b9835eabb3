// The feed in one process: reads released events from the events table, and passes new ones to listeners.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { FeedEvent } from '../../data/schema/event.ts'
import type { Released } from '../../data/store/state/leases.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'

/** @setting Most recent events in memory. */
const RECENT_EVENTS_MAX = 4096
/** @setting Skipped events after which a stream gets a checkpoint with its position. */
export const CHECKPOINT_EVENTS = 500

/** Most events that are read or delivered at once. Between two consecutive matches in them no checkpoint is due. */
export const FEED_PAGE = CHECKPOINT_EVENTS

export interface FeedPosition {
  /** 16 hex digits. */
  epoch: string
  /** Sequence number of the last event before the position; 0: before the first event. */
  seq: number
}

export type Feed = ReturnType<typeof createFeed>

type FeedListener = (events: readonly FeedEvent[], released: Released) => void

export function createFeed(state: Pick<ServiceStore, 'events'>) {
  const recent = createRecent()
  const pages = createPages(state)
  const listeners = new Set<FeedListener>()
  let current: Released | undefined
  const inTurn = pLimit(1)

  const announce = (events: readonly FeedEvent[], released: Released): void => {
    current = released
    for (const listener of listeners) listener(events, released)
  }
  const begin = async (next: Released): Promise<void> => {
    recent.clear()
    pages.clear()
    // Notify first, so that no reader continues in the old epoch.
    announce([], next)
    // Load the latest events: after a restart, all clients reconnect at once and need them.
    let after = Math.max(0, next.seq - RECENT_EVENTS_MAX)
    while (after < next.seq) {
      const events = await state.events({ after, through: next.seq, limit: FEED_PAGE })
      recent.add(events)
      after = events.at(-1)?.seq ?? next.seq
      await nextTurn()
    }
  }
  const goOn = async (before: Released, next: Released): Promise<void> => {
    // Keep the same string object, so that thousands of readers compare it by reference.
    const { epoch } = before
    let after = before.seq
    while (after < next.seq) {
      const events = await state.events({ after, through: next.seq, limit: FEED_PAGE })
      const last = events.at(-1)?.seq
      if (last === undefined) break
      recent.add(events)
      after = last
      announce(events, after === next.seq ? { ...next, epoch } : { ...before, seq: after })
      if (after < next.seq) await nextTurn()
    }
    if (current?.publication !== next.publication || current.seq !== next.seq) announce([], { ...next, epoch })
  }
  return {
    /** Undefined until something has been published and released; the feed waits until then. A released event stays released. */
    released: () => current,
    /**
     * Released events after a position, in order, at most `limit` and at most FEED_PAGE. All readers get the same objects while they are
     * recent. If the next event has been pruned, the first event is a later one.
     */
    async read(after: number, limit: number): Promise<readonly FeedEvent[]> {
      const through = current?.seq ?? 0
      if (after >= through) return []
      const most = Math.min(limit, FEED_PAGE)
      return recent.find(after, most) ?? (await pages.read({ after, through, limit: most }))
    },
    /**
     * Calls the listener with each batch of newly released events, in order, in the turn in which `released` moves. At the start of another
     * epoch the batch is empty.
     * @returns a function that ends it
     */
    follow(listener: FeedListener): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Call it when another publication is released or another epoch begins: reads its events and delivers them page by page. */
    advance(next: Released | undefined): Promise<void> {
      return inTurn(async () => {
        if (!next) return
        if (current?.epoch !== next.epoch) await begin(next)
        else if (next.seq >= current.seq) await goOn(current, next)
      })
    },
  }
}

// The latest events. Readers that keep up share the same objects, so that each frame is built once.

/** Most characters of their bodies. */
const RECENT_LENGTH_MAX = 8 * 1024 * 1024

export function createRecent() {
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
    /** Adds the next events. After a gap, the earlier ones are dropped. */
    add(more: readonly FeedEvent[]) {
      const [first] = more
      const last = events.at(-1)
      if (first && last && first.seq !== last.seq + 1) clear()
      for (const event of more) {
        events.push(event)
        length += event.body.length
      }
      trim()
    },
    /** Up to `limit` events after a position. Undefined if the next event is not in memory. */
    find(after: number, limit: number): readonly FeedEvent[] | undefined {
      const from = after - (events[0]?.seq ?? 0) + 1
      return from < 0 || from >= events.length ? undefined : events.slice(from, from + limit)
    },
  }
}

// Pages of older events. Readers of the same page share the same objects, and so the same frames. One page is read per turn of the event
// loop, so that many clients that catch up at once do not delay others.

const PAGES_MAX = 16

type Range = Parameters<ServiceStore['events']>[0]

export function createPages(state: Pick<ServiceStore, 'events'>) {
  const kept = new LRUCache<string, Promise<readonly FeedEvent[]>>({ max: PAGES_MAX })
  const inTurn = pLimit(1)
  const readInTurn = (range: Range): Promise<readonly FeedEvent[]> =>
    inTurn(() => nextTurn().then(() => state.events(range)))
  return {
    read(range: Range): Promise<readonly FeedEvent[]> {
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
