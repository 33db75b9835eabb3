// The 56 states, federal district and territories: one definition of codes, names, OCD ids and time zones.

import { placeFolded } from './folded-name.ts'
import { STATE_CODES, type StateCode } from './vocabulary.ts'

export interface UsState {
  code: StateCode
  /** Two digits, the beginning of every GEOID in the state. */
  fips: string
  name: string
  ocd_id: string
  /** IANA name of the state's time zone in which a day ends last: an election is upcoming until then. */
  time_zone: string
}

function state(code: StateCode, fips: string, name: string, time_zone: string): UsState {
  return { code, fips, name, ocd_id: `ocd-division/country:us/${kindOf(code)}:${code.toLowerCase()}`, time_zone }
}

function kindOf(code: StateCode): 'state' | 'district' | 'territory' {
  switch (code) {
    case 'DC':
      return 'district'
    case 'AS':
    case 'GU':
    case 'MP':
    case 'PR':
    case 'VI':
      return 'territory'
    default:
      return 'state'
  }
}

const BY_CODE: { readonly [Code in StateCode]: UsState } = {
  // The Aleutians west of 169.5° W have their own zone, an hour behind Anchorage.
  AK: state('AK', '02', 'Alaska', 'America/Adak'),
  AL: state('AL', '01', 'Alabama', 'America/Chicago'),
  AR: state('AR', '05', 'Arkansas', 'America/Chicago'),
  AS: state('AS', '60', 'American Samoa', 'Pacific/Pago_Pago'),
  // No daylight saving time, except in the Navajo Nation, where summer days end an hour earlier.
  AZ: state('AZ', '04', 'Arizona', 'America/Phoenix'),
  CA: state('CA', '06', 'California', 'America/Los_Angeles'),
  CO: state('CO', '08', 'Colorado', 'America/Denver'),
  CT: state('CT', '09', 'Connecticut', 'America/New_York'),
  DC: state('DC', '11', 'District of Columbia', 'America/New_York'),
  DE: state('DE', '10', 'Delaware', 'America/New_York'),
  // The Panhandle west of the Apalachicola is on Central time.
  FL: state('FL', '12', 'Florida', 'America/Chicago'),
  GA: state('GA', '13', 'Georgia', 'America/New_York'),
  GU: state('GU', '66', 'Guam', 'Pacific/Guam'),
  HI: state('HI', '15', 'Hawaii', 'Pacific/Honolulu'),
  IA: state('IA', '19', 'Iowa', 'America/Chicago'),
  // The north is on Pacific time.
  ID: state('ID', '16', 'Idaho', 'America/Los_Angeles'),
  IL: state('IL', '17', 'Illinois', 'America/Chicago'),
  // Twelve counties in the corners are on Central time.
  IN: state('IN', '18', 'Indiana', 'America/Chicago'),
  // Four western counties are on Mountain time.
  KS: state('KS', '20', 'Kansas', 'America/Denver'),
  // The west is on Central time.
  KY: state('KY', '21', 'Kentucky', 'America/Chicago'),
  LA: state('LA', '22', 'Louisiana', 'America/Chicago'),
  MA: state('MA', '25', 'Massachusetts', 'America/New_York'),
  MD: state('MD', '24', 'Maryland', 'America/New_York'),
  ME: state('ME', '23', 'Maine', 'America/New_York'),
  // Four counties along Wisconsin are on Central time.
  MI: state('MI', '26', 'Michigan', 'America/Menominee'),
  MN: state('MN', '27', 'Minnesota', 'America/Chicago'),
  MO: state('MO', '29', 'Missouri', 'America/Chicago'),
  MP: state('MP', '69', 'Northern Mariana Islands', 'Pacific/Saipan'),
  MS: state('MS', '28', 'Mississippi', 'America/Chicago'),
  MT: state('MT', '30', 'Montana', 'America/Denver'),
  NC: state('NC', '37', 'North Carolina', 'America/New_York'),
  // The southwest is on Mountain time.
  ND: state('ND', '38', 'North Dakota', 'America/Denver'),
  // The Panhandle is on Mountain time.
  NE: state('NE', '31', 'Nebraska', 'America/Denver'),
  NH: state('NH', '33', 'New Hampshire', 'America/New_York'),
  NJ: state('NJ', '34', 'New Jersey', 'America/New_York'),
  NM: state('NM', '35', 'New Mexico', 'America/Denver'),
  NV: state('NV', '32', 'Nevada', 'America/Los_Angeles'),
  NY: state('NY', '36', 'New York', 'America/New_York'),
  OH: state('OH', '39', 'Ohio', 'America/New_York'),
  OK: state('OK', '40', 'Oklahoma', 'America/Chicago'),
  // Only Malheur County is on Mountain time.
  OR: state('OR', '41', 'Oregon', 'America/Los_Angeles'),
  PA: state('PA', '42', 'Pennsylvania', 'America/New_York'),
  PR: state('PR', '72', 'Puerto Rico', 'America/Puerto_Rico'),
  RI: state('RI', '44', 'Rhode Island', 'America/New_York'),
  SC: state('SC', '45', 'South Carolina', 'America/New_York'),
  // The west is on Mountain time.
  SD: state('SD', '46', 'South Dakota', 'America/Denver'),
  // Middle and West Tennessee are on Central time.
  TN: state('TN', '47', 'Tennessee', 'America/Chicago'),
  // El Paso and Hudspeth counties are on Mountain time.
  TX: state('TX', '48', 'Texas', 'America/Denver'),
  UT: state('UT', '49', 'Utah', 'America/Denver'),
  VA: state('VA', '51', 'Virginia', 'America/New_York'),
  VI: state('VI', '78', 'U.S. Virgin Islands', 'America/St_Thomas'),
  VT: state('VT', '50', 'Vermont', 'America/New_York'),
  WA: state('WA', '53', 'Washington', 'America/Los_Angeles'),
  WI: state('WI', '55', 'Wisconsin', 'America/Chicago'),
  WV: state('WV', '54', 'West Virginia', 'America/New_York'),
  WY: state('WY', '56', 'Wyoming', 'America/Denver'),
}

/** By code. */
export const STATES: readonly UsState[] = STATE_CODES.map((code) => BY_CODE[code])

const BY_FIPS: ReadonlyMap<string, UsState> = new Map(STATES.map((each) => [each.fips, each]))

export function stateOf(code: StateCode): UsState {
  return BY_CODE[code]
}

/** @param fips two digits; a GEOID's first two */
export function findStateByFips(fips: string): UsState | undefined {
  return BY_FIPS.get(fips)
}

/** Upper case as printed, e.g. `NC`. */
export function isStateCode(text: string): text is StateCode {
  return Object.hasOwn(BY_CODE, text)
}

// States as people write them.

const BY_WORDS: ReadonlyMap<string, UsState> = new Map([
  ...STATES.flatMap((state): [string, UsState][] => [
    [placeFolded(state.code), state],
    [placeFolded(state.name), state],
    [placeFolded(state.name).replace(/^us /, ''), state],
  ]),
])

/** The longest is `us virgin islands`. */
export const STATE_WORDS_MAX = 3

/** @param words a code or a name, folded like place names */
export function findStateByWords(words: string): UsState | undefined {
  return BY_WORDS.get(words)
}
