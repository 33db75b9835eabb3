// Over a real socket: which host a request names, whole URLs, and clients that wait for `100 Continue` before they send a body.

import { describe, expect, test } from 'vitest'
import { BODY_BYTES_MAX } from '../../../server/http/body.ts'
import { toOriginForm, URL_LENGTH_MAX } from '../../../server/http/server.ts'
import { openSocket } from '../socket.ts'
import { openWorld } from '../world.ts'

const { fixture, key, account, url } = await openWorld()
const { id: account_id = 0 } = (await fixture.state.findAccount(account)) ?? {}

/** The whole answer to a request with these headers. */
async function ask(line: string, ...headers: string[]): Promise<{ status: string | undefined; text: string }> {
  const request = [line, ...headers, `Authorization: Bearer ${key}`, 'Connection: close', '', ''].join('\r\n')
  const { whole, statuses, heard } = openSocket(url, request)
  await whole
  return { status: statuses()[0], text: heard() }
}

describe('Host', () => {
  test.each([
    ['twice, different', ['Host: a.example', 'Host: b.example'], '2 times'],
    ['twice, the same', ['Host: a.example', 'Host: a.example'], '2 times'],
    ['twice, in other cases, with a header between', ['HOST: a.example', 'Accept: */*', 'host: b.example'], '2 times'],
    ['three times, one of them empty', ['Host: a.example', 'Host:', 'hOST: a.example'], '3 times'],
  ])('%s: 400 that says so', async (_what, hosts, said) => {
    const { status, text } = await ask('GET /v1/states HTTP/1.1', ...hosts)
    expect(status).toBe('400')
    expect(text).toContain(`The header \`Host\` is given ${said}, expected once.`)
    expect(text).toMatch(/^RateLimit-Limit: \d+\r$/m)
  })

  test('once, beside a header whose name has as many letters, is answered', async () => {
    expect((await ask('GET /v1/states HTTP/1.1', 'Host: a.example', 'Hose: b')).status).toBe('200')
  })
})

describe('a whole URL in the request line', () => {
  /** The answer's body. */
  const body = (text: string): string => text.slice(text.indexOf('\r\n\r\n'))

  test.each([
    ['http://a.example/v1/states', 'a.example'],
    ['HTTP://A.Example/v1/states', 'a.example'],
    ['https://a.example/v1/states', 'A.EXAMPLE'],
    ['http://a.example:80/v1/states', 'a.example'],
    ['https://a.example/v1/states', 'a.example:443'],
    ['http://[::1]:8080/v1/states', '[::1]:8080'],
  ])('%s of Host %s is answered as its path', async (target, host) => {
    const [whole, path] = await Promise.all([
      ask(`GET ${target} HTTP/1.1`, `Host: ${host}`),
      ask('GET /v1/states HTTP/1.1', `Host: ${host}`),
    ])
    expect(whole.status).toBe('200')
    expect(body(whole.text)).toBe(body(path.text))
  })

  test('keeps its query', async () => {
    const { status, text } = await ask('GET http://a.example/v1/elections?limit=1 HTTP/1.1', 'Host: a.example')
    expect([status, JSON.parse(body(text)).data.length]).toEqual(['200', 1])
    expect((await ask('GET http://a.example/v1/elections?limit=0 HTTP/1.1', 'Host: a.example')).status).toBe('400')
    expect((await ask('GET http://a.example/v1/nothing HTTP/1.1', 'Host: a.example')).status).toBe('404')
  })

  test('is answered to HTTP/1.0 without a Host', async () => {
    expect((await ask('GET http://a.example/v1/states HTTP/1.0')).status).toBe('200')
  })

  test.each([
    ['http://b.example/v1/states', 'a.example'],
    ['http://a.example:8080/v1/states', 'a.example'],
    ['http://user@a.example/v1/states', 'a.example'],
    ['http://a.example/v1/states', ''],
    ['http://a.example/v1/states', 'a.example/b'],
    ['http:///v1/states', 'a.example'],
  ])('%s of Host %s is 400', async (target, host) => {
    const { status, text } = await ask(`GET ${target} HTTP/1.1`, `Host: ${host}`)
    expect(status).toBe('400')
    expect(text).toContain('another host than the header `Host`')
  })

  test('counts whole against the longest URL', async () => {
    const path = (length: number): string => `/v1/states?${'x'.repeat(length - '/v1/states?'.length)}`
    const fits = URL_LENGTH_MAX - 'http://a.example'.length
    expect((await ask(`GET http://a.example${path(fits)} HTTP/1.1`, 'Host: a.example')).status).toBe('400')
    expect((await ask(`GET http://a.example${path(fits + 1)} HTTP/1.1`, 'Host: a.example')).status).toBe('414')
  })

  test.each([
    ['http://a.example', '/'],
    ['http://a.example?x=1', '/?x=1'],
    ['http://a.example/http://b.example/', '/http://b.example/'],
    ['/v1/states?of=http://b.example/', '/v1/states?of=http://b.example/'],
    ['ftp://a.example/b', 'ftp://a.example/b'],
  ])('the path of %s is %s', (target, path) => {
    expect(toOriginForm(target)).toBe(path)
  })
})

