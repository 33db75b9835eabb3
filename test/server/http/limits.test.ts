import { afterEach, describe, expect, test, vi } from 'vitest'
import { createCounts } from '../../../server/limits/counters.ts'
import { ACCOUNT_SIGN_INS_PER_MINUTE, SIGN_INS_PER_MINUTE } from '../../../server/limits/limits.ts'
import type { Allowance, LimitDecision } from '../../../server/limits/meter.ts'
import { openApi } from '../api.ts'
import { type Client, openClient } from '../client.ts'

const MIDNIGHT = Date.parse('2024-10-16T00:00:00Z')
const plan = { requests_per_minute: 3, requests_per_day: 5 }

/** New counters, with arguments by position. */
function createLimits() {
  const counts = createCounts([])
  return {
    take: (account: number, allowance: Allowance, now: number): LimitDecision =>
      counts.decide({ kind: 'take', account, allowance }, now),
    takeKeyless: (peer: string, wrongKey: boolean, now: number): LimitDecision =>
      counts.decide({ kind: 'keyless', peer, wrongKey }, now),
    attempt: (peer: string, account: string | null, now: number): LimitDecision =>
      counts.decide({ kind: 'attempt', peer, account }, now),
  }
}

describe('counting', () => {
  afterEach(() => vi.unstubAllEnvs())

  test.each(['UTC', 'America/New_York', 'Pacific/Kiritimati'])(
    'in %s, Retry-After is exact, and a day is one of UTC',
    (zone) => {
      vi.stubEnv('TZ', zone)
      const { take } = createLimits()
      for (const at of [MIDNIGHT, MIDNIGHT + 1, MIDNIGHT + 58_000]) take(1, plan, at)
      const at = MIDNIGHT + 58_999
      const wait = take(1, plan, at).refusal?.retry_after ?? Number.NaN
      expect(take(1, plan, at + (wait - 1) * 1000).refusal?.code).toBe('rate_limit_exceeded')
      for (let i = 0; i < 2; i++) expect(take(1, plan, at + wait * 1000).refusal).toBeUndefined()
      const day = take(1, plan, at + wait * 1000).refusal
      expect(day).toEqual({ code: 'daily_limit_exceeded', retry_after: 86_400 - 60 })
      expect(take(1, plan, MIDNIGHT + 86_399_999).refusal?.code).toBe('daily_limit_exceeded')
      expect(take(1, plan, MIDNIGHT + 86_400_000).refusal).toBeUndefined()
    },
  )

  test('ten passwords per minute and network, for all accounts together; a sign-up counts as one', () => {
    const { attempt } = createLimits()
    const refusals = Array.from({ length: SIGN_INS_PER_MINUTE }, (_, i) =>
      attempt('a', i % 2 ? `${i}` : null, MIDNIGHT),
    )
    expect(refusals.filter(({ refusal }) => refusal)).toEqual([])
    for (const account of ['x', null])
      expect(attempt('a', account, MIDNIGHT).refusal).toEqual({ code: 'rate_limit_exceeded', retry_after: 60 })
    expect(attempt('b', 'x', MIDNIGHT).refusal).toBeUndefined()
    expect(attempt('a', 'x', MIDNIGHT + 60_000).refusal).toBeUndefined()
  })

  test('one network cannot lock an account; sixty passwords a minute from many networks do, without effect on other accounts', () => {
    const { attempt } = createLimits()
    for (let i = 0; i < 1000; i++) attempt('a', 'x', MIDNIGHT)
    expect(attempt('owner', 'x', MIDNIGHT)).toMatchObject({ refusal: undefined, standing: { remaining: 9 } })
    for (let i = SIGN_INS_PER_MINUTE + 1; i < ACCOUNT_SIGN_INS_PER_MINUTE; i++)
      expect(attempt(`peer-${i}`, 'x', MIDNIGHT).refusal, `${i}`).toBeUndefined()
    expect(attempt('owner', 'x', MIDNIGHT)).toMatchObject({
      refusal: { code: 'rate_limit_exceeded' },
      standing: { limit: ACCOUNT_SIGN_INS_PER_MINUTE, remaining: 0 },
    })
    // Attempts that the account limit refuses do not count against the network's limit.
    for (let i = 1; i < SIGN_INS_PER_MINUTE; i++) expect(attempt('owner', 'y', MIDNIGHT).refusal).toBeUndefined()
    expect(attempt('owner', 'y', MIDNIGHT).refusal).toBeDefined()
    expect(attempt('other', 'x', MIDNIGHT + 60_000).refusal).toBeUndefined()
  })

  test('a request for a file that is refused does not make the next one free', () => {
    const { decide } = createCounts([])
    const allowance = { requests_per_minute: 1, requests_per_day: null }
    const codes = ['a.csv', 'b.csv', 'b.csv', 'a.csv'].map(
      (file) => decide({ kind: 'take', account: 1, allowance, file }, MIDNIGHT).refusal?.code,
    )
    expect(codes).toEqual([undefined, 'rate_limit_exceeded', 'rate_limit_exceeded', undefined])
  })

  test('without a key: 120 a minute and address, 20 of them with a wrong key', () => {
    const limits = createLimits()
    for (let i = 0; i < 20; i++) expect(limits.takeKeyless('a', true, MIDNIGHT).refusal).toBeUndefined()
    expect(limits.takeKeyless('a', true, MIDNIGHT).refusal).toEqual({ code: 'rate_limit_exceeded', retry_after: 60 })
    for (let i = 0; i < 100; i++) expect(limits.takeKeyless('a', false, MIDNIGHT).refusal).toBeUndefined()
    expect(limits.takeKeyless('a', false, MIDNIGHT).refusal).toBeDefined()
    expect(limits.takeKeyless('b', true, MIDNIGHT).refusal).toBeUndefined()
    expect(limits.takeKeyless('a', true, MIDNIGHT + 60_000)).toMatchObject({ standing: { limit: 20, remaining: 19 } })
  })
})

