// Bundles swapped under 64 busy connections: no request fails, and each body is the complete answer of one bundle.

import { once } from 'node:events'
import { constants, getPriority, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { projectFile } from '../../data/store/paths.ts'
import { requestOf } from '../bench/compare.ts'
import { proved } from '../proof/proved.ts'
import { type Fixture, openFixture } from '../server/fixture.ts'
import { CANNOT_MEASURE, type MeasuredServer, startMeasured } from './measured-server.ts'

const FULL = process.env.PROOF === '1'
const SWAPS = FULL ? 100 : 8
const REQUESTS = FULL ? 200_000 : 4000
const CONNECTIONS = 64
/** Different bundles, which are published in turn. */
const BUNDLES = 5
const PAUSE_MS = 20
const PATHS = [
  '/v1/contests?limit=500',
  '/v1/ballot?lat=35.5&lng=-78.5',
  '/v1/elections',
  '/v1/endorsements?limit=20',
  '/v1/contests?limit=5',
]

const tally = z.object({
  ...{ answers: z.number(), failures: z.number(), mixed: z.number() },
  ...{ bundles: z.record(z.string(), z.number()), ended: z.literal(true).optional() },
})

let fixture: Fixture
let server: MeasuredServer
beforeEach(async () => {
  fixture = await openFixture()
})
afterEach(async () => {
  await server?.stop()
  await fixture.close()
  try {
    if (FULL) setPriority(constants.priority.PRIORITY_NORMAL)
  } catch {
    // Only root may raise it again. The next tests of this process are slower then.
  }
})

describe.skipIf(CANNOT_MEASURE !== null)(`swaps${CANNOT_MEASURE ? ` (${CANNOT_MEASURE})` : ''}`, () => {
  test('hot swaps under load: no failure, and each body is of one bundle', { timeout: 3_600_000 }, async () => {
    const publish = (nth: number) => {
      const mark = ` edition ${nth % BUNDLES}`
      return fixture.publish({ fillers: 0, mark, said: mark, told: true })
    }
    const { key } = await fixture.makeKey()
    const ask = (path: string) => fetch(server.url + path, { headers: { Authorization: `Bearer ${key}` } })
    const served = async () => (await ask('/v1/states')).headers.get('x-snapshot')
    const expected: Record<string, Buffer> = {}
    await publish(0)
    server = await startMeasured(fixture.paths.root, { cacheMegabytes: 8 })
    for (let nth = 0; nth < BUNDLES; nth++) {
      const bundle = nth === 0 ? await served() : await publish(nth)
      await expect.poll(served, { interval: 5 }).toBe(bundle)
      for (const [at, path] of PATHS.entries()) {
        const reply = await ask(path)
        expect([reply.status, reply.headers.get('x-snapshot')]).toEqual([200, bundle])
        expected[`${at} ${bundle}`] = Buffer.from(await reply.arrayBuffer())
      }
    }
    // Each bundle has an answer of its own to each question, so that a mixture equals none.
    for (const at of PATHS.keys())
      expect(
        new Set(Object.entries(expected).flatMap(([of, body]) => (of.startsWith(`${at} `) ? [String(body)] : []))).size,
      ).toBe(BUNDLES)

    const idle = new Worker(projectFile('test', 'whole', 'idle-pause.mjs'))
    const worker = new Worker(projectFile('test', 'whole', 'checked-load.mjs'), {
      workerData: {
        ...{ port: Number(new URL(server.url).port), connections: CONNECTIONS, expected },
        requests: PATHS.map((path) => requestOf(path, key)),
      },
    })
    let last: z.output<typeof tally> = { answers: 0, failures: 0, mixed: 0, bundles: {} }
    worker.on('message', (message: unknown) => {
      last = tally.parse(message)
    })
    await expect.poll(() => last.answers).toBeGreaterThan(CONNECTIONS * 3)
    if (FULL) setPriority(constants.priority.PRIORITY_LOW)
    await server.resetPauses()
    let swaps = 0
    for (let nth = 0; swaps < SWAPS; nth++) {
      const before = last.answers
      const bundle = await publish(nth)
      await expect.poll(served, { interval: 5 }).toBe(bundle)
      swaps += 1
      await expect.poll(() => last.answers, { interval: 5 }).toBeGreaterThan(before + REQUESTS / SWAPS)
    }
    const { pause_p99_ms, pause_max_ms } = await server.measure()
    const machine = once(idle, 'message')
    idle.postMessage('end')
    const [own] = await machine
    const { p99, max } = z.object({ p99: z.number(), max: z.number() }).parse(own)
    worker.postMessage('end')
    await expect.poll(() => last.ended).toBe(true)
    proved('swaps', [
      { what: 'swaps', value: swaps, atLeast: SWAPS },
      { what: 'requests', value: last.answers, atLeast: REQUESTS },
      { what: 'connections', value: CONNECTIONS },
      { what: 'nice value of callers and publisher', value: getPriority() },
      { what: 'failures', value: last.failures, atMost: 0 },
      { what: 'bodies that are no complete answer of their bundle', value: last.mixed, atMost: 0 },
      { what: 'pause of the event loop, p99', value: pause_p99_ms, unit: 'ms' },
      { what: 'pause of the event loop, longest', value: pause_max_ms, unit: 'ms', atMost: PAUSE_MS },
      { what: 'pause of an idle thread in the same time, p99', value: p99, unit: 'ms' },
      { what: 'pause of an idle thread in the same time, longest', value: max, unit: 'ms' },
    ])
    expect([last.failures, last.mixed]).toEqual([0, 0])
    expect(Object.keys(last.bundles)).toHaveLength(BUNDLES)
  })
})
