// A clock that ran ahead locks no account: counts further ahead than one window are discarded, also after a restart.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openUsage } from '../../../data/store/usage.ts'
import { createOwner } from '../../../server/limits/owner.ts'
import { type Fixture, openFixture } from '../fixture.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOON = Date.parse('2024-10-16T12:00:30Z')
const PER_MINUTE = 5
const PER_DAY = 20
const CHANGE = { by: 'command line', at: '2024-10-01T00:00:00.000Z' }
const allowance = { requests_per_minute: PER_MINUTE, requests_per_day: PER_DAY }

let fixture: Fixture
let now: number
beforeEach(async () => {
  fixture = await openFixture()
  now = NOON
})
afterEach(() => fixture.close())

describe.each([2, 192])('after a request at +%d h', (ahead) => {
  test.each(['the same server', 'a server that starts later'] as const)(
    '%s counts as if it had not been',
    async (which) => {
      await fixture.publish({ fillers: 0 })
      const plan = { name: 'few', requests_per_minute: PER_MINUTE, requests_per_day: null, streams: 1 }
      await fixture.state.setPlan(plan, CHANGE)
      const { key } = await fixture.makeKey({ plan: 'few' })
      const first = await fixture.start({ clock: () => now })
      const ask = async (url: string) => {
        const { status, headers } = await fetch(`${url}/v1/states`, { headers: { Authorization: `Bearer ${key}` } })
        return { status, reset: Number(headers.get('ratelimit-reset')), remaining: headers.get('ratelimit-remaining') }
      }
      now = NOON + ahead * HOUR
      expect(await ask(first.url)).toMatchObject({ status: 200, remaining: '4' })
      now = NOON
      const { url } = which === 'the same server' ? first : await fixture.start({ clock: () => now })
      for (let left = PER_MINUTE - 1; left >= 0; left--)
        expect(await ask(url)).toEqual({ status: 200, reset: 30, remaining: String(left) })
      expect(await ask(url)).toEqual({ status: 429, reset: 30, remaining: '0' })
      now += MINUTE
      expect(await ask(url)).toMatchObject({ status: 200 })
    },
  )
})

describe('the owner of the counts', () => {
  function open() {
    const usage = openUsage(fixture.paths)
    const told: string[] = []
    const owner = createOwner(
      usage,
      () => now,
      (fault) => told.push(fault.message),
    )
    /** Number of requests that pass, of as many as the day allows. */
    const passing = (minutes = PER_DAY / PER_MINUTE): number => {
      let passed = 0
      for (let minute = 0; minute < minutes; minute++, now += MINUTE)
        for (let one = 0; one <= PER_MINUTE; one++) {
          const [taken] = owner.decide([{ kind: 'take', account: 1, allowance }])
          if (taken?.refusal === undefined) passed += 1
        }
      return passed
    }
    return { told, passing, close: () => usage.close() }
  }

  test('the requests of the day from before the clock ran ahead still count, also after a restart', () => {
    const first = open()
    expect(first.passing(3)).toBe(15)
    const back = now
    now = NOON + 192 * HOUR
    expect(first.passing(1)).toBe(5)
    now = back
    expect(first.passing()).toBe(5)
    expect(first.told).toEqual(['The clock went back by 8 days. Later counts of 1 account are ignored.'])
    first.close()
    now = back + HOUR
    const second = open()
    expect(second.told).toEqual([
      'The usage file is up to 8 days ahead of this clock for 1 account. These counts are ignored. Check the clock.',
    ])
    expect(second.passing()).toBe(0)
    second.close()
  })

  test('a clock that goes back by less than a window keeps the window it is in', () => {
    const { passing, told, close } = open()
    now = Date.parse('2024-10-16T12:01:05Z')
    expect(passing(1)).toBe(5)
    now = Date.parse('2024-10-16T12:00:40Z')
    expect(passing(1)).toBe(0)
    expect(told).toEqual([])
    close()
  })

  test('over midnight the next day keeps its count, and the minute is discarded', () => {
    const { passing, close } = open()
    now = Date.parse('2024-10-17T00:30:00Z')
    expect(passing(1)).toBe(5)
    now = Date.parse('2024-10-16T23:30:00Z')
    expect(passing(1)).toBe(5)
    now = Date.parse('2024-10-17T00:30:00Z')
    expect(passing()).toBe(10)
    close()
  })
})
