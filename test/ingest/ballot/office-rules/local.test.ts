import { expect, it } from 'vitest'
import type { StateCode } from '../../../../data/schema/vocabulary.ts'
import { officeTitle } from '../../../../ingest/ballot/office-rules/office-text.ts'
import { table } from '../../../table.ts'
import { openOffices, publishedOf } from '../published.ts'

const publishedIn = publishedOf(`
  AR | county:boone; place:fairfield_bay city; place:humphrey city; place:siloam_springs city
  AZ | county:maricopa; place:peoria city; place:phoenix city
  CT | county:new_london; place:groton_city = Groton city; place:groton_town = Groton town; place:litchfield borough; place:litchfield_town = Litchfield town
  DE | county:new_castle
  GA | county:hall; county:camden; place:kingsland city
  HI | county:kauai
  IN | county:elkhart; county:lake; county:elkhart/place:middlebury township; county:elkhart/place:osceola township; county:lake/executive_district:1; place:middlebury town
  KY | county:fayette; county:powell; county:fayette/council_district:1 = Lexington-Fayette Urban County Government district 1; place:clay city; place:clay_city city
  MD | place:baltimore city
  MS | county:jefferson_davis
  ND | county:emmons; county:golden_valley; county:billings
  NJ | county:monmouth; county:monmouth/place:freehold township; county:burlington; place:freehold borough; place:allentown borough
  RI | county:washington; place:charlestown town
  SC | county:beaufort; county:jasper; county:abbeville; place:abbeville city; place:hilton_head_island town; place:pickens city; place:the_plains town
  VA | county:amherst; county:greensville; place:amherst town; place:emporia city; place:norfolk city; place:the_plains town
  WA | county:mason
  WV | county:cabell
`)

function read(code: StateCode, county: string, text: { office: string; district: string; town?: string }): string[] {
  const { read: readOffice, toId } = openOffices(code, publishedIn(code))
  const { office, unexpired } = readOffice({ ...text, county }) ?? {}
  return [`${office?.title}${unexpired ? ' (Unexpired)' : ''}`, office ? toId(office.area) : '', office?.seat ?? '']
}

