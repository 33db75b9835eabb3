// The daily count restarts at 00:00 UTC in every time zone, also on days of clock changes.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../data/schema/scalar.ts'
import { openUsage } from '../../../data/store/usage.ts'
import { createOwner } from '../../../server/limits/owner.ts'

const allowance = { requests_per_minute: 60, requests_per_day: 10 }

afterEach(() => vi.unstubAllEnvs())

// One request every half hour for four days at a cap of ten a day, with a restart every four hours.
test.each([
  ['America/New_York', '2024-03-09', -300],
  ['America/New_York', '2024-11-02', -240],
  ['Asia/Kolkata', '2024-03-09', 330],
  ['Pacific/Kiritimati', '2024-11-02', 840],
  ['UTC', '2024-12-30', 0],
])('%s from %s', (zone, day, offset) => {
  vi.stubEnv('TZ', zone)
  const began = Date.parse(day)
  expect(0 - new Date(began).getTimezoneOffset()).toBe(offset)
  const folder = mkdtempSync(join(tmpdir(), 'hustings-days-'))
  const renewed: string[] = []
  let passed = 0
  for (let from = began; from < began + 4 * DAY; from += 4 * HOUR) {
    let at = from
    const usage = openUsage({ usage: join(folder, 'usage.sqlite') })
    const owner = createOwner(
      usage,
      () => at,
      ({ message }) => expect.fail(message),
    )
    for (; at < from + 4 * HOUR; at += 30 * MINUTE) {
      const { standing, refusal } = owner.take({ kind: 'take', account: 1, allowance })
      owner.write()
      if (!refusal) passed += 1
      if (!refusal && standing.daily_remaining === 9) renewed.push(new Date(at).toISOString())
    }
    usage.close()
  }
  rmSync(folder, { recursive: true })
  expect(renewed).toEqual([0, 1, 2, 3].map((days) => new Date(began + days * DAY).toISOString()))
  expect(passed).toBe(40)
})
