// The table of primary systems, by state and day.

import { expect, test } from 'vitest'
import { findPrimarySystem, isAllPartyPrimary, isPartyRun } from '../../../data/reference/elections.ts'

test.each([
  ['CA', '2018-06-05', 'top_two', true],
  ['WA', '2022-08-02', 'top_two', true],
  ['AK', '2022-08-16', 'nonpartisan', true],
  ['AK', '2021-12-31', null, false],
  ['KY', '2024-05-21', 'closed', false],
  ['NC', '2022-05-17', 'semi_closed', false],
  ['TX', '2022-03-01', 'open', false],
  ['OH', '2022-05-03', null, false],
] as const)('%s on %s: %s', (state, date, system, isOfAll) => {
  expect([findPrimarySystem(state, date), isAllPartyPrimary(state, date)]).toEqual([system, isOfAll])
})

test('parties of Virginia nominated on days of their own', () => {
  expect(['2022-05-07', '2022-06-21'].map((date) => isPartyRun('VA', date))).toEqual([true, false])
  expect(isPartyRun('NC', '2022-05-07')).toBe(false)
})
