// The server is killed while it sends events: clients that resume from their last received id miss nothing.

import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { eventId } from '../../data/schema/event.ts'
import { PROOF_ONLY } from '../proof/only.ts'
import { proved } from '../proof/proved.ts'
import { type ServerProcess, startProcess } from '../server/process.ts'
import { fixture, freshFixture } from '../server/shared-fixture.ts'
import { followPolls, followStream } from './follower.ts'
import { publishNumbered } from './numbered.ts'

const KILLS = process.env.PROOF === '1' ? 250 : 4
const EACH = 50
const PUBLICATIONS_A_KILL = 3

let server: ServerProcess
let key: string
let over: boolean
let kills: number

freshFixture()
beforeEach(async () => {
  over = false
  kills = 0
  await publishNumbered(fixture, 0)
  key = (await fixture.makeKey()).key
  server = await start()
})
afterEach(async () => {
  over = true
  await server.stop()
})

const start = () => startProcess(fixture, { HUSTINGS_LOG_LEVEL: 'error' })
const endorsed = z.object({ id: z.string() })

async function publishOn(): Promise<void> {
  for (let number = 1; !over; number++) {
    await publishNumbered(fixture, number)
    await wait(250)
    // A server that takes long to start does not add to what is compared at the end.
    while (!over && number > (kills + 1) * PUBLICATIONS_A_KILL) await wait(10)
  }
}

/** In order, each once. */
function withoutRepeats(ids: readonly string[]): string[] {
  return [...new Set(ids)]
}

test.skipIf(PROOF_ONLY !== null)(
  'killed again and again under streams and pollers: each receives every event, in order',
  { timeout: 7_200_000 },
  async () => {
    const streams = Array.from({ length: EACH }, () => followStream(() => server.url, key))
    const polls = Array.from({ length: EACH }, () => followPolls(() => server.url, key))
    await Promise.all([...streams, ...polls].map(({ ready }) => ready))
    const publishing = publishOn()
    const heard = (): number =>
      Math.min(...streams.map((one) => one.heard.length), ...polls.map((one) => one.heard.length))
    for (let kill = 1; kill <= KILLS; kill++) {
      const before = heard()
      await expect.poll(heard, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before)
      // During a publication as often as between two.
      await wait((kill * 61.8) % 300)
      server.signal('SIGKILL')
      await server.ended
      kills = kill
      server = await start()
    }
    over = true
    await publishing
    const head = await fixture.state.head()
    if (!head) throw new Error('nothing is published')
    const bodies = await fixture.state.events({ after: 0, through: head.seq, limit: head.seq })
    const ids = bodies.map(({ seq }) => eventId(head.epoch, seq))
    expect(ids.length).toBe(head.seq)
    await expect
      .poll(
        () =>
          new Set([
            ...streams.map(({ heard }) => heard.at(-1)?.seq),
            ...polls.map((one) => ids.indexOf(one.heard.at(-1) ?? '') + 1),
          ]),
        { timeout: 60_000 },
      )
      .toEqual(new Set([head.seq]))
    const heardBy = [...streams.map((one) => one.heard.length), ...polls.map((one) => one.heard.length)]
    proved('killed_server', [
      { what: 'kills', value: KILLS },
      { what: 'readers', value: heardBy.length },
      { what: 'events', value: ids.length },
      { what: 'deliveries checked', value: heardBy.reduce((sum, one) => sum + one, 0) },
    ])
    for (const stream of streams) {
      for (const { seq, data } of stream.heard) expect(data).toBe(bodies[seq - 1]?.body)
      expect(withoutRepeats(stream.heard.map(({ data }) => endorsed.parse(JSON.parse(data)).id))).toEqual(ids)
      // On a busy machine a stream may be without a connection for the whole life of a server.
      expect(stream.answers()).toBeGreaterThan(0.8 * KILLS)
      await stream.leave()
    }
    for (const poll of polls) {
      expect(withoutRepeats(poll.heard)).toEqual(ids)
      await poll.leave()
    }
  },
)
