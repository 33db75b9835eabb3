import { afterEach, describe, expect, it } from 'vitest'
import { toCursor } from '../../../server/feed/position.ts'
import type { StreamTiming } from '../../../server/feed/stream.ts'
import { ofLevel } from './epochs.ts'
import { openReader } from './reader.ts'
import { type Served, serveFeed } from './served.ts'

const NEVER = 3_600_000
const SLOW: StreamTiming = {
  ...{ keepAlive: NEVER, checkpoint: NEVER, lifetime: NEVER, jitter: 0, stalled: NEVER, chance: () => 0 },
}

let served: Served | undefined
afterEach(async () => {
  await served?.close()
  served = undefined
})

async function serve(timing: Partial<StreamTiming>): Promise<Served> {
  served = await serveFeed({ timing: { ...SLOW, ...timing } })
  await served.publish(0)
  return served
}

it('repeated comments keep the connection open and are not events', async () => {
  const stream = await openReader(await serve({ keepAlive: 40 }))
  await expect.poll(() => stream.comments.length).toBeGreaterThan(3)
  expect(new Set(stream.comments)).toEqual(new Set(['keep-alive']))
  expect(stream.told.map(({ name }) => name)).toEqual(['ready'])
  stream.leave()
})

describe('a lifetime', () => {
  it('ends with a reconnect event, and a client that resumes from it misses nothing', async () => {
    const one = await serve({ lifetime: 300 })
    const epoch = one.feed.released()?.epoch ?? ''
    const begun = performance.now()
    const stream = await openReader(one)
    await one.publish(3)
    await stream.ended
    expect(performance.now() - begun).toBeGreaterThan(298)
    const cursor = toCursor({ epoch, seq: 3 })
    const last = stream.told.at(-1)
    expect(last).toMatchObject({ name: 'reconnect', id: cursor })
    expect(JSON.parse(last?.data ?? '')).toEqual({ cursor, reason: 'lifetime' })
    expect(one.followers()).toBe(0)
    await one.publish(2)
    const back = await openReader(one, '', { lastEventId: cursor })
    await expect.poll(back.events).toHaveLength(2)
    expect(new Set([...stream.events(), ...back.events()]).size).toBe(5)
  })

  it.each([
    [0, 200],
    [0.999, 799],
  ])('is longer by a random share of the jitter: %s', async (drawn, expected) => {
    const one = await serve({ lifetime: 200, jitter: 600, chance: () => drawn })
    const begun = performance.now()
    const stream = await openReader(one)
    const first = setTimeout(() => expect.soft(stream.isEnded()).toBe(false), expected - 100)
    await stream.ended
    clearTimeout(first)
    expect(performance.now() - begun).toBeGreaterThan(expected - 2)
  })
})

describe('a checkpoint', () => {
  const city = ofLevel('city')

  it('comes once after a time of skipped events, and not if none was skipped', async () => {
    const one = await serve({ checkpoint: 150 })
    const epoch = one.feed.released()?.epoch ?? ''
    const [skipping, idle] = [await openReader(one, '?levels=school'), await openReader(one, '?levels=city')]
    await one.publish(2, city)
    await expect.poll(() => skipping.told.length).toBe(2)
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(skipping.told.map(({ name, id }) => [name, id])).toEqual([
      ['ready', toCursor({ epoch, seq: 0 })],
      ['checkpoint', toCursor({ epoch, seq: 2 })],
    ])
    expect(idle.told.map(({ name }) => name)).toEqual(['ready', 'endorsement', 'endorsement'])
    await one.publish(1, city)
    await expect.poll(skipping.lastId).toBe(toCursor({ epoch, seq: 3 }))
    skipping.leave()
    idle.leave()
  })

  it('is not delayed by further skipped events, and is not sent after a match', async () => {
    const one = await serve({ checkpoint: 300 })
    const epoch = one.feed.released()?.epoch ?? ''
    const stream = await openReader(one, '?levels=school')
    const begun = performance.now()
    while (stream.told.length === 1 && performance.now() - begun < 5000) {
      await one.publish(1, city)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(stream.told.at(-1)?.name).toBe('checkpoint')
    await one.publish(1, city)
    await one.publish(1, ofLevel('school'))
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(stream.told.at(-1)?.name).toBe('endorsement')
    expect(stream.lastId()).toBe(toCursor({ epoch, seq: one.feed.released()?.seq ?? 0 }))
    stream.leave()
  })
})
