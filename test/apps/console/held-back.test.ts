// Forms that arrive late, in pieces or never, and changes during the hashing of a password.

import type { Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { COMMAND_LINE } from '../../../data/access/account.ts'
import { type Connection, openSocket } from '../../server/socket.ts'
import { site, tokenIn, type Visitor, withSite } from './visitor.ts'

const CHANGE = { by: COMMAND_LINE, at: '2026-03-02T12:00:00.000Z' }
const HOUR = 3_600_000

withSite(async () => undefined)
afterEach(() => {
  vi.useRealTimers()
})

interface Held extends Pick<Connection, 'socket' | 'whole'> {
  /** Everything received after the 100 Continue. */
  answer(): string
  /** Sends the rest of the form. */
  finish(): void
}

/** Sends a form without its last bytes, and waits until the server has checked the sender. */
async function hold(visitor: Visitor, path: string, fields: Record<string, string>): Promise<Held> {
  const { text } = await visitor.get('/console')
  const body = new URLSearchParams({ ...fields, token: tokenIn(text) }).toString()
  const { host } = new URL(site.url)
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Cookie: ${[...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ]
  const { socket, heard, whole } = openSocket(site.url, `${head.join('\r\n')}\r\n\r\n${body.slice(0, -5)}`)
  await expect.poll(heard).toContain('100 Continue')
  const before = heard().length
  // Later requests are answered, so the server is now reading the body.
  for (let i = 0; i < 3; i++) await visitor.get('/console')
  return { socket, whole, answer: () => heard().slice(before), finish: () => socket.write(body.slice(-5)) }
}

/** Sends the rest of the form. Returns the answer's head and the number of audit entries that it added. */
async function finishing({ answer, finish }: Held): Promise<{ head: string; entries: number }> {
  const count = async (): Promise<number> => (await site.fixture.state.audit(null, 1000)).length
  const before = await count()
  finish()
  await expect.poll(answer).toMatch(/^HTTP\/1\.1 \d{3}/)
  return { head: answer().split('\r\n\r\n')[0] ?? '', entries: (await count()) - before }
}

describe('a form whose end is delayed', () => {
  const KEY = { label: 'held', scopes: 'data:read' }

  test('is accepted when its end arrives, with the time of arrival', async () => {
    await site.makeAccount('Slow')
    const held = await hold(await site.signedIn('Slow'), '/console/keys', KEY)
    site.move(HOUR / 3)
    const now = new Date(site.now()).toISOString()
    expect(await finishing(held)).toMatchObject({ head: expect.stringMatching(/^HTTP\/1\.1 200/), entries: 1 })
    expect((await site.fixture.state.audit('Slow', 1))[0]).toMatchObject({ action: 'key.created', at: now })
  })

  test.each([
    ['signed out', (visitor: Visitor) => visitor.send('/console', '/console/sign-out', {})],
    ['given another password', (_: Visitor, name: string) => site.fixture.state.setPassword(name, 'scrypt$0', CHANGE)],
    ['suspended', (_: Visitor, name: string) => site.fixture.state.setAccountStatus(name, 'suspend', CHANGE)],
    ['beyond the session’s hours', async () => site.move(12 * HOUR)],
  ])('does nothing if the sender is %s meanwhile', async (what, end) => {
    const name = `Who is ${what}`
    await site.makeAccount(name)
    const visitor = await site.signedIn(name)
    const held = await hold(visitor, '/console/keys', KEY)
    await end(visitor, name)
    const { head, entries } = await finishing(held)
    expect(head).toMatch(/^HTTP\/1\.1 303/)
    expect(head).toContain('Location: /console/sign-in?done=ended')
    expect(entries).toBe(0)
  })

  test('does nothing if the sender is no longer an operator, and shows no operator menu', async () => {
    await site.makeAccount('Was operator', { role: 'operator' })
    await site.makeAccount('Waits', { status: 'pending' })
    const visitor = await site.signedIn('Was operator')
    const held = await hold(visitor, '/console/accounts/status', { name: 'Waits', act: 'approve' })
    await site.fixture.state.setAccountRole('Was operator', 'member', CHANGE)
    const { head, entries } = await finishing(held)
    expect([head.slice(0, 12), entries]).toEqual(['HTTP/1.1 404', 0])
    expect(held.answer()).not.toContain('/console/accounts')
  })

  test('times out after ten seconds', async () => {
    await site.makeAccount('Slowest')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const other = await hold(await site.signedIn('Slowest'), '/console/keys', KEY)
    vi.advanceTimersByTime(5_000)
    await site.visitor().get('/console/sign-in')
    expect(other.answer()).toBe('')
    vi.advanceTimersByTime(5_000)
    await expect.poll(other.answer).toMatch(/^HTTP\/1\.1 408 .*did not arrive within 10 s\. Nothing was changed\./s)
    expect(other.answer()).toMatch(/^Connection: close\r$/m)
  })
})

describe('a client that disconnects during a form', () => {
  const faults = (): string[] =>
    site
      .log()
      .split('\n')
      .filter((line) => /"level":[56]0/.test(line))

  test.each([
    ['ends the connection', (socket: Socket) => socket.end()],
    ['resets it', (socket: Socket) => socket.resetAndDestroy()],
  ])('and %s causes no server error, and is counted once', async (_how, leave) => {
    const name = `Leaver ${_how}`
    await site.makeAccount(name)
    const visitor = await site.signedIn(name)
    const left = async () => Number((await visitor.get('/console')).headers.get('ratelimit-remaining'))
    const held = await hold(visitor, '/console/keys', { label: 'left', scopes: 'data:read' })
    const before = await left()
    leave(held.socket)
    await held.whole
    for (let i = 0; i < 4; i++) await visitor.get('/console')
    const { headers } = await visitor.get('/console')
    expect(await left()).toBe(before - 6)
    await expect.poll(site.log).toContain(headers.get('x-request-id'))
    const seen = site.log()
    expect(faults(), seen.slice(-2000)).toEqual([])
    expect(seen.match(/"route":null,"status":400/g)).toBeNull()
    if (held.answer() !== '') expect(held.answer().match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  test('and sends invalid HTTP is answered once, with the page', async () => {
    await site.makeAccount('Garbler')
    const visitor = await site.signedIn('Garbler')
    const { host } = new URL(site.url)
    const cookie = `__Host-session=${visitor.cookies.get('__Host-session')}`
    const head = ['POST /console/keys HTTP/1.1', `Host: ${host}`, `Cookie: ${cookie}`, 'Transfer-Encoding: chunked']
    const type = 'Content-Type: application/x-www-form-urlencoded'
    const { socket, heard, whole } = openSocket(site.url, `${[...head, type].join('\r\n')}\r\n\r\n3\r\na=b\r\n`)
    for (let i = 0; i < 3; i++) await visitor.get('/console')
    socket.write('no size\r\n')
    await whole
    expect(heard().match(/HTTP\/1\.1 400/g)).toHaveLength(1)
    expect(heard()).toContain('The body is incomplete.')
  })
})
