// Converts a contest title of the District of Columbia's results to its office, division and words.

import type { ContestRow } from '../../../data/core/rows.ts'
import { DC_AT_LARGE_COUNCIL_VOTES } from '../../../data/reference/dc-seats.ts'
import { findSmd } from '../../boundary/dc-smd.ts'

export const DC = 'ocd-division/country:us/district:dc'

type Division = Pick<ContestRow, 'ocd_id' | 'district_type' | 'district_level' | 'district_name' | 'within_ocd_id'>

export interface DcContest extends Division, Pick<ContestRow, 'title' | 'short_title' | 'level' | 'votes_allowed'> {
  /** The subject of the contest's key. */
  subject: string
  measure_code: string | null
  nonpartisan: boolean
}

const DISTRICT: Division = {
  ocd_id: DC,
  district_type: 'state',
  district_level: 'state',
  district_name: 'District of Columbia',
  within_ocd_id: null,
}
const NUMBERS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'SEVEN', 'EIGHT']

interface Office {
  pattern: RegExp
  subject: string
  level: ContestRow['level']
  title: string
  short_title: string
  division?: Division
  votes_allowed?: number
  nonpartisan?: boolean
}

/**
 * Offices of the whole District. The Mayor, the Council and the commissions govern it as a city. The Attorney General and the
 * statehood delegation ("shadow" senator and representative, without a seat in Congress) are its state offices.
 */
const OFFICES: readonly Office[] = [
  {
    pattern: /^ELECTORS OF PRESIDENT AND VICE PRESIDENT/,
    subject: 'president',
    level: 'federal',
    title: 'Electors of President and Vice President of the United States',
    short_title: 'President and Vice President',
  },
  {
    pattern: /^DELEGATE TO THE HOUSE OF REPRESENTATIVES/,
    subject: 'delegate',
    level: 'federal',
    title: 'Delegate to the House of Representatives from the District of Columbia',
    short_title: 'Delegate to the House',
    division: {
      ocd_id: `${DC}/cd:at-large`,
      district_type: 'congressional',
      district_level: 'federal',
      district_name: 'District of Columbia At-Large Congressional District',
      within_ocd_id: null,
    },
  },
  {
    pattern: /^UNITED STATES SENATOR/,
    subject: 'shadow-senator',
    level: 'state',
    title: 'United States Senator',
    short_title: 'United States Senator',
  },
  {
    pattern: /^UNITED STATES REPRESENTATIVE/,
    subject: 'shadow-representative',
    level: 'state',
    title: 'United States Representative',
    short_title: 'United States Representative',
  },
  {
    pattern: /^ATTORNEY GENERAL/,
    subject: 'attorney-general',
    level: 'state',
    title: 'Attorney General for the District of Columbia',
    short_title: 'Attorney General',
  },
  {
    pattern: /^MAYOR/,
    subject: 'mayor',
    level: 'city',
    title: 'Mayor of the District of Columbia',
    short_title: 'Mayor',
  },
  {
    pattern: /^CHAIRMAN OF THE COUNCIL/,
    subject: 'council-chairman',
    level: 'city',
    title: 'Chairman of the Council of the District of Columbia',
    short_title: 'Council Chairman',
  },
  {
    pattern: /^AT-LARGE MEMBER OF THE COUNCIL/,
    subject: 'council-at-large',
    level: 'city',
    title: 'At-Large Member of the Council of the District of Columbia',
    short_title: 'Council At-Large',
    votes_allowed: DC_AT_LARGE_COUNCIL_VOTES,
  },
  {
    pattern: /^AT-LARGE MEMBER OF THE STATE BOARD OF EDUCATION/,
    subject: 'state-board-of-education-at-large',
    level: 'school',
    title: 'At-Large Member of the State Board of Education',
    short_title: 'State Board of Education At-Large',
    nonpartisan: true,
  },
]

/** Undefined for an unknown office. Stray words that some years add to titles are dropped. */
export function parseDcContest(contestName: string): DcContest | undefined {
  const text = contestName.toUpperCase().replace(/\s+/g, ' ').trim()
  const office = OFFICES.find(({ pattern }) => pattern.test(text))
  return office ? ofOffice(office) : (parseWard(text) ?? parseMeasure(text) ?? parseSmd(text))
}

function ofOffice({ subject, level, title, short_title, division, votes_allowed, nonpartisan }: Office): DcContest {
  return {
    ...(division ?? DISTRICT),
    subject,
    level,
    title,
    short_title,
    votes_allowed: votes_allowed ?? 1,
    measure_code: null,
    nonpartisan: nonpartisan ?? false,
  }
}

/** `WARD TWO MEMBER OF THE COUNCIL …`, `WARD TWO MEMBER OF THE STATE BOARD OF EDUCATION`. */
function parseWard(text: string): DcContest | undefined {
  const [, word = '', body] = /^WARD ([A-Z]+) MEMBER OF THE (COUNCIL|STATE BOARD OF EDUCATION)/.exec(text) ?? []
  const ward = NUMBERS.indexOf(word) + 1
  if (ward === 0) return undefined
  const council = body === 'COUNCIL'
  return {
    ocd_id: `${DC}/ward:${ward}`,
    district_type: 'ward',
    district_level: 'city',
    district_name: `Ward ${ward}`,
    within_ocd_id: DC,
    subject: council ? 'council' : 'state-board-of-education',
    level: council ? 'city' : 'school',
    title: council
      ? `Ward ${ward} Member of the Council of the District of Columbia`
      : `Ward ${ward} Member of the State Board of Education`,
    short_title: council ? `Council Ward ${ward}` : `State Board of Education Ward ${ward}`,
    votes_allowed: 1,
    measure_code: null,
    nonpartisan: !council,
  }
}

/** `INITIATIVE 83`, `INITIATIVE MEASURE NO. 82`. */
function parseMeasure(text: string): DcContest | undefined {
  const [, number] = /^INITIATIVE (?:MEASURE )?(?:NO\. ?)?(\d+)$/.exec(text) ?? []
  if (number === undefined) return undefined
  const code = `Initiative ${number}`
  return {
    ...DISTRICT,
    subject: code,
    level: 'state',
    title: code,
    short_title: code,
    votes_allowed: 1,
    measure_code: code,
    nonpartisan: false,
  }
}

/** `ANC-6C02`, `ANC - 8F04 SINGLE MEMBER DISTRICT 04-ANC-8F`. */
function parseSmd(text: string): DcContest | undefined {
  const smd = /^ANC\b/.test(text) ? findSmd(text) : undefined
  if (!smd) return undefined
  return {
    ocd_id: smd.ocd_id,
    district_type: 'smd',
    district_level: 'city',
    district_name: `Single Member District ${smd.name}`,
    within_ocd_id: smd.anc_ocd_id,
    subject: 'advisory-neighborhood-commissioner',
    level: 'city',
    title: `Advisory Neighborhood Commissioner, Single Member District ${smd.name}`,
    short_title: `ANC ${smd.name}`,
    votes_allowed: 1,
    measure_code: null,
    nonpartisan: true,
  }
}
