// A change of accounts, plans or keys applies within a second in every process. The last use of a key is written later, in batches.

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Refusal } from '../../../data/store/state/change.ts'
import type { Key } from '../../../data/store/state/keys.ts'
import { createGrants, createKeyUse } from '../../../server/http/auth.ts'
import { startServer } from '../../../server/main.ts'
import { createDegradation } from '../../../server/serving/health.ts'
import { followState, type Watched } from '../../../server/serving/watch.ts'
import { type Fixture, openFixture } from '../fixture.ts'
import { type ServerProcess, startProcess } from '../process.ts'

/** A change applies within a second on an idle machine. */
const IN_FORCE_MS = process.env.PROOF === '1' ? 1000 : 10_000

const CHANGE = { by: 'command line', at: '2024-10-15T12:00:00.000Z' }
const NOON = Date.parse('2024-10-15T12:00:00Z')

describe('in two processes on one state', () => {
  let fixture: Fixture
  let processes: ServerProcess[] = []
  beforeAll(async () => {
    fixture = await openFixture()
    await fixture.publish({ fillers: 0 })
    processes = await Promise.all([startProcess(fixture), startProcess(fixture)])
  })
  afterAll(async () => {
    for (const one of processes) await one.stop()
    await fixture.close()
  })

  /** Status, code and minute limit in each process, as soon as both match, else at the end of the wait. */
  async function expectSoon(key: string, expected: readonly [number, string | null, string]): Promise<void> {
    const ask = async ({ url }: ServerProcess) => {
      const reply = await fetch(`${url}/v1/states`, { headers: { Authorization: `Bearer ${key}` } })
      const code = /"error":{"code":"(\w+)"/.exec(await reply.text())?.[1] ?? null
      return [reply.status, code, reply.headers.get('ratelimit-limit')]
    }
    const all = () => Promise.all(processes.map(ask))
    await expect.poll(all, { timeout: IN_FORCE_MS, interval: 50 }).toEqual(processes.map(() => expected))
  }

  test('a new key, its revocation', async () => {
    const { key, id } = await fixture.makeKey({ plan: 'unlimited' })
    await expectSoon(key, [200, null, '6000'])
    await fixture.state.revokeKey({ id, account_id: null }, CHANGE)
    await expectSoon(key, [401, 'revoked_api_key', '20'])
  })

  test('approval, suspension and its end, another plan, a changed plan', async () => {
    const { key, account } = await fixture.makeKey({ status: 'pending', plan: 'unlimited' })
    await expectSoon(key, [403, 'account_pending', '6000'])
    await fixture.state.setAccountStatus(account, 'approve', CHANGE)
    await expectSoon(key, [200, null, '6000'])
    await fixture.state.setAccountStatus(account, 'suspend', CHANGE)
    await expectSoon(key, [401, 'revoked_api_key', '20'])
    await fixture.state.setAccountStatus(account, 'resume', CHANGE)
    await expectSoon(key, [200, null, '6000'])
    await fixture.state.setAccountPlan(account, 'standard', CHANGE)
    await expectSoon(key, [200, null, '600'])
    const plan = { name: 'standard', requests_per_minute: 700, requests_per_day: null, streams: 1 }
    await fixture.state.setPlan(plan, CHANGE)
    await expectSoon(key, [200, null, '700'])
  })

  test('addresses, scopes and expiry of a key', async () => {
    const { key, id } = await fixture.makeKey({ plan: 'unlimited' })
    const change = (to: Partial<Pick<Key, 'scopes' | 'addresses' | 'expires_at'>>): Promise<Key | Refusal> =>
      fixture.state.changeKey({ id, account_id: null }, to, CHANGE)
    await expectSoon(key, [200, null, '6000'])
    await change({ addresses: ['198.51.100.0/24', '2001:db8::/32'] })
    await expectSoon(key, [403, 'insufficient_scope', '6000'])
    await change({ addresses: ['198.51.100.0/24', '127.0.0.1/32'] })
    await expectSoon(key, [200, null, '6000'])
    await change({ scopes: ['stream:read'] })
    await expectSoon(key, [403, 'insufficient_scope', '6000'])
    await change({ scopes: ['data:read'] })
    await expectSoon(key, [200, null, '6000'])
    await change({ expires_at: '2024-01-01T00:00:00.000Z' })
    await expectSoon(key, [401, 'revoked_api_key', '20'])
  })
})

describe('watching', () => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await openFixture()
    await fixture.publish({ fillers: 0 })
  })
  afterAll(() => fixture.close())

  test.each([
    ['a bundle that does not finish opening', () => new Promise<void>(() => undefined)],
    ['a bundle that cannot be opened', () => Promise.reject(new Error('damaged'))],
  ])('%s delays no revocation', async (_what, openNext) => {
    const grants = createGrants(fixture.state)
    const { id } = await fixture.makeKey()
    const hash = (await fixture.state.keyGrants()).find((grant) => grant.id === id)?.hash ?? ''
    let open = async (): Promise<void> => undefined
    const following = await followState(
      watched({ state: fixture.state, bundles: { ...NO_BUNDLES, open: () => open() }, grants }),
    )
    expect(grants.find(hash)?.revoked_at).toBeNull()
    open = openNext
    await fixture.publish({ mark: ` ${id}` })
    await new Promise((resolve) => setTimeout(resolve, 50))
    await fixture.state.revokeKey({ id, account_id: null }, CHANGE)
    await expect.poll(() => grants.find(hash)?.revoked_at, { timeout: IN_FORCE_MS, interval: 10 }).toBe(CHANGE.at)
    open = async () => undefined
    void following.stop()
  })
})

