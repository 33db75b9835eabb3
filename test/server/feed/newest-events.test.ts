// The newest events of a filter: found however far back they are, and continued without a second reading.

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FeedFilter } from '../../../data/schema/subscription.ts'
import { FEED_PAGE, type Feed } from '../../../server/feed/feed.ts'
import { readNewest } from '../../../server/feed/newest-events.ts'
import { facetsOf } from './drawn.ts'
import { ofLevel } from './epochs.ts'
import { type Served, serveFeed } from './served.ts'

const RARE = 7
const MOST = 100
const COUNT = 3 * FEED_PAGE + 20
const filter: FeedFilter = { levels: ['school'] }
let served: Served
let epoch: string
let read = 0
let counted: Feed

beforeAll(async () => {
  served = await serveFeed()
  await served.publish(0)
  epoch = await served.state.beginEpoch()
  await served.release()
  counted = {
    ...served.feed,
    async read(after, limit) {
      const events = await served.feed.read(after, limit)
      read += events.length
      return events
    },
  }
  await served.publish(COUNT, { facets: (seq) => ({ ...facetsOf(seq), level: seq === RARE ? 'school' : 'city' }) })
})
afterAll(() => served.close())

const newest = async (after = 0, by = filter) =>
  (await readNewest(counted, by, { epoch, seq: after }, MOST)).map(({ seq }) => seq)

it('finds a rare match behind many other events, and reads each event once', async () => {
  expect(await Promise.all([newest(), newest()])).toEqual([[RARE], [RARE]])
  expect(read).toBe(COUNT)
  expect(await newest()).toEqual([RARE])
  await served.publish(2, ofLevel('school'))
  expect(await newest()).toEqual([COUNT + 2, COUNT + 1, RARE])
  expect(read).toBe(COUNT + 2)
})

it('leaves out what is older than the retention, and more than a feed has', async () => {
  expect(await newest(RARE)).toEqual([COUNT + 2, COUNT + 1])
  const all = await newest(0, {})
  expect(all).toEqual(Array.from({ length: MOST }, (_, at) => COUNT + 2 - at))
})

it('of an epoch that has ended is refused for now, and begins anew in the next one', async () => {
  const before = epoch
  epoch = await served.state.beginEpoch()
  await served.release()
  await expect(readNewest(counted, filter, { epoch: before, seq: 0 }, MOST)).rejects.toMatchObject({ status: 503 })
  const base = served.feed.released()?.seq ?? 0
  await served.publish(1, ofLevel('school'))
  expect(await newest(base)).toEqual([base + 1])
})