it.each(
  table<[StateCode, ...string[]]>(`
  // Boroughs and townships of one name
  NJ | MONMOUTH | BOROUGH COUNCIL ALLENTOWN BORO |  | Allentown Borough Council | place:allentown |
  NJ | MONMOUTH | MAYOR FREEHOLD BORO |  | Freehold Borough Mayor | place:freehold |
  NJ | MONMOUTH | TOWNSHIP COMMITTEE FREEHOLD TWP |  | Freehold Township Committee | county:monmouth/place:freehold |
  IN | ELKHART | MIDDLEBURY TOWN COUNCIL MEMBER |  | Middlebury Town Council Member | place:middlebury |
  // A minted id is none that another type has.
  IN | ELKHART | OSCEOLA TOWN COUNCIL |  | Osceola Town Council | county:elkhart/place:osceola_municipality |
  KY | POWELL | CLAY CITY CITY COUNCIL |  | Clay City City Council | place:clay_city |
  MD | BALTIMORE CITY | BALTIMORE CITY CITY COUNCIL MEMBER | 001 | Baltimore City Council Member, District 1 | place:baltimore/council_district:1 |
  MD | BALTIMORE CITY | COMPTROLLER |  | City of Baltimore Comptroller | place:baltimore |
  VA | AMHERST | THE PLAINS MAYOR |  | The Plains Mayor | place:the_plains |
  VA | AMHERST | THE PLAINS TOWN COUNCIL MEMBER | THE PLAINS | The Plains Town Council Member | place:the_plains |
  // Counties
  VA | GREENSVILLE | COMMONWEALTH'S ATTORNEY FOR EMPORIA CITY AND GREENSVILLE COUNTY | EMPORIA CITY, GREENSVILLE COUNTY | Greensville County Commonwealth's Attorney | county:greensville |
  GA | HALL | TREASURER/ SHERIFF |  | Hall County Treasurer/Sheriff | county:hall |
  GA | HALL | TAX COMMISSION |  | Hall County Tax Commissioner | county:hall |
  GA | HALL | HALL COUNTY COMMISSION CHAIR | 002 | Hall County Commission, District 2 | county:hall/council_district:2 |
  GA | HALL | HALL COUNTY COMMISSION CHAIR |  | Hall County Commission Chair | county:hall |
  DE | NEW CASTLE | NEWCASTLE COUNTY COUNTY COUNCIL PRESIDENT |  | New Castle County Council President | county:new_castle |
  MS | JEFFERSON DAVIS | JEFF DAVIS ELECTION COMMISSIONER | 001 | Jefferson Davis County Election Commissioner, District 1 | county:jefferson_davis/council_district:1 |
  IN | ELKHART | ELKHART COUNTY COMMISSIONER | 002 | Elkhart County Commissioner, District 2 | county:elkhart | District 2
  IN | LAKE | LAKE COUNTY COMMISSIONER | 001 | Lake County Commissioner, District 1 | county:lake/executive_district:1 |
  ND | EMMONS | COUNTY COMMISSIONER | AT-LARGE EMMONS DISTRICT 1 | Emmons County Commissioner, District 1, At Large | county:emmons | District 1 At Large
  HI | KAUAI | MAYOR |  | Kauai County Mayor | county:kauai |
  SC | JASPER | JASPER COUNTY COUNCIL HARDEEVILLE TOWNSHIP |  | Jasper County Council, Hardeeville Township | county:jasper/council_district:hardeeville_township |
  KY | FAYETTE | URBAN COUNTY COUNCIL | 001 | Lexington-Fayette Urban County Council, District 1 | county:fayette/council_district:1 |
  // Cities in the column, cut, misspelt or not named
  SC | ABBEVILLE | CITY COUNCIL | DISTRICT 2 - ABBEVILLE | Abbeville City Council, District 2 | place:abbeville/council_district:2 |
  GA | CAMDEN | COUNCILMEMBER | KINGSLAND | Kingsland Councilmember | place:kingsland |
  VA | AMHERST | AMHERST1 TOWN COUNCIL MEMBER | AMHERST | Amherst Town Council Member | place:amherst |
  VA | NORFOLK CITY | NORFOLK CITY COUNCIL MEMBER | SUPER6 | Norfolk City Council Member, Superward 6 | place:norfolk/council_district:6 |
  SC | BEAUFORT | TOWN COUNCIL - HILTON HEAD | WARD 1 | Hilton Head Town Council, Ward 1 | place:hilton_head_island/ward:1 |
  AR | BOONE | CITY OF HUMPHERY CITY COUNCIL | WARD 1 | City of Humphery City Council, Ward 1 | place:humphrey/ward:1 |
  AR | BOONE | BOARD OF DIRECTORS SILOAM SPRINGS |  | Siloam Springs Board of Directors | place:siloam_springs |
  AZ | MARICOPA | PHOENIX DIST 2-COUNCILMEMBER |  | Phoenix Councilmember, District 2 | place:phoenix/council_district:2 |
  AZ | MARICOPA | PEORIA-PALO VERDE-COUNCILMEMBER |  | Peoria Councilmember, Palo Verde | place:peoria/council_district:palo_verde |
  RI | WASHINGTON | PLANNING COMMISSION TOWN OF CHARLESTOWN |  | Town of Charlestown Planning Commission | place:charlestown |
  WV | CABELL | CABELL COUNTY CITY COUNCIL | 001 | City Council, District 1 (Cabell County) | county:cabell/special:city_council~_district_1 |
  SC | ABBEVILLE | CITY COUNCIL - PICKENS (12 MONTH UNEXPIRED TERM) |  | Pickens City Council, 12-Month Term (Unexpired) | place:pickens | 12-Month Term
  ND | EMMONS | COLUMBUS CITY TOWNSHIP TRUSTEE |  | Columbus City Township Trustee | county:emmons/township:columbus_city |
  // Special districts
  ND | BILLINGS | SOIL CONSERVATION DISTRICT SUPERVISOR | UNEXPIRED 4-YEAR TERM GOLDEN VALLEY COUNTY SOIL CONSERVATION DISTRICT | Golden Valley County Soil Conservation District Supervisor (Unexpired) | county:golden_valley/soil_and_water_conservation_district:golden_valley |
  KY | POWELL | POWELL SOIL AND WATER CONSERVATION | DISTRICT SUPERVISORS | Powell Soil and Water Conservation District Supervisors | county:powell/soil_and_water_conservation_district:powell |
  KY | POWELL | SOIL AND WATER CONSERVATION DISTRICT COMMISSIONER EAST POWELL |  | Soil and Water Conservation District Commissioner, East Powell | county:powell/soil_and_water_conservation_district:east_powell |
  SC | BEAUFORT | FIRE DISTRICT COMMISSIONER SANTUC FD |  | Santuc Fire District Commissioner | county:beaufort/fire_district:santuc_fire_district |
  SC | BEAUFORT | COMMISSIONER OF PUBLIC WORKS BATH WATER & SEWER |  | Commissioner of Public Works Bath Water & Sewer | county:beaufort/water_district:bath_water_~_sewer |
  SC | ABBEVILLE | COMMISSIONER OF PUBLIC WORKS - ABBEVILLE |  | Abbeville Commissioner of Public Works | place:abbeville |
  SC | BEAUFORT | COUNTY COMMISSION SEAT C - SPECIAL 2 YEAR |  | Beaufort County Commission, Seat C, 2-Year Term (Unexpired) | county:beaufort | Seat C 2-Year Term
  SC | BEAUFORT | COUNTY COUNCIL AT-LARGE B |  | Beaufort County Council, Seat B, At Large | county:beaufort | At Large Seat B
  ND | EMMONS | STATES ATTORNEY |  | Emmons County State's Attorney | county:emmons |
  RI | WASHINGTON | JUDGE OF PROBATE TOWN OF CHARLESTOWN |  | Town of Charlestown Judge of Probate | place:charlestown |
  RI | WASHINGTON | FIRE COMMITTEE CHARLESTOWN | 001 | Charlestown Fire Committee, District 1 | county:washington/fire_district:charlestown_fire/district:1 |
  SC | BEAUFORT | BEAU SOIL AND WATER DIR | ZONE 1 | Beaufort Soil and Water Director, Zone 1 | county:beaufort/soil_and_water_conservation_district:beaufort/district:1 |
  NJ | BURLINGTON | BORDENTOWN TOWNSHIP FIRE DISTRICT | 002 | Bordentown Township Fire District No. 2 | county:burlington/fire_district:bordentown_township_fire_district_2 |
  WA | MASON | MASON PUBLIC UTILITY DISTRICT COMMISSIONER | DISTRICT 3 POSITION 1 | Mason Public Utility District No. 3 Commissioner, Position 1 | county:mason/utility_district:mason_public_utility_district_3 | Position 1
  WA | MASON | BEATTY, GENERAL IMPROVEMENT DISTRICT |  | Beatty General Improvement District | county:mason/service_district:beatty_general_improvement_district |
`),
)('The rules for local offices read %s %s %s %s', (state, county = '', office = '', district = '', ...expected) => {
  expect(read(state, county, { office, district })).toEqual(expected)
})

