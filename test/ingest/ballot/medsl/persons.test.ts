// Whom the ballot of a contest names, as the lines of all its counties show.

import { describe, expect, it } from 'vitest'
import type { StateCode } from '../../../../data/schema/vocabulary.ts'
import { casesOf, expectContests, linesOf, readLines, SHOWN } from './lines.ts'

const PRESIDENT = 'US PRESIDENT | ANN LEE | county: ADAMS, BOONE, CLAY; party: DEMOCRAT; votes: 5000'
const THE_PRESIDENT = 'President and Vice President of the United States'
const PLAINS = 'PLAINS NATURAL RESOURCES DISTRICT FOR BOARD OF DIRECTORS'
const NPA = 'NO PARTY AFFILIATION'

// In `gives`, three dots stand for choices that are not complete, and a question mark for write-in candidates that may be among them.
describe('The people of a contest', () => {
  it.each(
    casesOf(`
    or: are one for two orders or spellings of a name, but not for two names of one county
      ${PRESIDENT}
      ATTORNEY GENERAL | WILLIAM LATHROP | county: ADAMS, BOONE, CLAY, DENT, ELK, FOX, GAGE, HALL; party: REPUBLICAN
      ATTORNEY GENERAL | LATHROP WILLIAM = 20 | county: IDA; party: REPUBLICAN
      ATTORNEY GENERAL | WILLIAM LATHROPE = 20 | county: JAY; party: REPUBLICAN
      ATTORNEY GENERAL | DANIELLE RAYFIELD | party: DEMOCRAT
      ATTORNEY GENERAL | DANIELLA RAYFIELD
      = Attorney General: WILLIAM LATHROP (Republican), DANIELLE RAYFIELD (Democratic), DANIELLA RAYFIELD
    wy: are without names that no ballot prints, though the file does not mark them
      ${PRESIDENT}
      US PRESIDENT | PETER SONSKI = 8 | party: INDEPENDENT
      STATE HOUSE DISTRICT 1 | BO DIAZ = 4000, CY FOX = 9 | party: REPUBLICAN
      STATE HOUSE DISTRICT 1 | DEE ELM = 12, EVE FIR = 900
      = ${THE_PRESIDENT}: ANN LEE (Democratic)
      = State House District 1: BO DIAZ (Republican), EVE FIR
      ! write-in-candidate PETER SONSKI
      ! write-in-candidate CY FOX
      ! write-in-candidate DEE ELM
    nm: have the party of the ballot, where the file has that of another
      US PRESIDENT | CHASE OLIVER = 300, LAURA EBKE = 200 | party: LIBERTARIAN
      = ${THE_PRESIDENT}: CHASE OLIVER (Libertarian), LAURA EBKE (Liberal)
    wy: are those of the two main parties, however few votes they have
      STATE HOUSE DISTRICT 1 | BO DIAZ = 4000 | party: REPUBLICAN
      STATE HOUSE DISTRICT 1 | CY FOX = 3 | party: LIBERTARIAN
      STATE HOUSE DISTRICT 1 | DEE ELM = 3 | party: DEMOCRAT
      = State House District 1: BO DIAZ (Republican), DEE ELM (Democratic)
    wy: of a nonpartisan office are without names with hardly a vote, unless there are many
      OWL MAYOR | ANN LEE = 2000, BNN LEE = 900, CNN LEE = 2 | party: NONPARTISAN
      ELK MAYOR | A A = 2000, B B = 900, C C = 800, D D = 700, E E = 600, F F = 500, G G = 400, H H = 2 | party: NONPARTISAN
      = Elk Mayor: A A, B B, C C, D D, E E, F F, G G, H H
      = Owl Mayor: ANN LEE, BNN LEE
    ky: are without those that voters wrote, where the file lists some of them
      OWL MAYOR | ANN LEE = 200, BNN LEE = 90, CNN LEE = 2
      ELK MAYOR | ANN LEE = 9, BNN LEE = 1
      = Elk Mayor: ANN LEE, BNN LEE ?
      = Owl Mayor: ANN LEE, BNN LEE …
    ky: are none of a contest in which all were written, as the state said
      STATE SENATE | ANN LEE, BO DIAZ | district: 029; votes: 900; party: INDEPENDENT
      STATE SENATE | ANN LEE, BO DIAZ | district: 031; votes: 900; party: INDEPENDENT
      STATE HOUSE | ANN LEE, BO DIAZ | district: 029; votes: 900; party: INDEPENDENT
      = State Senate District 31: ANN LEE (Independent), BO DIAZ (Independent)
      = State House District 29: ANN LEE (Independent), BO DIAZ (Independent)
      ! write-in-candidate ANN LEE
      ! write-in-candidate BO DIAZ
    ia: are those of the lines in another state
      STATE SENATE | ANN LEE, BO DIAZ | district: 029; votes: 900; party: INDEPENDENT
      = State Senate District 29: ANN LEE (Independent), BO DIAZ (Independent)
    wi: are none whom few precincts name, with fewer votes than their lines of write-ins
      ELK MAYOR | WRITE-IN | precinct: 1-3; votes: 60; written
      ELK MAYOR | BO DIAZ = 59
      OWL MAYOR | BO DIAZ = 59
      = Elk Mayor: …
      = Owl Mayor: BO DIAZ
    mi: are without an independent name with hardly a vote, in the whole state only where counties lack it
      ${PRESIDENT}
      US PRESIDENT | BO DIAZ = 12 | county: ADAMS, BOONE, CLAY; party: ${NPA}
      US PRESIDENT | CY FOX = 140 | party: ${NPA}
      STATE HOUSE | DI POE = 28000 | district: 70; party: DEMOCRAT
      STATE HOUSE | ED ROE = 187 | district: 70; party: ${NPA}
      = ${THE_PRESIDENT}: ANN LEE (Democratic), BO DIAZ (No Party Affiliation)
      = State House District 70: DI POE (Democratic)
    mi: are also those whom no party nominated, beside another, but not with hardly a vote
      US SENATE | ANN LEE = 90000 | party: DEMOCRAT
      US SENATE | BO DIAZ = 90, CY FOX = 40, DEE ELM = 9 | party: ${NPA}
      = United States Senator: ANN LEE (Democratic), BO DIAZ (No Party Affiliation), CY FOX (No Party Affiliation)
    ia: are none where the lines of write-ins have nearly half as many votes, in such a file
      ELK TOWNSHIP CLERK | BO DIAZ = 17
      ELK TOWNSHIP CLERK | WRITE-IN = 8 | written
      OWL TOWNSHIP CLERK | BO DIAZ = 17
      OWL TOWNSHIP CLERK | WRITE-IN = 3 | written
      = Elk Township Clerk: …
      = Owl Township Clerk: BO DIAZ ?
    wi: are all whom the file does not mark, where every county marks the names that voters wrote
      ${PRESIDENT}
      US PRESIDENT | JILL STEIN = 8 | county: ADAMS, BOONE, CLAY
      US PRESIDENT | PETER SONSKI = 3 | county: ADAMS, BOONE, CLAY; written
      = ${THE_PRESIDENT}: ANN LEE (Democratic), JILL STEIN
    // The last county's unmarked names may be any that voters wrote.
    or: are those without a mark, where the county marks those that voters wrote, however many votes these have
      ELK CITY COUNCIL | BO DIAZ = 74, CY FOX = 152 | county: BAKER
      ELK CITY COUNCIL | DEE ELM = 90, WRITE-IN = 151 | county: BAKER; precinct: 1-5; written
      FOX CITY COUNCIL | GUS IVY = 40 | county: BAKER
      FOX CITY COUNCIL | HAL JAY = 20, WRITE-IN = 60 | county: BAKER; precinct: 1-5; written
      OWL CITY COUNCIL | IDA KAY = 9, JOE LEE = 7 | county: BAKER
      OWL CITY COUNCIL | MAX NYE = 5 | county: BAKER; precinct: 1-5; written
      RAM CITY COUNCIL | PAM ROE = 40 | county: CLAY
      RAM CITY COUNCIL | WRITE-IN = 60 | county: CLAY; precinct: 1-5; written
      = Elk City Council: BO DIAZ, CY FOX
      = Fox City Council: GUS IVY
      = Owl City Council: IDA KAY, JOE LEE
      = Ram City Council: …
      ! no-candidate Ram City Council
    ks: with a party, in a line of a retention, are candidates
      DISTRICT COURT JUDGE RETENTION BO DIAZ | BO DIAZ | party: REPUBLICAN
      = Adams County District Court Judge: Bo Diaz: BO DIAZ (Republican)
    or: are without a candidate for President, and without a name of hardly any county of the state
      ${PRESIDENT}
      ATTORNEY GENERAL | WILL LATHROP | county: A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S; party: REPUBLICAN
      ATTORNEY GENERAL | NASH TODD | county: T; party: REPUBLICAN
      TANGENT COUNCIL POSITION 1 | ANN LEE
      = Attorney General: WILL LATHROP (Republican)
      = Tangent Council, Position 1: …
      ! misplaced-name ANN LEE
      ! misplaced-name NASH TODD
    or: of a county are one for two spellings, if each has precincts of its own
      CIRCUIT COURT JUDGE 6TH DISTRICT | JOANNA MARIKOS | precinct: 1-2
      CIRCUIT COURT JUDGE 6TH DISTRICT | JOANA MARIKOS | precinct: 3
      CIRCUIT COURT JUDGE 6TH DISTRICT | JOHN BALLARD, JOHN BALLART | precinct: 1-3
      = Circuit Court Judge, District 6: JOANNA MARIKOS, JOHN BALLARD, JOHN BALLART
    tx: are two where the file has surnames, and both parties have one
      DISTRICT JUDGE | GUERRA | party: REPUBLICAN
      DISTRICT JUDGE | GUERRA | party: DEMOCRAT
      = Adams County District Judge: GUERRA (Republican), GUERRA (Democratic)
    ma: are of a district that has the name of its county, by a habit of the state
      REGISTER OF DEEDS | ANN LEE | district: WORCESTER; county: WORCESTER
      REGISTER OF DEEDS | BO DIAZ | district: WORCESTER NORTHERN; county: WORCESTER
      = Worcester County Register of Deeds, Worcester Northern: BO DIAZ
      = Worcester County Register of Deeds, Worcester South: ANN LEE
    nj: are of a whole term and without a mark of the name, by a habit of the state
      BOARD OF EDUCATION KEARNY - 3 YEARS | FIR MARC DE MARCO | special
      = Board of Education Kearny, 3-Year Term: MARC DE MARCO
    ne: of hardly a vote are printed, by a habit of the state
      ${PRESIDENT}
      US PRESIDENT | BO DIAZ = 9 | county: ADAMS, BOONE, CLAY
      = ${THE_PRESIDENT}: ANN LEE (Democratic), BO DIAZ
    sd: of hardly a vote are not printed in another state
      ${PRESIDENT}
      US PRESIDENT | BO DIAZ = 9 | county: ADAMS, BOONE, CLAY
      = ${THE_PRESIDENT}: ANN LEE (Democratic)
    // The last row is of the same district in the next county.
    ne: are of several districts that the file does not name, where they share hardly a precinct
      ${PLAINS} | BO DIAZ, CY FOX | precinct: 1-5
      ${PLAINS} | DEE ELM | precinct: 5-9
      ${PLAINS} | CY FOX | precinct: 1; county: BOONE
      = Plains Natural Resources District for Board of Directors, by Subdistrict: Bo Diaz / Cy Fox: BO DIAZ, CY FOX
      = Plains Natural Resources District for Board of Directors, by Subdistrict: Dee Elm: DEE ELM
    ne: are of one district, where they share half of the precincts
      ${PLAINS} | BO DIAZ | precinct: 1-4
      ${PLAINS} | CY FOX | precinct: 3-7
      = Plains Natural Resources District for Board of Directors: BO DIAZ, CY FOX
  `),
  )('%s', (_, one) => expectContests(SHOWN.people, one))

  it.each<[Lowercase<StateCode>, boolean[]]>([
    ['ky', [false, true, false, true]],
    ['ia', [false, true, false, true]],
    ['wy', [false, false, false, false]],
  ])(
    'may be some that voters wrote, where the file does not mark these and one has a small share of the votes: %s',
    async (state, flagged) => {
      // Some counties have only a few voters of a city: all of them count.
      const lines = `ASH MAYOR | ANN LEE = 200, BNN LEE = 90, CNN LEE = 40
        BAY MAYOR | ANN LEE = 200, BNN LEE = 90, CNN LEE = 60
        CEDAR MAYOR | ANN LEE = 9
        US HOUSE | ANN LEE = 900, BNN LEE = 100 | district: 1; party: INDEPENDENT`
      const { contests } = await readLines(state, linesOf(lines))
      expect(contests.map(({ details }) => details.may_include_write_ins ?? false)).toEqual(flagged)
    },
  )

  it.each<[Lowercase<StateCode>, string[]]>([
    ['tx', ['DE LA ROE', 'FOX', 'STARCHILD']],
    ['wy', ['FOX']],
  ])(
    'are surnames alone where the file has these, but for President, and words without a space anywhere: %s',
    async (state, incomplete) => {
      const lines = `US PRESIDENT | ANN LEE | party: DEMOCRAT
        OWL MAYOR | DE LA ROE, FOX, STARCHILD
        OWL SCHOOL BOND | FOR`
      const { choice } = await readLines(state, linesOf(lines))
      expect(choice.filter(({ details }) => JSON.parse(details).name_incomplete).map(({ label }) => label)).toEqual(
        incomplete,
      )
    },
  )

  it('have letters in place of garbled ones, and an issue with a digit in a word', async () => {
    const { choice, issues } = await readLines('wy', linesOf('OWL MAYOR | ANN LIMÃ³N, BO GALL0S, CY ROE 3RD, DI ROE 2'))
    expect(choice.map(({ label }) => label)).toEqual(['ANN LIMóN', 'BO GALL0S', 'CY ROE 3RD', 'DI ROE 2'])
    expect(choice[0]?.choice_key.split('/').at(-1)).toBe('ann-limon')
    const told = issues.filter(({ code }) => code === 'mended-encoding' || code === 'digit-in-name')
    expect(told.map(({ code, value }) => `${code} ${value}`)).toEqual([
      ...['mended-encoding ANN LIMÃ³N', 'digit-in-name BO GALL0S'],
    ])
  })
})
