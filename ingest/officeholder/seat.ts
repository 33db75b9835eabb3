// Converts a role of an Open States person to a seat: office, title, division and the election that filled it.

import type { OfficeholderRow } from '../../data/core/rows.ts'
import { novemberElection } from '../../data/reference/elections.ts'
import { type Cycle, DC_COUNCIL, lowerChamber, UNICAMERAL, upperChamber } from '../../data/reference/legislatures.ts'
import { type StateOffice, stateOfficeTitle } from '../../data/reference/offices.ts'
import { isStateCode, stateOf, type UsState } from '../../data/schema/states.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import { toDistrictWords } from '../boundary/layout.ts'
import type { Divisions } from '../read/source.ts'
import type { Role } from './person.ts'

export type Seat = Pick<
  OfficeholderRow,
  'office' | 'office_title' | 'level' | 'state' | 'ocd_id' | 'district' | 'elected_on'
>

/** The reason why a role gives no seat. */
export type NoSeat = { refused: 'local-office' | 'unknown-role' | 'unplaced-seat'; got: string }

const STATE_OFFICES: Readonly<Record<string, StateOffice>> = {
  governor: 'governor',
  lt_governor: 'lieutenant_governor',
  'attorney general': 'attorney_general',
  'secretary of state': 'secretary_of_state',
  'chief election officer': 'chief_election_officer',
  treasurer: 'treasurer',
  auditor: 'auditor',
}

/** @param until the source's day */
export function toSeat(role: Role, { find, until }: { find: FindDivision; until: string }): Seat | NoSeat {
  const code = stateIn(role.jurisdiction)
  if (role.type === 'mayor') return { refused: 'local-office', got: role.type }
  if (code === null) return { refused: 'unknown-role', got: `${role.type} of ${role.jurisdiction}` }
  // The source calls the District's mayor a governor.
  if (code === 'DC' && /governor/.test(role.type)) return { refused: 'local-office', got: role.type }
  const office = Object.hasOwn(STATE_OFFICES, role.type) ? STATE_OFFICES[role.type] : undefined
  if (office) return stateSeat(code, office)
  if (code === 'DC' && role.type === 'legislature') return councilSeat(role, until)
  return legislativeSeat(code, role, { find, until })
}

/** `ocd-jurisdiction/country:us/state:nc/government` */
function stateIn(jurisdiction: string): StateCode | null {
  const [, code] =
    /^ocd-jurisdiction\/country:us\/(?:state|district|territory):([a-z]{2})\/government$/.exec(jurisdiction) ?? []
  const upper = code?.toUpperCase() ?? ''
  return isStateCode(upper) ? upper : null
}

function stateSeat(state: StateCode, office: StateOffice): Seat {
  return {
    office,
    office_title: stateOfficeTitle(state, office),
    level: 'state',
    state,
    ocd_id: stateOf(state).ocd_id,
    district: null,
    elected_on: null,
  }
}

function legislativeSeat(
  state: StateCode,
  role: Role,
  { find, until }: { find: FindDivision; until: string },
): Seat | NoSeat {
  const seat = chamberOf(state, role.type)
  if (!seat) return { refused: 'unknown-role', got: role.type }
  const district = role.district ?? ''
  const ocd_id = find(stateOf(state), seat.division, district)
  if (ocd_id === null) return { refused: 'unplaced-seat', got: `${state} ${role.type} ${district}` }
  const elected_on = regularElection(seat.chamber.cycle, { district, start: role.start_date, until })
  return { office: seat.office, office_title: seat.chamber.title, level: 'state', state, ocd_id, district, elected_on }
}

function chamberOf(state: StateCode, type: string) {
  switch (type) {
    case 'upper':
      return { office: 'state_senator', division: 'sldu', chamber: upperChamber(state) } as const
    case 'lower':
      return { office: 'state_representative', division: 'sldl', chamber: lowerChamber(state) } as const
    case 'legislature':
      // Nebraska has one chamber; the division ids call its districts upper.
      return state === 'NE' ? ({ office: 'state_legislator', division: 'sldu', chamber: UNICAMERAL } as const) : null
    default:
      return null
  }
}

