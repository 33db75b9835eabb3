import { describe, expect, it } from 'vitest'
import type { OfficeText } from '../../../../ingest/ballot/office-rules/read-office.ts'
import { table } from '../../../table.ts'
import { openOffices } from '../published.ts'

const {
  findCounty,
  read: readOffice,
  toId,
} = openOffices('IA', [
  ['county:adair', 'Adair County'],
  ['county:o~brien', "O'Brien County"],
  ['county:adair/place:lee', 'Lee township'],
  ['place:greenfield', 'Greenfield city'],
  ['place:mount_vernon', 'Mount Vernon city'],
])

function read(office: string, more: Omit<Partial<OfficeText>, 'county'> = {}): unknown[] {
  const reading = readOffice({ office, county: 'ADAIR', ...more })
  if (!reading) return []
  const { title, level, subject, seat = '', area, measure_code } = reading.office
  const known = area.kind === 'found' ? area.division.unmatched === null : true
  return [title, level, subject, seat, toId(area), known, ...(measure_code === undefined ? [] : [measure_code])]
}

describe('The rules for offices', () => {
  it.each(
    table(`
    US PRESIDENT | 011 | President and Vice President of the United States | federal | president |  | state | known
    US HOUSE | 003 | United States Representative, District 3 | federal | us-house |  | cd:3 | known
    STATE HOUSE | DISTRICT 1 SEAT A | State House District 1, Seat A | state | state-house | Seat A | sldl:1 | known
    SHERIFF |  | Adair County Sheriff | county | sheriff |  | county:adair | known
    ADAIR COUNTY COMMISSIONER | 002 | Adair County Commissioner, District 2 | county | commissioner |  | county:adair/council_district:2 | known
    LEE TOWNSHIP TRUSTEE 2026 TERM |  | Lee Township Trustee, 2026 Term | city | township-trustee | 2026 Term | county:adair/place:lee | known
    GREENFIELD UHSD #210 WARD 2-GBM |  | Greenfield Union High School District #210 Governing Board Member, Ward 2 | school | board-of-education |  | county:adair/school_district:greenfield_uhsd/school_board_district:2 | minted
    SCHOOL BOARD MEMBER | CITYWIDE | Adair County School Board Member | school | board-of-education |  | county:adair/school_district:adair | minted
    SCHOOL BOARD MEMBER | ADAIR CITY | Adair County School Board Member | school | board-of-education |  | county:adair/school_district:adair | minted
    CONSTABLE-WEST |  | Adair County Constable, West Precinct | county | constable |  | county:adair/constable_district:west | known
    CITY OF GREENFIELD MAYOR |  | City of Greenfield Mayor | city | mayor |  | place:greenfield | known
    MT VERNON CITY COUNCIL | WARD 2 POSITION 1 | Mt Vernon City Council, Ward 2, Position 1 | city | city-council | Position 1 | place:mount_vernon/ward:2 | known
    ELSEWHERE MAYOR |  | Elsewhere Mayor | city | mayor |  | county:adair/place:elsewhere | minted
    LEE TOWNSHIP TRUSTEE TO FILL A VACANCY |  | Lee Township Trustee | city | township-trustee |  | county:adair/place:lee | known
    DISTRICT JUDGE | 17TH JUDICIAL DISTRICT, DIVISION 2 | District Judge, 17th Judicial District, Division 2 | state | district-court-judge | Division 2 | district_court:17 | known
    SUPERIOR COURT | JD3 | Superior Court, 3rd Judicial District | state | superior-court-judge |  | superior_court:3 | known
    COUNTY ATTORNEY-TERM EXPIRES DECEMBER 31, 2024 |  | Adair County Attorney, Term Expires December 31, 2024 | county | attorney | Term Expires December 31, 2024 | county:adair | known
    SUPERINTENDENT, ADAIR COUNTY BOARD OF EDUCATION |  | Superintendent, Adair County Board of Education | school | superintendent |  | county:adair/school_district:adair | minted
    REGIONAL TRANSPORTATION DISTRICT DIRECTOR | I | Regional Transportation District Director, District I | special | transportation-district-director |  | county:adair/transportation_district:regional_transportation_district/district:i | minted
    LANDMARK AT LEE COMMUNITY DEVELOPMENT DISTRICT | SEAT 5 | Landmark at Lee Community Development District, Seat 5 | special | landmark-at-lee-community-development-district | Seat 5 | county:adair/community_development_district:landmark_at_lee_community_development_district | minted
    ADAIR COUNTY PROBATE COURT | 005 | Adair County Probate Court, No. 5 | county | probate-judge | No. 5 | county:adair | known
    MEMBER OF THE BOARD OF EDUCATION | 4 | Adair County Member of the Board of Education, District 4 | school | board-of-education |  | county:adair/school_board_district:4 | minted
    SOIL AND WATER CONSERVATION DISTRICT COMMISSIONER |  | Adair County Soil and Water Conservation District Commissioner | special | soil-and-water-conservation-district-commissioner |  | county:adair/soil_and_water_conservation_district:adair | minted
    KEEPER OF THE PENGUINS |  | Adair County Keeper of the Penguins | special | keeper-of-the-penguins |  | county:adair/special:keeper_of_the_penguins | minted
  `),
  )('read %s %s', (office, district, title, level, subject, seat, id, known) => {
    expect(read(office, { district })).toEqual([title, level, subject, seat, id, known === 'known'])
  })

  // biome-ignore format: a case a line
  it.each<[string, Omit<Partial<OfficeText>, 'county'>, unknown[]]>([
    ['TREASURER', {}, ['State Treasurer', 'state', 'state-treasurer', '', 'state', true]],
    ['SUPREME COURT', { district: '002' }, ['Supreme Court, No. 2', 'state', 'supreme-court-justice', 'No. 2']],
    ['SUPREME COURT RETENTION', { judge: 'Ann "Kay" Lee' }, ['Supreme Court Retention: Ann "Kay" Lee']],
    ['CONSTITUTIONAL AMENDMENT 1', { measure: true }, ['Constitutional Amendment 1', 'state', 'constitutional-amendment-1', '', 'state', true, 'Constitutional Amendment 1']],
  ])('read the office or measure %s of the whole state', (office, more, said) => {
    expect(read(office, { statewide: true, ...more }).slice(0, said.length)).toEqual(said)
  })

  it.each(
    table(`
    CITY OF GREENFIELD - PUBLIC MEASURE MX | place:greenfield | true | Public Measure MX
    LEE TOWNSHIP - PUBLIC MEASURE PIL | county:adair/place:lee | true |
    LEE TOWNSHIP FIRE LEVY | county:adair/special:lee_township_fire_levy | false |
    ADAIR COUNTY LIBRARY LEVY | county:adair | true |
    MUSEUM LEVY | county:adair/special:museum_levy | false |
  `),
  )('find the area that a measure names, and invent none: %s', (office, ...expected) => {
    expect(read(office, { measure: true }).slice(-3).map(String)).toEqual(expected)
  })

  it('leave the words of a measure, other than its area, as they are', () => {
    expect(read('GREENFIELD-QUESTION 1 ON A&P OR SALES AT LARGE', { measure: true })[0]).toBe(
      'Greenfield Question 1 on A&P or Sales At Large',
    )
  })

  it('name the judge whom voters keep or not', () => {
    const reading = readOffice({ office: 'SUPREME COURT RETENTION', county: '', judge: 'Ann Lee' })
    const title = 'Supreme Court Retention: Ann Lee'
    expect(reading?.office).toMatchObject({ title, seat: 'Ann Lee', retention: true })
  })

  it('match counties in any spelling', () => {
    const ocd_id = 'ocd-division/country:us/state:ia/county:o~brien'
    expect(findCounty('OBRIEN')).toEqual({ ocd_id, name: "O'Brien", full_name: "O'Brien County" })
  })
})

it('A census area without a published id has its name in its id, as in its lines', () => {
  const { findCounty: find } = openOffices('AK', [])
  const chugach = { ocd_id: 'ocd-division/country:us/state:ak/county:chugach', name: 'Chugach' }
  expect(find('CHUGACH CENSUS AREA')).toEqual({ ...chugach, full_name: 'Chugach Census Area' })
})
