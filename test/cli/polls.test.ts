// The requests of `watch` for feeds that have a URL: what it tells, how often it asks, and how it waits after failures.

import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Arrival, openPolls, type Polls } from '../../cli/publish/watch/polls.ts'
import type { Source } from '../../ingest/read/source.ts'
import { openPublisher, type TestPublisher } from '../ingest/fetch/publisher.ts'
import { freshFolder } from '../temporary.ts'

const EVERY = 0.4

let publisher: TestPublisher
const folder = freshFolder()
let stop: AbortController
let told: [string, Arrival][]

beforeEach(async () => {
  publisher = await openPublisher()
  stop = new AbortController()
  told = []
})
afterEach(async () => {
  stop.abort()
  await publisher.close()
})

const sourceOf = (id: string): Source => ({
  ...{ id, publisher: 'A Sample', url: 'https://example.org/', licence: 'CC0-1.0', vintage: 'current' },
  ...{ published_on: '1970-01-01', states: ['ME'], personal: [], family: 'sample' },
  files: [
    {
      url: `https://example.org/${id}.json`,
      mirror: `${id}/${id}.json`,
      location: { address: `${publisher.url}/${id}.json`, privateNetwork: true },
    },
  ],
  follow: { everySeconds: EVERY },
  read: () => undefined,
})

/** Settles each arrival at once. */
function open(...ids: string[]): Polls {
  const polls = openPolls({
    ...{
      paths: { raw: folder },
      contact: undefined,
      environment: undefined,
      clock: () => performance.now(),
      stop: stop.signal,
    },
    sources: ids.map(sourceOf),
    onArrival() {
      const arrivals = polls.arrivals()
      told.push(...arrivals)
      polls.settle(arrivals)
    },
  })
  return polls
}

const kinds = () => told.map(([, { kind }]) => kind)
const requests = () => publisher.requests.map(({ status, at }) => ({ status, at }))
const statuses = () => publisher.requests.map(({ status }) => status)
const asked = (count: number) => expect.poll(() => requests().length, { interval: 20 }).toBeGreaterThanOrEqual(count)

it('tells bytes once, with the validators of the last ones', async () => {
  publisher.put('/one.json', '{"a":1}')
  open('one')
  await asked(3)
  expect(statuses().slice(0, 3)).toEqual([200, 304, 304])
  expect(kinds()).toEqual(['changed'])
  publisher.put('/one.json', '{"a":2}')
  await expect.poll(kinds).toEqual(['changed', 'changed'])
  const [, last] = told.at(-1) ?? []
  expect(last?.kind === 'changed' && Buffer.from(last.download.bytes).toString()).toBe('{"a":2}')
})

it('knows the same bytes of a publisher without validators', async () => {
  await publisher.close()
  publisher = await openPublisher({ etag: false, modified: null })
  publisher.put('/one.json', '{}')
  open('one')
  await asked(3)
  expect(statuses().slice(0, 3)).toEqual([200, 200, 200])
  await expect.poll(kinds).toEqual(['changed'])
})

it('begins with the kept bytes, and says once that they are the current ones', async () => {
  const text = '{"kept":true}'
  const sha256 = createHash('sha256').update(text).digest('hex')
  const etag = `"${sha256.slice(0, 16)}"`
  publisher.put('/one.json', text)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, sha256), text)
  const entry = {
    ...{ sha256, retrieved_at: '2026-01-01T00:00:00.000Z', asked_on: '2026-01-01' },
    ...{ etag, last_modified: null, personal: [] },
  }
  writeFileSync(join(folder, 'index.json'), JSON.stringify({ [`${publisher.url}/one.json`]: entry }))
  const polls = open('one')
  expect([...polls.kept]).toEqual(['one'])
  await asked(3)
  expect(statuses().slice(0, 3)).toEqual([304, 304, 304])
  await expect.poll(kinds).toEqual(['unchanged'])
})

it('tells a failure once, doubles its pause, honours Retry-After, and tells the recovery', async () => {
  const refused = { kind: 'status', status: 404 } as const
  publisher.put('/one.json', '{}')
  publisher.fail('/one.json', refused, refused, { kind: 'status', status: 503, retryAfter: '3' })
  open('one')
  await asked(4)
  const [a, b, c, d] = requests().map(({ at }) => at / 1000)
  // A reply is told after it is read.
  await expect.poll(kinds).toEqual(['failed', 'failed', 'changed'])
  expect(told[0]?.[1]).toMatchObject({ error: expect.stringContaining('one.json answered 404') })
  expect((b ?? 0) - (a ?? 0)).toBeGreaterThan(EVERY * 2 * 0.74)
  expect((c ?? 0) - (b ?? 0)).toBeGreaterThan(EVERY * 4 * 0.74)
  expect((d ?? 0) - (c ?? 0)).toBeGreaterThan(2.9)
  publisher.fail('/one.json', { kind: 'status', status: 403 })
  await expect.poll(kinds).toEqual(['failed', 'failed', 'changed', 'failed', 'unchanged'])
})

it('waits for a publisher that asks for a longer pause than a timer of Node can have', async () => {
  publisher.put('/one.json', '{}')
  publisher.fail('/one.json', { kind: 'status', status: 503, retryAfter: '3000000' })
  open('one')
  await asked(1)
  await delay(EVERY * 3000)
  expect(statuses()).toEqual([503])
})

it('asks again for a file that looks cut before it tells it', async () => {
  publisher.put('/one.json', '{"a":')
  open('one')
  await asked(1)
  publisher.put('/one.json', '{"a":1}')
  await expect.poll(kinds).toEqual(['changed'])
  const [[, only] = []] = told
  expect(only?.kind === 'changed' && Buffer.from(only.download.bytes).toString()).toBe('{"a":1}')
})

it('opens one request per host, and asks each feed at most once in its interval', async () => {
  await publisher.close()
  publisher = await openPublisher({ delayMs: 30 })
  const ids = ['a', 'b', 'c', 'd']
  for (const id of ids) publisher.put(`/${id}.json`, '{}')
  open(...ids)
  await asked(12)
  expect(publisher.mostOpen()).toBe(1)
  for (const id of ids) {
    const times = publisher.requests.filter(({ path }) => path === `/${id}.json`).map(({ at }) => at)
    for (const [at, time] of times.entries())
      if (at > 0) expect(time - (times[at - 1] ?? 0)).toBeGreaterThan(EVERY * 1000 * 0.5)
  }
})
