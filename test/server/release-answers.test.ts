// The answers of a server that cannot open the current bundle: once other servers have it, this one reports that it is behind.

import { chmodSync, closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { publishBundle } from '../../build/publish/publish.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import { type Client, openClient } from './client.ts'
import { type Fixture, openFixture } from './fixture.ts'

const DATA = ['/v1/states', '/v1/endorsements?limit=1', '/v1/ballot?lat=35.5&lng=-78.5']

let fixture: Fixture
let client: Client
let renewing: NodeJS.Timeout | undefined
beforeEach(async () => {
  fixture = await openFixture()
  await fixture.publish({ fillers: 0 })
  const { key } = await fixture.makeKey()
  client = await openClient((await fixture.start()).url, key)
})
afterEach(async () => {
  clearInterval(renewing)
  await fixture.close()
})

const statuses = (paths: readonly string[]) => Promise.all(paths.map(async (path) => (await client.get(path)).status))
const readiness = async () => (await client.get('/readyz', { key: null })).status

const eventPage = z.object({ data: z.array(z.object({ id: z.string() })) })
async function countEvents(query: string): Promise<number> {
  return eventPage.parse((await client.get(`/v1/events?${query}`)).body).data.length
}

/** Simulates another server that answers from the current publication. */
async function runOther(): Promise<void> {
  const { publication = 0 } = (await fixture.state.head()) ?? {}
  const renew = async (): Promise<void> => {
    expect(await fixture.state.renewLease({ server: 'other', publication })).toBeUndefined()
  }
  await renew()
  renewing = setInterval(() => void renew(), 1000)
}

/** Offset in SQLite's header of an unused number. */
const UNREAD_AT = 68

function overwrite(file: string, byte: number): void {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.of(byte), 0, 1, UNREAD_AT)
  closeSync(descriptor)
}

/** Publishes a bundle that cannot be opened: a file is damaged after the publisher's check. @returns function that repairs it */
async function publishDamaged(): Promise<() => void> {
  const { paths, state } = fixture
  const bundle = fixture.write({ fillers: 0, said: ' two' })
  const file = join(paths.parts, `${loadManifest(paths, bundle).parts.endorsements.sha256}.sqlite`)
  chmodSync(file, 0o644)
  const damaging: typeof state.publish = async (publication) => {
    overwrite(file, 1)
    return state.publish(publication)
  }
  await publishBundle({
    paths,
    state: { ...state, publish: damaging },
    bundle,
    now: () => new Date(),
    accept: true,
    retentionDays: 7,
  })
  return () => overwrite(file, 0)
}

test('503 on data once other servers are ahead; the feed still works; 200 after the current bundle is opened', async () => {
  const before = (await client.get('/v1/states')).headers.get('x-snapshot')
  const cursor = (await client.get('/v1/endorsements?limit=1')).headers.get('x-feed-cursor')
  const repair = await publishDamaged()
  await runOther()
  // The server has ten seconds; on a busy machine one turn of this loop takes some of them.
  for (const since = performance.now(); performance.now() - since < 6000; ) {
    expect(await statuses(DATA)).toEqual([200, 200, 200])
    expect(await readiness()).toBe(200)
    expect(await countEvents(`cursor=${cursor}&wait=1`)).toBe(0)
  }
  await expect.poll(readiness).toBe(503)
  const late = await client.get('/v1/states')
  expect([late.status, late.headers.get('retry-after')]).toEqual([503, '1'])
  expect(late.text).toContain('internal_error')
  expect(await statuses(DATA)).toEqual([503, 503, 503])
  expect(await statuses(['/v1/states?x=1', '/v1/nowhere'])).toEqual([400, 404])
  expect((await client.get('/healthz', { key: null })).status).toBe(200)
  // A request that names a bundle cannot be answered from an older one by mistake.
  for (const path of DATA) {
    const named = await client.get(`${path}${path.includes('?') ? '&' : '?'}snapshot=${before}`)
    expect([named.status, named.headers.get('x-snapshot')], path).toEqual([200, before])
  }
  expect(await statuses([`/v1/states?snapshot=${new Date().toISOString().slice(0, 10)}`])).toEqual([500])
  expect(await countEvents(`cursor=${cursor}&wait=5`)).toBeGreaterThan(0)
  repair()
  await expect.poll(readiness).toBe(200)
  expect(await statuses(DATA)).toEqual([200, 200, 200])
  expect((await client.get('/v1/states')).headers.get('x-snapshot')).not.toBe(before)
})

test('while no server can open the current bundle, data comes from the previous one and the feed waits', async () => {
  const cursor = (await client.get('/v1/endorsements?limit=1')).headers.get('x-feed-cursor')
  const repair = await publishDamaged()
  for (let second = 0; second < 12; second++) {
    expect(await statuses(DATA)).toEqual([200, 200, 200])
    expect(await countEvents(`cursor=${cursor}&wait=1`)).toBe(0)
  }
  repair()
  expect(await countEvents(`cursor=${cursor}&wait=10`)).toBeGreaterThan(0)
})
