// Sends newly released events to all streams that have caught up. Each distinct filter runs once, and events are written in order.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FeedEvent } from '../../data/schema/event.ts'
import { STREAM_WRITES_PER_TURN } from '../constants.ts'
import { FEED_PAGE, type Feed } from './feed.ts'
import { type StreamReader, sendToReader } from './reader.ts'
import { selectEvents } from './selection.ts'
import type { SharedFilter } from './shared-filter.ts'

/** A larger batch is left to each reader, which reads it at its own pace. */
const LIVE_BYTES_MAX = 256 * 1024
/** If more batches wait, because events are released faster than they are written, all of them are left to the readers. */
const WAITING_MAX = 8

/** Reactions of a reader to a batch that cannot simply be written to it. */
export interface Turns {
  /** The batch is large: the reader catches up by itself and joins again. */
  fallBack(): void
  /** The reader cannot continue: its epoch has ended, or events after its position are gone. */
  lose(): void
}

export interface FanOut {
  /** Call it in the turn in which the reader has caught up with the released events. @returns a function that leaves */
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
      // Reset it in the same turn: events that are released in the next turn start another call.
      delivering = false
    }
  }
  /** Drops the waiting batches: each reader continues from its own position. */
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
      // The first batch is written in this turn.
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

/** Returns a function that applies one delivery to a reader of the filter. */
function handOf({ events, epoch }: Delivery, { matches }: SharedFilter): (reader: StreamReader, turns: Turns) => void {
  const [first] = events
  const selection = first && selectEvents(events, matches, epoch)
  const bytes = selection?.chunk?.plain.length ?? 0
  const much = bytes > LIVE_BYTES_MAX || (bytes > 0 && events.length === FEED_PAGE)
  return (reader, turns) => {
    const { at } = reader
    if (reader.epoch !== epoch) return turns.lose()
    // The reader joined after the release: it is already past these events.
    if (!selection || at >= selection.through) return
    if (at === selection.after) return much ? turns.fallBack() : sendToReader(reader, selection)
    if (at < selection.after) return turns.lose()
    // The reader's position is inside the batch: send it the rest.
    const rest = events.filter(({ seq }) => seq > at)
    sendToReader(reader, selectEvents(rest, matches, epoch))
  }
}
