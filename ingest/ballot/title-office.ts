// Recognises federal and state offices by their usual titles, which all states share.

import type { UsState } from '../../data/schema/states.ts'
import type { ContestDivision } from './contest-division.ts'
import { type DivisionIndex, findDivision } from './division.ts'
import {
  findOffice,
  type ListedOffice,
  type OfficeRule,
  president,
  stateHouse,
  stateSenate,
  statewide,
  usHouse,
  usSenate,
} from './office.ts'

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
