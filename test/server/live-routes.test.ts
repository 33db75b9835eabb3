// Rules for all endpoints, tested over every live operation: a new one is included automatically.

import { beforeEach, describe, expect, test } from 'vitest'
import { errorBody } from '../../data/schema/envelope.ts'
import { LIVE_METHODS, type LiveMethod } from '../../server/route/live-route.ts'
import { liveRoutes } from '../../server/routes.ts'
import { openApi } from './api.ts'
import type { Client } from './client.ts'
import { askLive, keepOne, LIVE_GOOD } from './live.ts'

let now = Date.parse('2024-10-15T00:00:00Z')
const { fixture, client, account } = await openApi({ fillers: 0 }, { clock: () => now })
const { key: pending } = await fixture.makeKey({ approved: false })
let id: number
beforeEach(async () => {
  id = await keepOne(fixture.state, account)
})

type Init = NonNullable<Parameters<Client['get']>[1]>

async function refusal(method: string, path: string, init: Init & { body?: never } = {}, body?: unknown) {
  const answer = await askLive(client, method, { path, body, id }, init)
  const { error } = errorBody.parse(answer.body)
  expect(error.request_id).toBe(answer.headers.get('x-request-id'))
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return { status: answer.status, ...error, headers: answer.headers }
}

const operations = liveRoutes.map((route) => {
  const name = `${route.method} ${route.path}`
  return { name, route, good: LIVE_GOOD[name] ?? { path: route.path, status: 0, scopes: [] } }
})
const methodsOf = (path: string): LiveMethod[] =>
  liveRoutes.filter((route) => route.path === path).map(({ method }) => method)

describe.each(operations)('$name', ({ route: { method, query, body, streams }, good }) => {
  test('succeeds, names no bundle, and is not cached', async () => {
    const got = await askLive(client, method, { ...good, id })
    expect(got.status, got.text).toBe(good.status)
    expect(got.headers.get('cache-control')).toBe('no-store')
    for (const name of ['x-snapshot', 'etag']) expect(got.headers.has(name), name).toBe(false)
  })

  if (method === 'GET')
    test('gives the same headers for HEAD, without a body', async () => {
      const got = await askLive(client, 'GET', { ...good, id }, { headers: { 'Accept-Encoding': 'identity' } })
      const head = await askLive(client, 'HEAD', { ...good, id }, { headers: { 'Accept-Encoding': 'identity' } })
      expect([head.status, head.text]).toEqual([200, ''])
      expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'))
      if (!streams) expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(got.text)))
    })

  test('refuses unknown, repeated and empty parameters, naming them', async () => {
    const unknown = await refusal(method, `${good.path}?xyzzy=1`, {}, good.body)
    expect([unknown.status, unknown.code]).toEqual([400, 'invalid_parameter'])
    expect(unknown.message).toContain('`xyzzy`')
    for (const name of Object.keys(query.shape)) {
      const empty = await refusal(method, `${good.path}?${name}=`, {}, good.body)
      expect([empty.status, empty.message.includes(`\`${name}\``)], name).toEqual([400, true])
    }
  })

  test('reveals nothing without access, for any parameters', async () => {
    for (const path of [good.path, `${good.path}?xyzzy=1`, good.path.replace('{id}', 'abc')])
      for (const [key, status, code] of [
        [null, 401, 'missing_api_key'],
        ['hst_live_nonsense', 401, 'invalid_api_key'],
        [pending, 403, 'account_pending'],
      ] as const)
        for (const sent of body ? [good.body, 'no object', undefined] : [undefined]) {
          // A separate minute, so that no case reaches the limit of wrong keys.
          now += 60_000
          const refused = await refusal(method, path, { key }, sent)
          expect([refused.status, refused.code], `${path} ${code}`).toEqual([status, code])
        }
    expect(await fixture.state.subscriptions((await fixture.state.findAccount(account))?.id ?? 0)).toHaveLength(1)
  })

  if (good.path.includes('{id}'))
    test('a malformed id is 400, an unknown id 404', async () => {
      for (const wrong of ['abc', '01', '-1', '1.0', '1e3', '9007199254740993', '%2B1', '0x1', '%E0%A4%A', 'Kept'])
        expect((await refusal(method, good.path.replace('{id}', wrong), {}, good.body)).status, wrong).toBe(400)
      for (const none of ['0', '9007199254740991']) {
        const refused = await refusal(method, good.path.replace('{id}', none), {}, good.body)
        expect([refused.status, refused.code]).toEqual([404, 'not_found'])
      }
    })
})

describe.each([...new Set(liveRoutes.map(({ path }) => path))])('%s', (path) => {
  test('refuses every other method, with Allow', async () => {
    const own = methodsOf(path)
    const allow = own.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
    const others = [...LIVE_METHODS.filter((method) => !own.includes(method)), 'PATCH', 'OPTIONS']
    expect(others.length).toBeGreaterThan(2)
    for (const method of others)
      for (const key of [undefined, null]) {
        const refused = await refusal(method, path, key === null ? { key } : {})
        expect([refused.status, refused.code, refused.headers.get('allow')]).toEqual([405, 'invalid_parameter', allow])
      }
  })
})

test('every live operation counts once, whatever it answers; 401 and 403 do not count', async () => {
  const { key, account: own } = await fixture.makeKey({ plan: 'standard' })
  const { key: narrow } = await fixture.makeKey({ account: own, scopes: ['data:read'] })
  const { key: other } = await fixture.makeKey({ account: own, scopes: ['subscriptions:write'] })
  const spare = '/v1/elections'
  for (const one of [key, narrow])
    await expect.poll(async () => (await client.get(spare, { key: one })).status).toBe(200)
  await expect.poll(async () => (await client.get(spare, { key: other })).status).toBe(403)
  const left = async (): Promise<number> =>
    Number((await client.get(spare, { key })).headers.get('x-daily-remaining')) + 1
  for (const { name, route, good } of operations) {
    const kept = await keepOne(fixture.state, own)
    const before = await left()
    const ask = (init: Init, path = good.path) => askLive(client, route.method, { ...good, path, id: kept }, init)
    const lacking = good.scopes.includes('data:read') ? other : narrow
    expect((await ask({ key: lacking })).status, name).toBe(403)
    expect((await ask({ key: null })).status, name).toBe(401)
    expect(await left(), name).toBe(before - 1)
    expect((await ask({ key })).status, name).toBe(good.status)
    expect((await ask({ key }, `${good.path}?xyzzy=1`)).status, name).toBe(400)
    expect(await left(), name).toBe(before - 4)
  }
})
