// What has just been released, to all streams that have caught up: filtered once for each distinct filter, and written in order.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FeedEvent } from '../../data/schema/event.ts'
import { STREAM_WRITES_PER_TURN } from '../constants.ts'
import { FEED_PAGE, type Feed } from './feed.ts'
import { type StreamReader, sendToReader } from './reader.ts'
import { selectEvents } from './selection.ts'
import type { SharedFilter } from './shared-filter.ts'

/** More at once is left to each reader's own pace. */
const LIVE_BYTES_MAX = 256 * 1024
/** And so is all that waits, where the feed moves faster than it is written. */
const WAITING_MAX = 8

/** What a reader does that is not simply written to. */
export interface Turns {
  /** There is much: it reads on by itself, and joins again. */
  fallBack(): void
  /** There is no going on from where it is: its epoch has ended, or events after its position are gone. */
  lose(): void
}

export interface FanOut {
  /** In the turn in which the reader has caught up with what is released. @returns ends it */
  join(filter: SharedFilter, reader: StreamReader, turns: Turns): () => void
}

interface Delivery {
  events: readonly FeedEvent[]
  epoch: string
}

export function createFanOut(feed: Feed): FanOut {
  const groups = new Map<SharedFilter, Map<StreamReader, Turns>>()
  const deliveries: Delivery[] = []
  let delivering = false
  let unfollow: (() => void) | undefined

  const deliver = async (): Promise<void> => {
    let writes = 0
    try {
      for (let delivery = deliveries.shift(); delivery; delivery = deliveries.shift())
        for (const [filter, readers] of groups) {
          const hand = handOf(delivery, filter)
          for (const [reader, turns] of readers) {
            hand(reader, turns)
            writes += 1
            if (writes % STREAM_WRITES_PER_TURN === 0) await nextTurn()
          }
        }
    } finally {
      // In the same turn: what is released in the next one is delivered by another call.
      delivering = false
    }
  }
  /** Whatever waits, and whatever went wrong: each reads on from where it is. */
  const fallBack = (): void => {
    deliveries.length = 0
    for (const readers of [...groups.values()]) for (const turns of [...readers.values()]) turns.fallBack()
  }
  const start = (): void => {
    unfollow = feed.follow((events, { epoch }) => {
      if (deliveries.length === WAITING_MAX) return fallBack()
      deliveries.push({ events, epoch })
      if (delivering) return
      delivering = true
      // The first of them in this turn.
      deliver().catch(fallBack)
    })
  }
  return {
    join(filter, reader, turns) {
      if (!unfollow) start()
      const readers = groups.get(filter) ?? new Map()
      groups.set(filter, readers)
      readers.set(reader, turns)
      return () => {
        readers.delete(reader)
        if (readers.size > 0 || groups.get(filter) !== readers) return
        groups.delete(filter)
        if (groups.size > 0) return
        unfollow?.()
        unfollow = undefined
      }
    },
  }
}

/** What one delivery does to each reader of one filter. */
function handOf({ events, epoch }: Delivery, { matches }: SharedFilter): (reader: StreamReader, turns: Turns) => void {
  const [first] = events
  const selection = first && selectEvents(events, matches, epoch)
  const bytes = selection?.chunk?.plain.length ?? 0
  const much = bytes > LIVE_BYTES_MAX || (bytes > 0 && events.length === FEED_PAGE)
  return (reader, turns) => {
    const { at } = reader
    if (reader.epoch !== epoch) return turns.lose()
    // Who came after the release has nothing of it.
    if (!selection || at >= selection.through) return
    if (at === selection.after) return much ? turns.fallBack() : sendToReader(reader, selection)
    if (at < selection.after) return turns.lose()
    // Who began ahead of it has a part.
    const rest = events.filter(({ seq }) => seq > at)
    sendToReader(reader, selectEvents(rest, matches, epoch))
  }
}
