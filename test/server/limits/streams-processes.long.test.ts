import { spawn } from 'node:child_process'
import { Agent } from 'node:http'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Scope } from '../../../data/schema/vocabulary.ts'
import { DRAIN_MS } from '../../../server/http/server.ts'
import { openFixture } from '../fixture.ts'
import { ask, askOver, CHANGE, endAll, HAS_PROC, MODES, type Serving, serve } from './serving.ts'
import { leaveAll, openAtOnce, openHalf, openStream, reasonsOf } from './streaming.ts'

const LIMIT = 10
const CAP = 1000

const fixture = await openFixture()
afterAll(() => fixture.close())
await fixture.publish({ fillers: 0 })
const withStreams = (streams: number) => fixture.makeKey({ limits: { requests_per_day: CAP, streams } })
afterEach(async () => {
  leaveAll()
  await endAll()
})

const start = (options: readonly string[]): Promise<Serving> => serve(fixture, ...options)
const statusOf = async (url: string, key: string): Promise<number> => {
  const stream = await openStream(url, key)
  if (stream.status === 200) stream.leave()
  return stream.status
}

describe.each(MODES)('%s', (_mode, options) => {
  test('64 at once over two keys of one account at a limit of 10: exactly 10 open, and the others do not count', async () => {
    const accounts = []
    for (let i = 0; i < 3; i++) {
      const { key, account } = await withStreams(LIMIT)
      accounts.push([key, (await fixture.makeKey({ account })).key])
    }
    const { url } = await start(options)
    for (const keys of accounts) {
      const [key = ''] = keys
      const { left } = await ask(url, key)
      const { counted, streams } = await openAtOnce(url, keys, 64)
      expect(counted).toEqual({ 200: LIMIT, too_many_streams: 64 - LIMIT })
      expect((await ask(url, key)).left).toBe(left - LIMIT - 1)
      const refused = await openStream(url, key)
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10'])
      expect(refused.headers['x-daily-remaining']).toBe(String(left - LIMIT - 1))
      for (const stream of streams) stream.leave()
    }
  })

  test('a place is free after the client aborts, closes its half, or is killed', async () => {
    const { key } = await withStreams(1)
    const { url } = await start(options)
    const free = () => expect.poll(() => statusOf(url, key)).toBe(200)
    const aborted = await openStream(url, key)
    expect([aborted.status, await statusOf(url, key)]).toEqual([200, 429])
    aborted.leave()
    await free()
    await expect.poll(() => openHalf(url, key)).toMatch(/^HTTP\/1.1 200 /)
    await free()
    const program = `fetch('${url}/v1/stream', { headers: { Authorization: 'Bearer ${key}' } })
      .then(async ({ status, body }) => { console.log(status); for await (const _ of body); })`
    await expect.poll(() => statusOf(url, key)).toBe(200)
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise((resolve) => child.stdout.once('data', resolve))
    expect(await statusOf(url, key)).toBe(429)
    child.kill('SIGKILL')
    await free()
  })

  test('refused parameters, refused positions and HEAD take no place', async () => {
    const { key } = await withStreams(1)
    const { url } = await start(options)
    const queries = ['?states=XX', '?cursor=AAAA', '?subscription=unknown', '?nothing=1', '?since=2020-01-01T00:00:00Z']
    for (let round = 0; round < 2; round++)
      for (const query of queries) expect([400, 404]).toContain((await openStream(url, key, query)).status)
    for (let round = 0; round < 4; round++) expect((await openStream(url, key, '', 'HEAD')).status).toBe(200)
    const open = await openStream(url, key)
    expect(open.status).toBe(200)
    expect((await openStream(url, key, '', 'HEAD')).status).toBe(200)
  })

  test('a plan without streams can open none, but can poll', async () => {
    const { key } = await withStreams(0)
    const { url } = await start(options)
    expect(await openStream(url, key)).toMatchObject({ status: 429, code: 'too_many_streams' })
    const reply = await fetch(`${url}/v1/events`, { headers: { Authorization: `Bearer ${key}` } })
    expect(reply.status).toBe(200)
  })

  test('streams of an account that loses the feed get an event and end, in every worker; no others end', async () => {
    const [other, ...lost] = await Promise.all(Array.from({ length: 6 }, () => withStreams(LIMIT)))
    const { url } = await start(options)
    const stays = await openAtOnce(url, [other?.key ?? ''], 8)
    const losses: readonly ((made: { id: number; account: string }) => Promise<unknown>)[] = [
      ({ id }) => fixture.revokeKey(id),
      ({ account }) => fixture.state.setAccountStatus(account, 'suspend', CHANGE),
      ({ id }) => change(id, { scopes: ['data:read'] }),
      ({ id }) => change(id, { addresses: ['192.0.2.0/24'] }),
      ({ id }) => change(id, { expires_at: new Date(Date.now() + 300).toISOString() }),
    ]
    for (const [at, made] of lost.entries()) {
      const { streams } = await openAtOnce(url, [made.key], 8)
      expect(streams).toHaveLength(8)
      await losses[at]?.(made)
      await Promise.all(streams.map(({ ended }) => ended))
      expect(streams.map(reasonsOf)).toEqual(streams.map(() => ['revoked']))
    }
    expect(stays.counted).toEqual({ 200: 8 })
    expect(stays.streams.flatMap(reasonsOf)).toEqual([])
  })

  test('all streams get an event when the server ends, and a restarted server begins with none', async () => {
    const { key } = await withStreams(LIMIT)
    const first = await start(options)
    const { streams } = await openAtOnce(first.url, [key], LIMIT)
    expect(streams).toHaveLength(LIMIT)
    expect((await first.stop('SIGTERM')).code).toBe(0)
    await Promise.all(streams.map(({ ended }) => ended))
    expect(streams.map(reasonsOf)).toEqual(streams.map(() => ['shutdown']))
    for (let times = 0; times < 2; times++) {
      const next = await start(options)
      expect((await openAtOnce(next.url, [key], LIMIT + 1)).counted).toEqual({ 200: LIMIT, too_many_streams: 1 })
      await next.stop('SIGKILL')
    }
  })
})

