// `snapshot=` with several workers: each opens the bundles that its own requests name, also during publications.

import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ended, printed, start } from '../cli/hustings.ts'
import { type Fixture, openFixture } from './fixture.ts'

const NIGHTS = [1, 2, 3, 4]
const SECONDS = 5

let fixture: Fixture
let key: string
const bundles: string[] = []

beforeAll(async () => {
  fixture = await openFixture()
  for (const night of NIGHTS)
    bundles.push(
      await fixture.publish({ fillers: 0, mark: ` of night ${night}`, at: `2024-10-0${night}T12:00:00.000Z` }),
    )
  key = (await fixture.makeKey()).key
})
afterAll(() => fixture.close())

test('two workers answer for four nights during publications, each from its own bundle', async () => {
  const server = start(fixture.paths.root, 'serve', '--port', '0', '--workers', '2')
  const end = ended(server)
  try {
    const [, url = ''] = await printed(server, 'stdout', /(http:\/\/127\.0\.0\.1:\d+)/)
    const statuses = new Map<number, number>()
    const until = performance.now() + SECONDS * 1000
    // Openings are limited by account: enough requests have been sent once one was refused.
    const isOver = () => performance.now() > until && (statuses.get(200) ?? 0) > 50 && statuses.has(429)
    const ask = async (nth: number): Promise<void> => {
      for (let turn = nth; !isOver(); turn++) {
        const at = turn % NIGHTS.length
        const name = turn % 2 === 0 ? `2024-10-0${at + 1}` : bundles[at]
        const reply = await fetch(`${url}/v1/contests?limit=500&snapshot=${name}`, {
          // A connection of its own reaches any worker.
          headers: { Authorization: `Bearer ${key}`, Connection: 'close' },
        })
        const text = await reply.text()
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
        if (reply.status !== 200) continue
        expect(reply.headers.get('x-snapshot')).toBe(bundles[at])
        expect([...new Set(text.match(/ of night \d+/g))]).toEqual([` of night ${at + 1}`])
      }
    }
    const publishing = (async () => {
      for (let at = 5; !isOver(); at++) {
        await fixture.publish({ fillers: 0, mark: ` of day ${at}`, at: `2024-11-01T00:00:0${at % 10}.000Z` })
        await wait(500)
      }
    })()
    await Promise.all([...Array.from({ length: 4 }, (_, nth) => ask(nth)), publishing])
    expect([...statuses.keys()].sort()).toEqual([200, 429])
  } finally {
    server.kill('SIGTERM')
  }
  expect(await end).toMatchObject({ code: 0 })
})
