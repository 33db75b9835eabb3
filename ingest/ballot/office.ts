// Offices that appear on most states' ballots, and the titles that all states share for them.

import { districtWords } from '../../data/reference/legislatures.ts'
import type { UsState } from '../../data/schema/states.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import { type ContestDivision, type DivisionIndex, findDivision } from './division.ts'
import { findOffice, type ListedOffice, type OfficeRule } from './office-rule.ts'

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
  return legislator('state-senate', 'sldu', districtWords(state).upper, district, name)
}

/** @param name of a district whose code is no number: `Windsor-Orange-1` */
export function stateHouse(state: StateCode, district: string, name?: string): ListedOffice {
  const { lower } = districtWords(state)
  return legislator(lower === 'Assembly' ? 'state-assembly' : 'state-house', 'sldl', lower, district, name)
}

function legislator(
  subject: string,
  word: 'sldu' | 'sldl',
  house: string,
  district: string,
  name?: string,
): ListedOffice {
  const code = codeOf(district)
  const title = `State ${house} District ${name ?? code.toUpperCase()}`
  const area = { kind: 'numbered', word, code, ...(name !== undefined && { name }) } as const
  return { subject, level: 'state', title, short_title: title, area }
}

/** One of the seats that a district of a legislature has: `Position 1`. */
export function withSeats(office: ListedOffice, seats: readonly string[]): ListedOffice {
  if (seats.length === 0) return office
  const named = (title: string): string => [title, ...seats].join(', ')
  return { ...office, title: named(office.title), short_title: named(office.short_title), seat: seats.join(' ') }
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

// Recognizes federal and state offices by their usual titles, which all states share.

/** `District 11`, `(11th District)`. */
const DISTRICT =
  '\\W*(?:(?:congressional )?district (?:no\\. )?(\\d+)|(\\d+)(?:st|nd|rd|th) (?:congressional )?district)'
const US = '(?:united states|u\\. ?s\\.?|us)'
const AND = '(?: and | & |/| / )'
const LIEUTENANT = '(?:lieutenant|lt\\.?) governor'

const STATEWIDE: readonly [string, string, string][] = [
  [`governor(?:${AND}${LIEUTENANT})?`, 'governor', 'Governor'],
  [LIEUTENANT, 'lieutenant-governor', 'Lieutenant Governor'],
  ['attorney general', 'attorney-general', 'Attorney General'],
  ['secretary of (?:the )?(?:state|commonwealth)', 'secretary-of-state', 'Secretary of State'],
  ['state auditor|auditor of state', 'state-auditor', 'State Auditor'],
  ['state treasurer|treasurer of state', 'state-treasurer', 'State Treasurer'],
  ['state (?:controller|comptroller)', 'state-controller', 'State Controller'],
]

export const PRESIDENT = rule(
  `(?:electors (?:of|for) )?(?:the )?(?:${US} )?president(?:${AND}vice[ -]president| of the ${US})*|presidential electors`,
  () => president,
)

const SHARED: readonly OfficeRule[] = [
  PRESIDENT,
  rule(
    `(?:${US} senat(?:or|e)|senator,? ${US})(?:,? (?:from|for) .+|\\W*(?:class|full|unexpired|special)\\b.*)?`,
    () => usSenate,
  ),
  rule(`${US} (?:representative|house(?: of representatives)?)(?: (?:in|to) congress)?${DISTRICT}`, usHouse),
  rule(`representative (?:in|to) congress${DISTRICT}`, usHouse),
  ...STATEWIDE.map(([pattern, subject, title]) => rule(pattern, () => statewide(subject, title))),
]

/**
 * Empty where the same words name other offices: in the territories (their own houses), and in the District of Columbia (its own
 * senators) except for President.
 */
export function titleOffices({ code, ocd_id }: UsState): readonly OfficeRule[] {
  if (!ocd_id.includes('/state:')) return code === 'DC' ? [PRESIDENT] : []
  return [
    ...SHARED,
    rule(`state senat(?:or|e)${DISTRICT}`, (district) => stateSenate(code, district)),
    rule(`state (?:representative|assembly(?:member)?|house(?: of representatives)?)${DISTRICT}`, (district) =>
      stateHouse(code, district),
    ),
  ]
}

/**
 * The office under which all sources find the same contest. A legislator's is named by the district, any other by a title that
 * names the whole area of the district.
 */
export function findSharedOffice(
  title: string,
  division: ContestDivision,
  index: DivisionIndex,
): ListedOffice | undefined {
  const { state } = index
  const code = division.ocd_id.slice(division.ocd_id.lastIndexOf(':') + 1)
  switch (division.district_type) {
    case 'congressional':
      return usHouse(code)
    case 'state_upper':
      return stateSenate(state.code, code)
    case 'state_lower':
      return stateHouse(state.code, code)
    default: {
      const office = findOffice(titleOffices(state), title)?.office
      return office && findDivision(office.area, [], index).ocd_id === division.ocd_id ? office : undefined
    }
  }
}

/** @param office takes the district's number, or '' if the pattern has none. */
function rule(pattern: string, office: (district: string) => ListedOffice): OfficeRule {
  return {
    pattern: new RegExp(`^(?:for )?(?:the office of )?(?:${pattern})\\W*$`, 'i'),
    office: (before = '', after = '') => office(before || after),
  }
}