test.each([
  ['/v1/st%61tes', '200'],
  ['/%76%31/%73tates?', '200'],
  ['/v1/endorser%2Dcategories', '200'],
  ['/v1%2Fstates', '404'],
  ['/v1/states%3Flimit=1', '404'],
  ['/v1/st%2561tes', '404'],
  ['/v1/st%C3%A4tes', '404'],
  ['/v1/st%6', '404'],
])(
  'an escape in the path %s: %s, as only letters, digits and marks are the same without it',
  async (target, expected) => {
    expect((await ask(`GET ${target} HTTP/1.1`, 'Host: a.example')).status).toBe(expected)
  },
)

describe('Expect: 100-continue', () => {
  const BODY = '{"name":"expected"}'
  const head = (length: number | 'chunked', { path = '/v1/subscriptions', as = key, type = 'application/json' } = {}) =>
    [
      `POST ${path} HTTP/1.1`,
      ...['Host: a.example', `Authorization: Bearer ${as}`, `Content-Type: ${type}`, 'Expect: 100-continue'],
      ...[length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`, '', ''],
    ].join('\r\n')

  test.each([
    ['a body over the limit', '413', () => head(BODY_BYTES_MAX + 1)],
    ['a wrong key', '401', () => head(BODY.length, { as: 'hst_live_x' })],
    ['an unknown path', '404', () => head(BODY.length, { path: '/v1/nothing' })],
    ['a path without bodies', '405', () => head(BODY.length, { path: '/v1/states' })],
    ['a type that is not read', '415', () => head(BODY.length, { type: 'text/plain' })],
  ])('%s is refused before the body, and the connection ends', async (_what, status, request) => {
    const connection = openSocket(url, request())
    await expect.poll(connection.isEnded).toBe(true)
    expect(connection.statuses()).toEqual([status])
    expect(connection.heard()).toMatch(/^Connection: close\r$/m)
  })

  test.each([
    ['of the largest size', () => head(BODY_BYTES_MAX), BODY.padEnd(BODY_BYTES_MAX)],
    ['in chunks', () => head('chunked'), `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`],
    ['with a small one', () => head(BODY.length), BODY],
  ])('a body %s is asked for, read, and the connection stays', async (_what, request, body) => {
    const connection = openSocket(url, request())
    await expect.poll(connection.statuses).toEqual(['100'])
    connection.socket.write(body)
    await expect.poll(connection.statuses).toEqual(['100', '201'])
    connection.socket.write(`GET /healthz HTTP/1.1\r\nHost: a.example\r\n\r\n`)
    await expect.poll(connection.statuses).toEqual(['100', '201', '200'])
    for (const { id } of await fixture.state.subscriptions(account_id))
      await fixture.state.deleteSubscription({ id, account_id })
  })

  test('a request without a body is answered, and the connection stays', async () => {
    const connection = openSocket(url, 'GET /healthz HTTP/1.1\r\nHost: a.example\r\nExpect: 100-continue\r\n\r\n')
    await expect.poll(connection.statuses).toEqual(['100', '200'])
    connection.socket.write('GET /healthz HTTP/1.1\r\nHost: a.example\r\n\r\n')
    await expect.poll(connection.statuses).toEqual(['100', '200', '200'])
  })
})
