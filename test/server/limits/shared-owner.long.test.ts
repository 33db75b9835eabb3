import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LEASE_RENEW_MS } from '../../../data/store/state/leases.ts'
import { openSharedUsage } from '../../../data/store/state/open.ts'
import type { ServiceStore } from '../../../data/store/state/state.ts'
import { StateUnavailable } from '../../../data/store/state/state.ts'
import type { SharedUsage } from '../../../data/store/usage.ts'
import { createCounts } from '../../../server/limits/counters.ts'
import { DOWNLOAD_BYTES_PER_DAY } from '../../../server/limits/limits.ts'
import type { LimitDecision, MeterRequest } from '../../../server/limits/meter.ts'
import type { AnyOwner } from '../../../server/limits/owner.ts'
import { openSharedOwner } from '../../../server/limits/shared-owner.ts'
import { POSTGRES, type TestState, whyWithoutPostgres } from '../../data/store/state/engines.ts'
import { PROOF_ONLY } from '../../proof/only.ts'

const why = await whyWithoutPostgres()
const MINUTE = 60_000
const ALLOWANCE = { requests_per_minute: 60, requests_per_day: 5000, streams: 3 }

interface Server {
  owner: AnyOwner
  usage: SharedUsage
  /** The database is away for this server. */
  isCut: boolean
  steady: number
  told: string[]
}

