// Half an hour of reads, searches, streams, polls and subscriptions with a publication each minute: memory after garbage collection,
// descriptors and the write-ahead log do not grow.

import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { proved } from '../proof/proved.ts'
import { type Fixture, openFixture } from '../server/fixture.ts'
import { followPolls, followStream } from './follower.ts'
import { CANNOT_MEASURE, type MeasuredServer, type Measures, startMeasured } from './measured-server.ts'
import { publishNumbered } from './numbered.ts'

const SKIPPED = process.env.PROOF === '1' ? CANNOT_MEASURE : 'skipped: half an hour, which make proof runs'
const MINUTES = 30
/** Until caches are filled and every statement is prepared. */
const WARM_MINUTES = 4
const READERS = 8
const PAUSE_MS = 15
const STREAMS = 20
const POLLS = 5

const subscription = z.object({ data: z.object({ id: z.number() }) })

let fixture: Fixture
let server: MeasuredServer
let key: string
let over = false

beforeEach(async () => {
  if (SKIPPED !== null) return
  fixture = await openFixture()
  await publishNumbered(fixture, 0)
  key = (await fixture.makeKey()).key
  // A cache that is full within the warm minutes: until its limit, it keeps the answers of each publication.
  server = await startMeasured(fixture.paths.root, { cacheMegabytes: 4 })
})
afterEach(async () => {
  over = true
  if (SKIPPED !== null) return
  await server.stop()
  await fixture.close()
})

/** Paths of turn `nth`, which differ from turn to turn as callers do. */
function pathOf(nth: number): string {
  const lat = (34.9 + ((nth * 0.618) % 1.2)).toFixed(6)
  const lng = (-79.1 + ((nth * 0.414) % 2.2)).toFixed(6)
  const paths = [
    `/v1/ballot?lat=${lat}&lng=${lng}`,
    `/v1/contests?limit=${1 + (nth % 100)}`,
    `/v1/endorsements?limit=${1 + (nth % 50)}`,
    `/v1/representatives?lat=${lat}&lng=${lng}`,
    `/v1/recommendations?lat=${lat}&lng=${lng}`,
    `/v1/contests?q=${String.fromCharCode(97 + (nth % 26))}`,
    '/v1/coverage',
    '/docs/search?q=ballot',
  ]
  return paths[nth % paths.length] ?? '/v1/states'
}

describe.skipIf(SKIPPED !== null)(`a soak${SKIPPED ? ` (${SKIPPED})` : ''}`, () => {
  test('half an hour of mixed load: memory, descriptors and the write-ahead log stay flat', {
    timeout: 3_600_000,
  }, async () => {
    const tally = { requests: 0, failures: 0, publications: 0 }
    const headers = { Authorization: `Bearer ${key}` }
    const readers = Array.from({ length: READERS }, async (_, at) => {
      for (let nth = at; !over; nth += READERS) {
        const reply = await fetch(server.url + pathOf(nth), { headers })
        await reply.arrayBuffer()
        tally.requests += 1
        if (reply.status >= 500) tally.failures += 1
        await wait(PAUSE_MS)
      }
    })
    const subscribing = (async () => {
      for (let nth = 0; !over; nth++) {
        const body = JSON.stringify({ name: `soak ${nth}`, filter: { states: ['NC'] } })
        const saved = await fetch(`${server.url}/v1/subscriptions`, {
          ...{ method: 'POST', body, headers: { ...headers, 'Content-Type': 'application/json' } },
        })
        const { data } = subscription.parse(await saved.json())
        await fetch(`${server.url}/v1/subscriptions/${data.id}`, { method: 'DELETE', headers })
        await wait(1000)
      }
    })()
    const followers = [
      ...Array.from({ length: STREAMS }, () => followStream(() => server.url, key)),
      ...Array.from({ length: POLLS }, () => followPolls(() => server.url, key)),
    ]
    const samples: (Measures & { wal_mb: number })[] = []
    for (let minute = 1; minute <= MINUTES; minute++) {
      await wait(30_000)
      await publishNumbered(fixture, minute)
      tally.publications += 1
      await wait(30_000)
      const wal_mb = (statSync(`${fixture.paths.state}-wal`, { throwIfNoEntry: false })?.size ?? 0) / 2 ** 20
      samples.push({ ...(await server.measure()), wal_mb })
      if (minute % 5 === 0) console.log(`minute ${minute}: ${JSON.stringify(samples.at(-1))}`)
    }
    over = true
    await Promise.all([...readers, subscribing])
    for (const follower of followers) await follower.leave()
    const warm = samples.slice(WARM_MINUTES)
    const half = Math.floor(warm.length / 2)
    const growth = (field: keyof (typeof samples)[number]): number =>
      mean(warm.slice(-half).map((one) => one[field])) / mean(warm.slice(0, half).map((one) => one[field]))
    const last = samples.at(-1)
    proved('soak', [
      { what: 'minutes', value: MINUTES },
      { what: 'requests', value: tally.requests },
      { what: 'answers with a 5xx', value: tally.failures, atMost: 0 },
      { what: 'publications', value: tally.publications },
      { what: 'heap after collection, second half to first', value: growth('heap_mb'), atMost: 1.1 },
      { what: 'heap at the end', value: last?.heap_mb ?? Number.NaN, unit: 'MB' },
      { what: 'resident memory, second half to first', value: growth('rss_mb'), atMost: 1.1 },
      { what: 'resident memory at the end', value: last?.rss_mb ?? Number.NaN, unit: 'MB' },
      { what: 'descriptors, second half to first', value: growth('descriptors'), atMost: 1.05 },
      { what: 'write-ahead log, largest', value: Math.max(...samples.map((one) => one.wal_mb)), unit: 'MB' },
      { what: 'write-ahead log, second half to first', value: growth('wal_mb'), atMost: 1.1 },
    ])
    expect(tally.failures).toBe(0)
    expect(new Set(followers.slice(0, STREAMS).map(({ heard }) => heard.length)).size).toBe(1)
    expect(growth('heap_mb')).toBeLessThan(1.5)
    expect(growth('descriptors')).toBeLessThan(1.5)
  })
})

function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length
}