describe('over HTTP', async () => {
  let now = MIDNIGHT
  const { fixture, url } = await openApi({ fillers: 0 }, { clock: () => now })
  const client = await openClient(url, (await fixture.makeKey({ plan: 'free' })).key)

  const left = async (path: string, options: Parameters<Client['get']>[1] = {}) => {
    const { status, headers } = await client.get(path, options)
    const names = ['ratelimit-limit', 'ratelimit-remaining', 'x-daily-remaining']
    return [status, ...names.map((name) => headers.get(name))]
  }

  test('every answer counts, except 401, 403 and 429', async () => {
    now += 60_000
    const { key: narrow } = await fixture.makeKey({ plan: 'free', scopes: ['stream:read'] })
    await expect.poll(() => left('/v1/states', { key: narrow }), { interval: 20 }).toEqual([403, '60', '60', '5000'])
    now += 60_000
    for (const [path, options, ...expected] of [
      ['/v1/states', {}, 200, '60', '59', '4999'],
      ['/v1/states', { key: null }, 401, '120', '119', 'unlimited'],
      ['/v1/states', { key: 'hst_live_x' }, 401, '20', '19', 'unlimited'],
      ['/v1/states?x=1', {}, 400, '60', '58', '4998'],
      ['/v1/contests/1', {}, 404, '60', '57', '4997'],
      ['/nowhere', {}, 404, '60', '56', '4996'],
      ['/v1/states', { method: 'POST' }, 405, '60', '55', '4995'],
      ['/healthz', {}, 200, '120', '119', 'unlimited'],
      ['/nowhere', { key: null }, 404, '120', '117', 'unlimited'],
    ] as const)
      expect(await left(path, options), path).toEqual(expected)
  })

  test('the sixty-first request of a minute is 429 on any path; a new minute starts at zero', async () => {
    now += 60_000
    for (let i = 60; i > 0; i--) expect((await left('/v1/states'))[2]).toBe(String(i - 1))
    now += 30_500
    const refused = await client.get('/v1/states?x=1')
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({ error: { code: 'rate_limit_exceeded' } })
    expect([refused.headers.get('retry-after'), refused.headers.get('ratelimit-reset')]).toEqual(['30', '30'])
    expect((await left('/nowhere'))[0]).toBe(404)
    now += 29_500
    expect(await left('/v1/states')).toEqual([200, '60', '59', '4934'])
  })

  test('64 at once over two keys of one account: exactly 60 pass', async () => {
    const first = await fixture.makeKey({ plan: 'free' })
    const second = await fixture.makeKey({ account: first.account })
    for (let round = 1; round <= 5; round++) {
      now += 60_000
      const keys = Array.from({ length: 64 }, (_, i) => (i % 2 === 0 ? first.key : second.key))
      // Until the server has noticed the new keys; 401 does not count against the account.
      for (const { key } of [first, second])
        await expect.poll(async () => (await client.get('/v1/elections', { key })).status).not.toBe(401)
      now += 60_000
      const answers = await Promise.all(keys.map((key) => client.get('/v1/states', { key })))
      const passed = answers.filter(({ status }) => status === 200)
      expect(passed).toHaveLength(60)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
      expect(new Set(passed.map(({ headers }) => headers.get('ratelimit-remaining'))).size).toBe(60)
    }
  })

  test('a health probe is never refused and does not count; the document is refused', async () => {
    now += 60_000
    const statuses = (path: string, times: number) =>
      Promise.all(Array.from({ length: times }, async () => (await fetch(url + path)).status))
    expect(new Set(await statuses('/healthz', 125))).toEqual(new Set([200]))
    expect(new Set(await statuses('/openapi.json', 120))).toEqual(new Set([200]))
    expect((await left('/healthz', { key: null }))[0]).toBe(200)
    expect((await left('/openapi.json', { key: null }))[0]).toBe(429)
    expect((await left('/v1/states', { key: null }))[0]).toBe(429)
  })
})
