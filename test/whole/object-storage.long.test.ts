// Bundles in a real S3 server: servers from an empty disk, objects and networks with faults, and publishers that are killed.

import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadPartHashes } from '../../data/store/manifest.ts'
import { OBJECT_PIECE_BYTES } from '../../data/store/objects/s3.ts'
import { ended, printed, startIn } from '../cli/hustings.ts'
import { type Fault, type FaultyProxy, startFaultyProxy, startS3 } from '../object-store.ts'
import { PROOF_ONLY } from '../proof/only.ts'
import { openClient } from '../server/client.ts'
import { listParts, openStored, readReady, type Stored } from '../server/stored.ts'

const s3 = await startS3()
const missing = 'missing' in s3 ? s3.missing : null
afterAll(async () => {
  if ('stop' in s3) await s3.stop()
})

let proxy: FaultyProxy
let stored: Stored
let prefix = 0
beforeEach(async () => {
  if ('missing' in s3) return
  prefix += 1
  const name = `servers/${prefix}`
  proxy = await startFaultyProxy(s3, name)
  for (const [variable, value] of Object.entries(s3.environment(proxy.url))) vi.stubEnv(variable, value)
  stored = await openStored({ kind: 's3', bucket: s3.bucket, prefix: name })
})
afterEach(async () => {
  await stored?.close()
  await proxy?.close()
  vi.unstubAllEnvs()
})

const settings = (): Record<string, string> => ({
  ...('url' in s3 ? s3.environment(proxy.url) : {}),
  HUSTINGS_PARTS: `s3://hustings/servers/${prefix}`,
})
const snapshotOf = async (url: string, key: string): Promise<string | null> =>
  (await fetch(`${url}/v1/states`, { headers: { Authorization: `Bearer ${key}` } })).headers.get('x-snapshot')

