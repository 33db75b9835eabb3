// Over the wire: encodings, validators, request ids and malformed HTTP.

import { PassThrough } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Bundle } from '../../data/store/bundle.ts'
import { etagOf } from '../../server/answer.ts'
import { createPeerReader } from '../../server/http/auth.ts'
import { answerMalformed } from '../../server/http/server.ts'
import { createQuestionCache } from '../../server/route/route.ts'
import { states } from '../../server/v1/records.ts'
import { openApi } from './api.ts'
import { openClient } from './client.ts'
import { openSocket } from './socket.ts'

const { fixture, url, key, client } = await openApi()

const raw = (text: string): Promise<Buffer> => openSocket(url, text).whole

async function encoded(path: string, accept: string) {
  const reply = await raw(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nAccept-Encoding: ${accept}\r\nConnection: close\r\n\r\n`,
  )
  const at = reply.indexOf('\r\n\r\n')
  const head = reply.subarray(0, at).toString()
  return { encoding: /content-encoding: (\w+)/i.exec(head)?.[1], body: reply.subarray(at + 4), head }
}

test.each([
  ['/v1/contests?limit=50', 2],
  ['/v1/ballot?lat=35.5&lng=-78.5', 2],
  ['/openapi.json', 5],
])('%s in brotli and gzip is the same, and at least %d times shorter', async (path, times) => {
  const plain = await encoded(path, 'identity')
  expect(plain.encoding).toBeUndefined()
  for (const [accept, coding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
  ] as const)
    for (let again = 0; again < 2; again++) {
      const { encoding, head, body } = await encoded(path, accept)
      expect(encoding).toBe(coding)
      expect(head).toMatch(/vary: accept-encoding/i)
      expect(head.toLowerCase()).toContain(`content-length: ${body.length}`)
      expect((coding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)).equals(plain.body)).toBe(true)
      expect(body.length * times).toBeLessThan(plain.body.length)
    }
  expect((await encoded(path, 'br;q=0, gzip;q=0')).encoding).toBeUndefined()
})

test('small answers are not compressed', async () => {
  expect((await encoded('/v1/elections?limit=1', 'br')).encoding).toBeUndefined()
})

test('/openapi.json is 304 for a client that has it', async () => {
  const tag = (await client.get('/openapi.json', { key: null })).headers.get('etag') ?? ''
  expect(tag).toMatch(/^W\/"/)
  const again = await client.get('/openapi.json', { key: null, headers: { 'If-None-Match': tag } })
  expect([again.status, again.text]).toEqual([304, ''])
})

test.each(['/', '/v1/states', '/v1/nothing', '/healthz', '/openapi.json', '/docs', '/console/sign-in'])(
  '%s: browsers may not guess the type',
  async (path) => {
    const { headers } = await fetch(`${url}${path}`)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  },
)

describe('ETag', () => {
  const etag = async (path: string) => (await client.get(path)).headers.get('etag')

  test('is the same for equivalent queries, however they are written', async () => {
    expect(await etag('/v1/contests?states=nc,DC&limit=100')).toBe(
      await etag('/v1/contests?limit=100&states=DC&states=NC&lang=en'),
    )
    const different = ['?states=NC', '?states=DC', '?limit=5', '?lang=es', '?upcoming=true', '']
    expect(new Set(await Promise.all(different.map((query) => etag(`/v1/contests${query}`)))).size).toBe(
      different.length,
    )
  })

  test('changes with the bundle, and with the day if the answer depends on upcoming elections', async () => {
    const tomorrow = await openClient((await fixture.start({ asOf: '2024-11-06' })).url, key)
    const other = async (path: string) => (await tomorrow.get(path)).headers.get('etag')
    expect(await other('/v1/states')).toBe(await etag('/v1/states'))
    expect(await other('/v1/elections')).toBe(await etag('/v1/elections'))
    expect(await other('/v1/elections?upcoming=true')).not.toBe(await etag('/v1/elections?upcoming=true'))
    expect(await other('/v1/coverage')).not.toBe(await etag('/v1/coverage'))
    const before = await etag('/v1/states')
    await fixture.publish({ mark: ' new' })
    await expect.poll(() => etag('/v1/states'), { interval: 10 }).not.toBe(before)
  })
})

test('an ETag depends on the version of the software', () => {
  const [one, other] = ['1.0.0', '1.0.1'].map((version) => {
    const questions = createQuestionCache(version)
    const cached = questions.parse(states, { params: {}, search: '' })
    const bundle = { id: 'a bundle' } as unknown as Bundle
    if ('location' in cached) throw new Error('a list has no location')
    return etagOf(cached, { bundle, day: { key: '2024-10-15', in: () => '2024-10-15' }, lastRun: null })
  })
  expect(one).not.toBe(other)
})

describe('malformed HTTP', () => {
  const limits =
    /ratelimit-limit: \d+\r\nratelimit-remaining: \d+\r\nratelimit-reset: \d+\r\nx-daily-limit: unlimited\r\nx-daily-remaining: unlimited/i
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a URL beyond all measure', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414],
    ['headers beyond all measure', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`, 431],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['no Host in HTTP/1.0', 'GET /healthz HTTP/1.0\r\n\r\n', 200],
    ['an unknown method of HTTP', 'PROPFIND /v1/states HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 405],
  ])('%s still gets every header', async (_what, text, status) => {
    const reply = (await raw(text)).toString()
    expect(reply.split('\r\n')[0]).toContain(`HTTP/1.1 ${status}`)
    expect(reply).toMatch(limits)
    expect(reply).toMatch(/x-request-id: req_/i)
  })

  test.each([
    ['ERR_HTTP_REQUEST_TIMEOUT', 408],
    ['HPE_INVALID_METHOD', 400],
  ])('%s is %d, counted and logged', async (code, status) => {
    const standing = { limit: 120, remaining: 7, reset: 9, daily_limit: null, daily_remaining: null }
    const [counted, lines]: [unknown[], unknown[]] = [[], []]
    const service = {
      meter: {
        ask: async (request: unknown) => {
          counted.push(request)
          return { standing, refusal: undefined }
        },
        close: async () => undefined,
      },
      ...{ readPeer: createPeerReader([]), now: () => 0 },
      log: {
        ...{ fault: () => undefined, trouble: () => undefined, close: async () => undefined },
        request: (line: unknown) => lines.push(line),
      },
    }
    const socket = new PassThrough()
    await answerMalformed(service, Object.assign(new Error('broken'), { code }), socket)
    const reply = String(socket.read())
    expect(reply.split('\r\n')[0]).toContain(`HTTP/1.1 ${status}`)
    expect(reply).toMatch(limits)
    expect(reply).toContain('Connection: close')
    expect(counted).toMatchObject([{ kind: 'keyless', wrongKey: false }])
    expect(lines).toMatchObject([{ status, method: null, route: null }])
  })
})
