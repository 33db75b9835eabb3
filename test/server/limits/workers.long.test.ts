// The primary of `serve --workers N` survives any end of its workers and replaces them; no request waits for a killed worker.

import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Fixture, openFixture } from '../fixture.ts'
import { ask, endAll, HAS_PROC, isRunning, serve } from './serving.ts'

const KILLS = process.env.PROOF === '1' ? 20 : 4
/** Longer than any answer takes on a busy machine. */
const HUNG_MS = 20_000

let fixture: Fixture
let key: string
beforeAll(async () => {
  fixture = await openFixture()
  await fixture.publish({ fillers: 0 })
  key = (await fixture.makeKey()).key
})
afterEach(endAll)
afterAll(() => fixture.close())

const kill = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) if (isRunning(pid)) process.kill(pid, signal)
}
const statusAt = (url: string): Promise<number | undefined> =>
  ask(url, key).then(
    ({ status }) => status,
    () => undefined,
  )

describe.skipIf(!HAS_PROC)('two workers', () => {
  test(`both killed at once, ${KILLS} times: both are replaced every time, on the same port`, {
    timeout: 600_000,
  }, async () => {
    const { url, child, workers, stop } = await serve(fixture, '--workers', '2')
    for (let times = 0; times < KILLS; times++) {
      const before = workers()
      expect(before).toHaveLength(2)
      kill(before, 'SIGKILL')
      await expect.poll(() => workers().filter((pid) => !before.includes(pid)), { timeout: 60_000 }).toHaveLength(2)
      await expect.poll(() => statusAt(url), { timeout: 60_000 }).toBe(200)
      expect(child.exitCode).toBeNull()
    }
    const { code, stderr } = await stop('SIGTERM')
    expect(code).toBe(0)
    expect(stderr.match(/another takes its place/g)).toHaveLength(2 * KILLS)
  })

  test('workers killed before their predecessors are replaced: the primary continues', {
    timeout: 300_000,
  }, async () => {
    const { url, child, workers, stop } = await serve(fixture, '--workers', '2')
    for (let times = 0; times < KILLS; times++) {
      kill(workers().slice(0, 1), 'SIGKILL')
      await wait(300)
    }
    await expect.poll(() => workers().length, { timeout: 60_000 }).toBe(2)
    await expect.poll(() => statusAt(url), { timeout: 60_000 }).toBe(200)
    expect(child.exitCode).toBeNull()
    expect((await stop('SIGTERM')).code).toBe(0)
  })

  test('workers killed at their start: the pauses grow, and then the server works again', {
    timeout: 300_000,
  }, async () => {
    const { url, workers, stop } = await serve(fixture, '--workers', '1')
    const seen = new Set(workers())
    const until = performance.now() + 6000
    while (performance.now() < until) {
      for (const pid of workers()) seen.add(pid)
      kill(workers(), 'SIGKILL')
      await wait(5)
    }
    // 0.1 + 0.2 + 0.4 + 0.8 + 1.6 + 3.2 s: without pauses there would be a new worker every few milliseconds.
    expect(seen.size).toBeGreaterThan(2)
    expect(seen.size).toBeLessThan(9)
    await expect.poll(() => statusAt(url), { timeout: 60_000 }).toBe(200)
    expect((await stop('SIGTERM')).code).toBe(0)
  })

  test('a request that arrives while one worker hangs and is then killed is answered by the other', async () => {
    const { url, workers } = await serve(fixture, '--workers', '2')
    const [worker = 0] = workers()
    kill([worker], 'SIGSTOP')
    const asked = Promise.all(Array.from({ length: 16 }, () => statusAt(url)))
    await wait(300)
    kill([worker], 'SIGKILL')
    const late = wait(HUNG_MS, 'hung', { ref: false })
    expect(await Promise.race([asked, late])).toEqual(Array(16).fill(200))
  })
})
