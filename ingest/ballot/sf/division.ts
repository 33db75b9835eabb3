// The divisions that vote in San Francisco's contests, and the counties that they lie in.

import type { ContestRow } from '../../../data/core/rows.ts'
import { BART_COUNTIES, BAY_COUNTIES } from '../../../data/reference/sf-2016.ts'
import { type SfMeasureArea, TOLL_COUNTIES } from '../../../data/reference/sf-measures.ts'

const STATE = 'ocd-division/country:us/state:ca'
const SF_COUNTY = `${STATE}/county:san_francisco`
const BART_ID = `${STATE}/transit:bart`

type Division = Pick<ContestRow, 'ocd_id' | 'district_type' | 'district_level' | 'district_name' | 'within_ocd_id'>

export interface SfDivision extends Division {
  /** OCD ids of the counties that vote; empty if the whole state votes. */
  counties: readonly string[]
}

const SF = [SF_COUNTY] as const

export const CALIFORNIA: SfDivision = { ...division(STATE, 'state', 'state', 'California'), counties: [] }
export const CITY: SfDivision = { ...division(SF_COUNTY, 'county', 'county', 'San Francisco County'), counties: SF }
export const BART: SfDivision = {
  ...division(BART_ID, 'special', 'special', 'San Francisco Bay Area Rapid Transit District'),
  counties: inCalifornia(BART_COUNTIES),
}
export const BAY: SfDivision = {
  ...division(
    `${STATE}/special_district:san_francisco_bay_restoration_authority`,
    'special',
    'special',
    'San Francisco Bay Restoration Authority',
  ),
  counties: inCalifornia(BAY_COUNTIES),
}

const TOLLS: SfDivision = {
  ...division(`${STATE}/special_district:bay_area_toll_authority`, 'special', 'special', 'Bay Area Toll Authority'),
  counties: inCalifornia(TOLL_COUNTIES),
}
/** Never formed, because the measure that proposed it failed. Brisbane is in San Mateo County. */
const BRISBANE: SfDivision = {
  ...division(
    `${STATE}/special_district:san_francisco-brisbane_municipal_utility_district`,
    'special',
    'special',
    'San Francisco-Brisbane Municipal Utility District',
  ),
  counties: inCalifornia(['san_francisco', 'san_mateo']),
}

export const BEYOND: Readonly<Record<SfMeasureArea, SfDivision>> = {
  bart: BART,
  bay: BAY,
  tolls: TOLLS,
  brisbane: BRISBANE,
}

export function numbered(kind: 'cd' | 'sldu' | 'sldl' | 'council_district' | 'bart', number: string): SfDivision {
  switch (kind) {
    case 'cd': {
      // The 13th was in Alameda County except for an uninhabited shore, and did not cover all of Alameda.
      const inCity = number !== '13'
      const name = `Congressional District ${number}`
      return {
        ...division(`${STATE}/cd:${number}`, 'congressional', 'federal', name, inCity ? null : STATE),
        counties: inCity ? SF : [],
      }
    }
    case 'sldu': {
      // The 11th has the city; the 7th is across the bay.
      const inCity = number === '11'
      const name = `Senate District ${number}`
      return {
        ...division(`${STATE}/sldu:${number}`, 'state_upper', 'state', name, inCity ? null : STATE),
        counties: inCity ? SF : [],
      }
    }
    case 'sldl':
      return {
        ...division(`${STATE}/sldl:${number}`, 'state_lower', 'state', `Assembly District ${number}`),
        counties: SF,
      }
    case 'council_district': {
      const name = `San Francisco Supervisorial District ${number}`
      return {
        ...division(`${SF_COUNTY}/council_district:${number}`, 'county_council', 'county', name, SF_COUNTY),
        counties: SF,
      }
    }
    case 'bart':
      return {
        ...division(`${BART_ID}/district:${number}`, 'special', 'special', `BART District ${number}`, BART_ID),
        counties: number === '9' ? SF : BART.counties,
      }
    default:
      return kind satisfies never
  }
}

function division(
  ocd_id: string,
  district_type: Division['district_type'],
  district_level: Division['district_level'],
  district_name: string,
  within_ocd_id: string | null = null,
): Division {
  return { ocd_id, district_type, district_level, district_name, within_ocd_id }
}

/** @param counties the last parts of OCD ids, e.g. `san_mateo` */
function inCalifornia(counties: readonly string[]): readonly string[] {
  return counties.map((county) => `${STATE}/county:${county}`)
}
