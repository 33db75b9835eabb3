// A publication during requests, and bundles that must not be opened.

import { once } from 'node:events'
import { appendFileSync, chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { BUNDLE_FORMAT } from '../../../data/schema/manifest.ts'
import { type Bundle, openBundle } from '../../../data/store/bundle.ts'
import { loadManifest } from '../../../data/store/manifest.ts'
import { portOf, startServer } from '../../../server/main.ts'
import { createCalendar, findUpcoming } from '../../../server/read/elections.ts'
import { createBundles } from '../../../server/serving/bundles.ts'
import { openClient } from '../client.ts'
import { HAS_FDS, listOpenFiles } from '../fixture.ts'
import { fixture, freshFixture } from '../shared-fixture.ts'
import { published } from './published.ts'

const AT_ONCE = 64
const SWAPS = 12
const PATHS = [
  '/v1/endorsements?limit=500',
  '/v1/contests?limit=500',
  '/v1/ballot?lat=35.5&lng=-78.5',
  '/v1/recommendations?lat=35.5&lng=-78.5',
  '/v1/coverage',
  '/readyz',
]

freshFixture()

test('without a bundle: alive, not ready, 503 on data; ready once one is published', async () => {
  const { key } = await fixture.makeKey()
  const client = await openClient((await fixture.start()).url, key)
  expect((await client.get('/healthz', { key: null })).status).toBe(200)
  expect((await client.get('/readyz', { key: null })).status).toBe(503)
  const early = await client.get('/v1/states')
  expect([early.status, early.headers.has('retry-after')]).toEqual([503, true])
  expect((await client.get('/v1/states?x=1')).status).toBe(400)
  const bundle = await fixture.publish()
  await expect.poll(async () => (await client.get('/readyz', { key: null })).status, { interval: 5 }).toBe(200)
  expect((await client.get('/v1/states')).headers.get('x-snapshot')).toBe(bundle)
})

test(`${SWAPS} swaps during ${AT_ONCE} requests at once: each answer is complete, and of one bundle`, async () => {
  const marks = Array.from({ length: SWAPS + 1 }, (_, at) => ` said${at}.`)
  const order: string[] = []
  const publish = async (said: string): Promise<string> => {
    // Recorded before a client can read it.
    order.push(fixture.write({ fillers: 0, said }))
    return await fixture.publish({ fillers: 0, said, told: true })
  }
  const [first = '', ...others] = marks
  await publish(first)
  const { key } = await fixture.makeKey()
  const { url } = await fixture.start()
  let done = false
  const asked = Array.from({ length: AT_ONCE }, async (_, at) => {
    const seen: number[] = []
    for (let turn = at; !done; turn++) {
      const path = PATHS[turn % PATHS.length] ?? ''
      const reply = await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } })
      const text = await reply.text()
      expect([path, reply.status]).toEqual([path, 200])
      if (path === '/readyz') continue
      const place = order.indexOf(reply.headers.get('x-snapshot') ?? '')
      if (seen.at(-1) !== place) seen.push(place)
      if (path.startsWith('/v1/endorsements')) expect([...new Set(text.match(/ said\d+\./g))]).toEqual([marks[place]])
    }
    return seen
  })
  try {
    for (const said of others) {
      const bundle = await publish(said)
      await expect.poll(() => fetch(`${url}/readyz`).then((reply) => reply.text()), { interval: 5 }).toContain(bundle)
    }
  } finally {
    done = true
  }
  for (const seen of await Promise.all(asked)) {
    expect(seen).not.toContain(-1)
    // Never back to a replaced bundle.
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
    expect(seen.at(-1)).toBeGreaterThan(0)
  }
  // No request, probes included, holds a replaced bundle.
  if (HAS_FDS) await expect.poll(() => openParts().size).toBe(4)
})

test.skipIf(!HAS_FDS)('a replaced bundle leaves no open file and no memory', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const bundles = createBundles(fixture.paths)
  const day = createCalendar([], '2024-10-15')(0)
  const replaced: WeakRef<Bundle>[] = []
  for (let at = 1; at <= 5; at++) {
    const bundle = fixture.write({ fillers: 0, mark: ` ${at}` })
    await bundles.open(published(bundle, at))
    const lease = bundles.lease() ?? expect.fail()
    findUpcoming(lease.bundle, day)
    replaced.push(new WeakRef(lease.bundle))
    lease.release()
  }
  expect(openParts().size).toBe(4)
  await expect
    .poll(() => {
      collect()
      return replaced.map((one) => one.deref() !== undefined)
    })
    .toEqual([false, false, false, false, true])
  await bundles.close()
})

