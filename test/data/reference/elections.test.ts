// Systems of primaries by state and day, and the laws by which voters rank candidates, by election, office and area.

import { expect, test } from 'vitest'
import { findPrimarySystem, isAllPartyPrimary, isPartyRun } from '../../../data/reference/elections.ts'
import { ranksAllowed } from '../../../data/reference/ranked-choice.ts'

const ME = 'ocd-division/country:us/state:me'
const AK = 'ocd-division/country:us/state:ak'
const NYC = 'ocd-division/country:us/state:ny/place:new_york'
const PORTLAND = 'ocd-division/country:us/state:or/place:portland'
const ARLINGTON = 'ocd-division/country:us/state:va/county:arlington'

test.each([
  // Maine's 2nd district of 2024: two names on the ballot, and a declared write-in candidate.
  ['ME', '2024-11-05', 'general', 'us-house', `${ME}/cd:2`, 2, 3],
  ['ME', '2022-11-08', 'general', 'us-house', `${ME}/cd:2`, 3, 4],
  ['ME', '2020-11-03', 'general', 'us-house', `${ME}/cd:2`, 2, null],
  ['ME', '2024-11-05', 'general', 'us-house', `${ME}/cd:1`, 3, 4],
  ['ME', '2024-11-05', 'general', 'us-house', `${ME}/cd:1`, 2, null],
  ['ME', '2016-11-08', 'general', 'us-senate', ME, 3, null],
  ['ME', '2016-11-08', 'general', 'president', ME, 4, null],
  ['ME', '2024-11-05', 'general', 'president', ME, 5, 6],
  ['ME', '2026-11-03', 'general', 'governor', ME, 3, null],
  ['ME', '2018-06-12', 'primary', 'governor', ME, 7, 7],
  ['ME', '2018-05-31', 'primary', 'governor', ME, 7, null],
  ['ME', '2024-11-05', 'general', 'state-senate', `${ME}/sldu:1`, 3, null],
  ['AK', '2024-11-05', 'general', 'state-house', `${AK}/sldl:1`, 1, 2],
  ['AK', '2022-08-16', 'special', 'us-house', `${AK}/cd:at-large`, 3, 4],
  ['AK', '2022-08-16', 'primary', 'us-house', `${AK}/cd:at-large`, 4, null],
  ['AK', '2020-11-03', 'general', 'us-house', `${AK}/cd:at-large`, 3, null],
  ['AK', '2024-10-01', 'general', 'mayor', `${AK}/place:juneau`, 3, null],
  ['NY', '2025-06-24', 'primary', 'mayor', NYC, 11, 5],
  ['NY', '2025-11-04', 'general', 'mayor', NYC, 5, null],
  ['NY', '2025-06-24', 'primary', 'council', `${NYC}/council_district:1`, 3, 5],
  ['NY', '2025-06-24', 'primary', 'mayor', 'ocd-division/country:us/state:ny/place:newburgh', 3, null],
  ['OR', '2024-11-05', 'general', 'mayor', PORTLAND, 19, 6],
  ['OR', '2022-11-08', 'general', 'mayor', PORTLAND, 19, null],
  ['VA', '2024-11-05', 'general', 'board-member', ARLINGTON, 4, 3],
  ['VA', '2024-11-05', 'general', 'board-of-education', `${ARLINGTON}/school_district:arlington`, 4, null],
  ['NH', '2024-11-05', 'general', 'us-house', 'ocd-division/country:us/state:nh/cd:2', 3, null],
] as const)(
  '%s %s %s %s in %s with %s candidates: %s ranks',
  (state, date, type, subject, ocd_id, candidates, ranks) => {
    expect(ranksAllowed({ state, date, type }, { subject, ocd_id, candidates })).toBe(ranks)
  },
)

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
