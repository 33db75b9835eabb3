// Once an event is delivered, every worker serves the new data: three workers under load, one slowed, one killed and replaced.

import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PROOF_ONLY } from '../proof/only.ts'
import { proved } from '../proof/proved.ts'
import { type ServerProcess, startProcess } from '../server/process.ts'
import { fixture, freshFixture } from '../server/shared-fixture.ts'
import { followStream } from './follower.ts'
import { expectSeen, type Heard, publishNumbered, publishWhenFree, readPage, toHeard } from './numbered.ts'

const TIMES = process.env.PROOF === '1' ? 1000 : 200
const SERVERS = 3
/** Clients that send requests as fast as they are answered. */
const LOAD = 8
const LOAD_PATHS = ['/v1/contests?limit=500', '/v1/ballot?lat=35.5&lng=-78.5', '/v1/endorsers', '/v1/coverage']
/** Number of events of each publication that a reader requests. */
const ASKED = 3
/** Pauses of the slowed worker in milliseconds, in turn; the longest is longer than its lease. */
const STILL = [40, 6500, 400, 1500]
const KILL_EVERY_MS = 4000

let servers: ServerProcess[]
let key: string
let over: boolean
let tally: { times: number; seen: number; outlived: number; killed: number }

freshFixture()
beforeEach(async () => {
  over = false
  tally = { times: 0, seen: 0, outlived: 0, killed: 0 }
  await publishNumbered(fixture, 0)
  key = (await fixture.makeKey()).key
  servers = []
  for (let at = 0; at < SERVERS; at++) servers.push(await startProcess(fixture, QUIET))
})
afterEach(async () => {
  over = true
  for (const server of servers) {
    server.signal('SIGCONT')
    await server.stop()
  }
})

const QUIET = { HUSTINGS_LOG_LEVEL: 'error' }
const urlOf = (at: number): string => servers[at]?.url ?? ''

const read = (at: number, path: string) => readPage(urlOf(at), path, key, () => over)

/** Expects that this server serves the data of a delivered event. */
async function look(heard: Heard, at: number): Promise<void> {
  if (await expectSeen(fixture, heard, await read(at, heard.path))) tally.seen += 1
}

async function load(at: number): Promise<void> {
  for (let turn = at; !over; turn++) {
    const reply = await read(turn % SERVERS, LOAD_PATHS[turn % LOAD_PATHS.length] ?? '')
    await reply?.text().catch(() => undefined)
    await wait(5)
  }
}

/** Counts releases of publications that the paused worker had not opened. */
async function slow(at: number): Promise<void> {
  for (let turn = 0; !over; turn++) {
    await wait(500)
    const before = await fixture.state.head()
    servers[at]?.signal('SIGSTOP')
    await wait(STILL[turn % STILL.length])
    const released = await fixture.state.released()
    if (released && before && released.publication > before.publication) tally.outlived += 1
    servers[at]?.signal('SIGCONT')
  }
}

async function kill(at: number): Promise<void> {
  for (let waited = 0; !over; waited += 100) {
    await wait(100)
    if (waited < KILL_EVERY_MS) continue
    servers[at]?.signal('SIGKILL')
    await servers[at]?.ended
    const next = await startProcess(fixture, QUIET)
    servers[at] = next
    waited = 0
    tally.killed += 1
  }
}

test.skipIf(PROOF_ONLY !== null)(
  'a delivered event is served by each of three servers',
  { timeout: 1_200_000 },
  async () => {
    const looks: Promise<void>[] = []
    const readers = servers.map((_, at) => {
      const asked = new Map<number, number>()
      return followStream(
        () => urlOf(at),
        key,
        (told) => {
          const heard = toHeard(told)
          const before = asked.get(heard.number) ?? 0
          asked.set(heard.number, before + 1)
          if (before >= ASKED) return
          tally.times += 1
          for (let server = 0; server < SERVERS; server++) looks.push(look(heard, server))
        },
      )
    })
    await Promise.all(readers.map(({ ready }) => ready))
    const loads = Array.from({ length: LOAD }, (_, at) => load(at))
    const chaos = Promise.all([slow(1), kill(2)])
    try {
      for (let number = 1; tally.times < TIMES || tally.outlived === 0 || tally.killed < 2; number++) {
        await publishWhenFree(fixture, number)
        await wait(200)
      }
      const last = (await fixture.state.head())?.seq ?? 0
      await expect.poll(() => readers.map(({ heard }) => heard.at(-1)?.seq)).toEqual(Array(SERVERS).fill(last))
      await Promise.all(looks)
      proved('released', [
        { what: 'deliveries compared', value: tally.times, atLeast: TIMES },
        { what: 'answers compared', value: tally.seen },
        { what: 'releases that a paused server missed', value: tally.outlived },
        { what: 'kills', value: tally.killed },
      ])
      for (const { heard } of readers) expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_, at) => at + 1))
      expect(tally.seen).toBeGreaterThan(TIMES * 2)
    } finally {
      over = true
      for (const reader of readers) await reader.leave()
      await Promise.all(loads)
      await chaos
    }
  },
)
