import { expect, it } from 'vitest'
import { lastNovemberElection, novemberElection } from '../../../data/reference/elections.ts'
import { missedDay, primaryElectionDay } from '../../../ingest/ballot/election-days.ts'

const YEARS = [2020, 2022, 2024, 2026] as const

it('the days of elections are those on which general elections were held', () => {
  expect(YEARS.map(novemberElection)).toEqual(['2020-11-03', '2022-11-08', '2024-11-05', '2026-11-03'])
  const last = (state: 'OH' | 'PR') =>
    ['2026-11-03', '2026-11-04', '2027-06-01'].map((day) => lastNovemberElection(state, day))
  expect(last('OH')).toEqual(['2024-11-05', '2026-11-03', '2026-11-03'])
  expect(last('PR')).toEqual(['2024-11-05', '2024-11-05', '2024-11-05'])
})

it.each([
  ['AK', ['2020-08-18', '2022-08-16', '2024-08-20', '2026-08-18']],
  ['FL', ['2020-08-18', '2022-08-23', '2024-08-20', '2026-08-18']],
  ['MI', ['2020-08-04', '2022-08-02', '2024-08-06', '2026-08-04']],
  ['MN', ['2020-08-11', '2022-08-09', '2024-08-13', '2026-08-11']],
  ['VT', ['2020-08-11', '2022-08-09', '2024-08-13', '2026-08-11']],
  ['WY', ['2020-08-18', '2022-08-16', '2024-08-20', '2026-08-18']],
] as const)('the days of elections are those on which primaries were held in %s', (state, days) => {
  expect(YEARS.map((year) => primaryElectionDay(state, year))).toEqual(days)
})

it.each([
  ['WI', 'state', 'superintendent-of-public-instruction', '2025-04-01', undefined],
  ['WI', 'state', 'governor', '2026-04-07', '2026-11-03'],
  ['OH', 'state', 'superintendent-of-public-instruction', '2026-04-07', '2026-11-03'],
  ['TN', 'state', 'chancellor', '2022-08-04', undefined],
  ['OH', 'federal', 'us-senate', '2026-11-10', '2026-11-03'],
  ['LA', 'state', 'governor', '2023-10-14', undefined],
] as const)(
  'the day of a general election in %s binds the %s office %s on %s: %s',
  (state, level, subject, date, day) => {
    expect(missedDay({ state, date, type: 'general' }, { level, subject })).toBe(day)
  },
)

it.each([
  ['AK', '2028-08-15'],
  ['FL', '2028-08-22'],
  ['MI', '2028-08-08'],
  ['MN', '2028-08-08'],
  ['VT', '2028-08-08'],
  ['WY', '2028-08-22'],
] as const)(
  'a primary after a Monday is not on the Tuesday before it, where August begins on a Tuesday: %s',
  (state, day) => {
    expect(primaryElectionDay(state, 2028)).toBe(day)
  },
)
