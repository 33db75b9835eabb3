// Where a contest is voted, as the lines of all its counties and precincts show.

import { describe, expect, it } from 'vitest'
import { casesOf, expectContests, linesOf, readLines, SHOWN } from './lines.ts'

const PRESIDENT = 'US PRESIDENT | ANN LEE | county: ADAMS, BOONE, CLAY; party: DEMOCRAT; votes: 5000'
const SOIL = 'ADAMS SOIL AND WATER CONSERVATION DISTRICT DIRECTOR ZONE'
const POWER = 'PLAINS PUBLIC POWER DISTRICT DIRECTOR'

describe('The area of a contest', () => {
  it.each(
    casesOf(`
    or: is one for a seat of a special district that two counties name and nobody wants, or whose holder they spell in two ways
      ${SOIL} 1 | UNDERVOTES | county: ADAMS, BOONE
      ${SOIL} 2 | JACLYN R RAMBILL
      ${SOIL} 2 | JACLYNN R GAMBILL | county: BOONE
      ${SOIL} 4 | CY E "ERIC" FOX
      ${SOIL} 4 | CY ERIC E FOX | county: BOONE
      OAK FIRE DISTRICT DIRECTOR ZONE 3 | UNDERVOTES | county: ADAMS, BOONE
      = Adams Soil and Water Conservation District Director, Zone 1: /soil_and_water_conservation_district:adams/district:1
      = Adams Soil and Water Conservation District Director, Zone 2: /soil_and_water_conservation_district:adams/district:2
      = Adams Soil and Water Conservation District Director, Zone 4: /soil_and_water_conservation_district:adams/district:4
      = Oak Fire District Director, Zone 3, Adams County: /county:adams/fire_district:oak_fire_district/district:3
      = Oak Fire District Director, Zone 3, Boone County: /county:boone/fire_district:oak_fire_district/district:3
    or: of a council’s district is the city, where the districts have more votes than the city’s mayor
      IMBLER MAYOR | A IMBLER = 100
      IMBLER COUNCIL DISTRICT 1 | B IMBLER = 90
      IMBLER COUNCIL DISTRICT 2 | C IMBLER = 70
      ASTORIA MAYOR | A ASTORIA = 100
      ASTORIA COUNCIL DISTRICT 1 | B ASTORIA = 70
      ASTORIA COUNCIL DISTRICT 2 | C ASTORIA = 70
      = Astoria Council, District 1: /county:adams/place:astoria/council_district:1
      = Astoria Council, District 2: /county:adams/place:astoria/council_district:2
      = Astoria Mayor: /county:adams/place:astoria
      = Imbler Council, District 1: /county:adams/place:imbler at large
      = Imbler Council, District 2: /county:adams/place:imbler at large
      = Imbler Mayor: /county:adams/place:imbler
    sc: of a numbered school board lies in its county, even if one such board has voters in two
      BOONE COUNTY SCHOOL TRUSTEE DISTRICT 3 | BO DIAZ | county: BOONE
      ADAMS BOONE COUNTY SCHOOL TRUSTEE DISTRICT 3 | BO DIAZ
      CLAY COUNTY SCHOOL TRUSTEE DISTRICT 3 | CY FOX | county: CLAY
      = Adams Boone County School Trustee, District 3: /county:adams/school_district:adams_boone_county/school_board_district:3
      = Boone County School Trustee, District 3: /county:boone/school_board_district:3
      = Clay County School Trustee, District 3: /county:clay/school_board_district:3
    mt: is the whole county where nearly all its voters elect a member who lives in a district
      ${PRESIDENT}
      COUNTY COMMISSIONER DISTRICT 1 | BO DIAZ = 4700 | seats: 2
      COUNTY COMMISSIONER DISTRICT 2 | CY FOX = 1500
      = Adams County Commissioner, District 1: /county:adams at large
      = Adams County Commissioner, District 2: /county:adams/council_district:2
    ne: lies under the state for a body of several counties
      ${POWER} | BO DIAZ | county: ADAMS, BOONE
      ${POWER} | CY FOX | county: CLAY
      = Plains Public Power District Director, by Subdistrict: Bo Diaz: /utility_district:plains_public_power_district
      = Plains Public Power District Director, by Subdistrict: Cy Fox: /utility_district:plains_public_power_district
    ne: lies under the state for each district of such a body, and is one for two spellings of a name
      ${POWER} | BO DIAZ | county: ADAMS, BOONE
      ${POWER} SUBDISTRICT 2 | CLARENCE FOX
      ${POWER} SUBDISTRICT 2 | CLARENSE FOX | county: CLAY
      = Plains Public Power District Director: /utility_district:plains_public_power_district
      = Plains Public Power District Director, Subdistrict 2: /utility_district:plains_public_power_district/district:2
    id: is the county for the member of a district whom nearly all of its precincts elect
      US PRESIDENT | ANN LEE | party: DEMOCRAT; precinct: 1-10
      COUNTY COMMISSIONER DISTRICT 1 | BO DIAZ | party: DEMOCRAT; precinct: 1-10; votes: 40
      COUNTY COMMISSIONER DISTRICT 2 | CY FOX | party: DEMOCRAT
      ELK COLLEGE TRUSTEE ZONE 3 | DEE ELM | precinct: 1-10; votes: 35
      = Adams County Commissioner, District 1: /county:adams at large
      = Adams County Commissioner, District 2: /county:adams/council_district:2
      = Elk College Trustee, Zone 3: /county:adams/community_college:elk_college at large
    mt: of a question is the county, or a part of it, as its votes tell
      US PRESIDENT | ANN LEE | precinct: 1-4; votes: 100
      MOTOR VEHICLE TAX | FOR, AGAINST | precinct: 1-4; votes: 48
      TOWN TAX | FOR, AGAINST | precinct: 1-4; votes: 20
      = Adams County: Motor Vehicle Tax: /county:adams
      = Adams County: Town Tax: /county:adams/special:town_tax
    wa: of a question that names the county is a part of it, as its precincts tell
      US PRESIDENT | ANN LEE | precinct: 1-10; votes: 100
      ADAMS COUNTY ROAD LEVY | FOR, AGAINST | precinct: 1-6; votes: 40
      ADAMS COUNTY JAIL LEVY | FOR, AGAINST | precinct: 1-9; votes: 40
      = Adams County Jail Levy: /county:adams
      = Adams County Road Levy: /county:adams/special:adams_county_road_levy
    wa: is all counties together, where the same people stand for one court or attorney
      ADAMS SUPERIOR COURT | BO DIAZ
      BOONE SUPERIOR COURT | BO DIAZ | county: BOONE
      CLAY SUPERIOR COURT | BO DIAZ | county: CLAY
      DISTRICT ATTORNEY | EVE FIR | county: ADAMS, ST CROIX; district: ADAMS AND SAINT CROIX COUNTIES
      = Adams, Boone and Clay Counties Superior Court: /superior_court:adams_boone_clay
      = Adams and St Croix Counties District Attorney: /prosecutorial_district:adams_st_croix
    in: is the school district for the districts of a board in which the same precincts vote
      ${PRESIDENT}
      OAK SCHOOL BOARD | BO DIAZ | district: DISTRICT 1; precinct: 1-5
      OAK SCHOOL BOARD | CY FOX | district: DISTRICT 2; precinct: 1-5
      OAK SCHOOL BOARD | DEE HALE | district: DISTRICT 3; precinct: 6-10
      = Oak School Board, District 1: /county:adams/school_district:oak at large
      = Oak School Board, District 2: /county:adams/school_district:oak at large
      = Oak School Board, District 3: /county:adams/school_district:oak/school_board_district:3
    wa: is a part of the county for a court of few of its precincts
      US PRESIDENT | ANN LEE | party: DEMOCRAT; precinct: 1-10
      NORTH DISTRICT COURT JUDGE | CY FOX | precinct: 1-3
      = Adams County North District Court Judge: /county:adams/special:north_district_court_judge
    nd: is the whole county or a part of it, as its precincts tell
      US PRESIDENT | ANN LEE | party: DEMOCRAT; precinct: 1-10
      ROAD AND BRIDGE PROPOSITION | YES | precinct: 1-10
      ADAMS COUNTY BOARD OF SUPERVISORS | BO DIAZ | precinct: 1-5
      ADAMS COUNTY BOARD OF SUPERVISORS | CY FOX | precinct: 6-10
      LEVY PROPOSITION | YES | precinct: 3
      = Adams County Board of Supervisors, by District: Bo Diaz: /county:adams/special:board_of_supervisors
      = Adams County Board of Supervisors, by District: Cy Fox: /county:adams/special:board_of_supervisors
      = Adams County: Levy Proposition: /county:adams/special:levy_proposition
      = Adams County: Road and Bridge Proposition: /county:adams
    in: of a district that one county names with its counties is that of the same district
      OWL COMMUNITY SCHOOL BOARD | ANN LEE | district: 002; county: CLAY
      OWL COMMUNITY SCHOOL BOARD | ANN LEE | district: 2 (CLAY, PARKE); county: PARKE
      = Owl Community School Board, District 2: /county:clay/school_district:owl_community/school_board_district:2
  `),
  )('%s', (_, one) => expectContests(SHOWN.area, one))

  it('is one where two counties name it in other words, with the same people', async () => {
    const lines = `WEIRTON COUNCIL | BO DIAZ, CY FOX
      CITY OF WEIRTON COUNCIL | BO DIAZ, CY FOX | county: BOONE
      OTHER COUNCIL | BO DIAZ JR, CY FOX JR | county: BOONE`
    const { contest_county, contests } = await readLines('wv', linesOf(lines))
    expect([contests.length, contest_county.length]).toEqual([2, 3])
  })
})
