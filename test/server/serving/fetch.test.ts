// Servers whose bundles come from a store, here a shared folder: from an empty disk, with wrong objects, and with little space.

import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchBundle, uploadBundle } from '../../../build/publish/upload.ts'
import { HOUR } from '../../../data/schema/scalar.ts'
import { listBundles, loadPartHashes } from '../../../data/store/manifest.ts'
import { openFolder } from '../../../data/store/objects/open.ts'
import type { Paths } from '../../../data/store/paths.ts'
import { portOf } from '../../../server/main.ts'
import { createPartCache } from '../../../server/serving/fetch.ts'
import { openFolder as openTemporary } from '../../temporary.ts'
import { type Client, openClient } from '../client.ts'
import { findFreePort } from '../free-port.ts'
import { listParts, openStored, readReady, type Stored } from '../stored.ts'

let root: string
let stored: Stored
beforeEach(async () => {
  root = openTemporary()
  stored = await openStored({ kind: 'folder', root })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await stored.close()
})

const partsOf = (paths: Paths, bundle: string): string[] =>
  [...loadPartHashes(paths, bundle).values()].map((sha256) => `${sha256}.sqlite`).sort()
/** A client of a server on this disk, once that is ready. */
async function clientOf(disk: Paths): Promise<Client & { url: string }> {
  const { url } = await stored.start(disk)
  const client = await openClient(url, (await stored.fixture.makeKey()).key)
  await expect.poll(async () => (await readReady(url)).status).toBe(200)
  return { ...client, url }
}
const logOf = ({ root: disk }: Paths): string => readFileSync(join(disk, 'log'), 'utf8')
const snapshotOf = async (client: Client, path = '/v1/states') => (await client.get(path)).headers.get('x-snapshot')

/** The name of the bundle's endorsements in the store. */
const objectOf = (bundle: string): string =>
  `parts/${loadPartHashes(stored.fixture.paths, bundle).get('endorsements')}.sqlite`

/** Replaces a file by other bytes; returns a function that puts the right ones back. */
function damage(file: string, how: (bytes: Buffer) => Uint8Array): () => void {
  const bytes = readFileSync(file)
  const write = (now: Uint8Array): void => {
    chmodSync(file, 0o644)
    writeFileSync(file, now)
  }
  write(how(bytes))
  return () => write(bytes)
}
const flip = (bytes: Buffer): Uint8Array => bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte))

function markUse({ bundles }: Pick<Paths, 'bundles'>, bundle: string, at: number): void {
  const file = join(bundles, `${bundle}.used`)
  writeFileSync(file, '')
  utimesSync(file, new Date(at), new Date(at))
}

test('a server with an empty disk fetches the current bundle, and later only what is new', async () => {
  const disk = stored.openDisk()
  const adminPort = await findFreePort()
  const { url } = await stored.start(disk, adminPort)
  expect(await readReady(url)).toMatchObject({ status: 503, text: expect.stringContaining('none has been published') })
  const first = await stored.publish()
  await expect.poll(async () => (await readReady(url)).status).toBe(200)
  const client = await openClient(url, (await stored.fixture.makeKey()).key)
  expect(await snapshotOf(client)).toBe(first)
  expect(listParts(disk)).toEqual(listParts(stored.fixture.paths))
  for (const name of listParts(disk)) expect(statSync(join(disk.parts, name)).mode & 0o777).toBe(0o444)
  const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
  const bytes = listParts(disk).reduce((sum, name) => sum + statSync(join(disk.parts, name)).size, 0)
  expect(metrics).toContain(`hustings_part_fetches_total{result="fetched"} ${listParts(disk).length}\n`)
  expect(metrics).toContain(`hustings_part_fetched_bytes_total ${bytes}\n`)
  const inodes = new Map(listParts(disk).map((name) => [name, statSync(join(disk.parts, name)).ino]))

  const second = await stored.publish({ said: ' two' })
  await expect.poll(() => snapshotOf(client)).toBe(second)
  for (const [name, inode] of inodes) expect(statSync(join(disk.parts, name)).ino, name).toBe(inode)
  // The bundle before it is still on the disk; another disk fetches it with the first request for it.
  const other = await clientOf(stored.openDisk())
  await expect.poll(() => snapshotOf(other, `/v1/states?snapshot=${first}`)).toBe(first)
})

