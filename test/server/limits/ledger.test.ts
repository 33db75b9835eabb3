import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Database } from '../../../data/store/sqlite.ts'
import { openUsage, type Usage, type UsageCount } from '../../../data/store/usage.ts'
import { createLocalMeter, createOwner } from '../../../server/limits/owner.ts'
import { freshFolder } from '../../temporary.ts'

const NOON = Date.parse('2024-10-16T12:00:00Z')
const allowance = { requests_per_minute: 5, requests_per_day: 100 }

const folder = freshFolder()
let usage: Usage
let now: number
beforeEach(() => {
  usage = openUsage({ usage: join(folder, 'usage.sqlite') })
  now = NOON
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  usage.close()
})

/** The real file behind a disk that can be filled. */
function openOwner() {
  const disk = { full: false, writes: 0 }
  const told: string[] = []
  const write = (counts: readonly UsageCount[]): void => {
    disk.writes += 1
    if (disk.full) throw new Error('database or disk is full')
    usage.write(counts)
  }
  const owner = createOwner(
    { ...usage, write },
    () => now,
    ({ message }) => told.push(message),
  )
  const take = (account: number, times: number) =>
    owner.decide(Array.from({ length: times }, () => ({ kind: 'take' as const, account, allowance })))
  return { owner, disk, told, take }
}

const minutesOf = (account: number) => usage.history(account, { minute: 0, day: 0 }).minutes.map((one) => one.requests)
const daysOf = (account: number) => usage.history(account, { minute: 0, day: 0 }).days.map((one) => one.requests)

test('each decision is in the file before its answer; reading writes nothing', () => {
  const { owner, disk, take } = openOwner()
  take(1, 3)
  expect([disk.writes, minutesOf(1), daysOf(1)]).toEqual([1, [3], [3]])
  owner.decide([
    { kind: 'look', account: 1, allowance },
    { kind: 'keyless', peer: 'a', wrongKey: true },
    { kind: 'attempt', peer: 'a', account: 'x' },
    { kind: 'attempt', peer: 'a', account: null },
  ])
  expect(disk.writes).toBe(1)
  take(1, 3)
  expect([disk.writes, minutesOf(1), daysOf(1)]).toEqual([2, [5], [5]])
  take(1, 3)
  expect(disk.writes).toBe(2)
})

test('requests in one turn of the event loop make one write, before any of their replies', async () => {
  const { owner, disk } = openOwner()
  const meter = createLocalMeter(owner)
  const ask = async (account: number) => {
    const decision = await meter.ask({ kind: 'take', account, allowance })
    const before = disk.writes
    await new Promise<void>((resolve) => meter.afterWrite(resolve))
    expect(disk.writes).toBe(before + 1)
    return decision
  }
  const taken = await Promise.all([ask(1), ask(2), ask(1), ...Array.from({ length: 4 }, () => ask(1))])
  expect(taken.map(({ standing }) => standing.remaining)).toEqual([4, 4, 3, 2, 1, 0, 0])
  expect(taken.map(({ refusal }) => refusal?.code)).toEqual([...Array(6).fill(undefined), 'rate_limit_exceeded'])
  expect([disk.writes, minutesOf(1), minutesOf(2)]).toEqual([1, [5], [1]])
  await ask(2)
  expect([disk.writes, minutesOf(2)]).toEqual([2, [2]])
  let isSent = false
  meter.afterWrite(() => {
    isSent = true
  })
  expect(isSent).toBe(true)
})