test('an unchanged part keeps its handle; the replaced one closes when its last reader ends', async () => {
  const first = await fixture.publish({ mark: ' one' })
  const second = await fixture.publish({ mark: ' two' })
  const bundles = createBundles(fixture.paths)
  await bundles.open(published(first, 1))
  const lease = bundles.lease()
  await bundles.open(published(second, 2))
  const next = bundles.lease()
  expect(next?.bundle.places).toBe(lease?.bundle.places)
  expect(next?.bundle.ballots).not.toBe(lease?.bundle.ballots)
  const count = () => lease?.bundle.ballots.statement<{ n: number }>('SELECT count(*) AS n FROM contest').get()?.n
  expect(count()).toBe(73)
  lease?.release()
  expect(count).toThrow()
  const open = next?.bundle.places.statement<{ n: number }>('SELECT count(*) AS n FROM state').get()
  expect(open?.n).toBe(56)
  next?.release()
  await bundles.close()
})

test('a damaged part and another format are refused by name; the current bundle stays in service', async () => {
  const good = await fixture.publish({ mark: ' one' })
  const bundles = createBundles(fixture.paths)
  await bundles.open(published(good, 1))

  const damaged = await fixture.publish({ mark: ' two' })
  const part = fixture.partOf(damaged, 'ballots')
  chmodSync(part, 0o644)
  appendFileSync(part, 'x')
  await expect(bundles.open(published(damaged, 2))).rejects.toThrow(/ballots|damaged/)

  const other = await fixture.publish({ mark: ' three' })
  const otherFile = join(fixture.paths.bundles, `${other}.json`)
  writeFileSync(otherFile, readFileSync(otherFile, 'utf8').replace(`"format": ${BUNDLE_FORMAT}`, '"format": 7'))
  await expect(bundles.open(published(other, 3))).rejects.toThrow('format is 7, this version reads 3')

  await expect(bundles.open(published('f'.repeat(64), 4))).rejects.toThrow()
  expect(bundles.lease()?.bundle.id).toBe(good)
  await bundles.close()
})

test.skipIf(!HAS_FDS)('a bundle whose last part cannot be opened keeps none of its parts open', () => {
  const bundle = fixture.write()
  const part = fixture.partOf(bundle, 'officeholders')
  rmSync(part)
  writeFileSync(part, 'no database at all, but long enough to have a header'.repeat(9))
  expect(() => openBundle(fixture.paths, loadManifest(fixture.paths, bundle))).toThrow('not a database')
  expect(openParts().size).toBe(0)
})

/** The fixture's parts that this process has open. */
function openParts(): ReadonlySet<string> {
  return new Set(listOpenFiles().filter((file) => file.startsWith(fixture.paths.parts)))
}

/** Whether a server holds a lease, and the number of open parts. */
const leasesAndFiles = async () => [((await fixture.state.newestLease()) ?? 0) > 0, openParts().size]

test('a server whose port is in use holds neither a lease nor a file', async () => {
  await fixture.publish({ fillers: 0 })
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  try {
    const options = { paths: fixture.paths, port: portOf(other.address()), logLevel: 'silent' }
    await expect(startServer(options)).rejects.toMatchObject({ code: 'EADDRINUSE' })
    expect(await leasesAndFiles()).toEqual([false, 0])
  } finally {
    other.close()
  }
})

test('stops without truncating an answer', async () => {
  await fixture.publish()
  const { key } = await fixture.makeKey()
  const server = await fixture.start()
  const client = await openClient(server.url, key)
  // First, so that its connection is accepted before the first answer.
  const waiting = client.get('/v1/events?wait=25')
  const asked = Array.from({ length: 20 }, () => client.get('/v1/contests?limit=500'))
  await Promise.race(asked)
  await expect.poll(async () => (await client.get('/v1/events')).status).toBe(200)
  const closed = server.close()
  const ends = await Promise.allSettled(asked)
  await closed
  for (const end of ends) if (end.status === 'fulfilled') expect(end.value.status).toBe(200)
  // A request that was waiting for a change is answered, and its connection is not used again.
  const last = await waiting
  expect([last.status, last.headers.get('connection')]).toEqual([200, 'close'])
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
  expect(await leasesAndFiles()).toEqual([false, 0])
})
