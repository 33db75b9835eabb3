import { copyFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { list, record } from '../../../data/schema/envelope.ts'
import { readiness } from '../../../data/schema/health.ts'
import { PART_NAMES } from '../../../data/schema/manifest.ts'
import { loadManifest, manifestFile } from '../../../data/store/manifest.ts'
import { LEASE_RENEW_MS } from '../../../data/store/state/leases.ts'
import { createBundles } from '../../../server/serving/bundles.ts'
import { createDegradation, findReadiness } from '../../../server/serving/health.ts'
import { startScrub } from '../../../server/serving/watch.ts'
import { type Client, openClient } from '../client.ts'
import { flip } from '../damage.ts'
import type { Fixture } from '../fixture.ts'
import { fixture, freshFixture } from '../shared-fixture.ts'
import { published } from './published.ts'

freshFixture()

const fileOf = (...asked: Parameters<Fixture['partOf']>) => fixture.partOf(...asked)

async function ask(client: Client) {
  const { data } = record(readiness).parse((await client.get('/readyz', { key: null })).body)
  const { headers, status } = await client.get('/v1/states')
  return { ...data, status, snapshot: headers.get('x-snapshot') }
}

describe('a server that starts over a publication that cannot be opened', () => {
  let client: Client
  const start = async (): Promise<void> => {
    const { key } = await fixture.makeKey()
    client = await openClient((await fixture.start()).url, key)
  }

  test('serves and logs the newest one that it can open; the feed waits; it serves the head once that is repaired', async () => {
    await fixture.publish({ fillers: 0 })
    const second = await fixture.publish({ fillers: 0, mark: ' two', told: true })
    const third = await fixture.publish({ fillers: 0, mark: ' three', said: ' three', told: true })
    const released = await fixture.state.head()
    // An earlier server answered from it, and delivered its events.
    await fixture.state.renewLease({ server: 'before', publication: released?.publication ?? 0 })
    await fixture.state.endLease('before')
    flip(fileOf(third, 'endorsements'), 5000)
    await start()
    const message = 'Publication 3 cannot be opened: publication 2 is served instead, and the feed waits.'
    const degraded = [{ code: 'older_publication', message }]
    expect(await ask(client)).toMatchObject({ status: 200, bundle: second, snapshot: second, degraded })
    const cursor = (await client.get('/v1/endorsements?limit=1')).headers.get('x-feed-cursor')
    const events = async (wait: number) =>
      list(z.unknown()).parse((await client.get(`/v1/events?cursor=${cursor}&wait=${wait}`)).body).data
    expect(await events(1)).toEqual([])
    flip(fileOf(third, 'endorsements'), 5000)
    await expect.poll(async () => (await ask(client)).degraded).toEqual([])
    expect(await ask(client)).toMatchObject({ bundle: third, snapshot: third })
    expect((await events(5)).length).toBeGreaterThan(0)
  })

  test('skips bundles that share the damaged file, and manifests of other parts', async () => {
    const first = await fixture.publish({ fillers: 0, vacant: true })
    const second = await fixture.publish({ fillers: 0 })
    const third = await fixture.publish({ fillers: 0, mark: ' three' })
    flip(fileOf(third, 'officeholders'), 100)
    expect(fileOf(second, 'officeholders')).toBe(fileOf(third, 'officeholders'))
    await start()
    expect(await ask(client)).toMatchObject({ bundle: first, degraded: [{ code: 'older_publication' }] })
  })

  test('answers no data request if none can be opened', async () => {
    const only = await fixture.publish({ fillers: 0 })
    flip(fileOf(only, 'places'), 100)
    await start()
    expect((await client.get('/readyz', { key: null })).status).toBe(503)
    expect((await client.get('/v1/states')).status).toBe(503)
    expect((await client.get('/healthz', { key: null })).status).toBe(200)
  })

  test('answers no data request while another live server serves a bundle that it cannot open', async () => {
    const first = await fixture.publish({ fillers: 0 })
    const second = await fixture.publish({ fillers: 0, mark: ' two' })
    flip(fileOf(second, 'ballots'), 5000)
    const renew = () => fixture.state.renewLease({ server: 'other', publication: 2 })
    await renew()
    const renewing = setInterval(renew, LEASE_RENEW_MS)
    await start()
    const late = await client.get('/v1/states')
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await client.get('/v1/states?x=1')).status).toBe(400)
    // A request that names a bundle cannot be answered from an older one by mistake.
    const named = await client.get(`/v1/states?snapshot=${first}`)
    expect([named.status, named.headers.get('x-snapshot')]).toEqual([200, first])
    expect((await client.get('/v1/events')).status).toBe(200)
    clearInterval(renewing)
    await fixture.state.endLease('other')
    await expect.poll(async () => (await client.get('/v1/states')).status).toBe(200)
  })
})

test('a manifest under the id of another bundle is refused with both ids', async () => {
  const [one, two] = [fixture.write({ mark: ' one' }), fixture.write({ mark: ' two' })]
  const [from, to] = [manifestFile(fixture.paths, one), manifestFile(fixture.paths, two)]
  copyFileSync(from, to)
  expect(() => loadManifest(fixture.paths, two)).toThrow(`it describes the bundle ${one}, expected ${two}`)
  rmSync(to)
  writeFileSync(to, JSON.stringify({ ...loadManifest(fixture.paths, one), bundle: two }))
  expect(() => loadManifest(fixture.paths, two)).toThrow(
    `it names the parts of the bundle ${one}, expected those of ${two}`,
  )
})

