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

  it.each(
    table(`
    LEE TOWNSHIP - PUBLIC MEASURE LEE | Adair County: Lee Township - Public Measure LEE | county:adair/place:lee
    AMAQUA TOWNSHIP - PUBLIC MEASURE A | Adair County: Amaqua Township - Public Measure A | county:adair/township:amaqua
    GREENFIELD-PROPOSITION 475 | Greenfield Proposition 475 | place:greenfield
    GREENFIELD (TERM LIMITS) MEASURE 2 | Greenfield (Term Limits) Measure 2 | place:greenfield
    GREENFIELD TOWN PARK MAINTENANCE LEVY | Greenfield Town Park Maintenance Levy | place:greenfield
    PROPOSITION #6 - GREENFIELD CITY QUESTION 1 | Proposition #6 - Greenfield City Question 1 | place:greenfield
    AMEND GREENFIELD CITY CHARTER | Amend Greenfield City Charter | place:greenfield
    POLICE IMPROVEMENT BONDS GREENFIELD | Police Improvement Bonds Greenfield | place:greenfield
    ADAIR SUNDAY SALES REFERENDUM - WAGENER | Adair Sunday Sales Referendum - Wagener | place:wagener
    ADAIR TOWN OF WAGENER ALCOHOL SALES | Town of Wagener Alcohol Sales | place:wagener
    GREENFIELD LODGING TAX GREENFIELD | Greenfield Lodging Tax | place:greenfield
    CITY OF GREENFIELD PROPOSITION 1 - CITY OF GREENFIELD | City of Greenfield Proposition 1 | place:greenfield
    CITY OF GREENFIELD ORDINANCE NO 2024-06 | City of Greenfield Ordinance No 2024-06 | place:greenfield
  `),
  )('names a city, town or township: %s', (text, title, id) => {
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

  // A star stands for a value of which the case says nothing.
  it.each(
    table<[StateCode, ...string[]]>(`
    // The city of a township's name is told by what is asked, or by the column.
    IA |  | PROPOSITION SALES TAX LEE | * | * | place:lee | *
    GA | WAGENER | SUNDAY PACKAGE SALES | Sunday Package Sales, Wagener | city | place:wagener |
    // The county's.
    KY |  | ADAIR CANNABIS QUESTION | Adair County: Cannabis Question | county | county:adair | *
    ME |  | ADAIR ADAIR QUESTION 1 | Adair County: Question 1 | county | county:adair | *
    ND |  | PROPOSITION ROAD & BRIDGE 12 ADAIR | Adair County: Proposition Road & Bridge | county | county:adair | *
    SC |  | TRANSPORTATION SALES TAX QUESTION 1 | Adair County: Transportation Sales Tax Question 1 | county | county:adair | *
    OR |  | COUNTY MEASURE 23 74 | Adair County: Measure 23-74 | county | county:adair | *
    WA |  | COUNTY PROPOSITION 1 | Adair County: Proposition 1 | county | county:adair | *
    WA |  | COUNTY SPECIAL FIRE DISTRICT LEVY | Adair County: Special Fire District Levy | county | county:adair | *
    IA |  | LIBRARY LEVY FOR COUNTY PURPOSES | Adair County: Library Levy for County Purposes | county | county:adair | *
    NM |  | ROAD BONDS: SHALL THE COUNTY OF ADAIR ISSUE BONDS | Adair County: Road Bonds | county | county:adair | *
    NM |  | ROAD BONDS: SHALL ADAIR ISSUE BONDS | * | special | * | *
    NM |  | ROAD BONDS: SHALL THE COUNTY OF GREENFIELD ISSUE BONDS | * | special | * | *
    NM |  | ROAD BONDS: SHALL THE CITY OF GREENFIELD ISSUE BONDS | * | city | place:greenfield | *
    IA |  | ADAIR COUNTY ADAIR COUNTY LIBRARY LEVY | Adair County Library Levy | county | county:adair | *
    HI |  | 2 A'DAIR: TERMS OF OFFICE | Adair County: No. 2, Terms of Office | county | county:adair | *
    AL |  | LOCAL AMENDMENT 1 | Adair County: Local Amendment 1 | county | county:adair | *
    NM |  | FIRE SAFETY BONDS: SHALL ADAIR COUNTY, NEW MEXICO, BE AUTHORIZED TO ISSUE | Adair County: Fire Safety Bonds | county | county:adair | *
    IA |  | ADAIR COUNTY UNINCORPORATED AREA - PUBLIC MEASURE IM | * | county | county:adair/special:unincorporated_area | *
    // Texts that do not say who votes; the area of a county is named in the id.
    OK |  | PROPOSITION ADAIR COUNTY (CLEORA) | * | special | county:adair/special:cleora | *
    NM |  | HOSPITAL DISTRICT BOND: SHALL THE ADAIR COUNTY HOSPITAL DISTRICT ISSUE BONDS | * | special | * | *
    KY |  | MEDICAL CANNABIS QUESTION | * | special | * | *
    // A body's that the text names, or of its board; the title has no more than a heading.
    NM |  | FLOOD CONTROL BONDS: SHALL THE ADAIR METROPOLITAN FLOOD CONTROL AUTHORITY BE AUTHORIZED TO ISSUE BONDS | Adair Metropolitan Flood Control Authority: Flood Control Bonds | special | county:adair/water_district:adair_metropolitan_flood_control_authority | *
    NM |  | BOND QUESTION 1: THE ACT AUTHORIZES LIBRARY BONDS. SHALL THE COUNTY OF ADAIR ISSUE | Adair County: Bond Question 1: The Act Authorizes Library Bonds | county | county:adair | Bond Question 1
    IA |  | IOWA WESTERN COMMUNITY COLLEGE - PUBLIC MEASURE SB | * | * | community_college:iowa_western | *
    WV |  | ADAIR COUNTY BOARD OF EDUCATION LEVY | * | school | county:adair/school_district:adair | *
    WV |  | SCHOOL BOND ELECTION | Adair County: School Bond Election | school | county:adair/school_district:adair |
    // Without the marks and gaps of the file, and with an honest end.
    IA |  | REFERRED LAW : COUNTY ZONING | Adair County: Referred Law: County Zoning | * | * | *
    OR | 061 | PINE EAGLE SCHOOL | Adair County: Pine Eagle School District 61 | * | * | *
    OR |  | GREENFIELD (RESOLUTION 2024 05) MEASURE 15 234 | Greenfield (Resolution 2024-05) Measure 15-234 | * | * | *
    MT |  | EXCISE TAX WITHIN THE CORPORATE BOUNDARIES OF | Adair County: Excise Tax Within the Corporate Boundaries of … | * | * | *
    // Numbers, also those that Oregon gives.
    IA |  | ROAD BONDS : SHALL THE COUNTY ENACT MEASURE B | * | * | * | Measure B
    MT |  | CI-126 A CONSTITUTIONAL AMENDMENT | CI-126: A Constitutional Amendment | state | state | CI-126
    LA |  | CA NO. 1 (ACT NO. 408) -- PROVIDES RELATIVE TO ENERGY | Constitutional Amendment No. 1 (Act No. 408): Provides Relative to Energy | state | state | Constitutional Amendment 1
    OR |  | GREENFIELD MEASURE 31 122 | Greenfield Measure 31-122 | city | place:greenfield | Measure 31-122
    OR |  | GREENFIELD 29 179 | Greenfield 29-179 | city | place:greenfield | Measure 29-179
    OR | POSITION ELECTION | GREENFIELD (OPEN ) MEASURE 15 232 | Greenfield (Open Position Election) Measure 15-232 | * | * | *
  `),
  )('has a title, a level, an area and a number: %s %s %s', (state, district, text = '', ...expected) => {
    const said = ask(text, state, district)
    expect(said.map((one, at) => (expected[at] === '*' ? '*' : one))).toEqual(expected)
  })

  it('has no number from the words of its sentence', () => {
    expect(ask('ROAD BONDS : SHALL THE COUNTY ISSUE UP TO $100 IN BONDS')[3]).toBe('')
  })

  it('has one area for the questions of one body, and one title for two ways to write it', () => {
    const area = (number: number) => ask(`PROPOSITION NO. ${number} BERRYHILL FIRE PROTECTION`, 'OK')[2]
    expect(area(1)).toBe(area(2))
    expect(ask('ADAIR LEE/IOWA SCHOOL DISTRICT 5 BONDS')[0]).toBe(ask('LEE /IOWA SCHOOL DISTRICT 5 BONDS')[0])
  })
})
