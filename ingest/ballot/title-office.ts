// Offices of the nation and of a state that a ballot's title names in the usual words, whatever the state.

import type { State } from '../../data/schema/states.ts'
import {
  type Office,
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
const US = '(?:united states|u\\. ?s\\.|us)'

const STATEWIDE: readonly [string, string, string][] = [
  ['governor(?: and lieutenant governor)?', 'governor', 'Governor'],
  ['lieutenant governor', 'lieutenant-governor', 'Lieutenant Governor'],
  ['attorney general', 'attorney-general', 'Attorney General'],
  ['secretary of (?:the )?(?:state|commonwealth)', 'secretary-of-state', 'Secretary of State'],
  ['state auditor|auditor of state', 'state-auditor', 'State Auditor'],
  ['state treasurer|treasurer of state', 'state-treasurer', 'State Treasurer'],
  ['state (?:controller|comptroller)', 'state-controller', 'State Controller'],
]

const SHARED: readonly OfficeRule[] = [
  rule(`(?:electors (?:of|for) )?president(?: and vice[ -]president)?(?: of the united states)?`, () => president),
  rule(`${US} senat(?:or|e)`, () => usSenate),
  rule(`${US} (?:representative|house(?: of representatives)?)(?: (?:in|to) congress)?${DISTRICT}`, usHouse),
  rule(`representative (?:in|to) congress${DISTRICT}`, usHouse),
  ...STATEWIDE.map(([pattern, subject, title]) => rule(pattern, () => statewide(subject, title))),
]

/** None where the words mean other offices: the District of Columbia's senators, the territories' houses. */
export function titleOffices({ code, ocd_id }: State): readonly OfficeRule[] {
  if (!ocd_id.includes('/state:')) return []
  return [
    ...SHARED,
    rule(`state senat(?:or|e)${DISTRICT}`, (district) => stateSenate(code, district)),
    rule(`state (?:representative|assembly(?:member)?|house(?: of representatives)?)${DISTRICT}`, (district) =>
      stateHouse(code, district),
    ),
  ]
}

/** @param office of the district's number, '' where the pattern has none. */
function rule(pattern: string, office: (district: string) => Office): OfficeRule {
  return {
    pattern: new RegExp(`^(?:for )?(?:the office of )?(?:${pattern})\\W*$`, 'i'),
    office: (before = '', after = '') => office(before || after),
  }
}
