// Three servers, each a process, over one PostgreSQL that the test restarts and stops: limits are exact together, and data requests
// outlive it for a minute.

import { cpSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeKey } from '../../../data/access/key.ts'
import { readiness } from '../../../data/schema/health.ts'
import { ended, startIn } from '../../cli/hustings.ts'
import { type PostgresServer, startPostgres, whyWithoutServer } from '../../postgres-server.ts'
import { PROOF_ONLY } from '../../proof/only.ts'
import { AS_OF, type Fixture, openFixture } from '../fixture.ts'
import { counted, endAll, type Serving, toServing } from './serving.ts'

const why = whyWithoutServer()
/** Longer than an answer takes while the database goes away. */
const HUNG_MS = 6000

interface Answer {
  status: number
  code: string | undefined
  degraded: boolean
  took: number
}

describe.skipIf(why !== undefined)(why ?? 'three servers over one PostgreSQL', () => {
  let postgres: PostgresServer
  let fixture: Fixture
  let url: string
  let folders: string[]
  let servers: Serving[]
  beforeAll(async () => {
    postgres = await startPostgres()
    url = `${postgres.url}?schema=cluster`
    fixture = await openFixture(undefined, url)
    await fixture.publish({ fillers: 0 })
    folders = [fixture.paths.root, `${fixture.paths.root}-2`, `${fixture.paths.root}-3`]
    await fixture.makeKey()
    for (const folder of folders.slice(1)) cpSync(fixture.paths.root, folder, { recursive: true })
  })
  afterAll(async () => {
    await endAll()
    await fixture.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    await postgres.remove()
  })

  const open = (options: readonly string[] = [], stateOf = (_server: number): string => url): Promise<Serving[]> => {
    const words = ['serve', '--port', '0', '--as-of', AS_OF, ...options]
    const starting = folders.map((folder, at) => startIn({ HUSTINGS_STATE: stateOf(at) }, folder, ...words))
    return Promise.all(starting.map(toServing))
  }
  const ask = async (server: Serving | undefined, key: string, path = '/v1/states'): Promise<Answer> => {
    const began = performance.now()
    const reply = await fetch(`${server?.url}${path}`, { headers: { Authorization: `Bearer ${key}` } })
    const { error } = JSON.parse(await reply.text())
    const degraded = reply.headers.get('x-degraded') === 'state_unavailable'
    return { status: reply.status, code: error?.code, degraded, took: performance.now() - began }
  }
  /** Parallel requests, spread over keys and servers. */
  const askAtOnce = (keys: readonly string[], times: number): Promise<Answer[]> =>
    Promise.all(
      Array.from({ length: times }, (_, at) => ask(servers[at % servers.length], keys[(at >> 2) % keys.length] ?? '')),
    )
  const passed = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 200).length
  const minute = (): number => Math.floor(Date.now() / 60_000)
  /** No minute ends within so many seconds from then on. */
  const inMinute = async (seconds: number): Promise<number> => {
    const left = 60 - ((Date.now() / 1000) % 60)
    if (left <= seconds) await wait(left * 1000)
    return minute()
  }
  const twoKeys = async (): Promise<string[]> => {
    const first = await fixture.makeKey({ limits: { requests_per_minute: 60 } })
    return [first.key, (await fixture.makeKey({ account: first.account })).key]
  }
  /** Of every server, until all know the key and the database. */
  const isKnown = (key: string) =>
    expect
      .poll(() => Promise.all(servers.map((server) => ask(server, key))))
      .toMatchObject(servers.map(() => ({ status: 200, degraded: false })))

  test('64 at once over two keys and three servers at 60 a minute: exactly 60 pass, ten times', async () => {
    const accounts = []
    for (let times = 0; times < 10; times++) accounts.push(await twoKeys())
    servers = await open()
    await inMinute(10)
    for (const keys of accounts) {
      const answers = await askAtOnce(keys, 64)
      expect(counted(answers)).toEqual({ 200: 60, rate_limit_exceeded: 4 })
      expect(answers.some(({ degraded }) => degraded)).toBe(false)
    }
  })

  test('while the database is away, data is read, marked; keys and publications wait, and an unknown key is not refused', async () => {
    const { key } = await fixture.makeKey()
    await isKnown(key)
    const [server] = servers
    const unknown = makeKey(Buffer.alloc(32, 7))
    expect(await ask(server, unknown)).toMatchObject({ status: 401, code: 'invalid_api_key' })
    await postgres.stop()
    await expect.poll(() => ask(server, key)).toMatchObject({ status: 200, degraded: true })
    expect(await ask(server, unknown)).toMatchObject({ status: 503, code: 'state_unavailable' })
    // The lease has ended meanwhile.
    await wait(5500)
    for (const one of servers) {
      const answer = await ask(one, key)
      expect(answer).toMatchObject({ status: 200, degraded: true })
      expect(answer.took).toBeLessThan(HUNG_MS)
    }
    const ready = await fetch(`${server?.url}/readyz`)
    const { data } = JSON.parse(await ready.text())
    expect([ready.status, readiness.parse(data).degraded.map(({ code }) => code)]).toEqual([200, ['state_unavailable']])
    expect(await ask(server, key, '/v1/subscriptions')).toMatchObject({ status: 503, code: 'state_unavailable' })
    const command = startIn({ HUSTINGS_STATE: url }, fixture.paths.root, 'keys', 'create', '--account', 'account-1')
    const { code, stderr } = await ended(command)
    expect(code).toBe(1)
    expect(stderr).toContain('cannot be reached')
    await postgres.start()
    await expect.poll(() => ask(server, key)).toMatchObject({ status: 200, degraded: false })
    await expect.poll(async () => (await ask(server, unknown)).status).toBe(401)
    const made = await fixture.makeKey()
    await isKnown(made.key)
  })

  describe.skipIf(PROOF_ONLY !== null)(PROOF_ONLY ?? 'over minutes', () => {
    beforeEach(endAll)

    test('a restart under load: every request is answered in time, none with 500, and then all is as before', async () => {
      const { key } = await fixture.makeKey()
      servers = await open(['--workers', '2'])
      await isKnown(key)
      const answers: Answer[] = []
      let over = false
      const load = servers.flatMap((server) =>
        Array.from({ length: 4 }, async () => {
          while (!over) {
            answers.push(await ask(server, key))
            await wait(5)
          }
        }),
      )
      await wait(500)
      await postgres.restart()
      await wait(3000)
      over = true
      await Promise.all(load)
      expect(['200', 'state_unavailable']).toEqual(expect.arrayContaining(Object.keys(counted(answers))))
      expect(Math.max(...answers.map(({ took }) => took))).toBeLessThan(HUNG_MS)
      expect(passed(answers)).toBeGreaterThan(answers.length * 0.9)
      await isKnown(key)
    })

    test('60 a minute with a restart in the middle: at most 120 in that minute, and exactly 60 in the next', async () => {
      const keys = await twoKeys()
      servers = await open()
      const began = await inMinute(40)
      let answers = await askAtOnce(keys, 64)
      expect(passed(answers)).toBe(60)
      const restarted = postgres.restart()
      while (minute() === began && 60 - ((Date.now() / 1000) % 60) > 2) {
        answers = [...answers, ...(await askAtOnce(keys, 16))]
        await wait(50)
      }
      await restarted
      expect(Object.keys(counted(answers)).sort()).not.toContain('internal_error')
      expect(passed(answers)).toBeGreaterThanOrEqual(60)
      expect(passed(answers)).toBeLessThanOrEqual(120)
      await wait(5000)
      expect(minute()).toBe(began + 1)
      expect(counted(await askAtOnce(keys, 80))).toEqual({ 200: 60, rate_limit_exceeded: 20 })
    })

    test('after a minute without the database, 503 with Retry-After; when it is back, 200', async () => {
      const { key } = await fixture.makeKey()
      servers = await open()
      await isKnown(key)
      await postgres.stop()
      const stopped = performance.now()
      let until = 0
      while (performance.now() - stopped < 70_000) {
        const answer = await ask(servers[0], key)
        if (answer.status === 200) until = performance.now() - stopped
        else expect(answer).toMatchObject({ status: 503, code: 'state_unavailable' })
        await wait(200)
      }
      expect(until).toBeGreaterThan(55_000)
      expect(until).toBeLessThan(63_000)
      const reply = await fetch(`${servers[0]?.url}/v1/states`, { headers: { Authorization: `Bearer ${key}` } })
      expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5'])
      expect((await fetch(`${servers[0]?.url}/readyz`)).status).toBe(503)
      await postgres.start()
      await expect.poll(() => ask(servers[0], key)).toMatchObject({ status: 200, degraded: false })
    })

    test('a server that the network cuts off without a word answers in time, marked, and the others go on', async () => {
      const { key } = await fixture.makeKey()
      const network = await openNetwork(postgres.port)
      const through = new URL(url)
      through.port = String(network.port)
      servers = await open([], (at) => (at === 0 ? through.href : url))
      await isKnown(key)
      network.isSilent(true)
      const answers: Answer[] = []
      const others: Answer[] = []
      for (let second = 0; second < 15; second++) {
        answers.push(await ask(servers[0], key))
        others.push(await ask(servers[1], key))
        await wait(1000)
      }
      const slowest = Math.max(...answers.map(({ took }) => took))
      expect(counted(answers)).toEqual({ 200: 15 })
      expect(answers.slice(2).every(({ degraded }) => degraded)).toBe(true)
      expect(slowest).toBeLessThan(HUNG_MS)
      expect(others.map(({ status, degraded }) => [status, degraded])).toEqual(others.map(() => [200, false]))
      network.isSilent(false)
      await expect.poll(() => ask(servers[0], key)).toMatchObject({ status: 200, degraded: false })
      await endAll()
      network.close()
    })
  })
})

/** Passes connections on, and loses what is sent while it is silent: nobody learns that the other side is gone. */
async function openNetwork(to: number): Promise<{ port: number; isSilent(is: boolean): void; close(): void }> {
  const sockets = new Set<Socket>()
  let silent = false
  const server = createServer((from) => {
    const on = connect(to, '127.0.0.1')
    for (const [one, other] of [
      [from, on],
      [on, from],
    ] as const) {
      sockets.add(one)
      one.on('data', (bytes) => {
        if (!silent) other.write(bytes)
      })
      one.on('error', () => one.destroy())
      one.on('close', () => {
        sockets.delete(one)
        if (!silent) other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('there is no free port')
  return {
    port: address.port,
    isSilent(is) {
      silent = is
      // Packets were lost meanwhile, so the connections are broken.
      if (!is) for (const socket of sockets) socket.destroy()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
