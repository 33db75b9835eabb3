// A change of accounts, plans or keys applies within a second in every process. The last use of a key is written later, in batches.

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { DAY } from '../../../data/schema/scalar.ts'
import { createKeyUse } from '../../../server/http/auth.ts'
import { startServer } from '../../../server/main.ts'
import { type Fixture, openFixture } from '../fixture.ts'
import { type ServerProcess, startProcess } from '../process.ts'

/** A change applies within a second on an idle machine. */
const IN_FORCE_MS = process.env.PROOF === '1' ? 1000 : 10_000

const CHANGE = { by: 'command line', at: '2024-10-15T12:00:00.000Z' }
const NOON = Date.parse('2024-10-15T12:00:00Z')

describe('in two processes on one state', () => {
  let fixture: Fixture
  let started: ServerProcess
  let processes: { url: string }[] = []
  beforeAll(async () => {
    fixture = await openFixture()
    await fixture.publish({ fillers: 0 })
    started = await startProcess(fixture)
    processes = [started, await fixture.start()]
  })
  afterAll(async () => {
    await started.stop()
    await fixture.close()
  })

  /** Status, code and minute limit in each process, as soon as both match, else at the end of the wait. */
  async function expectSoon(key: string, expected: readonly [number, string | null, string]): Promise<void> {
    const ask = async ({ url }: { url: string }) => {
      const reply = await fetch(`${url}/v1/states`, { headers: { Authorization: `Bearer ${key}` } })
      const code = /"error":{"code":"(\w+)"/.exec(await reply.text())?.[1] ?? null
      return [reply.status, code, reply.headers.get('ratelimit-limit')]
    }
    const all = () => Promise.all(processes.map(ask))
    await expect.poll(all, { timeout: IN_FORCE_MS, interval: 50 }).toEqual(processes.map(() => expected))
  }

  type Changing = readonly [change: () => Promise<unknown>, status: number, code: string | null, limit: string]
  async function expectEach(key: string, steps: readonly Changing[]): Promise<void> {
    for (const [change, ...expected] of steps) {
      await change()
      await expectSoon(key, expected)
    }
  }

  test('a new key, its addresses, scopes, expiry and revocation', async () => {
    const { key, id } = await fixture.makeKey({ plan: 'unlimited' })
    const which = { id, account_id: null }
    const change = (to: Parameters<typeof fixture.state.changeKey>[1]) => () =>
      fixture.state.changeKey(which, to, CHANGE)
    await expectEach(key, [
      [async () => undefined, 200, null, '6000'],
      [change({ addresses: ['198.51.100.0/24', '2001:db8::/32'] }), 403, 'insufficient_scope', '6000'],
      [change({ addresses: ['198.51.100.0/24', '127.0.0.1/32'] }), 200, null, '6000'],
      [change({ scopes: ['stream:read'] }), 403, 'insufficient_scope', '6000'],
      [change({ scopes: ['data:read'] }), 200, null, '6000'],
      [change({ expires_at: '2024-01-01T00:00:00.000Z' }), 401, 'revoked_api_key', '20'],
      [change({ expires_at: null }), 200, null, '6000'],
      [() => fixture.revokeKey(id), 401, 'revoked_api_key', '20'],
    ])
  })

  test('approval, suspension and its end, another plan, a changed plan', async () => {
    const { key, account } = await fixture.makeKey({ status: 'pending', plan: 'unlimited' })
    const { setAccountStatus, setAccountPlan, setPlan } = fixture.state
    const plan = { name: 'standard', requests_per_minute: 700, requests_per_day: null, streams: 1 }
    await expectEach(key, [
      [async () => undefined, 403, 'account_pending', '6000'],
      [() => setAccountStatus(account, 'approve', CHANGE), 200, null, '6000'],
      [() => setAccountStatus(account, 'suspend', CHANGE), 401, 'revoked_api_key', '20'],
      [() => setAccountStatus(account, 'resume', CHANGE), 200, null, '6000'],
      [() => setAccountPlan(account, 'standard', CHANGE), 200, null, '600'],
      [() => setPlan(plan, CHANGE), 200, null, '700'],
    ])
  })
})

describe('the day a key was last used', () => {
  afterEach(() => vi.useRealTimers())

  const open = () => {
    const disk = { full: false, written: [] as unknown[] }
    const use = createKeyUse({
      async keysUsed(uses) {
        if (disk.full) throw new Error('full')
        disk.written.push(...uses)
      },
    })
    return { disk, use }
  }

  test('is recorded once per key and day, and never moves back', async () => {
    const { disk, use } = open()
    const fresh = { id: 1, last_used_on: null }
    await use.write()
    for (let n = 0; n < 1000; n++) use.note(fresh, NOON + n)
    use.note({ id: 2, last_used_on: '2024-10-15' }, NOON)
    use.note({ id: 3, last_used_on: '2024-10-14' }, NOON)
    await use.write()
    const [one, three] = [1, 3].map((id) => ({ id, on: '2024-10-15' }))
    expect(disk.written).toEqual([one, three])
    for (const day of [0, -DAY]) use.note(fresh, NOON + day)
    await use.write()
    expect(disk.written).toEqual([one, three])
    use.note(fresh, Date.parse('2024-10-16T00:00:00Z'))
    use.note(fresh, Date.parse('2024-10-15T23:59:59.999Z'))
    await use.write()
    expect(disk.written).toEqual([one, three, { id: 1, on: '2024-10-16' }])
  })

  test('a failed write is retried at the next write, unless a later day replaced it', async () => {
    const { disk, use } = open()
    disk.full = true
    for (const id of [1, 2]) use.note({ id, last_used_on: null }, NOON)
    await expect(use.write()).rejects.toThrow('full')
    use.note({ id: 1, last_used_on: null }, NOON + DAY)
    disk.full = false
    await use.write()
    expect(disk.written).toEqual([
      { id: 1, on: '2024-10-16' },
      { id: 2, on: '2024-10-15' },
    ])
  })

  test('is in the state after a minute, and at the latest when the server ends', async () => {
    const fixture = await openFixture()
    await fixture.publish({ fillers: 0 })
    const [one, two] = [await fixture.makeKey(), await fixture.makeKey()]
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let now = Date.parse('2024-10-15T23:59:00Z')
    const options = { paths: fixture.paths, port: 0, logLevel: 'silent', drainIdle: 10 }
    const server = await startServer(options, () => now)
    const ask = (key: string) => fetch(`${server.url}/v1/states`, { headers: { Authorization: `Bearer ${key}` } })
    const days = async () => (await fixture.state.keys()).map((key) => key.last_used_on)
    await ask(one.key)
    expect(await days()).toEqual([null, null])
    vi.advanceTimersByTime(60_000)
    await expect.poll(days).toEqual(['2024-10-15', null])
    now = Date.parse('2024-10-16T00:00:00Z')
    await ask(two.key)
    expect(await days()).toEqual(['2024-10-15', null])
    vi.useRealTimers()
    await server.close()
    expect(await days()).toEqual(['2024-10-15', '2024-10-16'])
    await fixture.close()
  })
})