it.each([
  ['GROTON', 'Groton Registrar of Voters', 'place:groton_town'],
  ['LITCHFIELD', 'Litchfield Registrar of Voters', 'place:litchfield_town'],
])('The rules for local offices take the town %s of the column where a city has its name, too', (town, ...expected) => {
  const text = { office: 'REGISTRAR OF VOTERS', district: '', town }
  expect(read('CT', 'NEW LONDON', text).slice(0, 2)).toEqual(expected)
})

it.each([
  ['PCSSD SCHOOL BOARD', 'PCSSD School Board'],
  ['LORI A MARET', 'Lori A Maret'],
  ['ESTABLISH A CHARTER FOR THE COUNTY', 'Establish a Charter for the County'],
  ['AMENDMENT E: AN AMENDMENT TO THE CONSTITUTION', 'Amendment E: An Amendment to the Constitution'],
  ['PROPOSITION JJ (STATUTORY)', 'Proposition JJ (Statutory)'],
  ['AMENDMENT NO.1', 'Amendment No. 1'],
  ['FIRE DISTRICT #02', 'Fire District #2'],
  ['JOSEPH "JOEY" DARRAH', 'Joseph "Joey" Darrah'],
  ['H.E.L.P. LEVY', 'H.E.L.P. Levy'],
])('A title of %s has the usual capitals', (text, title) => {
  expect(officeTitle(text)).toBe(title)
})
