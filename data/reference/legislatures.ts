// State legislatures: the titles of their members, and the years in which their seats are filled.
// Sources: the legislatures' own pages for the titles; National Conference of State Legislatures, "Number of Legislators and
// Length of Terms in Years", and each state's constitution for the terms.

import type { StateCode } from '../schema/vocabulary.ts'

/**
 * Regular elections: every `every` years, from `year` on. If districts take turns, `turns` gives the year of a district's turn;
 * null if the district's number does not determine it. `day` is the day in `year`, if it is not the usual day in November.
 */
export type Cycle =
  | { every: 2 | 4; year: number; day?: string }
  | { every: 4; turns: ((district: string) => number) | null }

export interface Chamber {
  title: string
  cycle: Cycle
}

const EVEN_YEARS: Cycle = { every: 2, year: 2024 }
const IN_2022: Cycle = { every: 4, year: 2022 }
const IN_2023: Cycle = { every: 4, year: 2023 }
/** The second round of Louisiana's elections, in the autumn. */
const LOUISIANA: Cycle = { every: 4, year: 2023, day: '2023-11-18' }
const IN_2024: Cycle = { every: 4, year: 2024 }
const IN_2025: Cycle = { every: 2, year: 2025 }
const IN_TURN: Cycle = { every: 4, turns: null }
/** Odd districts in 2022, 2026, …; even ones in 2024, 2028, … */
const ODD_FIRST: Cycle = { every: 4, turns: (district) => (Number.parseInt(district, 10) % 2 === 1 ? 2022 : 2024) }
const EVEN_FIRST: Cycle = { every: 4, turns: (district) => (Number.parseInt(district, 10) % 2 === 1 ? 2024 : 2022) }

/** Source: Washington Secretary of State, offices on the ballot in 2022. The other districts vote in 2024. */
const WASHINGTON_2022 = '6 7 8 13 15 21 26 29 30 31 32 33 34 35 36 37 38 42 43 44 45 46 47 48'.split(' ')
/** Source: D.C. Board of Elections, offices on the ballot in 2022. The other wards vote in 2024. */
const DC_WARDS_2022 = ['Ward 1', 'Ward 3', 'Ward 5', 'Ward 6']

const UPPER: Readonly<Partial<Record<StateCode, Cycle>>> = {
  AL: IN_2022,
  AZ: EVEN_YEARS,
  CA: EVEN_FIRST,
  CT: EVEN_YEARS,
  GA: EVEN_YEARS,
  ID: EVEN_YEARS,
  KS: IN_2024,
  KY: EVEN_FIRST,
  LA: LOUISIANA,
  MA: EVEN_YEARS,
  MD: IN_2022,
  ME: EVEN_YEARS,
  MI: IN_2022,
  MN: IN_2022,
  MO: EVEN_FIRST,
  MS: IN_2023,
  NC: EVEN_YEARS,
  ND: ODD_FIRST,
  NH: EVEN_YEARS,
  NJ: IN_2023,
  NM: IN_2024,
  NY: EVEN_YEARS,
  OH: ODD_FIRST,
  OK: EVEN_FIRST,
  PA: EVEN_FIRST,
  PR: IN_2024,
  RI: EVEN_YEARS,
  SC: IN_2024,
  SD: EVEN_YEARS,
  TN: ODD_FIRST,
  VA: IN_2023,
  VT: EVEN_YEARS,
  WA: { every: 4, turns: (district) => (WASHINGTON_2022.includes(district) ? 2022 : 2024) },
  WI: ODD_FIRST,
}

const LOWER: Readonly<Partial<Record<StateCode, Partial<Chamber>>>> = {
  AL: { cycle: IN_2022 },
  CA: { title: 'Assembly Member' },
  LA: { cycle: LOUISIANA },
  MD: { title: 'Delegate', cycle: IN_2022 },
  MS: { cycle: IN_2023 },
  ND: { cycle: ODD_FIRST },
  NJ: { title: 'Assembly Member', cycle: IN_2025 },
  NV: { title: 'Assembly Member' },
  NY: { title: 'Assembly Member' },
  PR: { cycle: IN_2024 },
  VA: { title: 'Delegate', cycle: IN_2025 },
  WI: { title: 'Representative to the Assembly' },
  WV: { title: 'Delegate' },
}

export function upperChamber(state: StateCode): Chamber {
  return { title: 'State Senator', cycle: UPPER[state] ?? IN_TURN }
}

export function lowerChamber(state: StateCode): Chamber {
  return { title: 'State Representative', cycle: EVEN_YEARS, ...LOWER[state] }
}

/** Whether a general election fills only some of the chamber's seats: a listing of one district then says nothing about the others. */
export function isInTurns({ cycle }: Chamber): boolean {
  return 'turns' in cycle
}

const DELEGATES: readonly StateCode[] = ['MD', 'VA', 'WV']
const ASSEMBLIES: readonly StateCode[] = ['CA', 'NJ', 'NV', 'NY', 'WI']

/** The words before a district's number: `Senate District 1`, `Assembly District 17`. */
export function districtWords(state: StateCode): { upper: string; lower: string } {
  if (state === 'NE') return { upper: 'Legislative', lower: 'Legislative' }
  const lower = DELEGATES.includes(state) ? 'House of Delegates' : ASSEMBLIES.includes(state) ? 'Assembly' : 'House'
  return { upper: 'Senate', lower }
}

/** Nebraska's legislature, whose members are called senators. */
export const UNICAMERAL: Chamber = { title: 'State Senator', cycle: EVEN_FIRST }

/** For the ward members. The Chairman and the at-large members, two at each general election, are elected by the whole District. */
export const DC_COUNCIL: Cycle = {
  every: 4,
  turns: (district) => (DC_WARDS_2022.includes(district) || district === 'Chairman' ? 2022 : 2024),
}
