// Names that differ between a state's contest titles and the Open Civic Data divisions.

import type { StateCode } from '../schema/vocabulary.ts'

type NamesByState = Readonly<Partial<Record<StateCode, Readonly<Record<string, string>>>>>

/** School districts: words of the title → words of the division. Words that all districts share are left out of both. */
export const SCHOOL_NAMES: NamesByState = {
  CA: {
    'antelope valley joint union high': 'antelope valley union high',
    'lennox elementary': 'lennox',
    'los nietos elementary': 'los nietos',
  },
  KY: { pineville: 'pineville independent' },
  NC: { nash: 'nash rocky mount', 'row sal': 'rowan salisbury' },
}

/** Municipalities: words of the title → words of the division. */
export const PLACE_NAMES: NamesByState = {
  KY: { middlesboro: 'middlesborough' },
  NC: { 'mt pleasant': 'mount pleasant' },
}

/** Words that a county of Pennsylvania shortens or misspells in its offices of 2025 → the words in full. */
export const PA_SHORT_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Armstrong: { FRANKLIIN: 'FRANKLIN', 'KISKI TOWNSHIP': 'KISKIMINETAS TOWNSHIP', MADISION: 'MADISON' },
  Butler: { 'SR SD-REGION': 'SLIPPERY ROCK SD REGION', 'SV SD-REGION': 'SENECA VALLEY SD REGION' },
  Cambria: {
    ECARROLL: 'EAST CARROLL',
    ECONEMAUGH: 'EAST CONEMAUGH',
    JTWN: 'JOHNSTOWN',
    'LILLY LILLY': 'LILLY',
    'RSD LG': 'RICHLAND SD',
    'W/WARDS': '',
  },
  Chester: { 'MD WARD': 'MIDDLE WARD' },
  Delaware: { 'CHESTER CITY CITY': 'CHESTER CITY' },
  Erie: { 'NORTH EAST BORO': 'NORTH EAST' },
  Franklin: { GREEN: 'GREENE' },
  Lawrence: { 'BLACK HAWK': '' },
  Luzerne: { 'NORTH WEST AREA': 'NORTHWEST AREA' },
  Lycoming: { 'SOUTH WMSPT': 'SOUTH WILLIAMSPORT' },
  Mifflin: { 'NEW HAMILTON': 'NEWTON HAMILTON' },
  Sullivan: {
    EAGLES: 'EAGLES MERE',
    ELK: 'ELKLAND',
    'FORKS COUNCIL': 'FORKSVILLE COUNCIL',
    'FORKS TAX COLLECTOR': 'TAX COLLECTOR',
    HILLS: 'HILLSGROVE',
    'LAP BOR': 'LAPORTE BOROUGH',
    'LAP TOWN': 'LAPORTE TOWNSHIP',
    SHREW: 'SHREWSBURY',
  },
  Susquehanna: { LANESBOROUGH: 'LANESBORO', MDWS: 'MEADOWS', 'SUSQUEHANNA BORO': 'SUSQUEHANNA DEPOT BORO' },
  Tioga: { 'BOROUGH WARD ONE': 'WARD 1', 'BOROUGH WARD TWO': 'WARD 2' },
  Venango: { FKLN: '', OC: '' },
  Westmoreland: { 'MUNICIPALITY OF': '' },
}

/**
 * Parts of a board that a title in North Carolina names without a word such as "district". Buncombe's parts are its high schools'
 * districts. Pasquotank's are inside or outside Elizabeth City's corporate limits; those of its commission are also north or south.
 */
export const NC_NAMED_PARTS: Readonly<Record<string, string>> = {
  ENKA: 'Enka District',
  ERWIN: 'Erwin District',
  'INSIDE CORPORATE LIMIT': 'Inside Corporate Limit',
  INSIDE: 'Inside Corporate Limit',
  'NORTH BUNCOMBE': 'North Buncombe District',
  'NORTHERN INSIDE': 'Northern Inside',
  'NORTHERN OUTSIDE': 'Northern Outside',
  'OUTSIDE CORPORATE LIMIT': 'Outside Corporate Limit',
  OUTSIDE: 'Outside Corporate Limit',
  OWEN: 'Owen District',
  REYNOLDS: 'Reynolds District',
  ROBERSON: 'Roberson District',
  'SOUTHERN INSIDE': 'Southern Inside',
  'SOUTHERN OUTSIDE': 'Southern Outside',
}

/** Last segments of published division ids that differ from the words of a title. The key is the id that the title's words give. */
export const DIVISION_SPELLINGS: Readonly<Record<string, string>> = {
  'ocd-division/country:us/state:nc/county:columbus/sanitation:reigelwood': 'sanitation:riegelwood',
  'ocd-division/country:us/state:nc/county:gaston/school_board_district:crowders_mountain_township':
    'school_board_district:crowders_moutain_township',
  'ocd-division/country:us/state:nc/county:pasquotank/council_district:northern_inside': 'council_district:cdni',
  'ocd-division/country:us/state:nc/county:pasquotank/council_district:southern_outside': 'council_district:cdso',
  'ocd-division/country:us/state:nc/county:pasquotank/school_board_district:inside_corporate_limit':
    'school_board_district:icl',
  'ocd-division/country:us/state:nc/county:pasquotank/school_board_district:outside_corporate_limit':
    'school_board_district:ocl',
}
