// The feed as one process sees it: what has been released to every reader, read from the one table, and told as it comes.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { CHECKPOINT_EVENTS } from '../../data/schema/constants.ts'
import type { FeedEvent } from '../../data/schema/event.ts'
import type { Released, ServiceStore } from '../../data/store/state/state.ts'
import { RECENT_EVENTS_MAX } from '../constants.ts'
import { createPages, createRecent } from './event-pages.ts'

/** As many events as are read or told at once: between two that follow each other in them no checkpoint is due. */
export const FEED_PAGE = CHECKPOINT_EVENTS

export interface FeedPosition {
  /** 16 hex digits. */
  epoch: string
  /** The last event before it; 0: before the first. */
  seq: number
}

export interface Feed {
  /** Undefined while nothing has been published and released; then the feed waits. What was released once stays so. */
  released(): Released | undefined
  /**
   * Released events after a position, in order, at most so many and at most FEED_PAGE; the same objects for every reader while they are
   * recent. The first of them is not the next one where that has been pruned.
   */
  read(after: number, limit: number): Promise<readonly FeedEvent[]>
  /**
   * Told of each batch of newly released events, in order, in the turn in which `released` moves; of none where another epoch begins.
   * @returns ends it
   */
  follow(listener: FeedListener): () => void
  /** Another publication has been released, or another epoch has begun: reads its events and tells them, a page at a time. */
  advance(released: Released | undefined): Promise<void>
}

export type FeedListener = (events: readonly FeedEvent[], released: Released) => void

export function createFeed(state: Pick<ServiceStore, 'events'>): Feed {
  const recent = createRecent()
  const pages = createPages(state)
  const listeners = new Set<FeedListener>()
  let current: Released | undefined
  let turn: Promise<void> = Promise.resolve()

  const tell = (events: readonly FeedEvent[], released: Released): void => {
    current = released
    for (const listener of listeners) listener(events, released)
  }
  const begin = async (next: Released): Promise<void> => {
    recent.clear()
    pages.clear()
    // First, so that nobody reads on under the old epoch.
    tell([], next)
    // Clients that come back after a restart ask for these, all at once.
    let after = Math.max(0, next.seq - RECENT_EVENTS_MAX)
    while (after < next.seq) {
      const events = await state.events({ after, through: next.seq, limit: FEED_PAGE })
      recent.add(events)
      after = events.at(-1)?.seq ?? next.seq
      await nextTurn()
    }
  }
  const goOn = async (before: Released, next: Released): Promise<void> => {
    // The same text, so that thousands of readers compare it by its address.
    const { epoch } = before
    let after = before.seq
    while (after < next.seq) {
      const events = await state.events({ after, through: next.seq, limit: FEED_PAGE })
      const last = events.at(-1)?.seq
      if (last === undefined) break
      recent.add(events)
      after = last
      tell(events, after === next.seq ? { ...next, epoch } : { ...before, seq: after })
      if (after < next.seq) await nextTurn()
    }
    if (current?.publication !== next.publication || current.seq !== next.seq) tell([], { ...next, epoch })
  }
  return {
    released: () => current,
    async read(after, limit) {
      const through = current?.seq ?? 0
      if (after >= through) return []
      const most = Math.min(limit, FEED_PAGE)
      return recent.find(after, most) ?? (await pages.read({ after, through, limit: most }))
    },
    follow(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    advance(next) {
      const result = turn.then(async () => {
        if (!next) return
        if (current?.epoch !== next.epoch) await begin(next)
        else if (next.seq >= current.seq) await goOn(current, next)
      })
      turn = result.catch(() => undefined)
      return result
    },
  }
}
