import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Database } from '../../../data/store/sqlite.ts'
import type { Released } from '../../../data/store/state/leases.ts'
import { createGrants, type Grants } from '../../../server/http/auth.ts'
import { type Bundles, createBundles, type PublishedBundle } from '../../../server/serving/bundles.ts'
import { createDegradation } from '../../../server/serving/health.ts'
import { createRelease, type OwnRelease } from '../../../server/serving/release.ts'
import { followState, type Watch } from '../../../server/serving/watch.ts'
import { fixture, freshFixture } from '../shared-fixture.ts'

let bundles: Bundles
let release: OwnRelease
let grants: Grants
/** Milliseconds added to the monotonic clock. */
let ahead: number
let advanced: Released[]
let sweeps: number
let told: string[]
let watching: Watch | undefined

freshFixture()
beforeEach(async () => {
  bundles = createBundles(fixture.paths)
  grants = createGrants(fixture.state)
  const warn = (fault: unknown): void => void told.push(String(fault))
  ahead = 0
  release = createRelease({
    ...{ state: fixture.state, server: 'own', steady: () => performance.now() + ahead, wall: () => Date.now(), warn },
  })
  ;[advanced, sweeps, told, watching] = [[], 0, [], undefined]
})
afterEach(async () => {
  await watching?.stop()
  await release.end()
  await bundles.close()
})

async function start(open: Bundles['open'] = bundles.open): Promise<void> {
  const advance = async (released: Released | undefined): Promise<void> => {
    if (released) advanced.push(released)
  }
  const sweep = (): void => {
    sweeps += 1
  }
  watching = await followState({
    ...{ state: fixture.state, bundles: { ...bundles, open }, grants, release },
    ...{ feed: { advance }, streams: { sweep }, now: Date.now, warn: (fault) => told.push(String(fault)) },
    degradation: createDegradation(
      () => performance.now(),
      (sentence) => told.push(sentence),
    ),
  })
}

/** Another server that answers from the current publication, and does not renew its lease. */
async function joinOther(): Promise<void> {
  const head = await fixture.state.head()
  expect(await fixture.state.renewLease({ server: 'other', publication: head?.publication ?? 0 })).toBeUndefined()
}

function publishedNow(): PublishedBundle | undefined {
  const lease = bundles.lease()
  lease?.release()
  return lease?.published
}
const numbers = (): number[] => advanced.map(({ publication }) => publication)

test('it has a lease on its publication before it follows; none before the first publication', async () => {
  await start()
  expect([release.holds(), await fixture.state.released(), numbers()]).toEqual([false, undefined, []])
  await fixture.publish({ mark: ' one' })
  await expect.poll(numbers).toEqual([1])
  expect([release.holds(), publishedNow()?.publication]).toEqual([true, 1])
  await watching?.stop()
  await start()
  expect([release.holds(), numbers()]).toEqual([true, [1, 1]])
  expect(told).toEqual([])
})

test('each publication is open before its release, and delivered once', async () => {
  await fixture.publish({ mark: ' 0' })
  await start()
  for (let at = 1; at <= 5; at++) {
    const bundle = await fixture.publish({ mark: ` ${at}` })
    await expect.poll(() => numbers().at(-1), { interval: 1 }).toBe(at + 1)
    expect(publishedNow()).toMatchObject({ publication: at + 1, bundle })
  }
  expect(numbers()).toEqual([1, 2, 3, 4, 5, 6])
})

test('a bundle keeps its handles under another publication number or epoch', async () => {
  await fixture.publish({ mark: ' one' })
  await start()
  const { bundle } = bundles.lease() ?? {}
  const epoch = await fixture.state.beginEpoch()
  await expect.poll(() => advanced.at(-1)).toMatchObject({ publication: 1, epoch })
  expect(publishedNow()).toMatchObject({ publication: 1, epoch })
  expect(bundles.lease()?.bundle).toBe(bundle)
  if (!bundle) throw new Error('nothing is open')
  await bundles.open({ publication: 3, epoch, seq: 9, bundle: bundle.id })
  expect(publishedNow()).toEqual({ publication: 3, epoch, seq: 9, bundle: bundle.id })
  expect(bundles.lease()?.bundle).toBe(bundle)
})

