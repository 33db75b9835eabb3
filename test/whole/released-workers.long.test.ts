// Once an event is delivered, every worker serves the new data: `serve --workers 3`, one slowed, one killed and replaced by the primary.

import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PROOF_ONLY } from '../proof/only.ts'
import { proved } from '../proof/proved.ts'
import { endAll, HAS_PROC, isRunning, type Serving, serve } from '../server/limits/serving.ts'
import { fixture, freshFixture } from '../server/shared-fixture.ts'
import { followStream } from './follower.ts'
import { expectSeen, type Heard, publishNumbered, publishWhenFree, readPage, toHeard } from './numbered.ts'

const TIMES = process.env.PROOF === '1' ? 500 : 100
const KILLS = process.env.PROOF === '1' ? 100 : 4
const WORKERS = 3
const READERS = 6
/** Each on its own connection, so that every worker answers some. */
const ASKED_AT_ONCE = 6
/** The longest is longer than a lease. */
const STILL = [300, 6500, 40, 40, 40, 40]

/** A worker takes its time to start on a busy machine. */
const PATIENTLY = { timeout: 300_000 }

let serving: Serving
let key: string
let over = false

freshFixture()
beforeEach(async () => {
  over = false
  await publishNumbered(fixture, 0)
  key = (await fixture.makeKey()).key
})
afterEach(async () => {
  over = true
  await endAll()
})

test.skipIf(!HAS_PROC || PROOF_ONLY !== null)(
  'a delivered event is served by every worker, while one is slowed and one is killed',
  { timeout: 7_200_000 },
  async () => {
    serving = await serve(fixture, '--workers', String(WORKERS))
    const looks: Promise<void>[] = []
    let [seen, times, turns] = [0, 0, 0]
    const look = async (heard: Heard): Promise<void> => {
      if (await expectSeen(fixture, heard, await readPage(serving.url, heard.path, key, () => over))) seen += 1
    }
    const readers = Array.from({ length: READERS }, () => {
      const asked = new Set<number>()
      return followStream(
        () => serving.url,
        key,
        (told) => {
          const heard = toHeard(told)
          if (asked.has(heard.number)) return
          asked.add(heard.number)
          times += 1
          for (let one = 0; one < ASKED_AT_ONCE; one++) looks.push(look(heard))
        },
      )
    })
    await Promise.all(readers.map(({ ready }) => ready))
    const disturb = async (): Promise<void> => {
      for (; !over; turns++) {
        const [slowed = 0, killed = 0] = serving.workers()
        await wait(500)
        process.kill(slowed, 'SIGSTOP')
        await wait(STILL[turns % STILL.length])
        process.kill(slowed, 'SIGCONT')
        process.kill(killed, 'SIGKILL')
        await expect.poll(() => isRunning(killed), PATIENTLY).toBe(false)
        await expect.poll(() => serving.workers().length, PATIENTLY).toBe(WORKERS)
      }
    }
    const disturbing = disturb()
    try {
      for (let number = 1; times < TIMES || turns < KILLS; number++) {
        await publishWhenFree(fixture, number)
        await wait(200)
      }
      const last = (await fixture.state.head())?.seq
      await expect
        .poll(() => readers.map(({ heard }) => heard.at(-1)?.seq), PATIENTLY)
        .toEqual(Array(READERS).fill(last))
      await Promise.all(looks)
    } finally {
      over = true
      await disturbing
      for (const reader of readers) await reader.leave()
    }
    proved('killed_worker', [
      { what: 'kills', value: turns, atLeast: KILLS },
      { what: 'readers', value: READERS },
      { what: 'deliveries checked', value: readers.reduce((sum, { heard }) => sum + heard.length, 0) },
      { what: 'answers compared with a delivered event', value: seen },
    ])
    for (const { heard } of readers) expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_, at) => at + 1))
    expect(seen).toBeGreaterThan(times)
  },
)
