// Offices: the titles of statewide ones in each state, and what files do not say of local ones. Sources of the titles: the offices' own
// pages; Council of State Governments, The Book of the States, table 4.10, "Selected State Administrative Officials: Methods of Selection";
// National Association of Secretaries of State.

import type { Office, StateCode } from '../schema/vocabulary.ts'

export type StateOffice = Extract<
  Office,
  | 'governor'
  | 'lieutenant_governor'
  | 'attorney_general'
  | 'secretary_of_state'
  | 'chief_election_officer'
  | 'treasurer'
  | 'auditor'
>

const TITLES: Readonly<Record<StateOffice, string>> = {
  governor: 'Governor',
  lieutenant_governor: 'Lieutenant Governor',
  attorney_general: 'Attorney General',
  secretary_of_state: 'Secretary of State',
  chief_election_officer: 'Chief Election Officer',
  treasurer: 'State Treasurer',
  auditor: 'State Auditor',
}

const OWN_TITLES: Readonly<Partial<Record<StateCode, Partial<Record<StateOffice, string>>>>> = {
  AR: { treasurer: 'Treasurer of State', auditor: 'Auditor of State' },
  CT: { secretary_of_state: 'Secretary of the State' },
  DC: { chief_election_officer: 'Executive Director of the Board of Elections' },
  IA: { treasurer: 'Treasurer of State', auditor: 'Auditor of State' },
  IN: { treasurer: 'Treasurer of State' },
  MA: {
    secretary_of_state: 'Secretary of the Commonwealth',
    chief_election_officer: 'Secretary of the Commonwealth',
    treasurer: 'Treasurer and Receiver-General',
  },
  NC: { chief_election_officer: 'Executive Director of the State Board of Elections' },
  OH: { treasurer: 'Treasurer of State', auditor: 'Auditor of State' },
  PA: { secretary_of_state: 'Secretary of the Commonwealth', auditor: 'Auditor General' },
  SC: { chief_election_officer: 'Executive Director of the State Election Commission' },
  VA: { secretary_of_state: 'Secretary of the Commonwealth' },
}

export function stateOfficeTitle(state: StateCode, office: StateOffice): string {
  return OWN_TITLES[state]?.[office] ?? TITLES[office]
}

/** States in which another officer is first in the line of succession, or the senate's president has the title. */
const NO_LIEUTENANT_GOVERNOR = 'AZ ME NH OR TN WV WY'.split(' ')
/** States in which the lieutenant governor keeps the state's seal and records. */
const NO_SECRETARY_OF_STATE = 'AK HI UT'.split(' ')
const ELECTED_TREASURER =
  'AL AR AZ CA CO CT DE IA ID IL IN KS KY LA MA MO MS NC ND NE NM NV OH OK OR PA RI SC SD UT VT WA WI WV WY'.split(' ')
const ELECTED_AUDITOR = 'AL AR DE IA KY MA MN MO MS MT NC ND NE NM OH PA SD UT VT WA WV WY'.split(' ')

/** The offices with one holder that a complete file of a state has. None for the District of Columbia and the territories. */
export function expectedOffices(state: StateCode): readonly StateOffice[] {
  if (['DC', 'AS', 'GU', 'MP', 'PR', 'VI'].includes(state)) return []
  const offices: [StateOffice, boolean][] = [
    ['governor', true],
    ['lieutenant_governor', !NO_LIEUTENANT_GOVERNOR.includes(state)],
    ['attorney_general', true],
    ['secretary_of_state', !NO_SECRETARY_OF_STATE.includes(state)],
    ['treasurer', ELECTED_TREASURER.includes(state)],
    ['auditor', ELECTED_AUDITOR.includes(state)],
  ]
  return offices.filter(([, held]) => held).map(([office]) => office)
}

// How many members of a board are elected in a year, for files that do not say it of each board.

interface BoardSeats {
  state: StateCode
  /** Years of the regular general elections of which the row is known to be true. */
  years: readonly number[]
  /** The end of the office's name, as a slug. */
  office: string
  seats: number
  source: string
}

const BOARD_SEATS: readonly BoardSeats[] = [
  {
    state: 'IA',
    years: [2024],
    office: 'agricultural-extension-council',
    seats: 4,
    source: 'Iowa Code §§ 176A.5 to 176A.7: nine members with staggered terms of four years, four of them until 2024',
  },
  {
    state: 'IA',
    years: [2024],
    office: 'soil-and-water-conservation-district-commissioner',
    seats: 3,
    source: 'Iowa Code § 161A.5: five commissioners with staggered terms of four years, three of them until 2024',
  },
  {
    state: 'IA',
    years: [2024],
    office: 'township-trustee',
    seats: 2,
    source: 'Iowa Code § 39.22: three trustees with staggered terms of four years, two of them until 2024',
  },
]

/** Of a whole term; undefined where the law does not say it for the whole state. @param office a slug */
export function boardSeats(state: StateCode, year: number, office: string): number | undefined {
  return BOARD_SEATS.find(
    (row) => row.state === state && row.years.includes(year) && `-${office}`.endsWith(`-${row.office}`),
  )?.seats
}

// School districts that a county numbers, where a results file names them in another way. By the OCD id of the county.

const SOUTH_CAROLINA = 'ocd-division/country:us/state:sc'

/** Numbers by name. Source: York County's four districts as the South Carolina Department of Education lists them, 2024. */
const NAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [`${SOUTH_CAROLINA}/county:york`]: { YORK: '1', CLOVER: '2', 'ROCK HILL': '3', 'FORT MILL': '4' },
}

/**
 * Counties whose trustees' numbers are those of districts, and not of parts of one. Source: Lexington County School Districts One to Five.
 */
const BY_NUMBER: ReadonlySet<string> = new Set([`${SOUTH_CAROLINA}/county:lexington`])

/** The number of a district that the county's files call by this name, in capitals. */
export function schoolNumber(county_id: string, name: string): string | undefined {
  return NAMED[county_id]?.[name]
}

export function numbersSchools(county_id: string): boolean {
  return BY_NUMBER.has(county_id)
}

// Councils and commissions whose members must each live in an area and are elected by all voters.

/** OCD ids. Source: Charter of the County of Maui, section 3-1. */
const COUNTIES: ReadonlySet<string> = new Set(['ocd-division/country:us/state:hi/county:maui'])

const INDIANA = 'ocd-division/country:us/state:in'
/** Source: Indiana Code 36-2-2-4: in the counties with these populations each district elects its own commissioner. */
const BY_DISTRICT: ReadonlySet<string> = new Set([`${INDIANA}/county:lake`, `${INDIANA}/county:st_joseph`])

/** @param ocd_id of a county */
export function livesInArea(ocd_id: string): boolean {
  return COUNTIES.has(ocd_id)
}

/** Source: Indiana Code 36-2-2-5: the voters of the whole county elect each commissioner. */
export function commissionerLivesInDistrict(ocd_id: string): boolean {
  return ocd_id.startsWith(`${INDIANA}/county:`) && !BY_DISTRICT.has(ocd_id)
}

// Townships that have a mayor or a council, as a city has.

/** Source: N.J.S.A. 40A:63-1 ff. and 40:69A-1 ff. In other states a mayor or a council is a municipality's. */
const STATES: ReadonlySet<StateCode> = new Set<StateCode>(['NJ'])

export function hasTownshipMayors(state: StateCode): boolean {
  return STATES.has(state)
}
