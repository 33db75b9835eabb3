import { describe, expect, it } from 'vitest'
import { findDivision, indexDivisions, isPlace } from '../../../../../ingest/ballot/division.ts'
import { titleCase } from '../../../../../ingest/ballot/printed-name.ts'
import { parseNcTitle } from '../../../../../ingest/ballot/states/nc/title.ts'
import { table } from '../../../../table.ts'
import { publishedIn } from '../../published.ts'

const PUBLISHED = table<[id: string, name: string]>(`
  place:siler_city | Siler City town
  place:raleigh | Raleigh city
  place:raleigh/council_district:a | Raleigh NC city council district A
  place:durham | Durham city
  place:durham/ward:1 | Durham NC Ward 1
  place:saluda | Saluda city
  place:chimney_rock_village | Chimney Rock Village village
  place:mount_pleasant | Mount Pleasant town
  place:morehead_city | Morehead City town
  place:foxfire | Foxfire village
  place:alamance | Alamance village
  county:columbus/school_board_district:1 | Columbus County School Board District 1
  county:columbus/school_district:whiteville_city_schools | whiteville city schools
  county:columbus/school_district:columbus_county_schools | columbus county schools
  county:columbus/place:whiteville/school_board_district:3 | Whiteville City Schools Board Of Education District 3
  county:nash/school_district:nash-rocky_mount_schools | nash-rocky mount schools
  county:nash/school_district:rocky_mount_preparatory | rocky mount preparatory
  county:nash/school_board_district:10 | Nash County School Board District 10
  county:rowan/school_district:rowan-salisbury_schools | rowan-salisbury schools
  county:rowan/school_board_district:rowan-salisbury_3 | Rowan-Salisbury Board Of Education Seat 3
  county:hyde/council_district:ocracoke_township | Hyde County Board Of Commissioners Ocracoke Township
  county:scotland/council_district:williamson | Scotland County Board Of Commissioners Williamson District
  county:camden/council_district:courthouse_district | Camden County Courthouse District
  county:pasquotank/council_district:cdso | Pasquotank County Board Of Commissioners CDSO District
  county:swain/sanitation:whittier | Whittier Sanitary District
`)
const index = indexDivisions('NC', publishedIn('NC', PUBLISHED))

function read(contestName: string, ...counties: string[]) {
  const title = parseNcTitle(contestName, { counties, isPlace: (name) => isPlace(index, name) })
  if (!title) return undefined
  const { ocd_id, within_ocd_id, ...division } = findDivision(title.area, counties, index)
  const cut = (id: string) => id.replace(/^ocd-division\/country:us\/state:nc\/?/, '')
  return { ...title, ...division, ocd: cut(ocd_id), within: within_ocd_id === null ? null : cut(within_ocd_id) }
}

