import { describe, expect, it } from 'vitest'
import type { StateCode } from '../../../../data/schema/vocabulary.ts'
import { table } from '../../../table.ts'
import { openOffices } from '../published.ts'

const PUBLISHED = [
  ['county:adair', 'Adair County'],
  ['county:adair/place:lee', 'Lee township'],
  ['county:adair/school_district:adair', 'Adair'],
  ['place:greenfield', 'Greenfield city'],
  ['place:lee', 'Lee city'],
  ['place:wagener', 'Wagener town'],
] as const

/** Title, level, division and code of a question in Adair County of a state. */
function ask(text: string, state: StateCode = 'IA', district = ''): unknown[] {
  const { read, toId } = openOffices(state, PUBLISHED)
  const reading = read({ office: text, district, county: 'ADAIR', measure: true })
  if (!reading) return []
  const { title, level, area, measure_code } = reading.office
  return [title, level, toId(area), measure_code]
}

describe('A question', () => {
  it.each([
    ['CONSTITUTIONAL AMENDMENT A', 'Constitutional Amendment A'],
    ['QUESTIONS 3', 'Question 3'],
    ['PROPOSITION RELATED TO CONSTITUTIONAL AMENDMENTS', ''],
    ['SEPARATION OF POWER ISSUES UNDER THE CITY CHARTER', ''],
  ])('has the number that stands apart from its words: %s', (text, code) => {
    expect(ask(text, 'ND')[3]).toBe(code)
  })

  it.each([
    ['LEE TOWNSHIP - PUBLIC MEASURE LEE', 'Adair County: Lee Township - Public Measure LEE', 'county:adair/place:lee'],
    [
      'AMAQUA TOWNSHIP - PUBLIC MEASURE A',
      'Adair County: Amaqua Township - Public Measure A',
      'county:adair/township:amaqua',
    ],
    ['GREENFIELD-PROPOSITION 475', 'Greenfield Proposition 475', 'place:greenfield'],
    ['GREENFIELD (TERM LIMITS) MEASURE 2', 'Greenfield (Term Limits) Measure 2', 'place:greenfield'],
    ['GREENFIELD TOWN PARK MAINTENANCE LEVY', 'Greenfield Town Park Maintenance Levy', 'place:greenfield'],
    ['PROPOSITION #6 - GREENFIELD CITY QUESTION 1', 'Proposition #6 - Greenfield City Question 1', 'place:greenfield'],
    ['AMEND GREENFIELD CITY CHARTER', 'Amend Greenfield City Charter', 'place:greenfield'],
    ['POLICE IMPROVEMENT BONDS GREENFIELD', 'Police Improvement Bonds Greenfield', 'place:greenfield'],
    ['PROPOSAL FOR GREENFIELD', 'Proposal for Greenfield', 'place:greenfield'],
    ['ADAIR SUNDAY SALES REFERENDUM - WAGENER', 'Adair Sunday Sales Referendum - Wagener', 'place:wagener'],
    ['ADAIR TOWN OF WAGENER ALCOHOL SALES', 'Town of Wagener Alcohol Sales', 'place:wagener'],
    ['GREENFIELD LODGING TAX GREENFIELD', 'Greenfield Lodging Tax', 'place:greenfield'],
    ['CITY OF GREENFIELD PROPOSITION 1 - CITY OF GREENFIELD', 'City of Greenfield Proposition 1', 'place:greenfield'],
    ['SPECIAL ELECTION FOR CITY OF GREENFIELD', 'Special Election for City of Greenfield', 'place:greenfield'],
    ['CITY OF GREENFIELD ORDINANCE NO 2024-06', 'City of Greenfield Ordinance No 2024-06', 'place:greenfield'],
  ])('names a city, town or township: %s', (text, title, id) => {
    expect(ask(text)).toEqual([title, 'city', id, expect.anything()])
  })

  it.each(
    table(`
    FIRE DISTRICT - 06 MAINTENANCE LEVY | Adair County: Fire District - 6 Maintenance Levy | county:adair/fire_district:fire_district_6
    WILSON CREEK CEMETERY DIST #02 PROPOSITION NO1 | Wilson Creek Cemetery District #2 Proposition No 1 | county:adair/cemetery_district:wilson_creek_cemetery_district_2
    FIRE PROPOSITION 1 YEAR LEVY | Adair County: Fire Proposition 1 Year Levy | county:adair/special:fire_proposition_1_year_levy
    NO LEE POOL PK AND REC NORTH LEE POOL PARK AND RECREATION DISTRICT - LEVY | North Lee Pool Park and Recreation District - Levy | county:adair/park_district:north_lee_pool_park_and_recreation_district
  `),
  )('is of a special district: %s', (text, title, id) => {
    expect(ask(text, 'WA').slice(0, 3)).toEqual([title, 'special', id])
  })

  it('has no number from the words of its sentence', () => {
    expect(ask('ROAD BONDS : SHALL THE COUNTY ISSUE UP TO $100 IN BONDS')[3]).toBe('')
    expect(ask('ROAD BONDS : SHALL THE COUNTY ENACT MEASURE B')[3]).toBe('Measure B')
  })

  it('names the city of a township’s name by what it asks, or in the column', () => {
    expect(ask('PROPOSITION SALES TAX LEE')[2]).toBe('place:lee')
    expect(ask('SUNDAY PACKAGE SALES', 'GA', 'WAGENER')).toEqual([
      'Sunday Package Sales, Wagener',
      'city',
      'place:wagener',
      '',
    ])
  })

  it.each([
    ['ADAIR CANNABIS QUESTION', 'KY', 'Adair County: Cannabis Question'],
    ['ADAIR ADAIR QUESTION 1', 'ME', 'Adair County: Question 1'],
    ['PROPOSITION ROAD & BRIDGE 12 ADAIR', 'ND', 'Adair County: Proposition Road & Bridge'],
    ['TSPLOST', 'GA', 'Adair County: TSPLOST'],
    ['TRANSPORTATION SALES TAX QUESTION 1', 'SC', 'Adair County: Transportation Sales Tax Question 1'],
    ['COUNTY MEASURE 23 74', 'OR', 'Adair County: Measure 23-74'],
    ["2 A'DAIR: TERMS OF OFFICE", 'HI', 'Adair County: No. 2, Terms of Office'],
    ['LOCAL AMENDMENT 1', 'AL', 'Adair County: Local Amendment 1'],
    [
      'FIRE SAFETY BONDS: SHALL ADAIR COUNTY, NEW MEXICO, BE AUTHORIZED TO ISSUE',
      'NM',
      'Adair County: Fire Safety Bonds',
    ],
  ] as const)('is the county’s: %s', (text, state, title) => {
    expect(ask(text, state).slice(0, 3)).toEqual([title, 'county', 'county:adair'])
  })

  it.each([
    ['1% SALES TAX', 'AR'],
    ['PROPOSITION ADAIR COUNTY (CLEORA)', 'OK'],
    ['HOSPITAL DISTRICT BOND: SHALL THE ADAIR COUNTY HOSPITAL DISTRICT ISSUE BONDS', 'NM'],
    ['MEDICAL CANNABIS QUESTION', 'KY'],
  ] as const)('does not say who votes: %s', (text, state) => {
    expect(ask(text, state)[1]).toBe('special')
  })

  it('names the area of a county in its id', () => {
    expect(ask('PROPOSITION ADAIR COUNTY (CLEORA)', 'OK')[2]).toBe('county:adair/special:cleora')
  })

  it('is a body’s that it names, and has no more than a heading in its title', () => {
    const bonds =
      'FLOOD CONTROL BONDS: SHALL THE ADAIR METROPOLITAN FLOOD CONTROL AUTHORITY BE AUTHORIZED TO ISSUE BONDS'
    expect(ask(bonds, 'NM').slice(0, 3)).toEqual([
      'Adair Metropolitan Flood Control Authority: Flood Control Bonds',
      'special',
      'county:adair/water_district:adair_metropolitan_flood_control_authority',
    ])
    expect(ask('BOND QUESTION 1: THE ACT AUTHORIZES LIBRARY BONDS. SHALL THE COUNTY OF ADAIR ISSUE', 'NM')).toEqual([
      'Adair County: Bond Question 1: The Act Authorizes Library Bonds',
      'county',
      'county:adair',
      'Bond Question 1',
    ])
  })

  it('of a college, a fire district or a school district has the id of its board', () => {
    expect(ask('IOWA WESTERN COMMUNITY COLLEGE - PUBLIC MEASURE SB')[2]).toBe('community_college:iowa_western')
    expect(ask('PROPOSITION NO. 1 BERRYHILL FIRE PROTECTION', 'OK')[2]).toBe(
      ask('PROPOSITION NO. 2 BERRYHILL FIRE PROTECTION', 'OK')[2],
    )
    expect(ask('ADAIR COUNTY BOARD OF EDUCATION LEVY', 'WV').slice(1, 3)).toEqual([
      'school',
      'county:adair/school_district:adair',
    ])
    expect(ask('SCHOOL BOND ELECTION', 'WV')).toEqual([
      'Adair County: School Bond Election',
      'school',
      'county:adair/school_district:adair',
      '',
    ])
  })

  it('of the county without its cities is the county’s, of unknown lines', () => {
    expect(ask('ADAIR COUNTY UNINCORPORATED AREA - PUBLIC MEASURE IM').slice(1, 3)).toEqual([
      'county',
      'county:adair/special:unincorporated_area',
    ])
  })

  it('is written without the marks and gaps of the file', () => {
    expect(ask('REFERRED LAW : COUNTY ZONING')[0]).toBe('Adair County: Referred Law: County Zoning')
    expect(ask('PINE EAGLE SCHOOL', 'OR', '061')[0]).toBe('Adair County: Pine Eagle School District 61')
    expect(ask('ADAIR LEE/IOWA SCHOOL DISTRICT 5 BONDS')[0]).toBe(ask('LEE /IOWA SCHOOL DISTRICT 5 BONDS')[0])
    expect(ask('GREENFIELD (RESOLUTION 2024 05) MEASURE 15 234', 'OR')[0]).toBe(
      'Greenfield (Resolution 2024-05) Measure 15-234',
    )
  })

  it('has its number and an honest end', () => {
    expect(ask('CI-126 A CONSTITUTIONAL AMENDMENT', 'MT')).toEqual([
      'CI-126: A Constitutional Amendment',
      'state',
      'state',
      'CI-126',
    ])
    expect(ask('CA NO. 1 (ACT NO. 408) -- PROVIDES RELATIVE TO ENERGY', 'LA')).toEqual([
      'Constitutional Amendment No. 1 (Act No. 408): Provides Relative to Energy',
      'state',
      'state',
      'Constitutional Amendment 1',
    ])
    expect(ask('EXCISE TAX WITHIN THE CORPORATE BOUNDARIES OF', 'MT')[0]).toBe(
      'Adair County: Excise Tax Within the Corporate Boundaries of …',
    )
  })

  it('has the number that Oregon gives it', () => {
    expect(ask('GREENFIELD MEASURE 31 122', 'OR')).toEqual([
      'Greenfield Measure 31-122',
      'city',
      'place:greenfield',
      'Measure 31-122',
    ])
    expect(ask('GREENFIELD 29 179', 'OR')).toEqual(['Greenfield 29-179', 'city', 'place:greenfield', 'Measure 29-179'])
    expect(ask('GREENFIELD (OPEN ) MEASURE 15 232', 'OR', 'POSITION ELECTION')[0]).toBe(
      'Greenfield (Open Position Election) Measure 15-232',
    )
  })
})