/** Source of the seats: D.C. Code 1-204.01: a Chairman, four members at large, and one member for each of eight wards. */
function councilSeat({ district, start_date }: Role, until: string): Seat | NoSeat {
  const { ocd_id: whole } = stateOf('DC')
  const [, ward] = /^Ward ([1-8])$/.exec(district ?? '') ?? []
  if (district === null || (ward === undefined && district !== 'At-Large' && district !== 'Chairman'))
    return { refused: 'unplaced-seat', got: `DC legislature ${district}` }
  return {
    office: 'city_council',
    office_title: district === 'Chairman' ? 'Chairman of the Council' : 'Councilmember',
    level: 'city',
    state: 'DC',
    ocd_id: ward === undefined ? whole : `${whole}/ward:${ward}`,
    district,
    elected_on: district === 'At-Large' ? null : regularElection(DC_COUNCIL, { district, start: start_date, until }),
  }
}

// Finds the election that last filled a seat. The seat uses the boundaries of that election's plan.

/** The November election of the last even year before a day, YYYY-MM-DD. */
export function lastGeneralElection(day: string): string {
  const year = Number(day.slice(0, 4))
  const even = year - (year % 2)
  return novemberElection(even) < day ? novemberElection(even) : novemberElection(even - 2)
}

/**
 * A holder who took office between two regular elections has the boundaries of the earlier one. Null if districts take turns without a
 * fixed rule, unless the holder took office with the last of them.
 * @param until the source's day
 */
function regularElection(
  cycle: Cycle,
  { district, start, until }: { district: string; start: string | null; until: string },
): string | null {
  if ('turns' in cycle && cycle.turns === null) {
    const last = lastGeneralElection(until)
    return start !== null && start >= last ? last : null
  }
  const known = 'turns' in cycle ? cycle.turns?.(district) : cycle.year
  if (known === undefined) return null
  const dayOf = (year: number): string =>
    'day' in cycle && cycle.day !== undefined && year === cycle.year ? cycle.day : novemberElection(year)
  let year = known + Math.floor((Number(until.slice(0, 4)) - known) / cycle.every) * cycle.every
  if (dayOf(year) > until) year -= cycle.every
  return dayOf(year)
}

// Finds the OCD division of a legislative seat by the district's name in Open States.

type FindDivision = (state: UsState, chamber: 'sldu' | 'sldl', district: string) => string | null

/**
 * Matches by number (aliases included), as drawn boundaries are matched; else by the words in the division's id: `21st Middlesex`,
 * `Belknap 6`. A letter after a number without a division marks one of several seats in a district (Idaho's 16A and 16B). Members
 * at large have the whole state.
 */
export function findDivisionIn(divisions: Divisions): FindDivision {
  const indexes = new Map<string, Map<string, string | null>>()
  const indexOf = (parent: string, chamber: string): Map<string, string | null> => {
    const key = `${parent} ${chamber}`
    const known = indexes.get(key)
    if (known) return known
    const index = new Map<string, string | null>()
    for (const { ocd_id } of divisions.under(parent, chamber)) {
      const words = toDistrictWords(ocd_id.slice(ocd_id.lastIndexOf(':') + 1))
      index.set(words, index.has(words) ? null : ocd_id)
    }
    indexes.set(key, index)
    return index
  }
  const lookUp = (state: UsState, chamber: string, district: string): string | null => {
    const byCode = `${state.ocd_id}/${chamber}:${district.toLowerCase()}`
    return divisions.has(byCode) ? byCode : (indexOf(state.ocd_id, chamber).get(toDistrictWords(district)) ?? null)
  }
  return (state, chamber, district) => {
    if (/^at[- ]large$/i.test(district)) return state.ocd_id
    const [, number] = /^(\d+)[A-Z]$/i.exec(district) ?? []
    return lookUp(state, chamber, district) ?? (number === undefined ? null : lookUp(state, chamber, number))
  }
}