function change(id: number, to: { scopes?: Scope[]; addresses?: string[]; expires_at?: string }) {
  return fixture.state.changeKey({ id, account_id: null }, to, CHANGE)
}

describe.skipIf(!HAS_PROC)('two workers', () => {
  test('places of a killed worker are free, and the other keeps its own', async () => {
    const { key } = await withStreams(LIMIT)
    const { url, workers } = await start(['--workers', '2'])
    const { streams } = await openAtOnce(url, [key], LIMIT)
    let ended = 0
    for (const stream of streams) void stream.ended.then(() => (ended += 1))
    // A worker that started late has none of the streams: then the other one has all of them.
    for (const worker of workers()) {
      process.kill(worker, 'SIGKILL')
      await expect.poll(() => workers().filter((pid) => pid !== worker).length).toBe(2)
      if (ended > 0) break
    }
    expect(ended).toBeGreaterThan(0)
    const lost = ended
    const openAgain = async (): Promise<Record<string, number>> => {
      const again = await openAtOnce(url, [key], lost)
      if (again.streams.length < lost) for (const stream of again.streams) stream.leave()
      return again.counted
    }
    await expect.poll(openAgain).toEqual({ 200: lost })
    expect(await openStream(url, key)).toMatchObject({ code: 'too_many_streams' })
    expect(ended).toBe(lost)
  })

  test('a server stopped during the replacement of a worker does not wait', async () => {
    for (const pause of [0, 300, 600]) {
      const { workers, stop } = await start(['--workers', '2'])
      const before = workers()
      process.kill(before[0] ?? 0, 'SIGKILL')
      await expect.poll(() => workers().filter((pid) => !before.includes(pid)).length).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, pause))
      const began = performance.now()
      await stop('SIGTERM')
      // Otherwise it would be killed some seconds after its time to drain.
      expect(performance.now() - began).toBeLessThan(DRAIN_MS)
    }
  })

  test('a stream that the primary does not count is 503; streams that end meanwhile are free once it counts again', async () => {
    const { key } = await withStreams(1)
    const { url, child } = await start(['--workers', '1'])
    const open = await openStream(url, key)
    expect(open.status).toBe(200)
    // One connection, already open: a new one would wait for the primary.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    await askOver(agent, url, key)
    child.kill('SIGSTOP')
    open.leave()
    const { statusCode, headers } = await askOver(agent, url, key, '/v1/stream')
    expect([statusCode, headers['retry-after']]).toEqual([503, '1'])
    child.kill('SIGCONT')
    await expect.poll(() => statusOf(url, key)).toBe(200)
    agent.destroy()
  })
})
