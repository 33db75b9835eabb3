// The states' primary systems for Congress and governor, for feeds of primaries that do not state them.
// Sources: the National Conference of State Legislatures' "State Primary Election Types" (only states that it calls closed,
// open, or open to unaffiliated voters, unchanged from 2018 to 2022); Cal. Const. art. II § 5 and RCW 29A.52.112 (top two);
// Alaska's Ballot Measure 2 of 2020 (one primary for all, four advance).

import type { PrimarySystem, StateCode } from '../schema/vocabulary.ts'

const SYSTEMS: readonly { system: PrimarySystem; states: readonly StateCode[] }[] = [
  { system: 'closed', states: ['DE', 'FL', 'KY', 'MD', 'NM', 'NV', 'NY', 'OR', 'PA'] },
  { system: 'semi_closed', states: ['AZ', 'CO', 'MA', 'NC', 'NH', 'NJ', 'RI', 'WV'] },
  {
    system: 'open',
    states: ['AL', 'AR', 'GA', 'HI', 'MI', 'MN', 'MO', 'MS', 'MT', 'ND', 'SC', 'TX', 'VA', 'VT', 'WI'],
  },
]

/** Null if it is not known or differs by party. `date` is YYYY-MM-DD, 2012 or later. */
export function findPrimarySystem(state: StateCode, date: string): PrimarySystem | null {
  if (isAllPartyPrimary(state, date)) return state === 'AK' ? 'nonpartisan' : 'top_two'
  return SYSTEMS.find(({ states }) => states.includes(state))?.system ?? null
}

/** Whether candidates of all parties stand in one contest. */
export function isAllPartyPrimary(state: StateCode, date: string): boolean {
  return state === 'CA' || state === 'WA' || (state === 'AK' && date >= '2022-01-01')
}

/** Days on which parties nominated by their own conventions and canvasses. Virginia's primary of 2022 was on June 21. */
const PARTY_RUN: Readonly<Record<string, readonly string[]>> = { VA: ['2022-05-07', '2022-05-21', '2022-06-11'] }

export function isPartyRun(state: StateCode, date: string): boolean {
  return PARTY_RUN[state]?.includes(date) ?? false
}
