// A served feed for all tests of a file, with an epoch of its own for each test.

import { afterAll, beforeEach } from 'vitest'
import { eventId } from '../../../data/schema/event.ts'
import { toCursor } from '../../../server/feed/position.ts'
import { facetsOf } from './drawn.ts'
import { type Served, serveFeed } from './served.ts'

/** Sequence numbers count from the beginning of the test's epoch. */
export interface Epochs {
  served: Served
  base(): number
  cursorOf(seq: number): string
  /** Ids of these events, both included. */
  ids(from: number, to?: number): string[]
}

export async function serveEpochs(): Promise<Epochs> {
  const served = await serveFeed()
  afterAll(() => served.close())
  await served.publish(0)
  let [epoch, base] = ['', 0]
  beforeEach(async () => {
    epoch = await served.state.beginEpoch()
    await served.release()
    base = served.feed.released()?.seq ?? 0
  })
  return {
    served,
    base: () => base,
    cursorOf: (seq) => toCursor({ epoch, seq: base + seq }),
    ids: (from, to = from) => Array.from({ length: to - from + 1 }, (_, at) => eventId(epoch, base + from + at)),
  }
}

export const ofLevel = (level: 'city' | 'school') => ({ facets: (seq: number) => ({ ...facetsOf(seq), level }) })