describe.skipIf(why !== undefined)(why ?? 'three servers', () => {
  let place: TestState
  let state: ServiceStore
  let servers: Server[]
  /** Each test has accounts of its own. */
  let base = 0
  beforeAll(async () => {
    place = await POSTGRES.create()
    state = await place.open()
    servers = []
    for (const name of ['one', 'two', 'three']) servers.push(await openServer(name))
    // By then each has seen all three.
    await wait(1500)
  })
  beforeEach(() => {
    base += 1000
  })
  afterAll(async () => {
    for (const server of servers) await closeServer(server)
    await state.close()
    await place.remove()
  })

  async function openServer(name: string): Promise<Server> {
    const usage = await openSharedUsage({ stateServer: place.address })
    if (!usage) throw new Error('no shared usage')
    const through =
      <Words extends unknown[], Result>(call: (...words: Words) => Promise<Result>) =>
      async (...words: Words): Promise<Result> => {
        if (server.isCut) throw new StateUnavailable('the test', 'it is cut off')
        return await call(...words)
      }
    const owner: AnyOwner = { decide: async () => [], close: async () => undefined }
    const server: Server = { usage, owner, isCut: false, steady: 0, told: [] }
    const { take, add, renew, leave, prune } = usage
    server.owner = await openSharedOwner({
      usage: {
        ...{ take: through(take), add: through(add), renew: through(renew) },
        ...{ leave: through(leave), prune: through(prune) },
      },
      server: name,
      now: Date.now,
      steady: () => performance.now() + server.steady,
      warn: (sentence) => server.told.push(sentence),
    })
    return server
  }
  async function closeServer({ owner, usage }: Server): Promise<void> {
    await owner.close()
    await usage.close()
  }
  const decide = async (server: Server | undefined, requests: readonly MeterRequest[]): Promise<LimitDecision[]> =>
    (await server?.owner.decide(requests)) ?? []
  const times = (count: number, request: MeterRequest): MeterRequest[] => Array.from({ length: count }, () => request)
  const take = (account: number, count: number, allowance = ALLOWANCE) =>
    times(count, { kind: 'take', account: base + account, allowance })
  const stream = (account: number, kind: 'open' | 'close', ...names: string[]): MeterRequest[] =>
    names.map((name) => ({ kind, account: base + account, allowance: ALLOWANCE, stream: name }))
  const passed = (decisions: readonly LimitDecision[]): number => decisions.filter(({ refusal }) => !refusal).length
  /** How many of them pass. */
  const passing = async (server: Server | undefined, requests: readonly MeterRequest[]): Promise<number> =>
    passed(await decide(server, requests))
  /** All decisions of the three servers on these requests at once. */
  const decideAtOnce = async (requestsOf: (at: number) => MeterRequest[]): Promise<LimitDecision[]> =>
    (await Promise.all(servers.map((server, at) => decide(server, requestsOf(at))))).flat()
  const refusals = (decisions: readonly LimitDecision[]) =>
    new Set(decisions.flatMap(({ refusal }) => refusal?.code ?? []))
  /** Of the database. No minute ends within so many seconds from then on. */
  const inMinute = async (seconds: number): Promise<number> => {
    for (;;) {
      const [row] = await place.rows<{ now: number }>(`SELECT ${place.now} AS now`)
      const left = 60 - ((row?.now ?? 0) % 60)
      if (left > seconds) return Math.floor((row?.now ?? 0) / 60)
      // The servers' clocks differ by some milliseconds.
      await wait(left * 1000 + 300)
    }
  }

  test('64 at once over three servers at a limit of 60: exactly 60 pass, ten times, and the standing says so', async () => {
    await inMinute(10)
    for (let account = 1; account <= 10; account++) {
      const all = await Promise.all(
        servers.map((server, at) => Promise.all(take(account, at === 0 ? 22 : 21).map((one) => decide(server, [one])))),
      )
      const decisions = all.flat(2)
      expect([passed(decisions), refusals(decisions)]).toEqual([60, new Set(['rate_limit_exceeded'])])
      // Each remaining number was given once.
      const left = decisions.filter(({ refusal }) => !refusal).map(({ standing }) => standing.remaining)
      expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, at) => at))
    }
  })

  describe.skipIf(PROOF_ONLY !== null)('exact too', () => {
    test('are a day and downloads', async () => {
      await inMinute(10)
      const days = await decideAtOnce(() => take(1, 8, { ...ALLOWANCE, requests_per_day: 10 }))
      expect([passed(days), refusals(days)]).toEqual([10, new Set(['daily_limit_exceeded'])])
      const bytes = DOWNLOAD_BYTES_PER_DAY / 2
      const download: MeterRequest = { kind: 'download', account: base + 2, allowance: ALLOWANCE, bytes }
      let downloads = 0
      for (const server of [...servers, ...servers]) downloads += await passing(server, [download])
      expect(downloads).toBe(2)
    })

    test('are streams; a server that ends gives its own free', async () => {
      await inMinute(10)
      const opened = await decideAtOnce((at) => stream(3, 'open', `${at}a`, `${at}b`))
      expect([passed(opened), refusals(opened)]).toEqual([3, new Set(['too_many_streams'])])
      expect(await passing(servers[0], stream(3, 'open', 'more'))).toBe(0)
      // Repeated ends do not free places twice.
      for (let time = 0; time < 2; time++) await decideAtOnce((at) => stream(3, 'close', `${at}a`, `${at}b`))
      expect(passed(await decideAtOnce((at) => stream(3, 'open', `${at}c`, `${at}d`)))).toBe(3)
      await decideAtOnce((at) => stream(3, 'close', `${at}c`, `${at}d`))
      const fourth = await openServer('four')
      expect(await passing(fourth, stream(3, 'open', 'e', 'f'))).toBe(2)
      expect(await passing(servers[1], stream(3, 'open', 'g', 'h'))).toBe(1)
      await closeServer(fourth)
      expect(await passing(servers[1], stream(3, 'open', 'i', 'j', 'k'))).toBe(2)
    })
  })

  test('what is given back is free for the other servers', async () => {
    await inMinute(10)
    expect(await passing(servers[0], take(1, 70))).toBe(60)
    await decide(servers[0], times(2, { kind: 'give back', account: base + 1, allowance: ALLOWANCE }))
    expect(await passing(servers[1], take(1, 5))).toBe(2)
  })

  test('a place is freed once, also if the end of a stream comes twice or with its beginning', async () => {
    await inMinute(10)
    await decide(servers[0], stream(1, 'open', 'a'))
    await decide(servers[0], stream(1, 'close', 'a', 'a'))
    expect(await passing(servers[1], stream(1, 'open', 'b', 'c'))).toBe(2)
    expect(await passing(servers[2], stream(1, 'open', 'd', 'e'))).toBe(1)
    await decide(servers[2], stream(1, 'close', 'd', 'e'))
    await decide(servers[0], [...stream(1, 'open', 'f'), ...stream(1, 'close', 'f')])
    // A server corrects what the database has noted with its next sign of life.
    await wait(2 * LEASE_RENEW_MS)
    expect(await passing(servers[2], stream(1, 'open', 'g', 'h'))).toBe(1)
  })

  test('requests without a key and passwords are counted at each server, and their addresses are nowhere in the database', async () => {
    const peer = '203.0.113.77'
    // Each write of a row has a transaction of its own in `xmin`.
    const rows = () => place.rows('SELECT xmin::text AS written, usage_now::text AS row FROM usage_now ORDER BY row')
    // What earlier tests wrote may come a moment later.
    const written = async () => {
      for (let last = await rows(); ; ) {
        await wait(1500)
        const now = await rows()
        if (JSON.stringify(now) === JSON.stringify(last)) return now
        last = now
      }
    }
    const before = await written()
    for (const server of servers) {
      expect(await passing(server, times(25, { kind: 'keyless', peer, wrongKey: true }))).toBe(20)
      expect(await passing(server, times(12, { kind: 'attempt', peer, account: 'hmac' }))).toBe(10)
    }
    expect(await written()).toEqual(before)
  })

  test('while the database is away, each passes its share, marked; afterwards the database knows all of it', async () => {
    const minute = await inMinute(10)
    expect(await passing(servers[0], take(1, 10))).toBe(10)
    for (const server of servers) server.isCut = true
    const away = await Promise.all(servers.map((server) => decide(server, take(1, 40))))
    expect(away.map(passed)).toEqual([20, 20, 20])
    expect(away.flat().every(({ degraded }) => degraded)).toBe(true)
    expect(away[0]?.[0]?.standing.limit).toBe(20)
    for (const server of servers) {
      expect(server.told[0]).toMatch(/cut off.*1 of 3/)
      // Of another account at the end of the minute that it may last.
      server.steady = 58_000
      expect(await passing(server, take(2, 1))).toBe(1)
      server.steady = 61_000
      const [late] = await decide(server, take(2, 1))
      expect(late?.refusal?.code).toBe('state_unavailable')
    }
    for (const server of servers) server.isCut = false
    const again = expect.stringContaining('counted with the other servers again')
    await expect.poll(() => servers.map(({ told }) => told.at(-1)), { timeout: 15_000 }).toEqual([again, again, again])
    const history = await servers[0]?.usage.history(base + 1, { minute, day: 0 })
    expect(history).toMatchObject({ minutes: [{ minute, requests: 70 }], days: [{ requests: 70 }] })
    // Nothing more in this minute.
    expect(await passing(servers[2], take(1, 5))).toBe(0)
    const [last] = await decide(servers[0], take(1, 1))
    expect(last?.degraded).toBeUndefined()
  })

  test('one server that is cut off passes its share beside the limit of the others', async () => {
    await inMinute(10)
    const cut = servers[1]
    if (cut) cut.isCut = true
    const all = await Promise.all(servers.map((server) => decide(server, take(1, 64))))
    expect(passed(all[1] ?? [])).toBe(20)
    expect(passed([...(all[0] ?? []), ...(all[2] ?? [])])).toBe(60)
  })

  test('a single server decides as one with its own counts does, whatever is asked', async () => {
    const allowance = fc.constantFrom(
      { requests_per_minute: 5, requests_per_day: 8, streams: 2 },
      { requests_per_minute: 6, requests_per_day: null, streams: 1 },
    )
    const asked = { account: fc.constantFrom(1, 2), allowance }
    const stream = fc.constantFrom('a', 'b', 'c')
    const bytes = fc.constantFrom(1, DOWNLOAD_BYTES_PER_DAY)
    const request: fc.Arbitrary<MeterRequest> = fc.oneof(
      fc.record({ kind: fc.constantFrom('take' as const, 'look' as const), ...asked }),
      fc.record({ kind: fc.constant('take' as const), ...asked, file: fc.constantFrom('x', 'y') }),
      fc.record({ kind: fc.constantFrom('open' as const, 'close' as const), ...asked, stream }),
      fc.record({ kind: fc.constant('download' as const), ...asked, bytes }),
      fc.record({ kind: fc.constant('keyless' as const), peer: fc.constant('p'), wrongKey: fc.boolean() }),
    )
    let round = 0
    const batches = fc.array(fc.array(request, { minLength: 1, maxLength: 6 }), { maxLength: 8 })
    const plain = ({ standing, refusal }: LimitDecision) => ({ ...standing, reset: 0, refused: refusal?.code })
    const property = fc.asyncProperty(batches, async (drawn) => {
      await inMinute(5)
      round += 1
      const counts = createCounts([])
      const server = await openServer(`round ${round}`)
      const shift = (one: MeterRequest): MeterRequest =>
        'allowance' in one ? { ...one, account: one.account + base + 10 * round } : one
      try {
        for (const batch of drawn) {
          const expected = batch.map((one) => counts.decide(one, Date.now()))
          expect((await decide(server, batch.map(shift))).map(plain)).toEqual(expected.map(plain))
        }
      } finally {
        await closeServer(server)
      }
    })
    await fc.assert(property, { numRuns: PROOF_ONLY === null ? 100 : 8 })
  })

  test.skipIf(PROOF_ONLY !== null)(
    'usage is deleted, and a minute that ended has no place in the next one',
    async () => {
      await inMinute(10)
      await decide(servers[0], take(1, 3))
      const row = `WHERE account_id = ${base + 1}`
      await place.rows(
        `UPDATE usage_now SET minute = minute - 1, day = day - 1, minute_requests = 60, day_requests = 5000 ${row}`,
      )
      expect(await passing(servers[0], take(1, 64))).toBe(60)
      // A clock that went back keeps its window; one far ahead is discarded.
      await place.rows(`UPDATE usage_now SET minute = minute + 1 ${row}`)
      expect(await passing(servers[0], take(1, 5))).toBe(0)
      await place.rows(`UPDATE usage_now SET minute = minute + 5 ${row}`)
      expect(await passing(servers[0], take(1, 64))).toBe(60)
      await servers[0]?.usage.prune({ minute: Math.floor(Date.now() / MINUTE) + 10, day: 0 })
      expect(await place.rows('SELECT 1 FROM usage_minute')).toEqual([])
      expect((await servers[0]?.usage.latest())?.map(({ account_id }) => account_id)).toContain(base + 1)
    },
  )
})