describe('titles of North Carolina', () => {
  it.each(
    table(`
    US HOUSE OF REPRESENTATIVES DISTRICT 02 | us-house | cd:2 | federal | US House District 2
    NC HOUSE OF REPRESENTATIVES DISTRICT 038 | state-house | sldl:38 | state | NC House District 38
    NC DISTRICT COURT JUDGE DISTRICT 10A SEAT 02 | district-court | district_court:10a | state | District Court District 10A Seat 2
    DISTRICT ATTORNEY DISTRICT 07 | district-attorney | prosecutorial_district:7 | state | District Attorney District 7
    WAKE SOIL AND WATER CONSERVATION DISTRICT SUPERVISOR | soil-and-water | county:wake | special | Soil and Water Supervisor
    WAKE COUNTY CLERK OF SUPERIOR COURT | county-office | county:wake | county | Clerk of Superior Court
    WAKE COUNTY BOARD OF COMMISSIONERS DISTRICT 04 | county-board-part | county:wake/council_district:4 | county | Board of Commissioners District 4
    WAKE COUNTY BOARD OF COMMISSIONERS AT-LARGE | county-board | county:wake | county | Board of Commissioners At-Large
  `),
  )('%s', (contestName, family, ocd, level, short_title) => {
    expect(read(contestName, 'WAKE')).toMatchObject({ family, ocd, level, short_title })
  })

  it.each(
    table(`
    // The longest municipality that leaves an office.
    TOWN OF SILER CITY MAYOR | CHATHAM | place:siler_city | mayor
    CITY OF SALUDA CITY COMMISSIONER | HENDERSON, POLK | place:saluda | city-commissioner
    TOWN OF MT. PLEASANT MAYOR | CABARRUS | place:mount_pleasant | mayor
    // Without "City of" or "Town of".
    MOREHEAD CITY MAYOR | CARTERET | place:morehead_city | mayor
    FOXFIRE VILLAGE COUNCIL MEMBER | MOORE | place:foxfire | village-council-member
    CHIMNEY ROCK VILLAGE COUNCILMAN | RUTHERFORD | place:chimney_rock_village | councilman
    RALEIGH CITY COUNCIL DISTRICT A | WAKE | place:raleigh/council_district:a | city-council
    SALUDA COMMISSIONER (UNEXPIRED) | HENDERSON, POLK | place:saluda | commissioner
    ALAMANCE BOARD OF ALDERMEN | ALAMANCE | place:alamance | board-of-aldermen
  `),
  )('gives %s of %s to %s', (contestName, counties, ocd, office) => {
    expect(read(contestName, ...counties.split(', '))).toMatchObject({ ocd, office, level: 'city', unmatched: null })
  })

  it.each(
    table(`
    TOWN OF FONTANA DAM MAYOR | GRAHAM | place:fontana_dam | unmatched-place
    // Only municipalities have such an office.
    FONTANA DAM MAYOR | GRAHAM | place:fontana_dam | unmatched-place
    WELDON CITY SCHOOLS BOARD OF EDUCATION | HALIFAX | county:halifax/school_district:weldon_city_schools | unmatched-school-district
  `),
  )('mints what Open Civic Data lacks, and says so: %s of %s', (contestName, county, ocd, unmatched) => {
    expect(read(contestName, county)).toMatchObject({ ocd, unmatched })
  })

  it('gives a part of a city its type and the city that it lies in', () => {
    const part = { within: 'place:raleigh', district_type: 'council', district_level: 'city' }
    expect(read('CITY OF RALEIGH CITY COUNCIL DISTRICT A', 'WAKE')).toMatchObject(part)
  })

  it.each(
    table(`
    CITY OF RALEIGH CITY COUNCIL DISTRICT F | WAKE | place:raleigh/council_district:f
    CITY OF DURHAM CITY COUNCIL WARD I | DURHAM | place:durham/ward:1
    HYDE COUNTY BOARD OF COMMISSIONERS OCRACOKE TWP | HYDE | county:hyde/council_district:ocracoke_township
    SCOTLAND COUNTY BOARD OF COMMISSIONERS WILLIAMSON TWP | SCOTLAND | county:scotland/council_district:williamson
    CAMDEN COUNTY BOARD OF COMMISSIONERS COURTHOUSE DISTRICT | CAMDEN | county:camden/council_district:courthouse_district
    PASQUOTANK BD OF COMMISSIONERS SOUTHERN OUTSIDE (UNEX) | PASQUOTANK | county:pasquotank/council_district:cdso
    WHITTIER SANITARY DISTRICT BOARD MEMBERS | JACKSON, SWAIN | county:swain/sanitation:whittier
    WHITEVILLE CITY SCHOOLS BOARD OF EDUCATION DISTRICT 03 | COLUMBUS | county:columbus/place:whiteville/school_board_district:3
    ALAMANCE BOARD OF COMMISSIONERS | ALAMANCE | county:alamance
    DURHAM COMMISSIONERS | DURHAM | county:durham
    // Older and shorter names of school districts.
    ROWAN-SALISBURY SCHOOLS BD OF EDUCATION SEAT 03 (EAST) | ROWAN | county:rowan/school_board_district:rowan-salisbury_3
    ROW-SAL SCHOOLS BD OF EDU SEAT 03 (EAST) (UNEXPIRED) | ROWAN | county:rowan/school_board_district:rowan-salisbury_3
  `),
  )('uses a published id, else mints one in the words of the title: %s of %s', (contestName, counties, ocd) => {
    expect(read(contestName, ...counties.split(', '))).toMatchObject({ ocd, unexpired: contestName.includes('(UNEX') })
  })

  it.each(
    table(`
    COLUMBUS COUNTY SCHOOLS | 01 | COLUMBUS | county:columbus/school_board_district:1 | columbus/school_district:columbus_county_schools
    WHITEVILLE CITY SCHOOLS | 01 | COLUMBUS | county:columbus/school_district:whiteville_city_schools/school_board_district:1 | columbus/school_district:whiteville_city_schools
    NASH COUNTY PUBLIC SCHOOLS | 10 | EDGECOMBE, NASH | county:nash/school_board_district:10 | nash/school_district:nash-rocky_mount_schools
  `),
  )("tells a city's school board from its county's: %s, district %s", (board, number, counties, ocd, within) => {
    const title = `${board} BOARD OF EDUCATION DISTRICT ${number}`
    expect(read(title, ...counties.split(', '))).toMatchObject({ ocd, within: `county:${within}` })
  })

  it.each([
    ['WAKE COUNTY DOG CATCHER', 'WAKE'],
    ['WAKE COUNTY SHERIFF', 'DURHAM'],
    ['WAKE COUNTY BOARD OF COMMISSIONERS SOMEWHERE ELSE', 'WAKE'],
    ['TOWN OF CARY POET LAUREATE', 'WAKE'],
    ['FONTANA DAM COMMISSIONERS', 'GRAHAM'],
    ['FONTANA DAM DRAINAGE BOARD', 'GRAHAM'],
  ])('does not guess at %s listed in %s', (contestName, county) => {
    expect(read(contestName, county)).toBeUndefined()
  })

  it('refuses a title of more than 1,000 characters without trying every place name in it', () => {
    const start = performance.now()
    expect(read(`${'A '.repeat(100_000)}MAYOR`, 'WAKE')).toBeUndefined()
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  it.each([
    ['MCDOWELL COUNTY BD OF EDUCATION DISTRICT 02', 'McDowell County Board of Education District 2'],
    ['CITY OF HENDERSON ALDERMAN AT-LARGE 1ST WARD', 'City of Henderson Alderman At-Large 1st Ward'],
    ['MOORE COUNTY BOARD OF EDUCATION DISTRICT IV', 'Moore County Board of Education District IV'],
  ])('writes %s as people do', (text, title) => expect(titleCase(text)).toBe(title))
})
