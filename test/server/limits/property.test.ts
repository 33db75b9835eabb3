// For any requests, clock steps and restarts, the owner decides like a model that lists the requests that passed.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUsage } from '../../../data/store/usage.ts'
import type { MeterRequest } from '../../../server/http/limits.ts'
import { createOwner } from '../../../server/limits/owner.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const START = Date.parse('2024-10-15T23:57:30Z')
const ACCOUNTS = 3
const allowance = { requests_per_minute: 3, requests_per_day: 8 }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hustings-meter-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

type Step =
  | { kind: 'ask'; asks: { account: number; take: boolean }[] }
  | { kind: 'clock'; by: number }
  | { kind: 'restart' }

const ask = fc.record({ account: fc.integer({ min: 1, max: ACCOUNTS }), take: fc.boolean() })
const span = fc.oneof(
  fc.integer({ min: 1, max: 2 * MINUTE }),
  fc.integer({ min: 1, max: 3 * DAY }),
  fc.constant(MINUTE),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('ask' as const), asks: fc.array(ask, { maxLength: 6 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('clock' as const), by: span }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clock' as const), by: span.map((by) => -by) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
)

interface Passed {
  account: number
  minute: number
  day: number
  /** Windows more than their own length ahead when the owner read its clock; a restart reads the file again. */
  minuteDiscarded: boolean
  dayDiscarded: boolean
}

/** Each account's passed requests, by minute and day. */
function createModel() {
  const passed: Passed[] = []
  const restart = (): void => {
    for (const one of passed) one.minuteDiscarded = one.dayDiscarded = false
  }
  const look = (now: number): void => {
    for (const one of passed) {
      one.minuteDiscarded ||= one.minute - Math.floor(now / MINUTE) > 1
      one.dayDiscarded ||= one.day - Math.floor(now / DAY) > 1
    }
  }
  const decide = (account: number, take: boolean, now: number) => {
    const own = passed.filter((one) => one.account === account)
    const minutes = own.filter((one) => !one.minuteDiscarded).map((one) => one.minute)
    const days = own.filter((one) => !one.dayDiscarded).map((one) => one.day)
    const minute = Math.max(Math.floor(now / MINUTE), ...minutes)
    const day = Math.max(Math.floor(now / DAY), ...days)
    const inMinute = minutes.filter((one) => one === minute).length
    const inDay = days.filter((one) => one === day).length
    const refusal = !take
      ? undefined
      : inDay >= allowance.requests_per_day
        ? 'daily_limit_exceeded'
        : inMinute >= allowance.requests_per_minute
          ? 'rate_limit_exceeded'
          : undefined
    const taken = take && !refusal ? 1 : 0
    if (taken) passed.push({ account, minute, day, minuteDiscarded: false, dayDiscarded: false })
    return {
      refusal,
      remaining: allowance.requests_per_minute - inMinute - taken,
      daily_remaining: allowance.requests_per_day - inDay - taken,
      reset: Math.ceil(((minute + 1) * MINUTE - now) / 1000),
    }
  }
  return { restart, look, decide }
}

let runs = 0

const FULL = process.env.PROOF === '1'

test('the owner decides as the model, across clock steps and restarts', { timeout: FULL ? 1_200_000 : 120_000 }, () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      runs += 1
      const paths = { usage: join(folder, `${runs}.sqlite`) }
      let now = START
      const open = () => {
        const usage = openUsage(paths)
        return { usage, owner: createOwner(usage, () => now, raise) }
      }
      let { usage, owner } = open()
      const model = createModel()
      for (const one of steps) {
        if (one.kind === 'clock') now += one.by
        else if (one.kind === 'restart') {
          // Without owner.close(), as after a kill.
          usage.close()
          ;({ usage, owner } = open())
          model.restart()
          model.look(now)
        } else {
          model.look(now)
          const taken = owner.decide(one.asks.map(toRequest))
          const got = taken.map(({ standing: { remaining, daily_remaining, reset }, refusal }) => {
            return { refusal: refusal?.code, remaining, daily_remaining, reset }
          })
          expect(got).toEqual(one.asks.map(({ account, take }) => model.decide(account, take, now)))
        }
      }
      usage.close()
    }),
    { numRuns: FULL ? 5000 : 50 },
  )
})

function toRequest({ account, take }: { account: number; take: boolean }): MeterRequest {
  return { kind: take ? 'take' : 'look', account, allowance }
}

/** Throws faults, except the report that the clock went back. */
function raise(fault: Error): void {
  if (!/clock/.test(fault.message)) throw fault
}
