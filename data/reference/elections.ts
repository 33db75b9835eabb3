// Days and kinds of elections, for lists and feeds that do not state them.

import type { ElectionType, PrimarySystem, StateCode } from '../schema/vocabulary.ts'

const ONE_SEAT: readonly StateCode[] = ['AK', 'DE', 'ND', 'SD', 'VT', 'WY']

/** Source: the apportionments of the censuses of 1990 to 2020 (2 U.S.C. § 2a). @param year of the election, 2000 to 2030 */
export function hasOneSeat(state: StateCode, year: number): boolean {
  return ONE_SEAT.includes(state) || (state === 'MT' && year < 2022)
}

/**
 * States that print no contest of a candidate who has no opponent.
 * Sources: Fla. Stat. § 101.151(7); La. R.S. 18:511(B); 26 O.S. § 6-102.
 */
export const UNOPPOSED_OFF_BALLOT: readonly StateCode[] = ['FL', 'LA', 'OK']

/** Districts that a court redrew after the primaries, so that all candidates stood in November (LULAC v. Perry, 457 F. Supp. 2d 716). */
const REDRAWN: readonly string[] = ['TX 2006 15', 'TX 2006 21', 'TX 2006 23', 'TX 2006 25', 'TX 2006 28']

/**
 * Whether a ballot had one candidate of a party at most. Sources: Cal. Const. art. II § 5 (since 2012), RCW 29A.52.112 (since 2008),
 * Alaska's Ballot Measure 2 of 2020; La. R.S. 18:402 (party primaries in 2008 alone).
 */
export function hasNominees(state: StateCode, year: number, district: string): boolean {
  if (state === 'LA') return year === 2008
  if (REDRAWN.includes(`${state} ${year} ${district}`)) return false
  return !((state === 'CA' && year >= 2012) || (state === 'WA' && year >= 2008) || (state === 'AK' && year >= 2022))
}

/**
 * Louisiana moved its party primaries of 2008 after Hurricane Gustav; two districts whose primaries needed a runoff in November voted in
 * December. Source: the Clerk of the House, "Statistics of the Presidential and Congressional Election of November 4, 2008".
 */
const MOVED: Readonly<Record<string, string>> = { 'LA 2008 2': '2008-12-06', 'LA 2008 4': '2008-12-06' }

/** The day on which a regular election ended or, where a majority is needed, began. YYYY-MM-DD. */
export function houseElectionDay(state: StateCode, year: number, district: string): string {
  return MOVED[`${state} ${year} ${district}`] ?? novemberElection(year)
}

/**
 * Lines of the list of candidates for the House of 2000 to 2024 that name a person in a district whose ballot did not, as `STATE YEAR
 * DISTRICT NAME`. Brenda Jones stood in the primaries of the 13th district and was written in there in November. Source: Michigan
 * Department of State, official results of the primary and the general election of 2018.
 */
export const NOT_ON_HOUSE_BALLOT: ReadonlySet<string> = new Set(['MI 2018 14 Brenda Jones'])

/** The Tuesday after the first Monday of November. Source: 2 U.S. Code 7. */
export function novemberElection(year: number): string {
  const first = new Date(Date.UTC(year, 10, 1)).getUTCDay()
  return `${year}-11-${String(2 + ((8 - first) % 7)).padStart(2, '0')}`
}

/**
 * The last day before this one on which a state or territory elected Congress. Puerto Rico's commissioner has a term of four years
 * (48 U.S. Code 891).
 */
export function lastNovemberElection(state: StateCode, today: string): string {
  const every = state === 'PR' ? 4 : 2
  const year = Number(today.slice(0, 4))
  const last = novemberElection(year - (year % every))
  return last < today ? last : novemberElection(Number(last.slice(0, 4)) - every)
}

// North Carolina's election days, as dated in its candidate listings, with facts that the listings do not give.
// Source: the listings of 2020, 2021, 2022 and 2024, and the State Board's calendars (municipal elections of 2021 that
// waited for the census were held on 17 May and 26 July 2022).

export interface NcElection {
  type: ElectionType
  /** The election's name without the state. */
  words: string
  primary_system: PrimarySystem | null
}

interface NcElectionDay {
  /** YYYY-MM-DD */
  date: string
  /** One election, or two whose contests ingest/ballot/states/nc/nc.ts separates. */
  elections: readonly NcElection[]
}

const general = (words: string): NcElection => ({ type: 'general', words, primary_system: null })
const primary = (words: string): NcElection => ({ type: 'primary', words, primary_system: 'semi_closed' })
const second = (words: string): NcElection => ({ type: 'runoff', words, primary_system: 'semi_closed' })

export const NC_ELECTION_DAYS: readonly NcElectionDay[] = [
  { date: '2020-03-03', elections: [primary('Primary Election')] },
  { date: '2020-06-23', elections: [second('Second Primary Election')] },
  { date: '2020-11-03', elections: [general('General Election')] },
  {
    date: '2021-10-05',
    elections: [
      { type: 'primary', words: 'Municipal Primary Election', primary_system: 'nonpartisan' },
      general('Municipal Election'),
    ],
  },
  { date: '2021-11-02', elections: [general('Municipal General Election')] },
  { date: '2022-05-17', elections: [primary('Primary Election')] },
  {
    date: '2022-07-26',
    elections: [second('Second Primary and Runoff Election'), general('Municipal General Election')],
  },
  { date: '2022-11-08', elections: [general('General Election')] },
  { date: '2024-03-05', elections: [primary('Primary Election')] },
  { date: '2024-05-14', elections: [second('Second Primary Election')] },
  { date: '2024-11-05', elections: [general('General Election')] },
  { date: '2026-03-03', elections: [primary('Primary Election')] },
  { date: '2026-11-03', elections: [general('General Election')] },
]

// The states' primary systems for Congress and governor, for feeds of primaries that do not state them.
// Sources: the National Conference of State Legislatures' "State Primary Election Types" (only states that it calls closed,
// open, or open to unaffiliated voters, unchanged from 2018 to 2022); Cal. Const. art. II § 5 and RCW 29A.52.112 (top two);
// Alaska's Ballot Measure 2 of 2020 (one primary for all, four advance).

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
