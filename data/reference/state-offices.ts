// Statewide offices: their titles in each state, and the states in which one person holds them.
// Sources: the offices' own pages; Council of State Governments, The Book of the States, table 4.10, "Selected State
// Administrative Officials: Methods of Selection"; National Association of Secretaries of State.

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