test('nothing is served if the keys cannot be read at the start', async () => {
  const none = async () => undefined
  const state = { version: async () => 1, head: none, released: none, publicationsOf: async () => [] }
  const grants = { load: () => Promise.reject(new Error('the state is damaged')), writeUses: async () => undefined }
  const starting = followState(watched({ state, bundles: NO_BUNDLES, grants }))
  await expect(starting).rejects.toThrow('the state is damaged')
})

describe('the day a key was last used', () => {
  afterEach(() => vi.useRealTimers())

  test('is recorded once per key and day, and never moves back', async () => {
    const written: unknown[] = []
    const use = createKeyUse({ keysUsed: async (uses) => void written.push(uses) })
    const fresh = { id: 1, last_used_on: null }
    await use.write()
    for (let n = 0; n < 1000; n++) use.note(fresh, NOON + n)
    use.note({ id: 2, last_used_on: '2024-10-15' }, NOON)
    use.note({ id: 3, last_used_on: '2024-10-14' }, NOON)
    await use.write()
    const on = '2024-10-15'
    const uses = [
      { id: 1, on },
      { id: 3, on },
    ]
    expect(written.splice(0)).toEqual([uses])
    for (const day of [0, -86_400_000]) use.note(fresh, NOON + day)
    await use.write()
    expect(written).toEqual([])
    use.note(fresh, Date.parse('2024-10-16T00:00:00Z'))
    use.note(fresh, Date.parse('2024-10-15T23:59:59.999Z'))
    await use.write()
    expect(written).toEqual([[{ id: 1, on: '2024-10-16' }]])
  })

  test('a failed write is retried at the next write, unless a later day replaced it', async () => {
    const written: unknown[] = []
    let full = true
    const use = createKeyUse({
      keysUsed: async (uses) => {
        if (full) throw new Error('full')
        written.push(uses)
      },
    })
    use.note({ id: 1, last_used_on: null }, NOON)
    use.note({ id: 2, last_used_on: null }, NOON)
    await expect(use.write()).rejects.toThrow('full')
    use.note({ id: 1, last_used_on: null }, NOON + 86_400_000)
    full = false
    await use.write()
    const uses = [
      { id: 1, on: '2024-10-16' },
      { id: 2, on: '2024-10-15' },
    ]
    expect(written).toEqual([uses])
  })

  test('is in the state after a minute, and at the latest when the server ends', async () => {
    const fixture = await openFixture()
    await fixture.publish({ fillers: 0 })
    const [one, two] = [await fixture.makeKey(), await fixture.makeKey()]
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let now = Date.parse('2024-10-15T23:59:00Z')
    const server = await startServer({ paths: fixture.paths, port: 0, logLevel: 'silent' }, () => now)
    const ask = (key: string) => fetch(`${server.url}/v1/states`, { headers: { Authorization: `Bearer ${key}` } })
    const days = async () => (await fixture.state.keys()).map((key) => key.last_used_on)
    await ask(one.key)
    expect(await days()).toEqual([null, null])
    vi.advanceTimersByTime(60_000)
    await expect.poll(days).toEqual(['2024-10-15', null])
    now = Date.parse('2024-10-16T00:00:00Z')
    await ask(two.key)
    expect(await days()).toEqual(['2024-10-15', null])
    await server.close()
    expect(await days()).toEqual(['2024-10-15', '2024-10-16'])
    await fixture.close()
  })
})

const NO_BUNDLES: Watched['bundles'] = { open: async () => undefined, lease: () => undefined, kept: () => [] }

/** The only server, without a feed. */
function watched(parts: Pick<Watched, 'state' | 'bundles' | 'grants'>): Watched {
  return {
    ...parts,
    release: { expect: () => undefined, serve: async () => undefined, renew: async () => undefined },
    feed: { advance: async () => undefined },
    streams: { sweep: () => undefined },
    degradation: createDegradation(
      () => performance.now(),
      () => undefined,
    ),
    now: Date.now,
    warn: () => undefined,
  }
}
