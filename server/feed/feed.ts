// The feed as one process sees it: what has been released to every reader, read from the one table, and told as it comes.

import type { FeedEvent } from '../../data/schema/event.ts'
import type { Released } from '../../data/store/state/state.ts'

export interface Position {
  /** 16 hex digits. */
  epoch: string
  /** The last event before it; 0: before the first. */
  seq: number
}

export interface Feed {
  /** Undefined while nothing has been published and released; then the feed waits. */
  released(): Released | undefined
  /** Released events after a position, in order, at most so many; the same objects for every reader while they are recent. */
  read(after: number, limit: number): Promise<readonly FeedEvent[]>
  /**
   * Told of each batch of newly released events, in order, in the turn in which `released` moves.
   * @returns ends it
   */
  follow(listener: (events: readonly FeedEvent[], released: Released) => void): () => void
  /** Another publication has been released, or another epoch has begun: reads its events and tells them. */
  advance(released: Released | undefined): Promise<void>
}
