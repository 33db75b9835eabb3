// Pages of older events, over a real state: shared between readers, and read one per turn of the event loop.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { pathsIn } from '../../../data/store/paths.ts'
import { openState } from '../../../data/store/state/sqlite/state.ts'
import type { ServiceStore } from '../../../data/store/state/state.ts'
import { createFeed, createPages, createRecent } from '../../../server/feed/feed.ts'
import { publishEvents } from '../../data/store/feed-events.ts'
import { shareFolder } from '../../temporary.ts'
import { facetsOf } from './drawn.ts'

const folder = shareFolder()
const THROUGH = 250
let state: ServiceStore
beforeAll(async () => {
  state = await openState(pathsIn(folder))
  await publishEvents(state, 'a', { count: 0 })
  await publishEvents(state, 'b', { count: THROUGH })
})
afterAll(() => state.close())

/** The state's answers, with their number. */
function counted() {
  const read = { pages: 0 }
  const events: ServiceStore['events'] = (range) => {
    read.pages += 1
    return state.events(range)
  }
  return { pages: createPages({ events }), read }
}

it('keeps the latest events up to a length, and continues after a gap without the earlier ones', () => {
  const recent = createRecent()
  const event = (seq: number, length: number) => ({
    ...{ ...facetsOf(seq), seq, body: 'x'.repeat(length), occurred_at: '2024-10-15T12:00:00.000Z' },
  })
  const seqs = (after: number, limit = 100) => recent.find(after, limit)?.map(({ seq }) => seq)
  recent.add([event(1, 10), event(2, 10), event(3, 10)])
  expect([seqs(0), seqs(1, 1), seqs(3)]).toEqual([[1, 2, 3], [2], undefined])
  recent.add([event(4, 8 * 1024 * 1024 - 10)])
  expect([seqs(0), seqs(1), seqs(2)]).toEqual([undefined, undefined, [3, 4]])
  recent.add([event(6, 10), event(7, 10)])
  expect([seqs(2), seqs(4), seqs(5)]).toEqual([undefined, undefined, [6, 7]])
})

it('reads a page once for all its readers, and at most one page per turn', async () => {
  const { pages, read } = counted()
  const asked = Array.from({ length: 200 }, (_, at) => ({ after: (at % 4) * 50, through: THROUGH, limit: 50 }))
  const reading = Promise.all(asked.map(pages.read))
  for (let turn = 1; turn <= 4; turn++) {
    expect(read.pages).toBeLessThanOrEqual(turn)
    await new Promise(setImmediate)
  }
  for (const [at, page] of (await reading).entries())
    expect(page.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, i) => (at % 4) * 50 + i + 1))
  expect(read.pages).toBe(4)
})

it('does not cache a page that ends at the head, since more events follow', async () => {
  const { pages, read } = counted()
  expect(await pages.read({ after: 200, through: 230, limit: 50 })).toHaveLength(30)
  for (let times = 0; times < 2; times++)
    expect(await pages.read({ after: 200, through: THROUGH, limit: 50 })).toHaveLength(50)
  expect(read.pages).toBe(2)
})

it('reports a failure to the readers of the page, and reads again for the next', async () => {
  let broken = true
  const pages = createPages({
    events: (range) => (broken ? Promise.reject(new Error('the disk is gone')) : state.events(range)),
  })
  const range = { after: 0, through: THROUGH, limit: 10 }
  await expect(pages.read(range)).rejects.toThrow('the disk is gone')
  broken = false
  expect(await pages.read(range)).toHaveLength(10)
})

it('an epoch begins without the older events of the one before', async () => {
  let body = 'first'
  const feed = createFeed({
    events: async ({ after, through, limit }) =>
      Array.from({ length: Math.min(limit, through - after) }, (_, at) => {
        return { ...facetsOf(at), seq: after + at + 1, body, occurred_at: '2024-10-15T12:00:00.000Z' }
      }),
  })
  for (body of ['first', 'second']) {
    await feed.advance({ epoch: body, publication: 1, seq: 5000 })
    expect((await feed.read(0, 1))[0]?.body).toBe(body)
  }
})
