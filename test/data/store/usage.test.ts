import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Database } from '../../../data/store/sqlite.ts'
import { openUsage, type Usage } from '../../../data/store/usage.ts'
import { freshFolder } from '../../temporary.ts'
import { killAfter, startScript } from './killed.ts'

const folder = freshFolder()
let file: string
let usage: Usage

beforeEach(() => {
  file = join(folder, 'usage.sqlite')
  usage = openUsage({ usage: file })
})
afterEach(() => void usage.close())

/** Counts of one account: minute, requests in the minute, day, requests on the day. */
const count = (account_id: number, [minute, minute_requests]: number[] = [], [day, day_requests]: number[] = []) => ({
  ...{ account_id, minute: minute ?? 0, minute_requests: minute_requests ?? 0 },
  ...{ day: day ?? 0, day_requests: day_requests ?? 0 },
})

describe('usage', () => {
  it('gives the latest minute and day of each account', () => {
    expect(usage.latest()).toEqual([])
    usage.write([count(2, [2881, 3], [2, 9]), count(1, [2880, 1], [2, 4])])
    usage.write([count(2, [2882, 1], [2, 10])])
    usage.write([count(2, [4320, 7], [3, 7])])
    expect(usage.latest()).toEqual([count(1, [2880, 1], [2, 4]), count(2, [4320, 7], [3, 7])])
  })

  it('overwrites a count by a higher one, and never by a lower one', () => {
    usage.write([count(1, [60, 5], [0, 5])])
    usage.write([count(1, [60, 6], [0, 6])])
    usage.write([count(1, [60, 2], [0, 2])])
    expect(usage.latest()).toEqual([count(1, [60, 6], [0, 6])])
  })

  it('returns the history of one account from a minute and a day, oldest first', () => {
    for (const [minute, day] of [
      [10, 0],
      [1441, 1],
      [1440, 1],
      [2880, 2],
    ] as const)
      usage.write([count(1, [minute, minute], [day, minute]), count(2, [minute, 1], [day, 1])])
    expect(usage.history(1, { minute: 1440, day: 1 })).toEqual({
      minutes: [1440, 1441, 2880].map((minute) => ({ minute, requests: minute })),
      days: [
        { day: 1, requests: 1441 },
        { day: 2, requests: 2880 },
      ],
    })
    expect(usage.history(3, { minute: 0, day: 0 })).toEqual({ minutes: [], days: [] })
  })

  it('prunes minutes and days before the given ones, at their edge, and the rest stays readable', () => {
    usage.write([count(1, [1439, 1], [0, 1])])
    usage.write([count(1, [1440, 2], [1, 2]), count(2, [1440, 2], [1, 2])])
    usage.prune({ minute: 1440, day: 1 })
    expect(usage.history(1, { minute: 0, day: 0 })).toEqual({
      minutes: [{ minute: 1440, requests: 2 }],
      days: [{ day: 1, requests: 2 }],
    })
    usage.prune({ minute: 2000, day: 1 })
    // Without minutes the day still counts.
    expect(usage.latest()).toEqual([count(1, [0, 0], [1, 2]), count(2, [0, 0], [1, 2])])
  })

  it('writes all counts or none', () => {
    const bad = { ...count(2, [60, 1], [0, 1]), day_requests: 0.5 }
    expect(() => usage.write([count(1, [60, 1], [0, 1]), bad])).toThrow('cannot store REAL value')
    expect(usage.latest()).toEqual([])
  })
})

it('the file is readable only by its owner, and refused by name in another format', () => {
  usage.write([count(1, [60, 1], [0, 1])])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(`${file}-wal`).mode & 0o777).toBe(0o600)
  const database = new Database(file)
  expect(database.pragma('journal_mode', { simple: true })).toBe('wal')
  database.pragma('user_version = 9')
  database.close()
  for (const readonly of [true, false])
    expect(() => openUsage({ usage: file }, { readonly })).toThrow('its format is 9, this version of hustings reads 1')
})

it('the file can be read while its owner writes; a reader neither writes nor creates it', () => {
  const reader = openUsage({ usage: file }, { readonly: true })
  usage.write([count(1, [60, 1], [0, 1])])
  expect(reader.latest()).toEqual([count(1, [60, 1], [0, 1])])
  expect(() => reader.write([count(1, [60, 2], [0, 2])])).toThrow('readonly')
  reader.close()
  const other = join(folder, 'other.sqlite')
  expect(() => openUsage({ usage: other }, { readonly: true })).toThrow(`${other} does not exist yet`)
  expect(statSync(other, { throwIfNoEntry: false })).toBeUndefined()
})

it('a writer that is killed has lost no count that `write` returned from', async () => {
  for (let round = 0; round < (process.env.PROOF ? 20 : 3); round++) {
    const account = round + 1
    const lines = await killAfter(startScript('usage-writer.ts', file, String(account)), 5 + round * 11)
    const told = Number(lines.at(-1))
    const found = usage.latest().find(({ account_id }) => account_id === account)
    expect(found?.minute_requests).toBeGreaterThanOrEqual(told)
    // At most one count was committed but not yet printed.
    expect(found?.minute_requests).toBeLessThanOrEqual(told + 1)
    expect(found?.day_requests).toBe((found?.minute_requests ?? 0) + 5)
  }
})