test('a full disk: limits hold in memory, a write is tried once a second, and all counts are written in the end', () => {
  const { disk, told, take } = openOwner()
  take(1, 2)
  disk.full = true
  expect(take(1, 4).map(({ refusal }) => refusal?.code)).toEqual([...Array(3).fill(undefined), 'rate_limit_exceeded'])
  for (let i = 0; i < 50; i++) take(2, 1)
  expect(disk.writes).toBe(2)
  now += 60_000
  take(1, 4)
  vi.advanceTimersByTime(10_000)
  expect([disk.writes, minutesOf(1), minutesOf(2)]).toEqual([12, [2], []])
  expect(told).toEqual([expect.stringMatching(/^Usage counts cannot be saved.*disk is full/)])
  vi.advanceTimersByTime(110_000)
  expect(told).toHaveLength(3)
  disk.full = false
  vi.advanceTimersByTime(1000)
  expect([minutesOf(1), daysOf(1), minutesOf(2)]).toEqual([[5, 4], [9], [5]])
  expect(told.at(-1)).toMatch(/saved again/)
  const { writes } = disk
  take(1, 1)
  expect([disk.writes, minutesOf(1)]).toEqual([writes + 1, [5, 5]])
  disk.full = true
  take(2, 1)
  expect(told.at(-1)).toMatch(/cannot be saved/)
})

test('waiting counts are written at the end if the file accepts them, else reported as lost', () => {
  const healed = openOwner()
  healed.disk.full = true
  healed.take(1, 3)
  healed.disk.full = false
  healed.owner.close()
  expect([minutesOf(1), openOwner().take(1, 1)[0]?.standing.remaining]).toEqual([[3], 1])
  const broken = openOwner()
  broken.disk.full = true
  broken.take(2, 3)
  broken.owner.close()
  expect(broken.told.at(-1)).toMatch(/are lost/)
})

test('another program that locks the file delays it no longer than the busy timeout', () => {
  const other = new Database(join(folder, 'usage.sqlite'))
  other.exec('BEGIN IMMEDIATE')
  const { told, take } = openOwner()
  expect(take(1, 2).map(({ standing }) => standing.remaining)).toEqual([4, 3])
  expect(told).toEqual([expect.stringMatching(/database is locked/)])
  other.exec('ROLLBACK')
  other.close()
  vi.advanceTimersByTime(1000)
  expect(minutesOf(1)).toEqual([2])
})

test('old minutes and days are deleted once an hour; a clock jump deletes nothing else', () => {
  const day = 86_400_000
  const { take } = openOwner()
  take(1, 1)
  for (const jump of [500 * day, -500 * day, 3 * day]) {
    now += jump
    take(2, 1)
  }
  expect([minutesOf(1), daysOf(1)]).toEqual([[1], [1]])
  now += 3_600_000
  take(3, 1)
  expect([minutesOf(1), daysOf(1)]).toEqual([[], [1]])
  now += 398 * day
  take(3, 1)
  now += 3_600_000
  take(3, 1)
  expect([minutesOf(1), daysOf(1), daysOf(2)]).toEqual([[], [], [1, 1]])
})

test('a clock that ran ahead locks no account, also after a restart; both are reported', () => {
  const first = openOwner()
  const passing = ({ take }: typeof first): number => take(1, 6).filter(({ refusal }) => !refusal).length
  expect(passing(first)).toBe(5)
  const back = now
  now += 8 * 86_400_000
  expect(passing(first)).toBe(5)
  now = back + 60_000
  expect([passing(first), passing(first)]).toEqual([5, 0])
  expect(first.told).toEqual(['The clock went back by 8 days. Later counts of 1 account are ignored.'])
  now += 60_000
  const second = openOwner()
  expect(passing(second)).toBe(5)
  expect(second.told).toEqual([expect.stringContaining('up to 8 days ahead of this clock for 1 account')])
})

test('a clock that ran ahead locks out no address and no sign-in', () => {
  const { owner } = openOwner()
  const tries = () =>
    owner.decide([
      { kind: 'keyless', peer: 'a', wrongKey: true },
      { kind: 'attempt', peer: 'a', account: 'x' },
    ])
  const refused = () => tries().map(({ refusal }) => refusal !== undefined)
  now += 8 * 86_400_000
  for (let nth = 0; nth < 1000; nth++) tries()
  expect(refused()).toEqual([true, true])
  now = NOON
  expect(refused()).toEqual([false, false])
})

test('a request that is given back counts neither for its minute nor for its day', () => {
  const { owner, take } = openOwner()
  take(1, 2)
  const [decision] = owner.decide([{ kind: 'give back', account: 1, allowance }])
  expect([decision?.standing.remaining, decision?.standing.daily_remaining]).toEqual([4, 99])
})
