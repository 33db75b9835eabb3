// A real server process that ends and starts again in mid-stream: the client loses and repeats nothing.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient, HustingsError, type Reconnect } from '../../client/client.ts'
import { type Feed, openFeed } from '../clients/feed.ts'

let feed: Feed
beforeAll(async () => {
  feed = await openFeed()
})
afterAll(() => feed.close())

/** @param query of the stream */
function read(query: { from?: 'earliest' }, key = feed.key) {
  const controller = new AbortController()
  const ids: string[] = []
  const reconnects: Reconnect[] = []
  const stream = createClient({ url: feed.url, key }).openStream(query, {
    signal: controller.signal,
    onReconnect: (reconnect) => reconnects.push(reconnect),
  })
  const reading = (async () => {
    for await (const { id } of stream) ids.push(id)
  })().catch((error: unknown) => {
    if (!controller.signal.aborted) throw error
  })
  return {
    ...{ ids, reconnects, cursor: () => stream.cursor },
    /** Ends it. */
    stop() {
      controller.abort()
      return reading
    },
  }
}

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'ended by %s, with publications before, meanwhile and after',
  async (signal) => {
    await feed.publish()
    const reader = read({ from: 'earliest' })
    await expect.poll(() => reader.ids).toEqual(await feed.committed())
    const before = reader.ids.length
    // The server has sent all events that there are, so a stream without a cursor begins after them.
    const silent = read({})
    await expect.poll(silent.cursor).not.toBeNull()
    await feed.stop(signal)
    await feed.publish()
    await feed.start()
    await feed.publish()
    const all = await feed.committed()
    expect(all.length).toBeGreaterThan(before)
    await expect.poll(() => reader.ids, { timeout: 60_000 }).toEqual(all)
    // One that had heard no event yet goes on from where it connected.
    await expect.poll(() => silent.ids, { timeout: 60_000 }).toEqual(all.slice(before))
    const announced = reader.reconnects.some(({ reason }) => reason === 'shutdown')
    expect(announced).toBe(signal === 'SIGTERM')
    await Promise.all([reader.stop(), silent.stop()])
  },
)

it('more streams than the plan allows: one waits until the other has ended', async () => {
  const key = await feed.makeKey({ limits: { streams: 1 } })
  const client = createClient({ url: feed.url, key, retries: 0 })
  // The server learns of a new key within a second.
  await expect.poll(() => client.listStates().then(() => 'known', String)).toBe('known')
  const first = read({ from: 'earliest' }, key)
  await expect.poll(() => first.ids).toEqual(await feed.committed())
  const refused = await (async () => {
    for await (const _ of client.openStream()) return 'an event'
    return 'an end'
  })().catch((error: unknown) => error)
  expect(refused instanceof HustingsError && refused.code).toBe('too_many_streams')
  const second = read({ from: 'earliest' }, key)
  await first.stop()
  await expect.poll(() => second.ids, { timeout: 60_000 }).toEqual(await feed.committed())
  await second.stop()
})