test.each([
  ['other bytes', flip],
  ['fewer bytes', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
  ['more bytes', (bytes: Buffer) => Buffer.concat([bytes, bytes])],
])('an object with %s is refused by name; the bundle in service stays, until the object is right', async (_, how) => {
  const first = await stored.publish()
  const disk = stored.openDisk()
  const client = await clientOf(disk)
  // Built elsewhere, damaged in the store before any server could fetch it.
  const { paths, state } = stored.fixture
  const second = stored.fixture.write({ fillers: 0, said: ' two' })
  await uploadBundle(paths, openFolder(root), second)
  const name = objectOf(second)
  const repair = damage(join(root, name), how)
  await state.publish({
    expectedPublication: 1,
    bundle: second,
    staged: null,
    published_at: '2024-10-02T00:00:00.000Z',
  })
  await expect.poll(async () => (await readReady(client.url)).text).toContain('older_publication')
  expect(await snapshotOf(client)).toBe(first)
  await expect.poll(() => logOf(disk)).toContain(`${name} of ${root} is refused: got`)
  expect(listParts(disk)).not.toContain(name.slice('parts/'.length))
  repair()
  await expect.poll(() => snapshotOf(client)).toBe(second)
  expect((await readReady(client.url)).text).toContain('"degraded":[]')
})

test('a damaged manifest of an earlier bundle does not keep the others away', async () => {
  const earlier = [await stored.publish(), await stored.publish({ said: ' two' })].sort()
  const last = await stored.publish({ said: ' three' })
  const [damaged = '', whole = ''] = earlier
  damage(join(root, 'bundles', `${damaged}.json`), (bytes) => bytes.subarray(1))
  const disk = stored.openDisk()
  await stored.start(disk)
  await expect.poll(() => listBundles(disk)).toEqual([whole, last].sort())
  await expect.poll(() => logOf(disk)).toContain(`bundles/${damaged}.json of`)
})

test('the same objects behind a web server', async () => {
  const first = await stored.publish()
  const requests: string[] = []
  const web = createServer(({ method, url = '' }, response) => {
    requests.push(`${method} ${url}`)
    const file = join(root, url.replace('/hustings/', ''))
    if (!existsSync(file)) return response.writeHead(404).end()
    return response.end(readFileSync(file))
  }).listen(0, '127.0.0.1')
  try {
    await once(web, 'listening')
    const partsStore = { kind: 'https', url: `http://127.0.0.1:${portOf(web.address())}/hustings` } as const
    const client = await clientOf(stored.openDisk(partsStore))
    const second = await stored.publish({ said: ' two' })
    await expect.poll(() => snapshotOf(client)).toBe(second)
    expect(await snapshotOf(client, `/v1/states?snapshot=${first}`)).toBe(first)
    expect(new Set(requests.map((one) => one.split(' ')[0]))).toEqual(new Set(['GET']))
  } finally {
    web.closeAllConnections()
    web.close()
  }
})

test('a server with an empty disk says what it waits for', async () => {
  const bundle = await stored.publish()
  const repair = damage(join(root, objectOf(bundle)), flip)
  const { url } = await stored.start(stored.openDisk())
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  await expect.poll(async () => (await readReady(url)).text).toContain('an object has other bytes than its name says')
  expect((await readReady(url)).status).toBe(503)
  repair()
  await expect.poll(async () => (await readReady(url)).status).toBe(200)
})

test('a damaged part on the disk of a server is fetched again', async () => {
  const bundle = await stored.publish()
  const disk = stored.openDisk()
  const before = await stored.start(disk)
  await expect.poll(async () => (await readReady(before.url)).status).toBe(200)
  await before.close()
  const file = join(disk.parts, `${loadPartHashes(disk, bundle).get('ballots')}.sqlite`)
  const restore = damage(file, flip)
  const { url } = await stored.start(disk)
  await expect.poll(async () => (await readReady(url)).status).toBe(200)
  const repaired = readFileSync(file)
  restore()
  expect(readFileSync(file).equals(repaired)).toBe(true)
})

test('a fetched bundle that the store no longer has goes, with the parts that no other bundle has', async () => {
  const first = await stored.publish()
  const disk = stored.openDisk()
  await fetchBundle(disk, openFolder(root), first)
  const second = await stored.publish({ said: ' two' })
  await fetchBundle(disk, openFolder(root), second)
  const later = Date.now() + HOUR
  const cache = createPartCache({ paths: disk, store: openFolder(root), limit: 1, now: () => later, warn: String })
  cache.forget(new Set([first, second]))
  expect(listParts(disk)).toEqual(listParts(stored.fixture.paths))
  cache.use(first)
  cache.forget(new Set([second]))
  expect(listBundles(disk)).toContain(first)
  markUse(disk, first, 0)
  cache.forget(new Set([second]))
  expect(listBundles(disk)).toEqual([second])
  expect(listParts(disk)).toEqual(partsOf(disk, second))
  // A bundle that was built here stays.
  const { paths } = stored.fixture
  createPartCache({ paths, store: openFolder(root), limit: 1, now: () => later, warn: String }).forget(new Set())
  expect(listBundles(stored.fixture.paths).sort()).toEqual([first, second].sort())
})

test('with little space, the least recently used parts go; those of the bundle in service and of no store stay', async () => {
  const old = await stored.publish({ said: ' old' })
  const used = await stored.publish({ said: ' used' })
  const current = await stored.publish({ said: ' current' })
  const { paths } = stored.fixture
  const now = Date.now()
  for (const [nth, bundle] of [old, used, current].entries()) markUse(paths, bundle, now - (3 - nth) * HOUR)
  const own = (bundle: string): string => objectOf(bundle).slice('parts/'.length)
  const told: unknown[] = []
  const space = listParts(paths).reduce((sum, name) => sum + statSync(join(paths.parts, name)).size, 0)
  const cacheOf = (limit: number) =>
    createPartCache({ paths, store: openFolder(root), limit, now: () => now, warn: (fault) => told.push(fault) })
  await cacheOf(space).makeRoom(0, [current])
  expect(listParts(paths)).toContain(own(old))
  await cacheOf(space).makeRoom(1, [current])
  expect(listParts(paths)).not.toContain(own(old))
  expect(listParts(paths)).toContain(own(used))
  // It is in use in another process.
  cacheOf(space).use(used)
  await cacheOf(1).makeRoom(0, [current])
  expect(listParts(paths)).toContain(own(used))
  expect(String(told[0])).toMatch(/HUSTINGS_PARTS_CACHE: the parts in use have \d+ bytes, expected at most 1/)
  markUse(paths, used, now - HOUR)
  truncateSync(join(root, 'parts', own(used)), 10)
  await cacheOf(1).makeRoom(0, [current])
  expect(listParts(paths)).toContain(own(used))
  rmSync(join(root, 'parts', own(used)))
  await openFolder(root).put(`parts/${own(used)}`, {
    ...{ bytes: 0, sha256: '', pieces: () => [readFileSync(join(paths.parts, own(used)))] },
  })
  await cacheOf(1).makeRoom(0, [current])
  expect(listParts(paths)).toEqual(partsOf(paths, current))
})
