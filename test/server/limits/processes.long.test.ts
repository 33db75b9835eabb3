import { once } from 'node:events'
import { Agent } from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hustings } from '../../cli/hustings.ts'
import { openFixture } from '../fixture.ts'
import {
  ask,
  askAtOnce,
  askOver,
  countSockets,
  endAll,
  HAS_PROC,
  isRunning,
  MODES,
  type Serving,
  serve,
} from './serving.ts'

const CAP = 60
const KILLS = process.env.PROOF === '1' ? 20 : 4
/** Longer than any answer takes on a busy machine. */
const HUNG_MS = 20_000

const fixture = await openFixture()
afterAll(() => fixture.close())
await fixture.publish({ fillers: 0 })
const capped = (requests_per_day = CAP) => fixture.makeKey({ limits: { requests_per_day } })
afterEach(endAll)

const open = (options: readonly string[]): Promise<Serving> => serve(fixture, ...options)

describe.each(MODES)('%s', (mode, options) => {
  test('64 at once over two keys of one account at a limit of 60: exactly 60 pass, every time', async () => {
    const accounts = []
    for (let i = 0; i < 5; i++) {
      const first = await capped()
      accounts.push([first.key, (await fixture.makeKey({ account: first.account })).key])
    }
    const { url, workers } = await open(options)
    for (const keys of accounts) expect(await askAtOnce(url, keys, 64)).toEqual({ 200: CAP, daily_limit_exceeded: 4 })
    // Its 64 connections are still open, spread over both workers; a busy machine spreads them unevenly.
    if (HAS_PROC && mode === 'two workers') expect(Math.min(...workers().map(countSockets))).toBeGreaterThan(0)
  })

  test.each(['SIGTERM', 'SIGKILL'] as const)('after %s exactly as many pass as were left', async (signal) => {
    const { key } = await capped()
    const first = await open(options)
    expect(await askAtOnce(first.url, [key], 23)).toEqual({ 200: 23 })
    await first.stop(signal)
    const { url } = await open(options)
    expect(await askAtOnce(url, [key], 64)).toEqual({ 200: CAP - 23, daily_limit_exceeded: 64 - CAP + 23 })
  })
})

const kill = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) if (isRunning(pid)) process.kill(pid, signal)
}

describe.skipIf(!HAS_PROC)('two workers', () => {
  let key: string
  beforeAll(async () => {
    key = (await fixture.makeKey()).key
  })
  const statusAt = (url: string): Promise<number | undefined> =>
    ask(url, key).then(
      ({ status }) => status,
      () => undefined,
    )

  test(`both killed at once, ${KILLS} times: both are replaced every time, on the same port`, {
    timeout: 600_000,
  }, async () => {
    const { url, child, workers, stop } = await open(['--workers', '2'])
    for (let times = 0; times < KILLS; times++) {
      const before = workers()
      expect(before).toHaveLength(2)
      kill(before, 'SIGKILL')
      await expect.poll(() => workers().filter((pid) => !before.includes(pid))).toHaveLength(2)
      await expect.poll(() => statusAt(url)).toBe(200)
      expect(child.exitCode).toBeNull()
    }
    const { code, stderr } = await stop('SIGTERM')
    expect(code).toBe(0)
    expect(stderr.match(/another takes its place/g)).toHaveLength(2 * KILLS)
  })

  test('killed at their start: the pauses grow, and then the server works again', async () => {
    const { url, workers, stop } = await open(['--workers', '1'])
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
    await expect.poll(() => statusAt(url)).toBe(200)
    expect((await stop('SIGTERM')).code).toBe(0)
  })

  test('a request that arrives while one hangs and is then killed is answered by the other', async () => {
    const { url, workers } = await open(['--workers', '2'])
    const [worker = 0] = workers()
    kill([worker], 'SIGSTOP')
    const asked = Promise.all(Array.from({ length: 16 }, () => statusAt(url)))
    await wait(300)
    kill([worker], 'SIGKILL')
    const late = wait(HUNG_MS, 'hung', { ref: false })
    expect(await Promise.race([asked, late])).toEqual(Array(16).fill(200))
  })

  test('one killed under load loses no count, and is replaced', async () => {
    const { key } = await capped(2000)
    const { url, workers, stop } = await open(['--workers', '2'])
    const before = workers()
    let [passed, refused, broken] = [0, 0, 0]
    const load = async (): Promise<void> => {
      while (refused === 0) {
        const answer = await ask(url, key).catch(() => undefined)
        if (!answer) broken += 1
        else if (answer.status === 200) passed += 1
        else refused += 1
        if (passed === 500) process.kill(before[0] ?? 0, 'SIGKILL')
      }
    }
    await Promise.all(Array.from({ length: 16 }, load))
    // Requests in flight in the killed worker may be counted without an answer; no request passes uncounted.
    expect(passed).toBeLessThanOrEqual(2000)
    expect(passed).toBeGreaterThanOrEqual(2000 - broken)
    expect(broken).toBeLessThan(200)
    await expect.poll(() => workers().length).toBe(2)
    expect(workers()).not.toContain(before[0])
    const other = await capped()
    await expect.poll(async () => (await ask(url, other.key)).status).toBe(200)
    expect((await stop('SIGTERM')).stderr).toContain(`Worker ${before[0]} ended (SIGKILL); another takes its place.`)
  })

  test('workers end when the primary is killed', async () => {
    const { key } = await fixture.makeKey()
    const { url, workers, stop } = await open(['--workers', '2'])
    const running = workers()
    expect(await askAtOnce(url, [key], 16)).toEqual({ 200: 16 })
    await stop('SIGKILL')
    await expect.poll(() => running.filter(isRunning)).toEqual([])
    await expect(ask(url, key)).rejects.toThrow()
  })

  test('requests that the primary does not count are 503, with every header, until the primary continues', async () => {
    const { key } = await capped()
    const { url, child } = await open(['--workers', '1'])
    // One connection, already open: a new one would wait for the primary.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const left = async () => Number((await askOver(agent, url, key)).headers['x-daily-remaining'])
    expect(await left()).toBe(CAP - 1)
    child.kill('SIGSTOP')
    const { statusCode, headers, text } = await askOver(agent, url, key)
    expect([statusCode, headers['retry-after']]).toEqual([503, '1'])
    expect(headers).toMatchObject({
      ...{ 'ratelimit-limit': '1000000', 'ratelimit-remaining': '0', 'ratelimit-reset': '1' },
      ...{ 'x-daily-limit': String(CAP), 'x-daily-remaining': '0' },
    })
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'internal_error' } })
    child.kill('SIGCONT')
    // The primary counted that request later.
    expect(await left()).toBe(CAP - 3)
    agent.destroy()
  })
})

test('a port in use is reported once', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const { code, stderr } = await hustings(fixture.paths.root, 'serve', '--workers', '3', '--port', port)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^hustings: Another program already listens on this port .*EADDRINUSE[^\n]*\nNext: [^\n]*\n$/)
  other.close()
})
