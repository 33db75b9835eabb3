// `/metrics` with several workers: whichever answers, the page is of all of them, and no counter falls when one is killed.

import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { openFixture } from '../fixture.ts'
import { findFreePort } from '../free-port.ts'
import { ask, endAll, HAS_PROC, serve } from '../limits/serving.ts'
import { readMetrics } from './scrape.ts'

const WORKERS = 3
const REQUESTS = 60

const fixture = await openFixture()
afterAll(() => fixture.close())
await fixture.publish({ fillers: 0 })
const { key } = await fixture.makeKey()
afterEach(endAll)

const ANSWERED = 'hustings_requests_total{route="/v1/states",status="200"}'

async function open() {
  const port = String(await findFreePort())
  const serving = await serve(fixture, '--workers', String(WORKERS), '--admin-port', port)
  return { ...serving, admin: `http://127.0.0.1:${port}` }
}

describe.skipIf(!HAS_PROC)(`${WORKERS} workers`, () => {
  test('are one page, before and after each of them is killed', async () => {
    const { url, workers, stop, admin } = await open()
    const answered = async (): Promise<number> => (await readMetrics(admin)).value(ANSWERED) ?? 0
    const bundle = (await fixture.state.head())?.bundle
    const isWhole = async (): Promise<boolean> => {
      const { value } = await readMetrics(admin)
      expect(value('hustings_publication_served')).toBe(1)
      return value('hustings_workers') === WORKERS && value(`hustings_bundle_served{bundle="${bundle}"}`) === WORKERS
    }
    await expect.poll(isWhole).toBe(true)
    let asked = 0
    for (const pid of [0, ...workers()]) {
      if (pid > 0) process.kill(pid, 'SIGKILL')
      if (pid > 0) await expect.poll(() => workers().filter((one) => one !== pid).length).toBe(WORKERS)
      await expect.poll(() => isWhole().catch(() => false)).toBe(true)
      expect(await answered()).toBe(asked)
      const all = await Promise.all(Array.from({ length: REQUESTS }, () => ask(url, key)))
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
      asked += REQUESTS
      // Each page is asked over a connection of its own, so by any worker.
      for (let times = 0; times < 10; times++) expect(await answered()).toBe(asked)
    }
    expect((await stop('SIGTERM')).code).toBe(0)
  })

  test('one that hangs holds the page up for about a second, and its last numbers count', async () => {
    const { url, workers, stop, admin } = await open()
    await Promise.all(Array.from({ length: REQUESTS }, () => ask(url, key)))
    await expect.poll(async () => (await readMetrics(admin)).value(ANSWERED)).toBe(REQUESTS)
    const [hung = 0] = workers()
    process.kill(hung, 'SIGSTOP')
    try {
      // The kernel may give a connection to the worker that hangs; that one waits with it.
      const pages = Array.from({ length: 8 }, () =>
        Promise.race([readMetrics(admin), wait(20_000, undefined, { ref: false })]),
      )
      const read = (await Promise.all(pages)).filter((page) => page !== undefined)
      expect(read.length).toBeGreaterThan(0)
      for (const page of read) expect(page.value(ANSWERED)).toBe(REQUESTS)
    } finally {
      process.kill(hung, 'SIGCONT')
    }
    expect((await stop('SIGTERM')).code).toBe(0)
  })
})