test('a server is ready exactly if its release holds or is confirmed', async () => {
  const bundles = createBundles(fixture.paths)
  await bundles.open(published(fixture.write()))
  const ready = (holds: boolean, confirmed: boolean) =>
    findReadiness({
      ...{ bundles, release: { holds: () => holds, confirm: async () => confirmed } },
      ...{ degradation: { list: () => [] }, lastRun: () => null, stopping: () => false },
    })
  await expect(ready(false, false)).rejects.toThrow('Other servers may serve newer data')
  for (const [holds, confirmed] of [
    [true, false],
    [false, true],
  ] as const)
    expect(await ready(holds, confirmed)).toMatchObject({ status: 'ready' })
  await bundles.close()
})

describe('the scrub', () => {
  const PERIOD_MS = 50

  async function scrub(bundle: string) {
    let reopened = 0
    const bundles = createBundles(fixture.paths, { onReopen: () => void reopened++ })
    await bundles.open(published(bundle))
    const told: string[] = []
    const degradation = createDegradation(Date.now, (sentence) => told.push(sentence))
    const reopen = (): void => void bundles.open(published(bundle))
    const { stop } = startScrub({ bundles, period: PERIOD_MS, now: Date.now, degradation, reopen })
    const close = async (): Promise<void> => {
      stop()
      await bundles.close()
    }
    return { bundles, told, list: degradation.list, reopened: () => reopened, close }
  }

  test('finds a flipped bit anywhere in each part, and its repair', async () => {
    const bundle = await fixture.publish({ fillers: 0 })
    const { told, list, close } = await scrub(bundle)
    for (let trial = 0; trial < 20; trial++) {
      const name = PART_NAMES[trial % PART_NAMES.length] ?? 'places'
      const file = fileOf(bundle, name)
      const at = Math.floor(Math.random() * statSync(file).size)
      flip(file, at, trial % 8)
      await expect
        .poll(list, { interval: 5 })
        .toEqual([{ code: 'part_damaged', message: expect.stringContaining(`Part ${name} (`) }])
      flip(file, at, trial % 8)
      await expect.poll(list, { interval: 5 }).toEqual([])
    }
    expect(told).toHaveLength(40)
    expect(told[0]).toMatch(
      /^Part places \([0-9a-f]{12}\) is damaged: its bytes differ from the published ones, so answers from it may be wrong. Next: hustings build$/,
    )
    await close()
  })

  test('opens an intact copy that replaces a damaged file', async () => {
    const bundle = await fixture.publish({ fillers: 0 })
    const { bundles, list, reopened, close } = await scrub(bundle)
    const file = fileOf(bundle, 'ballots')
    const before = bundles.lease()
    copyFileSync(file, `${file}.copy`)
    flip(file, 5000)
    await expect.poll(list).toHaveLength(1)
    renameSync(`${file}.copy`, file)
    await expect.poll(list).toEqual([])
    await expect.poll(() => bundles.lease()?.bundle.ballots === before?.bundle.ballots).toBe(false)
    expect(bundles.lease()?.bundle.places).toBe(before?.bundle.places)
    // An answer from the damaged file is not cached, and cached ones are dropped.
    expect([before?.isCurrent(), bundles.lease()?.isCurrent(), reopened()]).toEqual([false, true, 1])
    await close()
  })

  test('reports a damaged file only while it is in service', async () => {
    const bundle = await fixture.publish({ fillers: 0 })
    const next = fixture.write({ fillers: 0, mark: ' next' })
    const { bundles, list, reopened, close } = await scrub(bundle)
    flip(fileOf(bundle, 'ballots'), 5000)
    await expect.poll(list).toHaveLength(1)
    await bundles.open(published(next))
    await expect.poll(list).toEqual([])
    // A request may name the replaced bundle, so no answer from it stays in the cache.
    expect(reopened()).toBe(1)
    await close()
  })

  test('reports a missing file; open handles still answer', async () => {
    const bundle = await fixture.publish({ fillers: 0 })
    const { bundles, list, close } = await scrub(bundle)
    rmSync(fileOf(bundle, 'places'))
    await expect.poll(list).toEqual([{ code: 'part_damaged', message: expect.stringContaining('is missing') }])
    expect(bundles.lease()?.bundle.places.statement('SELECT count(*) AS n FROM state').get()).toEqual({ n: 56 })
    await close()
  })
})

test('a reason is logged when it begins, when its detail changes, once a minute and at its end; reasons are listed by code', () => {
  let now = 0
  const told: string[] = []
  const { begin, end, list } = createDegradation(
    () => now,
    (sentence) => told.push(sentence),
  )
  begin('state_unwritable', 'No writes.', 'No writes: detail.')
  begin('older_publication', 'Older.')
  now = 59_999
  begin('state_unwritable', 'No writes.', 'No writes: detail.')
  begin('older_publication', 'Older still.')
  expect(told).toEqual(['No writes: detail.', 'Older.', 'Older still.'])
  now = 60_000
  begin('state_unwritable', 'No writes.', 'No writes: detail.')
  begin('state_unwritable', 'No writes.', 'No writes: detail.')
  expect(told.slice(3)).toEqual(['No writes: detail.'])
  expect(list()).toEqual([
    { code: 'older_publication', message: 'Older still.' },
    { code: 'state_unwritable', message: 'No writes.' },
  ])
  end('older_publication')
  end('older_publication')
  expect(told.slice(4)).toEqual(['Resolved: Older still.'])
  expect(list().map(({ code }) => code)).toEqual(['state_unwritable'])
})
