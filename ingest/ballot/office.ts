// Offices that appear on most states' ballots, and the rules that match a source's titles to offices.

import { districtWords } from '../../data/reference/legislatures.ts'
import type { ContestDetails } from '../../data/schema/contest.ts'
import { LEVELS, type Level, type StateCode } from '../../data/schema/vocabulary.ts'
import type { ContestArea } from './area.ts'

export interface ListedOffice {
  /** Segment of the contest's key. */
  subject: string
  level: Level
  title: string
  short_title: string
  area: ContestArea
  seat?: string
  /** Used if the source does not state it. Default: 1. */
  votes_allowed?: number
  /** Set for a measure, e.g. `Proposal 12-1`; '' for one without a number. Its choices are answers. */
  measure_code?: string
  /** True if voters say whether a judge stays. The choices are answers. */
  retention?: true
  details?: ContestDetails
}

/**
 * @param pattern matches the contest as the source names it; its groups are the arguments of `office`, with '' for a missing group
 */
export interface OfficeRule {
  pattern: RegExp
  office: (...groups: string[]) => ListedOffice
}

export interface FoundOffice {
  office: ListedOffice
  /** Sorts contests on a ballot and is unique per contest: the rule's position, the area, the office and its seat. */
  place: string
}

/** Returns the first rule that matches. The rules must be in ballot order. */
export function findOffice(rules: readonly OfficeRule[], text: string): FoundOffice | undefined {
  for (const [index, { pattern, office }] of rules.entries()) {
    const match = pattern.exec(text)
    if (!match) continue
    return placeOffice(office(...match.slice(1).map((group) => group ?? '')), index)
  }
  return undefined
}

/** @param rank of the office on a ballot. Default: by its level. */
export function placeOffice(office: ListedOffice, rank = LEVELS.indexOf(office.level)): FoundOffice {
  const place = JSON.stringify([rank, office.area, office.subject, office.seat ?? ''])
  return { office, place: place.replace(/\d+/g, (digits) => digits.padStart(6, '0')) }
}

export const president: ListedOffice = {
  subject: 'president',
  level: 'federal',
  title: 'President and Vice President of the United States',
  short_title: 'President and Vice President',
  area: { kind: 'state' },
}

export const usSenate: ListedOffice = {
  subject: 'us-senate',
  level: 'federal',
  title: 'United States Senator',
  short_title: 'US Senate',
  area: { kind: 'state' },
}

/** @param district a number in any notation, e.g. `07`; `at-large` in a state with one seat */
export function usHouse(district: string): ListedOffice {
  const code = codeOf(district)
  const words = code === 'at-large' ? 'At Large' : `District ${code}`
  return {
    subject: 'us-house',
    level: 'federal',
    title: `United States Representative, ${words}`,
    short_title: `US House ${words}`,
    area: { kind: 'numbered', word: 'cd', code },
  }
}

/** @param name of a district whose code is no number: `Chittenden Southeast` */
export function stateSenate(state: StateCode, district: string, name?: string): ListedOffice {
  const code = codeOf(district)
  const title = `${districtWords(state).upper} District ${name ?? code.toUpperCase()}`
  return {
    subject: 'state-senate',
    level: 'state',
    title: `State ${title}`,
    short_title: `State ${title}`,
    area: { kind: 'numbered', word: 'sldu', code, ...(name !== undefined && { name }) },
  }
}

/** @param name of a district whose code is no number: `Windsor-Orange-1` */
export function stateHouse(state: StateCode, district: string, name?: string): ListedOffice {
  const code = codeOf(district)
  const { lower } = districtWords(state)
  const title = `${lower} District ${name ?? code.toUpperCase()}`
  return {
    subject: lower === 'Assembly' ? 'state-assembly' : 'state-house',
    level: 'state',
    title: `State ${title}`,
    short_title: `State ${title}`,
    area: { kind: 'numbered', word: 'sldl', code, ...(name !== undefined && { name }) },
  }
}

/** An office elected by the whole state. */
export function statewide(subject: string, title: string): ListedOffice {
  return { subject, level: 'state', title, short_title: title, area: { kind: 'state' } }
}

/** An office elected by a whole county. @param county its name in any letter case */
export function countywide(subject: string, title: string, county: string): ListedOffice {
  return { subject, level: 'county', title, short_title: title, area: { kind: 'county', county, part: null } }
}

/** `07` → `7`, `10A` → `10a`. */
function codeOf(district: string): string {
  return district
    .trim()
    .replace(/^0+(?=.)/, '')
    .toLowerCase()
}
