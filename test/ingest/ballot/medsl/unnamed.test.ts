// Lines that lack a district or a city.

import { describe, it } from 'vitest'
import { casesOf, expectContests, SHOWN } from './lines.ts'

describe('Lines of a legislature without a district', () => {
  it.each(
    casesOf(`
    ri: are of the district in which their candidates stand elsewhere
      US HOUSE | ANN LEE | district: 001; party: DEMOCRAT
      US HOUSE | ANN LEE | district: STATEWIDE; party: DEMOCRAT
      US HOUSE | BO DIAZ | district: 002; party: DEMOCRAT
      US HOUSE | BO DIAZ | county: BOONE; party: DEMOCRAT
      STATE SENATE | CY FOX | district: 008; party: DEMOCRAT
      STATE SENATE | CY FOX | district: NA; county: CLAY; party: DEMOCRAT
      STATE SENATE | WRITE-IN | district: STATEWIDE; party: DEMOCRAT
      = United States Representative, District 1: /cd:1
      = United States Representative, District 2: /cd:2
      = State Senate District 8: /sldu:8
    ia: are an issue where nobody knows it: the name stands nowhere else, or in two districts
      STATE HOUSE | ANN LEE = 40 | district: STATEWIDE; party: DEMOCRAT
      STATE SENATE | BO DIAZ | district: 001
      STATE SENATE | BO DIAZ | district: 002
      STATE SENATE | BO DIAZ
      = State Senate District 1: /sldu:1
      = State Senate District 2: /sldu:2
      ! no-district STATE HOUSE
      ! no-district STATE SENATE
    ri: are of the district that a table gives the one candidate of whom there are no others
      STATE HOUSE | WILLIAM W O'BRIEN = 40, TERRI-DENISE CORTVRIEND = 40 | district: STATEWIDE
      = State House District 54: /sldl:54
      = State House District 72: /sldl:72
  `),
  )('%s', (_, one) => expectContests(SHOWN.area, one))
})

it.each(
  casesOf(`
  // No table has the last one.
  wa: of a county without a district is that of its candidates in a table, and its write-in lines are of none of their own
    CLARK COUNTY COUNCILOR | WIL FUENTES, CHUCK KEPLAR, MATT LITTLE | county: CLARK
    CLARK COUNTY COUNCILOR | WRITE-IN | county: CLARK; written
    PIERCE COUNTY COUNCIL | PAUL HERRERA, JANI HITCHEN | county: PIERCE
    PIERCE COUNTY COUNCIL | WRITE-IN | county: PIERCE; written
    ADAMS COUNTY COUNCIL | WRITE-IN | written
    = Adams County Council:
    = Clark County Councilor, District 3: WIL FUENTES, CHUCK KEPLAR
    = Clark County Councilor, District 4: MATT LITTLE
    = Pierce County Council, District 2: PAUL HERRERA
    = Pierce County Council, District 6: JANI HITCHEN
  wv: of which the lines name only the county is left out with an issue, with a district or without, of one county or several
    ADAMS COUNTY CITY COUNCIL | BO DIAZ, CY FOX, DEE ELM
    BOONE COUNTY CITY COUNCIL | EVE FIR | county: BOONE; district: 003
    CLAY COUNTY CITY COUNCIL | GUS IVY | county: CLAY
    DENT COUNTY CITY COUNCIL | GUS IVY | county: DENT
    ELK COUNTY TOWN COUNCIL MEMBER | HAL JAY | county: ELK; district: AT LARGE
    ! no-city ADAMS COUNTY CITY COUNCIL
    ! no-city BOONE COUNTY CITY COUNCIL 003
    ! no-city CLAY COUNTY CITY COUNCIL
    ! no-city ELK COUNTY TOWN COUNCIL MEMBER AT LARGE
  wv: of which the lines name only the county is the city's that alone has such districts there
    CABELL COUNTY CITY COUNCIL | BO DIAZ | county: CABELL; district: AT LARGE
    WAYNE COUNTY CITY COUNCIL | BO DIAZ | county: WAYNE; district: AT LARGE
    BROOKE COUNTY CITY COUNCIL | CY FOX | county: BROOKE; district: 003
    HANCOCK COUNTY CITY COUNCIL | CY FOX | county: HANCOCK; district: 003
    WOOD COUNTY CITY COUNCIL | DEE ELM | county: WOOD; district: 009
    MARION COUNTY CITY COUNCIL | EVE FIR | county: MARION; district: 002
    MINGO COUNTY CITY COUNCIL | GUS IVY | county: MINGO; district: 001
    = Fairmont City Council, District 2: EVE FIR
    = Huntington City Council, At Large: BO DIAZ
    = Parkersburg City Council, District 9: DEE ELM
    = Weirton City Council, District 3: CY FOX
    ! no-city MINGO COUNTY CITY COUNCIL 001
`),
)('A council %s', (_, one) => expectContests(SHOWN.people, one))
