// Connections that send subscriptions: bodies that are refused unread, delayed or broken off.

import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { openFixture } from './fixture.ts'
import { openSocket } from './socket.ts'

const CHANGE = { by: 'the test', at: '2024-10-01T00:00:00Z' }
const BODY = '{"name":"sent"}'

const fixture = await openFixture()
afterAll(() => fixture.close())
const { key, account } = await fixture.makeKey()
const account_id = (await fixture.state.findAccount(account))?.id ?? 0
const { key: narrow } = await fixture.makeKey({ account, scopes: ['stream:read'] })
const server = await fixture.start({ logFile: join(fixture.paths.root, 'log') })

afterEach(async () => {
  vi.useRealTimers()
  for (const { id } of await fixture.state.subscriptions(account_id))
    await fixture.state.deleteSubscription({ id, account_id })
})

const count = async (): Promise<number> => (await fixture.state.subscriptions(account_id)).length
const log = (): string => readFileSync(join(fixture.paths.root, 'log'), 'utf8')

const open = (text = '') => openSocket(server.url, text)

type Wanted = { method?: string; path?: string; as?: string | null; type?: string; length?: number | 'chunked' }

function head({ method = 'POST', path = '/v1/subscriptions', as = key, type, length = BODY.length }: Wanted): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Content-Type: ${type ?? 'application/json'}`]
  if (as !== null) lines.push(`Authorization: Bearer ${as}`)
  lines.push(length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}

const NEXT = `GET /v1/subscriptions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`
const LARGE = 'x'.repeat(200_000)

const chunks = `${LARGE.length.toString(16)}\r\n${LARGE}\r\n0\r\n\r\n`
const cases: [what: string, status: string, wanted: Wanted, body: string][] = [
  ['no key', '401', { as: null }, BODY],
  ['no scope', '403', { as: narrow }, BODY],
  ['an unknown path', '404', { path: '/v1/subscription' }, BODY],
  ['an unknown parameter', '400', { path: '/v1/subscriptions?x=1' }, BODY],
  ['another method', '405', { method: 'PATCH' }, BODY],
  ['another type', '415', { type: 'text/plain' }, BODY],
  ['what reads no body', '404', { method: 'DELETE', path: '/v1/subscriptions/1' }, BODY],
  ['no key, and much', '401', { as: null, length: LARGE.length }, LARGE],
  ['too much', '413', { length: LARGE.length }, LARGE],
  ['too much in chunks', '413', { length: 'chunked' }, chunks],
  ['no JSON', '400', {}, BODY.replace('{', '[')],
]
test.each(cases)('refused for %s with %s, and the connection stays usable', async (_what, status, wanted, body) => {
  const first = head(wanted)
  const pipelined = open(first + body + NEXT)
  await expect.poll(pipelined.statuses).toEqual([status, '200'])
  const one = open(first)
  one.socket.write(body)
  await expect.poll(one.statuses).toEqual([status])
  one.socket.write(NEXT)
  await expect.poll(one.statuses).toEqual([status, '200'])
  expect(await count()).toBe(0)
})

/** A request whose body is sent except its end, which the server waits for. */
async function hold(as: string) {
  const held = open(head({ as }) + BODY.slice(0, -1))
  // Later requests are answered, so the server is now reading the body.
  for (let i = 0; i < 3; i++) await fetch(`${server.url}/healthz`)
  return { ...held, finish: () => held.socket.write('}') }
}

describe('a body whose end is delayed', () => {
  test('is accepted when its end arrives', async () => {
    const held = await hold(key)
    expect([held.heard(), await count()]).toEqual(['', 0])
    held.finish()
    await expect.poll(held.statuses).toEqual(['201'])
    expect(await count()).toBe(1)
  })

  test('does nothing if the key was revoked meanwhile, lost the scope, or is no longer allowed from the address', async () => {
    for (const [status, change] of [
      ['401', (id: number) => fixture.revokeKey(id)],
      ['403', (id: number) => fixture.state.changeKey({ id, account_id }, { scopes: ['data:read'] }, CHANGE)],
      ['403', (id: number) => fixture.state.changeKey({ id, account_id }, { addresses: ['192.0.2.0/24'] }, CHANGE)],
    ] as const) {
      const made = await fixture.makeKey({ account })
      const ask = () => fetch(`${server.url}/v1/subscriptions`, { headers: { Authorization: `Bearer ${made.key}` } })
      await expect.poll(async () => (await ask()).status).toBe(200)
      const held = await hold(made.key)
      expect(await change(made.id)).not.toHaveProperty('refused')
      await expect.poll(async () => (await ask()).status).toBe(Number(status))
      held.finish()
      await expect.poll(held.statuses).toEqual([status])
      expect(await count()).toBe(0)
    }
  })

  test('times out after ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const held = await hold(key)
    vi.advanceTimersByTime(9_999)
    await fetch(`${server.url}/healthz`)
    expect(held.heard()).toBe('')
    vi.advanceTimersByTime(1)
    await expect.poll(held.heard).toMatch(/^HTTP\/1\.1 408 .*did not arrive within 10 s\. Nothing was changed\./s)
    expect(held.heard()).toMatch(/^Connection: close\r$/m)
    expect(await count()).toBe(0)
  })
})

describe('a client that disconnects during a body', () => {
  test.each([
    ['ends the connection', (socket: Socket) => socket.end()],
    ['resets it', (socket: Socket) => socket.resetAndDestroy()],
  ])('and %s makes no subscription, and causes no server error', async (_how, leave) => {
    const held = await hold(key)
    leave(held.socket)
    await held.whole
    const { headers } = await fetch(`${server.url}/v1/subscriptions`)
    await expect.poll(log).toContain(headers.get('x-request-id'))
    expect(log().match(/"level":[56]0/g)).toBeNull()
    expect(await count()).toBe(0)
  })

  test('and sends invalid HTTP is answered once', async () => {
    const garbled = open(`${head({ length: 'chunked' })}3\r\n{"n\r\n`)
    for (let i = 0; i < 3; i++) await fetch(`${server.url}/healthz`)
    garbled.socket.write('no size\r\n')
    await garbled.whole
    expect(garbled.statuses()).toEqual(['400'])
    expect(garbled.heard()).toContain('The body is incomplete.')
    expect(await count()).toBe(0)
  })
})
