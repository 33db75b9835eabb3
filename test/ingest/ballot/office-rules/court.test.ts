import { expect, it } from 'vitest'
import type { StateCode } from '../../../../data/schema/vocabulary.ts'
import { table } from '../../../table.ts'
import { openOffices } from '../published.ts'

const PUBLISHED = [
  ['county:st_clair', 'St. Clair County'],
  ['county:st_clair/council_district:3', 'St. Clair County District 3'],
  ['sldl:100', 'District 100'],
  ['sldl:grand_isle-chittenden', 'Grand Isle-Chittenden'],
  ['sldu:1st_plymouth_and_norfolk', '1st Plymouth and Norfolk'],
  ['board_of_education:4', 'District 4'],
  ['place:sparks', 'Sparks city'],
] as const

/** Title, level and division of an office in St. Clair County of a state. */
function read(state: StateCode, office: string, district = '', judge: string | null = null): unknown[] {
  const { read: readOffice, toId } = openOffices(state, PUBLISHED)
  const reading = readOffice({ office, district, judge, county: 'ST CLAIR' })
  return reading ? [reading.office.title, reading.office.level, toId(reading.office.area)] : []
}

it.each(
  table<[StateCode, string, string, string, string, string]>(`
    KS | DISTRICT MAGISTRATE JUDGE | 15, DIV 1 | St. Clair County District Magistrate Judge, District 15, Division 1 | state | county:st_clair
    MD | JUDGE OF THE CIRCUIT COURT | CIRCUIT 003 | St. Clair County Judge of the Circuit Court, Circuit 3 | state | county:st_clair
    IN | SUPERIOR COURT JUDGE | 002 | St. Clair County Superior Court Judge, No. 2 | state | county:st_clair
    IN | CIRCUIT COURT JUDGE | ST CLAIR 26 | Circuit Court Judge, Circuit 26 | state | circuit_court:26
    MI | ST CLAIR JUDGE OF PROBATE COURT |  | St. Clair County Judge of Probate Court | county | county:st_clair
    MI | JUDGE OF PROBATE DISTRICT COURT | 7 | Judge of Probate District Court, District 7 | state | probate_court:7
    AL | DISTRICT COURT JUDGE, ST CLAIR COUNTY | 001 | District Court Judge, St. Clair County, No. 1 | state | county:st_clair
    CT | JUDGE OF PROBATE | 028 | Judge of Probate, District 28 | state | probate_court:28
    OH | JUDGE OF THE COUNTY COURT |  | St. Clair County Judge of the County Court | state | county:st_clair
    WV | MAGISTRATE |  | St. Clair County Magistrate | state | county:st_clair
    MS | ST CLAIR COUNTY COURT | 002 | St. Clair County Court Judge, No. 2 | county | county:st_clair
    MS | SUPREME COURT | 001 (CENTRAL), POSITION 3 | Supreme Court, District 1 (Central), Position 3 | state | supreme_court:1
    TX | COURT OF APPEALS | 005 CHIEF | Court of Appeals, Chief Justice, District 5 | state | court_of_appeals:5
    WA | COURT OF APPEALS | DISTRICT 1 DIVISION 3 POSITION 1 | Court of Appeals, District 1, Division 3, Position 1 | state | court_of_appeals:3_1
    OR | JUDGE OF THE SUPREME COURT | POSITION 7 | Judge of the Supreme Court, Position 7 | state | state
  `),
)('A judge of %s is elected by: %s %s', (state, office, district, title, level, id) => {
  expect(read(state, office, district)).toEqual([title, level, id])
})