describe.skipIf(missing !== null)(`object storage${missing === null ? '' : ` (${missing})`}`, () => {
  test('a server with an empty disk serves the current bundle', async () => {
    const bundle = await stored.publish()
    proxy.requests.length = 0
    proxy.bytes = 0
    const begun = performance.now()
    const disk = stored.openDisk()
    const { url } = await stored.start(disk)
    await expect.poll(async () => (await readReady(url)).status, { interval: 5 }).toBe(200)
    const seconds = (performance.now() - begun) / 1000
    const client = await openClient(url, (await stored.fixture.makeKey()).key)
    expect((await client.get('/v1/states')).headers.get('x-snapshot')).toBe(bundle)
    expect(listParts(disk)).toEqual(listParts(stored.fixture.paths))
    const bytes = listParts(disk).reduce((sum, name) => sum + readFileSync(join(disk.parts, name)).length, 0)
    expect(proxy.bytes).toBeGreaterThanOrEqual(bytes)
    expect(proxy.requests.filter((asked) => /^(PUT|POST|DELETE)/.test(asked))).toEqual([])
    console.info(`empty disk to serving: ${seconds.toFixed(2)} s for ${proxy.bytes} bytes`)
  })

  const FAULTS: readonly [string, Fault][] = [
    ['a flipped bit', 'corrupt'],
    ['half of the bytes', 'truncated'],
    ['a connection that ends', 'cut'],
    ['no object', 'missing'],
    ['no answer', 'unavailable'],
    ['a slow answer', { slow: 150 }],
  ]
  test.skipIf(PROOF_ONLY !== null).each(FAULTS)(
    '%s: the bundle in service stays, and the right one follows',
    async (_, fault) => {
      const first = await stored.publish()
      const disk = stored.openDisk()
      const { url } = await stored.start(disk)
      await expect.poll(async () => (await readReady(url)).status).toBe(200)
      const { key } = await stored.fixture.makeKey()
      let faults = 0
      proxy.choose = (asked) => {
        if (!asked.startsWith('GET parts/') && !asked.startsWith('GET bundles/')) return undefined
        faults += 1
        return fault
      }
      const second = await stored.publish({ said: ' two' })
      const seen = new Set<string | null>()
      for (const end = performance.now() + 1500; performance.now() < end; await delay(20))
        seen.add(await snapshotOf(url, key))
      expect(faults).toBeGreaterThan(0)
      if (typeof fault !== 'object') expect([...seen]).toEqual([first])
      proxy.choose = () => undefined
      await expect.poll(() => snapshotOf(url, key)).toBe(second)
      for (const name of listParts(disk))
        expect(readFileSync(join(disk.parts, name)).equals(readFileSync(join(stored.fixture.paths.parts, name)))).toBe(
          true,
        )
    },
  )

  test.skipIf(PROOF_ONLY !== null)(
    'a store that lists late: the server serves what it can get by name, and older bundles later',
    async () => {
      const first = await stored.publish()
      const second = await stored.publish({ said: ' two' })
      proxy.choose = (asked) => (asked.includes('list ') ? 'missing' : undefined)
      const { url } = await stored.start(stored.openDisk())
      const { key } = await stored.fixture.makeKey()
      await expect.poll(() => snapshotOf(url, key)).toBe(second)
      const older = await fetch(`${url}/v1/states?snapshot=${first}`, { headers: { Authorization: `Bearer ${key}` } })
      expect(older.status).toBe(404)
    },
  )

  test.skipIf(PROOF_ONLY !== null)(
    'a publisher that is killed during the upload publishes nothing, and the next one completes it',
    async () => {
      const first = await stored.publish()
      const { root } = stored.fixture.paths
      const bundle = stored.fixture.write({ fillers: 0, said: ' two' })
      for (let nth = 1; nth <= 4; nth++) {
        proxy.requests.length = 0
        let puts = 0
        proxy.choose = (asked) => (asked.startsWith('PUT') && ++puts === nth ? { slow: 60_000 } : undefined)
        const child = startIn(settings(), root, 'publish', bundle, '--accept')
        const end = ended(child)
        await Promise.race([end, expect.poll(() => puts, { interval: 5 }).toBe(nth)])
        child.kill('SIGKILL')
        await end
        const published = puts < nth
        expect((await stored.fixture.state.head())?.bundle).toBe(published ? bundle : first)
        if (published) break
      }
      proxy.choose = () => undefined
      expect(await ended(startIn(settings(), root, 'publish', bundle, '--accept'))).toMatchObject({ code: 0 })
      expect((await stored.fixture.state.head())?.bundle).toBe(bundle)
      const { url } = await stored.start(stored.openDisk())
      const { key } = await stored.fixture.makeKey()
      await expect.poll(() => snapshotOf(url, key)).toBe(bundle)
    },
  )

  test.skipIf(PROOF_ONLY !== null)(
    'two publishers upload the same part at once; one publishes, and every object is right',
    async () => {
      const bundle = stored.fixture.write({ fillers: 0 })
      const { uploadBundle } = await import('../../build/publish/upload.ts')
      const { openObjectStore } = await import('../../data/store/objects/open.ts')
      const location = stored.fixture.paths.partsStore
      if (!location) throw new Error('no store')
      const stores = await Promise.all([1, 2, 3].map(() => openObjectStore(location)))
      await Promise.all(stores.map((store) => uploadBundle(stored.fixture.paths, store, bundle)))
      await stored.publish()
      const { url } = await stored.start(stored.openDisk())
      const { key } = await stored.fixture.makeKey()
      await expect.poll(() => snapshotOf(url, key)).toBe(bundle)
    },
  )

  test('the workers of a server fetch each part once', async () => {
    const bundle = await stored.publish()
    const { key } = await stored.fixture.makeKey()
    const { paths } = stored.fixture
    const disk = stored.openDisk()
    mkdirSync(disk.root, { recursive: true })
    await stored.fixture.state.copyTo(join(disk.root, 'state.sqlite'))
    copyFileSync(paths.pepper, join(disk.root, 'pepper'))
    proxy.requests.length = 0
    proxy.choose = (asked) => (asked.startsWith('GET parts/') ? { slow: 20 } : undefined)
    const child = startIn(settings(), disk.root, 'serve', '--workers', '3', '--port', '0')
    try {
      const [, url = ''] = await printed(child, 'stdout', /answers at (\S+)/)
      await expect.poll(async () => (await readReady(url)).status).toBe(200)
      for (let nth = 0; nth < 20; nth++) await expect.poll(() => snapshotOf(url, key)).toBe(bundle)
      const fetched = proxy.requests.filter((asked) => asked.startsWith('GET parts/')).sort()
      expect(fetched).toEqual(
        [...loadPartHashes(paths, bundle).values()].map((one) => `GET parts/${one}.sqlite`).sort(),
      )
    } finally {
      const end = ended(child)
      child.kill('SIGTERM')
      await end
    }
  })

  test.skipIf(PROOF_ONLY !== null)('a part of several pieces is uploaded, fetched and whole', async () => {
    const bundle = await stored.publish({ fillers: 2000 })
    const { paths } = stored.fixture
    const sizes = listParts(paths).map((name) => readFileSync(join(paths.parts, name)).length)
    expect(Math.max(...sizes)).toBeGreaterThan(OBJECT_PIECE_BYTES)
    const { url } = await stored.start(stored.openDisk())
    const { key } = await stored.fixture.makeKey()
    const begun = performance.now()
    await expect.poll(() => snapshotOf(url, key)).toBe(bundle)
    console.info(`${sizes.reduce((sum, size) => sum + size, 0)} bytes in ${Math.round(performance.now() - begun)} ms`)
  })
})
