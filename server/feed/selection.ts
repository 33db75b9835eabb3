// Applies a filter to consecutive events: gives the bytes to send and the number of skipped events.

import type { FeedEvent } from '../../data/schema/event.ts'
import type { Matches } from './filter.ts'
import { type Chunk, eventFrame, toChunk } from './frame.ts'

export interface Selection {
  /** The events after this position, up to and including `through`. */
  after: number
  through: number
  /** Number of events skipped before the first match; all if none matches. */
  leading: number
  /** Number of events skipped after the last match. */
  trailing: number
  /** The matching events; null if none matches. */
  chunk: Chunk | null
}

/** @param events at least one, at most CHECKPOINT_EVENTS: a longer gap between two of them would need a checkpoint */
export function selectEvents(events: readonly FeedEvent[], matches: Matches, epoch: string): Selection {
  const after = (events[0]?.seq ?? 1) - 1
  const frames: Buffer[] = []
  let leading = 0
  let trailing = 0
  for (const event of events)
    if (matches(event)) {
      frames.push(eventFrame(event, epoch))
      trailing = 0
    } else if (frames.length === 0) leading += 1
    else trailing += 1
  const through = after + events.length
  return { ...{ after, through, leading, trailing }, chunk: frames.length === 0 ? null : toChunk(frames) }
}

/** Cuts a page into batches of about `length` characters. */
export function* cutSelection(events: readonly FeedEvent[], length: number): Generator<readonly FeedEvent[]> {
  let from = 0
  let gathered = 0
  for (const [at, event] of events.entries()) {
    gathered += event.body.length
    if (gathered < length && at + 1 < events.length) continue
    yield events.slice(from, at + 1)
    from = at + 1
    gathered = 0
  }
}
