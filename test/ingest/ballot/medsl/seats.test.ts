// How many a contest elects, as the lines of all its counties show.

import { it } from 'vitest'
import { casesOf, expectContests, SHOWN } from './lines.ts'

const PRESIDENT = 'US PRESIDENT | ANN LEE | county: ADAMS, BOONE, CLAY; party: DEMOCRAT; votes: 5000'
const SUPERVISORS = 'COUNTY BOARD OF SUPERVISORS'

it.each(
  casesOf(`
  ia: are unknown where the file has one number for all counties whose offices have the same text
    ADAMS ${SUPERVISORS} | BO DIAZ, CY FOX | seats: 3
    BOONE ${SUPERVISORS} | BO DIAZ, CY FOX | seats: 3; county: BOONE
    CLAY COUNTY HOSPITAL TRUSTEE | DEE ELM | seats: 2; county: CLAY
    = Adams County Board of Supervisors: 1+
    = Boone County Board of Supervisors: 1+
    = Clay County Hospital Trustee: 2
  or: are doubted for a board whose members are many, or more than two without a party
    EAGLE CITY COUNCIL MEMBERS | A A, B B
    OWL CITY COUNCIL | A A, B B, C C
    KIT CITY COUNCIL 4 YEAR TERM | A A, B B, C C
    ELK CITY COUNCIL | A A, B B
    ELK MAYOR | A A, B B, C C
    OWL CITY COUNCIL WARD 1 | A A, B B, C C
    FOX CITY COUNCIL | A A | seats: 2
    = Eagle City Council Members: 1+
    = Elk City Council: 1
    = Elk Mayor: 1
    = Fox City Council: 2
    = Kit City Council, 4-Year Term: 1+
    = Owl City Council: 1+
    = Owl City Council, Ward 1: 1
  or: are doubted for a board with one name, if no office of the file has several, and with none
    OWL TOWN COUNCIL | A A
    ELK MAYOR | A A
    FOX TOWN COUNCIL | WRITE-IN | written
    = Elk Mayor: 1 uncontested
    = Fox Town Council: 1+
    = Owl Town Council: 1+ uncontested
  or: are not doubted for one name where an office of the file has several
    OWL TOWN COUNCIL | A A
    FOX TOWN COUNCIL | WRITE-IN | written
    KIT TOWN COUNCIL | A A | seats: 2
    = Fox Town Council: 1+
    = Kit Town Council: 2
    = Owl Town Council: 1 uncontested
  fl: are those that the text states
    PORT COMMISSIONER (VOTE FOR 2) | BO DIAZ, CY FOX
    = Port Commissioner: 2 uncontested
  mi: are doubted where more votes than voters show that two contests have one text
    ${PRESIDENT}
    JUDGE OF PROBATE COURT | BO DIAZ = 4500, CY FOX = 2000
    JUDGE OF PROBATE COURT | BO DIAZ = 2500, CY FOX = 2000 | county: BOONE
    = Adams County Judge of Probate Court: 1+
    = Boone County Judge of Probate Court: 1
  co: are of a whole term in the House, unless the district has another contest for it
    US HOUSE | ANN LEE | party: DEMOCRAT; district: 004; special
    US HOUSE | BO DIAZ | party: DEMOCRAT; district: 005; special
    US HOUSE | CY FOX | party: DEMOCRAT; district: 005
    = United States Representative, District 4: 1 uncontested
    = United States Representative, District 5 (Unexpired): 1 uncontested
    = United States Representative, District 5: 1 uncontested
  ia: are no vacancy where the text names one of staggered terms
    ELK TOWNSHIP TRUSTEE 2026 TERM | BO DIAZ | special
    SHERIFF | CY FOX | special
    = Adams County Sheriff (Unexpired): 1 uncontested
    = Elk Township Trustee, 2026 Term: 1 uncontested
  // Fewer candidates than seats: somebody whom voters write in is elected too.
  mt: of the column may count the county's districts that elect, each of which has one member
    COUNTY COMMISSIONER | BO DIAZ, CY FOX | district: 002; seats: 2; votes: 2000
    COUNTY COMMISSIONER | DEE ELM, EVE FIR | district: 003; seats: 2; votes: 2000
    COUNTY COMMISSIONER | GUS IVY, HAL JAY | district: 002; seats: 2; votes: 2000; county: BOONE
    COUNTY COMMISSIONER | IDA KAY | district: 003; seats: 2; votes: 2000; county: BOONE
    OWL CITY COUNCIL | LEO MAY | seats: 2; county: CLAY
    = Adams County Commissioner, District 2: 1
    = Adams County Commissioner, District 3: 1
    = Boone County Commissioner, District 2: 1
    = Boone County Commissioner, District 3: 1 uncontested
    = Owl City Council: 2
  ky: make a contest uncontested where one candidate stands for each
    ELK MAYOR | BO DIAZ
    FOX MAYOR | BO DIAZ, CY FOX
    OWL CITY COUNCIL | BO DIAZ, CY FOX | seats: 2
    RAM CITY COUNCIL | BO DIAZ, CY FOX | seats: 3
    YAK CITY COUNCIL | BO DIAZ, CY FOX, DI POE | seats: 2
    = Elk Mayor: 1 uncontested
    = Fox Mayor: 1
    = Owl City Council: 2 uncontested
    = Ram City Council: 3
    = Yak City Council: 2
  // The last row is the file's own number for one board.
  ia: are those of the law for the boards that it says, where one number stands for all counties
    ADAMS COUNTY AGRICULTURAL EXTENSION COUNCIL | ADAMS DIAZ | seats: 4
    BOONE COUNTY AGRICULTURAL EXTENSION COUNCIL | BOONE DIAZ | seats: 4; county: BOONE
    SOIL AND WATER CONSERVATION DISTRICT COMMISSIONER | ADAMS DIAZ | seats: 3
    SOIL AND WATER CONSERVATION DISTRICT COMMISSIONER | BOONE DIAZ | seats: 3; county: BOONE
    UNION TOWNSHIP TRUSTEE | ADAMS DIAZ | seats: 2
    UNION TOWNSHIP TRUSTEE | BOONE DIAZ | seats: 2; county: BOONE
    UNION TOWNSHIP TRUSTEE TO FILL A VACANCY | ADAMS DIAZ | seats: 2
    UNION TOWNSHIP TRUSTEE TO FILL A VACANCY | BOONE DIAZ | seats: 2; county: BOONE
    ADAMS COUNTY HOSPITAL TRUSTEE | ADAMS DIAZ | seats: 3
    BOONE COUNTY HOSPITAL TRUSTEE | BOONE DIAZ | seats: 3; county: BOONE
    ELK TOWNSHIP TRUSTEE | BO DIAZ | seats: 3; county: CLAY
    = Elk Township Trustee: 3
    = Union Township Trustee, Adams County (Unexpired): 1+ uncontested
    = Union Township Trustee, Adams County: 2
    = Union Township Trustee, Boone County (Unexpired): 1+ uncontested
    = Union Township Trustee, Boone County: 2
    = Adams County Agricultural Extension Council: 4
    = Adams County Hospital Trustee: 1+ uncontested
    = Adams County Soil and Water Conservation District Commissioner: 3
    = Boone County Agricultural Extension Council: 4
    = Boone County Hospital Trustee: 1+ uncontested
    = Boone County Soil and Water Conservation District Commissioner: 3
  ia: are at least the number of votes that each voter has cast for a board
    US PRESIDENT | ANN LEE | county: ADAMS, BOONE; party: DEMOCRAT; votes: 1000
    ADAMS ${SUPERVISORS} | A DIAZ = 600, B DIAZ = 600 | seats: 3
    ADAMS COUNTY HOSPITAL TRUSTEE | A DIAZ = 800, B DIAZ = 700, C DIAZ = 700 | seats: 3
    ADAMS COUNTY PUBLIC HOSPITAL TRUSTEE | A DIAZ = 500, B DIAZ = 510 | seats: 3
    BOONE ${SUPERVISORS} | BO DIAZ = 10 | seats: 3; county: BOONE
    BOONE COUNTY HOSPITAL TRUSTEE | BO DIAZ = 10 | seats: 3; county: BOONE
    BOONE COUNTY PUBLIC HOSPITAL TRUSTEE | BO DIAZ = 10 | seats: 3; county: BOONE
    = Adams County Board of Supervisors: 2+ uncontested
    = Boone County Board of Supervisors: 1+ uncontested
    = Adams County Hospital Trustee: 3+ uncontested
    = Adams County Public Hospital Trustee: 1+
    = Boone County Hospital Trustee: 1+ uncontested
    = Boone County Public Hospital Trustee: 1+ uncontested
  // Two contests of one text have so many votes.
  mi: are at least one where votes show more, and the file has a number for each board
    US PRESIDENT | ANN LEE | county: ADAMS, BOONE; party: DEMOCRAT; votes: 1000; seats: 2
    ADAMS ${SUPERVISORS} | A DIAZ = 600, B DIAZ = 600
    = Adams County Board of Supervisors: 1+
`),
)('The seats of a contest %s', (_, one) => expectContests(SHOWN.seats, one))
