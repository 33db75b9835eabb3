import { afterEach, expect, it } from 'vitest'
import { retentionDays } from '../../../data/store/environment.ts'

const before = process.env.HUSTINGS_RETENTION_DAYS
afterEach(() => {
  if (before === undefined) delete process.env.HUSTINGS_RETENTION_DAYS
  else process.env.HUSTINGS_RETENTION_DAYS = before
})

it('is a week, or HUSTINGS_RETENTION_DAYS, which must be a whole number of days', () => {
  for (const [text, days] of [
    ['', 7],
    ['1', 1],
    ['366', 366],
  ] as const) {
    process.env.HUSTINGS_RETENTION_DAYS = text
    expect(retentionDays()).toBe(days)
  }
  for (const text of ['0', '367', '-1', '1.5', '7d', ' ', '1e2', '0x7']) {
    process.env.HUSTINGS_RETENTION_DAYS = text
    expect(retentionDays, text).toThrow(
      `the environment's HUSTINGS_RETENTION_DAYS: got "${text}", expected a whole number of days from 1 to 366`,
    )
  }
})