// A star stands for no judge, or for a value of which the case says nothing.
it.each(
  table<[StateCode, ...string[]]>(`
    // A part of a circuit's district has its numbers in the id.
    LA | JUDGE, COURT OF APPEAL | 3RD CIRCUIT, 2ND DIST., ELEC. SEC. 2A | * | Judge, Court of Appeal, 3rd Circuit, 2nd District, Election Section 2A | state | court_of_appeals:3_2_section_2a
    LA | JUDGE, COURT OF APPEAL | 1ST CIRCUIT, 2ND DIST., SUBDIST. 1, DIV. C | * | Judge, Court of Appeal, 1st Circuit, 2nd District, Subdistrict 1, Division C | state | court_of_appeals:1_2_subdistrict_1
    // The whole state keeps the judges of its supreme court, or not.
    IN | SUPREME COURT RETENTION | MIDDLE | Ann Lee | Supreme Court Retention: Ann Lee | state | state
    OK | SUPREME COURT | 003 |  | Supreme Court, District 3 | * | *
    // A judge of a county court of several counties is one of the state.
    NE | COUNTY COURT | 5 | Ann Lee | County Court, District 5: Ann Lee | state | county_court:5
    MD | JUDGE SPECIAL APPEALS | 006 | Ann Lee | Judge of the Court of Special Appeals, District 6: Ann Lee | * | *
    // A municipal judge is the city's, if the text names one.
    NV | SPARKS, MUNICIPAL COURT JUDGE, DEPARTMENT 2 |  | * | Sparks Municipal Court Judge, Department 2 | city | place:sparks
    // A member of a county's legislature has a published district.
    AR | JUSTICE OF THE PEACE | 003 | * | St. Clair County Justice of the Peace, District 3 | county | county:st_clair/council_district:3
    KY | ST CLAIR MAGISTRATE | 3RD MAGISTERIAL DISTRICT | * | St. Clair County Magistrate, 3rd Magisterial District | county | county:st_clair/council_district:3
  `),
)('A judge of %s: %s %s %s', (state, office = '', district = '', judge = '', ...expected) => {
  const said = read(state, office, district, judge === '*' ? null : judge)
  expect(said.map((one, at) => (expected[at] === '*' ? '*' : one))).toEqual(expected)
})

it.each([
  ['3RD CIRCUIT, 2ND DIST., ELEC. SEC. 2A', undefined, 'unmatched-division'],
  ['1ST CIRCUIT, 2ND DIST., SUBDIST. 1', undefined, 'unmatched-division'],
  ['3RD CIRCUIT, 2ND DIST.', 'District 2', null],
])('A part of a circuit’s district is in no published division: %s', (district, seat, unmatched) => {
  const reading = openOffices('LA', PUBLISHED).read({ office: 'JUDGE, COURT OF APPEAL', district, county: 'ST CLAIR' })
  expect(reading?.office).toMatchObject({ area: { division: { unmatched } } })
  expect(reading?.office.seat).toBe(seat)
})

it.each(
  table<[StateCode, string, string, string, string]>(`
    AR | STATE HOUSE | 000 | State House District 100 | sldl:100
    VT | STATE HOUSE | GRAND ISLE-CHITTENDEN | * | sldl:grand_isle-chittenden
    MA | STATE SENATE | FIRST PLYMOUTH & NORFOLK | * | sldu:1st_plymouth_and_norfolk
    TX | STATE BOARD OF EDUCATION | 004 | * | board_of_education:4
    NM | PUBLIC EDUCATION COMMISSIONER | 004 | * | board_of_education:4
    NH | EXECUTIVE COUNCIL | 005 | * | executive_district:5
    SC | ST CLAIR SOLICITOR | 011 | Solicitor, 11th Judicial Circuit | prosecutorial_district:11
    MA | GOVERNORS COUNCIL | 7 | Governor's Council, District 7 | *
    LA | PSC | DISTRICT 2 | Public Service Commission, District 2 | *
  `),
)(
  'An office of a district of the state of %s has its published id and words: %s %s',
  (state, office, district, title, id) => {
    const [said, , division] = read(state, office, district)
    expect([title === '*' ? '*' : said, id === '*' ? '*' : division]).toEqual([title, id])
  },
)
