// State laws on judges: who elects them, which officers called judges are none, and whom the voters kept.

import type { StateCode } from '../schema/vocabulary.ts'

/**
 * Judges of a numbered district whom the voters of one of its counties elect, by the subject of the office.
 * Sources: Kan. Stat. Ann. § 20-2914; Md. Const. art. IV, §§ 3 and 5; Ind. Code title 33, article 33 (superior courts are a county's).
 */
const ELECTED_BY_COUNTY: Readonly<Partial<Record<StateCode, string>>> = {
  IN: 'superior-court-judge',
  KS: 'district-magistrate-judge',
  MD: 'circuit-court-judge',
}
/** Members of the county's legislature. Sources: Ark. Const. amend. 55, § 2 (quorum court); Ky. Const. § 144 (fiscal court). */
const COUNTY_LEGISLATORS: Readonly<Partial<Record<StateCode, string>>> = {
  AR: 'justice-of-the-peace',
  KY: 'magistrate',
}
/** Courts of the state that sit for one county. Sources: Ohio Rev. Code ch. 1907; W. Va. Const. art. VIII, §§ 1 and 10. */
const STATE_COURTS: Readonly<Partial<Record<StateCode, readonly string[]>>> = {
  OH: ['county-court-judge'],
  WV: ['magistrate', 'magistrate-judge'],
}
/** Courts of a county whose districts the state numbers. Source: Conn. Gen. Stat. § 45a-2 (54 probate districts of towns). */
const NUMBERED_BY_STATE: Readonly<Partial<Record<StateCode, string>>> = { CT: 'probate-judge' }
/** Divisions of a court of appeals that have districts of their own. Source: Wash. Rev. Code § 2.06.020. */
const APPEALS_DIVISIONS: ReadonlySet<StateCode> = new Set(['WA'])

export function electsByCounty(state: StateCode, subject: string): boolean {
  return ELECTED_BY_COUNTY[state] === subject
}

export function isCountyLegislator(state: StateCode, subject: string): boolean {
  return COUNTY_LEGISLATORS[state] === subject
}

export function isStateCourt(state: StateCode, subject: string): boolean {
  return STATE_COURTS[state]?.includes(subject) ?? false
}

export function numbersByState(state: StateCode, subject: string): boolean {
  return NUMBERED_BY_STATE[state] === subject
}

/** Whether judges of the state's courts whom all voters keep or not are named by their districts. Source: Okla. Const. art. VII-B, § 2. */
export function numbersDistricts(state: StateCode): boolean {
  return state === 'OK'
}

/** False where the supreme court is a trial court of districts (N.Y. Const. art. VI, § 6). */
export function hasOneSupremeCourt(state: StateCode): boolean {
  return state !== 'NY'
}

export function dividesAppeals(state: StateCode): boolean {
  return APPEALS_DIVISIONS.has(state)
}

// Pennsylvania's appellate judges whom voters kept or not, for results of counties that shorten or misspell their names.

interface Retention {
  name: string
  court: 'Supreme Court' | 'Superior Court' | 'Commonwealth Court'
  /** Matches the ways in which counties print the name, in capitals. */
  printed: RegExp
}

/** Source: the Pennsylvania Department of State's list of judicial retentions, municipal election of November 4, 2025. */
export const PA_RETENTIONS_2025: readonly Retention[] = [
  { name: 'Christine Donohue', court: 'Supreme Court', printed: /\bDON[OA]HUE\b|\bCHRISTINE$/ },
  { name: 'Kevin M. Dougherty', court: 'Supreme Court', printed: /\bDOUGHERTY\b|\bKEVIN$/ },
  { name: 'David Wecht', court: 'Supreme Court', printed: /\bWECHT\b|\bDAVID$/ },
  { name: 'Alice Beck Dubow', court: 'Superior Court', printed: /\bD[EU]BR?OW\b|\bALICE$/ },
  { name: 'Michael H. Wojcik', court: 'Commonwealth Court', printed: /\bWOJ(?:CIK|ICK)\b|\bMICHAEL$/ },
]

/** Judicial districts of two counties (42 Pa.C.S. § 901); every other county is a district of its own. */
export const PA_SHARED_COURTS: Readonly<Record<string, string>> = {
  Snyder: '17',
  Union: '17',
  Columbia: '26',
  Montour: '26',
  Forest: '37',
  Warren: '37',
  Franklin: '39',
  Fulton: '39',
  Juniata: '41',
  Perry: '41',
  Sullivan: '44',
  Wyoming: '44',
  Cameron: '59',
  Elk: '59',
}
