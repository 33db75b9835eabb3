// Rules for all endpoints, tested over every route: a new route is included automatically.

import { describe, expect, test } from 'vitest'
import { errorBody } from '../../data/schema/envelope.ts'
import { URL_LENGTH_MAX } from '../../server/http/server.ts'
import { routes } from '../../server/routes.ts'
import { openApi } from './api.ts'
import type { Client } from './client.ts'
import { GOOD } from './good.ts'

const { client } = await openApi()

async function refusal(path: string, init: Parameters<Client['get']>[1] = {}) {
  const answer = await client.get(path, init)
  const { error } = errorBody.parse(answer.body)
  expect(error.request_id).toBe(answer.headers.get('x-request-id'))
  return { status: answer.status, ...error, headers: answer.headers }
}

function withQuery(path: string, query: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`
}

describe.each(routes.map((route) => ({ path: route.path, route, good: GOOD[route.path] ?? '' })))(
  '$path',
  ({ route, good }) => {
    test('answers, names its bundle, and gives the same headers for HEAD without a body', async () => {
      const got = await client.get(good)
      expect(got.status).toBe(200)
      expect(got.headers.get('x-snapshot')).toMatch(/^[0-9a-f]{64}$/)
      const head = await client.get(good, { method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } })
      expect(head.status).toBe(200)
      expect(head.text).toBe('')
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(got.text)))
    })

    test('caches as its kind allows', async () => {
      const got = await client.get(good)
      if (route.cachePolicy === 'location') {
        expect(got.headers.get('cache-control')).toBe('no-store')
        expect(got.headers.has('etag')).toBe(false)
        return
      }
      expect(got.headers.get('cache-control')).toBe('private, no-cache')
      const etag = got.headers.get('etag') ?? ''
      expect(etag).toMatch(/^W\/"[\w-]+"$/)
      const again = await client.get(good, { headers: { 'If-None-Match': `"other", ${etag}` } })
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
      for (const [tags, status] of [
        ['"other", *', 304],
        [etag.replace('W/', ''), 304],
        ['"other"', 200],
      ] as const)
        expect((await client.get(good, { headers: { 'If-None-Match': tags } })).status, tags).toBe(status)
    })

    test('refuses another method, with Allow', async () => {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        const { status, code, headers } = await refusal(good, { method })
        expect([status, code, headers.get('allow')]).toEqual([405, 'invalid_parameter', 'GET, HEAD'])
      }
    })

    test('refuses unknown, repeated and empty parameters, naming them', async () => {
      const names = Object.keys(route.query.shape)
      const unknown = await refusal(withQuery(good, 'xyzzy=1'))
      expect([unknown.status, unknown.code]).toEqual([400, 'invalid_parameter'])
      expect(unknown.message).toContain('`xyzzy`')
      // No name is similar, so the error lists the parameters of the endpoint.
      expect(unknown.message).toContain(
        names.length === 0 ? 'this endpoint accepts none.' : `expected ${names.join(', ')}.`,
      )
      for (const name of names) {
        const empty = await refusal(withQuery(GOOD[route.path]?.split('?')[0] ?? '', `${name}=`))
        expect([empty.status, empty.message.includes(`\`${name}\``)], name).toEqual([400, true])
      }
    })

    test('checks its parameters, and names the wrong one', async () => {
      const wrong: Record<string, readonly string[]> = {
        limit: ['0', '501', '-1', '1.5', '1e2', '10&limit=10', ' 5'],
        lang: ['fr', 'EN', 'en&lang=es'],
        states: ['XX', 'NC,', 'NC,ZZ', ...(route.path === '/v1/endorsers' ? ['National', 'NATIONAL'] : ['national'])],
        upcoming: ['yes', '1', 'TRUE', 'true&upcoming=true'],
        cursor: ['x', 'bm90IGpzb24', 'WzEsIngiLFtdXQ', 'a&cursor=b', '%00'],
        levels: ['federal,galactic', 'Federal', ...(route.path === '/v1/officeholders' ? ['county'] : [])],
        from: ['2024-02-30', '2024-1-1', '20240101', '2024-11-05T00:00:00Z'],
        districts: ['nc'],
        offices: ['mayor'],
        contest_kinds: ['race'],
        contest: ['abc', '01', '1,2', '1&contest=2'],
        endorser_states: ['Utah'],
        only_endorsed: ['1'],
        explain: ['yes'],
        min_evidence: ['much'],
        q: ['a'.repeat(101)],
      }
      for (const [name, values] of Object.entries(wrong)) {
        if (!(name in route.query.shape)) continue
        for (const value of values) {
          const { status, message } = await refusal(withQuery(good, `${name}=${value}`))
          expect([status, message.includes(`\`${name}\``)], `${name}=${value}`).toEqual([400, true])
        }
      }
    })

    test('reveals nothing without a key: an invalid parameter or id is still 401', async () => {
      const [known, malformed] = ['12', 'abc'].map((id) => route.path.replace('{id}', id))
      for (const path of [withQuery(good, 'xyzzy=1'), known ?? '', malformed ?? ''])
        expect((await refusal(path, { key: null })).status).toBe(401)
    })
  },
)

const withId = routes.filter((route) => route.path.endsWith('{id}'))
test.each(withId.map((route) => [route.path]))('%s: a malformed id is 400, an unknown id 404', async (path) => {
  for (const id of ['abc', '01', '-1', '1.0', '1e3', '9007199254740993', '%2B1', '0x1', '%E0%A4%A'])
    expect((await refusal(path.replace('{id}', id))).status, id).toBe(400)
  for (const id of ['0', '1', '9007199254740991']) {
    const refused = await refusal(path.replace('{id}', id))
    expect([refused.status, refused.code]).toEqual([404, 'not_found'])
  }
})

describe('outside the data', () => {
  test.each(['/healthz', '/readyz', '/openapi.json'])('%s needs no key', async (path) => {
    expect((await client.get(path, { key: null })).status).toBe(200)
    expect((await client.get(path, { key: null, method: 'HEAD' })).text).toBe('')
    expect((await refusal(path, { method: 'POST' })).status).toBe(405)
  })

  test.each(['/v1', '/v2/states', '/v1/states/', '/V1/states', '/v1/contests/1/2', '/v1//states', '/%'])(
    '%s is 404, with and without a key',
    async (path) => {
      for (const key of [undefined, null]) {
        const refused = await refusal(path, key === null ? { key } : {})
        expect([refused.status, refused.code]).toEqual([404, 'not_found'])
      }
    },
  )

  test('an over-long URL is 414', async () => {
    const refused = await refusal(`/v1/elections?states=${'NC,'.repeat(6000)}NC`)
    expect([refused.status, refused.code]).toEqual([414, 'invalid_parameter'])
    const path = '/v1/elections?states='
    const urlOf = (length: number) => `${path}${'NC,'.repeat(6000)}`.slice(0, length)
    expect((await refusal(urlOf(URL_LENGTH_MAX))).status).toBe(400)
    expect((await refusal(urlOf(URL_LENGTH_MAX + 1))).status).toBe(414)
  })
})
