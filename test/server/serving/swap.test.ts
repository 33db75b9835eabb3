// A publication during requests, and bundles that must not be opened.

import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BUNDLE_FORMAT, manifest } from '../../../data/schema/manifest.ts'
import { openBundle } from '../../../data/store/bundle.ts'
import { loadManifest } from '../../../data/store/manifest.ts'
import { portOf, startServer } from '../../../server/main.ts'
import { createBundles, type PublishedBundle } from '../../../server/serving/bundles.ts'
import { type Client, openClient } from '../client.ts'
import { type Fixture, openFixture } from '../fixture.ts'

let fixture: Fixture
beforeEach(async () => {
  fixture = await openFixture()
})
afterEach(() => fixture.close())

async function connect(): Promise<Client> {
  const { key } = await fixture.makeKey()
  return openClient((await fixture.start()).url, key)
}

const published = (publication: number, bundle: string): PublishedBundle => ({
  ...{ publication, bundle, epoch: '00'.repeat(8), seq: publication },
})

const snapshotOf = async (client: Client, path = '/v1/states') => (await client.get(path)).headers.get('x-snapshot')

test('without a bundle: alive, not ready, 503 on data; ready once one is published', async () => {
  const client = await connect()
  expect((await client.get('/healthz', { key: null })).status).toBe(200)
  expect((await client.get('/readyz', { key: null })).status).toBe(503)
  const early = await client.get('/v1/states')
  expect([early.status, early.headers.has('retry-after')]).toEqual([503, true])
  expect((await client.get('/v1/states?x=1')).status).toBe(400)
  const bundle = await fixture.publish()
  await expect.poll(async () => (await client.get('/readyz', { key: null })).status, { interval: 5 }).toBe(200)
  expect(await snapshotOf(client)).toBe(bundle)
})

test('swaps under load without errors: on each connection the old bundle, then the new one', async () => {
  const first = await fixture.publish({ mark: ' one' })
  const client = await connect()
  expect((await client.get('/readyz', { key: null })).status).toBe(200)
  let done = false
  const paths = ['/v1/contests?limit=500', '/v1/ballot?lat=35.5&lng=-78.5', '/v1/elections']
  const seen = paths.map(async (path) => {
    const snapshots: (string | null)[] = []
    while (!done) {
      const answer = await client.get(path)
      expect(answer.status).toBe(200)
      const snapshot = answer.headers.get('x-snapshot')
      expect(answer.text.includes(snapshot === first ? ' one' : ' two')).toBe(true)
      if (snapshots.at(-1) !== snapshot) snapshots.push(snapshot)
    }
    return snapshots
  })
  await new Promise((resolve) => setTimeout(resolve, 100))
  const second = await fixture.publish({ mark: ' two' })
  await expect.poll(() => snapshotOf(client), { interval: 5 }).toBe(second)
  await new Promise((resolve) => setTimeout(resolve, 100))
  done = true
  for (const snapshots of await Promise.all(seen)) expect(snapshots).toEqual([first, second])
  // No request, probes included, holds the replaced bundle.
  const { sha256 } = loadManifest(fixture.paths, first).parts.ballots
  const opened = () => readdirSync('/proc/self/fd').flatMap((fd) => findTarget(`/proc/self/fd/${fd}`))
  if (existsSync('/proc/self/fd')) await expect.poll(() => opened().some((file) => file.includes(sha256))).toBe(false)
})

test('paging continues across a swap from the same position', async () => {
  await fixture.publish({ mark: ' one' })
  const client = await connect()
  const page = async (query: string) => {
    const { body } = await client.get(`/v1/contests?limit=10${query}`)
    return JSON.stringify(body)
  }
  const cursor = /"next_cursor":"([\w-]+)"/.exec(await page(''))?.[1]
  const before = await page(`&cursor=${cursor}`)
  const second = await fixture.publish({ mark: ' two' })
  await expect.poll(() => snapshotOf(client), { interval: 5 }).toBe(second)
  expect(await page(`&cursor=${cursor}`)).toBe(before.replaceAll(' one', ' two'))
})

test('an unchanged part keeps its handle; the replaced one closes when its last reader ends', async () => {
  const first = await fixture.publish({ mark: ' one' })
  const second = await fixture.publish({ mark: ' two' })
  const bundles = createBundles(fixture.paths)
  await bundles.open(published(1, first))
  const lease = bundles.lease()
  await bundles.open(published(2, second))
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
  await bundles.open(published(1, good))

  const damaged = await fixture.publish({ mark: ' two' })
  const file = join(fixture.paths.bundles, `${damaged}.json`)
  const { parts } = manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
  const part = join(fixture.paths.parts, `${parts.ballots.sha256}.sqlite`)
  chmodSync(part, 0o644)
  appendFileSync(part, 'x')
  await expect(bundles.open(published(2, damaged))).rejects.toThrow(/ballots|damaged/)

  const other = await fixture.publish({ mark: ' three' })
  const otherFile = join(fixture.paths.bundles, `${other}.json`)
  writeFileSync(otherFile, readFileSync(otherFile, 'utf8').replace(`"format": ${BUNDLE_FORMAT}`, '"format": 7'))
  await expect(bundles.open(published(3, other))).rejects.toThrow('format is 7, this version reads 3')

  await expect(bundles.open(published(4, 'f'.repeat(64)))).rejects.toThrow()
  expect(bundles.lease()?.bundle.id).toBe(good)
  await bundles.close()
})

test.skipIf(!existsSync('/proc/self/fd'))(
  'a bundle whose last part cannot be opened keeps none of its parts open',
  async () => {
    const id = await fixture.publish()
    const { parts, ...rest } = loadManifest(fixture.paths, id)
    const opened = () => readdirSync('/proc/self/fd').flatMap((fd) => findTarget(`/proc/self/fd/${fd}`))
    const part = join(fixture.paths.parts, `${parts.officeholders.sha256}.sqlite`)
    rmSync(part)
    writeFileSync(
      part,
      'no database at all, though there is a file of that name, long enough to have a header'.repeat(9),
    )
    const before = opened().length
    expect(() => openBundle(fixture.paths, { parts, ...rest })).toThrow('not a database')
    expect(opened()).toHaveLength(before)
  },
)

function findTarget(link: string): string[] {
  try {
    return [readlinkSync(link)].filter((file) => file.startsWith(fixture.paths.parts))
  } catch {
    return []
  }
}

/** Whether a server holds a lease, and the number of open parts. */
async function leasesAndFiles(): Promise<[boolean, number]> {
  const folder = '/proc/self/fd'
  const files = existsSync(folder) ? readdirSync(folder).flatMap((fd) => findTarget(`${folder}/${fd}`)) : []
  return [((await fixture.state.newestLease()) ?? 0) > 0, files.length]
}

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
