import { expect, test } from 'vitest'
import { parseAddress } from '../../../data/access/ip-range.ts'
import { errorBody } from '../../../data/schema/envelope.ts'
import { authenticate, findForbidden } from '../../../server/http/auth.ts'
import { openWorld } from '../world.ts'
import { grantsOf, keyGrant } from './grants.ts'

let now = Date.parse('2024-10-15T12:00:00Z')
const { fixture, client, key, url } = await openWorld({ fillers: 0 }, { clock: () => now })

async function why(bearer: string | null, header?: string): Promise<[number, string, string]> {
  const headers = header === undefined ? {} : { Authorization: header }
  const answer = await client.get('/v1/states', { key: bearer, headers })
  if (answer.status === 200) return [200, '', '']
  const { error } = errorBody.parse(answer.body)
  return [answer.status, error.code, error.message]
}

test('the header is Bearer and a key', async () => {
  expect((await why(null, `bearer  ${key}`))[0]).toBe(200)
  for (const header of [`Basic ${key}`, key, 'Bearer', 'Bearer  ', `Bearer ${key} more`])
    expect((await why(null, header)).slice(0, 2), header).toEqual([401, 'missing_api_key'])
})

test('a mistyped key has another error than an unknown key', async () => {
  const last = key.endsWith('A') ? 'B' : 'A'
  expect((await why(key.slice(0, -1) + last))[2]).toContain('mistyped')
  expect((await why('abc'))[2]).toContain('unknown')
})

test('an expired key is refused from the second of its expiry, and its streams end', { timeout: 60_000 }, async () => {
  const made = await fixture.makeKey({ expires_at: '2024-10-15T13:00:00.000Z' })
  now = Date.parse('2024-10-15T12:59:59.999Z')
  await expect.poll(async () => (await why(made.key))[0], { interval: 20 }).toBe(200)
  const openStream = (bearer: string) => fetch(`${url}/v1/stream`, { headers: { Authorization: `Bearer ${bearer}` } })
  const [ending, staying] = [await openStream(made.key), await openStream(key)]
  now = Date.parse('2024-10-15T13:00:00.000Z')
  expect((await why(made.key)).slice(0, 2)).toEqual([401, 'revoked_api_key'])
  // Nothing changes in the state: the server looks at expiries by itself.
  expect(await ending.text()).toContain('"reason":"revoked"')
  const reader = staying.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).not.toContain('reconnect')
  await reader?.cancel()
})

test('a key with an unreadable range or expiry is refused', async () => {
  const grants = grantsOf([
    { hash: 'range', addresses: ['nonsense'] },
    { hash: 'day', expires_at: 'soon' },
    { hash: 'revoked', revoked_at: '2024-01-02T00:00:00.000Z' },
  ])
  await grants.load()
  const enter = (hash: string) => authenticate({ hash, mistyped: false }, grants, now)
  const caller = enter('range')
  if ('refusal' in caller) throw caller.refusal
  expect(findForbidden(caller.grant, parseAddress('127.0.0.1'), ['data:read'])?.code).toBe('insufficient_scope')
  for (const hash of ['day', 'revoked']) expect(enter(hash)).toMatchObject({ refusal: { code: 'revoked_api_key' } })
  expect(grants.find('revoked')?.ranges).toEqual([])
})

test('keys are read again only after a change of an account, a key or a plan', async () => {
  let [version, reads, broken] = [1, 0, true]
  const keyGrants = async () => {
    if (broken) throw new Error('locked')
    reads += 1
    return [keyGrant({ hash: `after ${version}` })]
  }
  const grants = grantsOf([], { keyGrants, grantsVersion: async () => version })
  await expect(grants.load()).rejects.toThrow('locked')
  // A failed read is repeated.
  broken = false
  for (let times = 0; times < 3; times++) await grants.load()
  expect([reads, grants.find('after 1') !== undefined]).toEqual([1, true])
  version = 2
  await grants.load()
  expect([reads, grants.find('after 2') !== undefined]).toEqual([2, true])
})

test('health probes ignore keys: the answer is the same with any key and with none', async () => {
  const { key: restricted } = await fixture.makeKey({ plan: 'free', addresses: ['198.51.100.0/24'] })
  for (const path of ['/healthz', '/readyz'])
    for (const bearer of [key, restricted, `${key}x`, 'hst_live_x', null]) {
      const { status, headers } = await client.get(path, { key: bearer })
      const limits = ['ratelimit-limit', 'x-daily-limit'].map((name) => headers.get(name))
      expect([status, ...limits], `${path} ${bearer}`).toEqual([200, '120', 'unlimited'])
    }
})

test('a key from an address that it may not come from counts nothing for its account, on open pages too', async () => {
  const { key: restricted, account } = await fixture.makeKey({ plan: 'free', addresses: ['198.51.100.0/24'] })
  const { key: own } = await fixture.makeKey({ account })
  const leftOf = async (): Promise<number> =>
    Number((await client.get('/v1/states', { key: own })).headers.get('x-daily-remaining'))
  await expect.poll(async () => (await client.get('/v1/states', { key: own })).status).toBe(200)
  const before = await leftOf()
  for (const path of ['/openapi.json', '/v1/states', '/unknown']) {
    const { headers } = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${restricted}` } })
    if (path !== '/v1/states') expect([path, headers.get('x-daily-limit')]).toEqual([path, 'unlimited'])
  }
  expect(await leftOf()).toBe(before - 1)
})

test('the address rule is checked before the scope, and its error contains no address', async () => {
  const grants = grantsOf([{ hash: 'k', addresses: ['198.51.100.0/24'], scopes: [] }])
  await grants.load()
  const known = grants.find('k') ?? expect.fail()
  const from = (text: string) => findForbidden(known, parseAddress(text), ['data:read'])?.message
  expect(from('203.0.113.7')).toMatch(/^This API key is restricted to certain addresses[^\d]*$/)
  expect(findForbidden(known, undefined, ['data:read'])?.message).toBe(from('203.0.113.7'))
  expect(from('198.51.100.7')).toBe('This API key lacks the scope data:read; it has none.')
})

test('while the state is away, known keys are valid and mistyped ones wrong; an unknown one may exist', async () => {
  let isReachable = true
  const keys = [{ hash: 'known' }, { hash: 'revoked', revoked_at: '2024-01-02T00:00:00.000Z' }]
  const grants = grantsOf(keys, { isReachable: () => isReachable })
  await grants.load()
  const codeOf = (hash: string, mistyped = false): string | undefined => {
    const caller = authenticate({ hash, mistyped }, grants, now)
    return 'refusal' in caller ? `${caller.refusal.status} ${caller.refusal.code}` : undefined
  }
  const codes = () => [codeOf('known'), codeOf('revoked'), codeOf('x', true), codeOf('unknown')]
  const [revoked, mistyped] = ['401 revoked_api_key', '401 invalid_api_key']
  expect(codes()).toEqual([undefined, revoked, mistyped, '401 invalid_api_key'])
  isReachable = false
  expect(codes()).toEqual([undefined, revoked, mistyped, '503 state_unavailable'])
})