test('a publication released while an older one was opened is opened first', async () => {
  await fixture.publish({ mark: ' one' })
  const opened: number[] = []
  await start(async (published) => {
    await bundles.open(published)
    opened.push(published.publication)
    if (published.publication > 1) return
    await fixture.publish({ mark: ' two' })
    await joinOther()
  })
  expect([opened, release.holds(), numbers()]).toEqual([[1, 2], true, [2]])
  expect(told).toEqual([])
})

test('a dead server holds back the feed only until its lease ends', async () => {
  await fixture.publish({ mark: ' one' })
  await start()
  await joinOther()
  await fixture.publish({ mark: ' two' })
  await expect.poll(() => publishedNow()?.publication).toBe(2)
  await wait(100)
  expect(numbers()).toEqual([1])
  const database = new Database(fixture.paths.state)
  database.exec("UPDATE lease SET expires_at = 0 WHERE server = 'other'")
  database.close()
  await expect.poll(numbers).toEqual([1, 2])
})

test('a server that opens a publication too slowly gives up its lease, and takes it again when it is open', async () => {
  await fixture.publish({ mark: ' one' })
  let open = (): void => undefined
  const opening = new Promise<void>((resolve) => {
    open = resolve
  })
  await start(async (published) => {
    if (published.publication > 1) await opening
    await bundles.open(published)
  })
  await fixture.publish({ mark: ' two' })
  await expect.poll(async () => (await fixture.state.head())?.publication).toBe(2)
  await wait(50)
  expect(release.holds()).toBe(true)
  await joinOther()
  ahead += 10_000
  await expect.poll(() => told.length).toBe(1)
  expect([release.holds(), publishedNow()?.publication]).toEqual([false, 1])
  await expect.poll(() => numbers().at(-1)).toBe(2)
  open()
  await expect.poll(() => release.holds()).toBe(true)
  expect(publishedNow()?.publication).toBe(2)
})

test.each([
  ['does not finish opening', (finished: Promise<void>) => finished],
  ['cannot be opened', () => Promise.reject(new Error('damaged'))],
])('a bundle that %s delays no revocation', async (_, openNext) => {
  let finish = (): void => undefined
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  await fixture.publish({ mark: ' one' })
  const { id } = await fixture.makeKey()
  const { hash = '' } = (await fixture.state.keyGrants())[0] ?? {}
  await start((published) => (published.publication > 1 ? openNext(finished) : bundles.open(published)))
  expect(grants.find(hash)?.revoked_at).toBeNull()
  await fixture.publish({ mark: ' two' })
  await wait(50)
  await fixture.revokeKey(id)
  await expect.poll(() => grants.find(hash)?.revoked_at, { timeout: 10_000, interval: 10 }).toEqual(expect.any(String))
  finish()
})

test('nothing is served if the keys cannot be read at the start', async () => {
  const keyGrants = () => Promise.reject(new Error('the state is damaged'))
  grants = createGrants({ ...fixture.state, keyGrants })
  await expect(start()).rejects.toThrow('the state is damaged')
})

test('open streams are checked again after each change of a key, and every second', async () => {
  await start()
  const { id } = await fixture.makeKey()
  await expect.poll(() => sweeps).toBeGreaterThan(0)
  await wait(50)
  const before = sweeps
  await fixture.publish()
  await wait(100)
  expect(sweeps - before).toBeLessThanOrEqual(1)
  const tick = sweeps
  await expect.poll(() => sweeps, { interval: 5 }).toBeGreaterThan(tick)
  const revoked = performance.now()
  const after = sweeps
  await fixture.revokeKey(id)
  await expect.poll(() => sweeps, { interval: 5 }).toBeGreaterThan(after)
  expect(performance.now() - revoked).toBeLessThan(900)
})
