// A category of San Francisco's grid of 2016 to its office or measure, its division and its words.

import { SF_2016_RANKS, SF_2016_SEATS } from '../../data/reference/sf-2016.ts'
import type { ContestRow } from '../../data/schema/core.ts'
import { BART, BAY, CALIFORNIA, CITY, numbered, type SfDivision } from '../ballot/sf/division.ts'

export interface SfContest extends SfDivision, Pick<ContestRow, 'title' | 'short_title' | 'level'> {
  /** Of the contest's key. */
  subject: string
  seat?: string
  party?: string
  votes_allowed: number
  ranks_allowed: number | null
  measure_code: string | null
  nonpartisan: boolean
}

type Office = Partial<SfContest> & Pick<SfContest, 'subject' | 'title' | 'short_title' | 'level'>
const local = (office: Office): SfContest => ({ ...ONE, ...CITY, ...office, nonpartisan: true })
const partisan = (office: Office): SfContest => ({ ...ONE, ...CALIFORNIA, ...office })
const ONE = { votes_allowed: 1, ranks_allowed: null, measure_code: null, nonpartisan: false } as const

type Make = (number: string) => SfContest

/** In ballot order. */
const OFFICES: readonly { pattern: RegExp; make: Make }[] = [
  {
    pattern: /^President and Vice President$/,
    make: () => partisan(named('president', 'federal', 'President and Vice President')),
  },
  { pattern: /^United States Senator$/, make: () => partisan(named('us-senate', 'federal', 'United States Senator')) },
  {
    pattern: /^United States Representative, District (\d+)$/,
    make: (n) =>
      partisan({
        ...named('us-house', 'federal', `United States Representative, District ${n}`),
        ...numbered('cd', n),
      }),
  },
  {
    // The primary's file leaves the number out: the city is in one district.
    pattern: /^State Senat(?:e|or, District (\d+))$/,
    make: (n) =>
      partisan({
        ...named('state-senate', 'state', `State Senator, District ${n || 11}`),
        ...numbered('sldu', n || '11'),
      }),
  },
  {
    pattern: /^Member, State Assembly, District (\d+)$/,
    make: (n) =>
      partisan({
        ...named('state-assembly', 'state', `Member, State Assembly, District ${n}`),
        ...numbered('sldl', n),
      }),
  },
  {
    pattern: /^Judge of the Superior Court, Office No (\d+)$/,
    make: (n) =>
      local({
        ...named('superior-court-judge', 'state', `Judge of the Superior Court, Office No. ${n}`),
        seat: `office-${n}`,
      }),
  },
  {
    pattern: /^Member, Board of Supervisors, District (\d+)$/,
    make: (n) =>
      local({
        ...named('board-of-supervisors', 'county', `Member, Board of Supervisors, District ${n}`),
        ...numbered('council_district', n),
        ranks_allowed: SF_2016_RANKS,
      }),
  },
  {
    // The repository's README: candidates of the Democratic County Central Committee, which Democrats of a county elect.
    pattern: /^District (17|19)$/,
    make: (n) =>
      partisan({
        ...named('county-central-committee', 'county', `Democratic County Central Committee, Assembly District ${n}`),
        ...numbered('sldl', n),
        party: 'Democratic',
        votes_allowed: SF_2016_SEATS[n === '17' ? 'committee-17' : 'committee-19'],
      }),
  },
  {
    pattern: /^Member, Board of Education$/,
    make: () =>
      local({
        ...named('board-of-education', 'school', 'Member, Board of Education'),
        votes_allowed: SF_2016_SEATS['board-of-education'],
      }),
  },
  {
    pattern: /^Member, Community College Board$/,
    make: () =>
      local({
        ...named('community-college-board', 'school', 'Member, Community College Board'),
        votes_allowed: SF_2016_SEATS['community-college-board'],
      }),
  },
  {
    pattern: /^BART Director, District (\d+)$/,
    make: (n) =>
      local({ ...named('bart-director', 'special', `BART Director, District ${n}`), ...numbered('bart', n) }),
  },
]

function named(subject: string, level: SfContest['level'], title: string) {
  return { subject, level, title, short_title: title }
}

/** Undefined for a category that is none of the grid's. `order` sorts the contests as the ballot does. */
export function parseSfContest(category: string): { contest: SfContest; order: number } | undefined {
  for (const [order, { pattern, make }] of OFFICES.entries()) {
    const [whole, number = ''] = pattern.exec(category) ?? []
    if (whole !== undefined) return { contest: make(number), order: order * 100 + Number(number) }
  }
  return undefined
}

/** `Proposition` with `Local A`, `SF Proposition` with `A`. Undefined for what is no measure. */
export function parseSfMeasure(category: string, candidate: string): SfContest | undefined {
  const [, of = ''] = /^(?:(SF|State|Regional) )?Proposition$/.exec(category) ?? []
  const [, area, code] = /^(Local|SF|State|Regional) ([A-Z]{1,2}|\d{1,3})$/.exec(`${of} ${candidate}`.trim()) ?? []
  if (area === undefined || code === undefined) return undefined
  const measure_code = `Proposition ${code}`
  const measure = { ...ONE, subject: measure_code, measure_code, short_title: measure_code }
  switch (area) {
    case 'State':
      return { ...measure, ...CALIFORNIA, level: 'state', title: `California Proposition ${code}` }
    case 'Regional':
      return { ...measure, ...(code === 'RR' ? BART : BAY), level: 'special', title: `Regional Proposition ${code}` }
    default:
      return { ...measure, ...CITY, level: 'county', title: `San Francisco Proposition ${code}` }
  }
}
