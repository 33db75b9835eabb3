// Facts about elections to the United States House of Representatives, for lists that name only year, state and district.

import type { StateCode } from '../schema/vocabulary.ts'
import { novemberElection } from './election-day.ts'

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
 * Lines of the list of candidates for the House of 2000 to 2024 that name a person in a district whose ballot did not, as `STATE YEAR DISTRICT
 * NAME`. Brenda Jones stood in the primaries of the 13th district and was written in there in November. Source: Michigan Department of State,
 * official results of the primary and the general election of 2018.
 */
export const NOT_ON_HOUSE_BALLOT: ReadonlySet<string> = new Set(['MI 2018 14 Brenda Jones'])
