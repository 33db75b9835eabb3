import { expect, test } from 'vitest'
import { plan } from '../../../data/access/plan.ts'

const FREE = { name: 'free', requests_per_minute: 60, requests_per_day: 1000, streams: 2 }
const isPlan = (more: object): boolean => plan.safeParse({ ...FREE, ...more }).success

test('a plan allows at least one request, perhaps no stream, and at most a thousand million of each', () => {
  for (const more of [{}, { requests_per_day: null }, { streams: 0 }, { requests_per_minute: 1, requests_per_day: 1 }])
    expect(isPlan(more), JSON.stringify(more)).toBe(true)
  for (const field of ['requests_per_minute', 'requests_per_day', 'streams']) {
    expect(isPlan({ [field]: 1_000_000_000 })).toBe(true)
    for (const value of [1_000_000_001, 1.5, -1, '5'])
      expect(isPlan({ [field]: value }), `${field} ${value}`).toBe(false)
  }
  const wrong = [{ requests_per_minute: 0 }, { requests_per_day: 0 }, { requests_per_minute: null }, { streams: null }]
  for (const more of wrong) expect(isPlan(more), JSON.stringify(more)).toBe(false)
})

test('a name is up to 40 small letters, digits and dashes, a letter first', () => {
  for (const name of ['a', 'free-2', `a${'9'.repeat(39)}`]) expect(isPlan({ name })).toBe(true)
  for (const name of ['', '2free', '-a', 'Free', 'a_b', `a${'9'.repeat(40)}`])
    expect(isPlan({ name }), name).toBe(false)
})
