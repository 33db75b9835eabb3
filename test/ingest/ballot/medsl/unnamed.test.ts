// Lines that lack a fact: a district, a city, the number of seats, the names that the ballot prints.

import { describe, expect, it } from 'vitest'
import { type Line, readLines } from './lines.ts'

describe('Lines of a legislature without a district', () => {
  it('are of the district in which their candidates stand elsewhere', async () => {
    const of = (office: string, name: string, district: string, county: string): Line => ({
      ...{ office, name, district, county, party: 'DEMOCRAT' },
    })
    const { contests, issues } = await readLines('ri', [
      ...[of('US HOUSE', 'ANN LEE', '001', 'ADAMS'), of('US HOUSE', 'ANN LEE', 'STATEWIDE', 'ADAMS')],
      ...[of('US HOUSE', 'BO DIAZ', '002', 'ADAMS'), of('US HOUSE', 'BO DIAZ', '', 'BOONE')],
      ...[of('STATE SENATE', 'CY FOX', '008', 'ADAMS'), of('STATE SENATE', 'CY FOX', 'NA', 'CLAY')],
      of('STATE SENATE', 'WRITE-IN', 'STATEWIDE', 'ADAMS'),
    ])
    expect(contests.map(({ area, choices }) => [area, choices])).toEqual([
      ['/cd:1', ['ANN LEE (Democratic)']],
      ['/cd:2', ['BO DIAZ (Democratic)']],
      ['/sldu:8', ['CY FOX (Democratic)']],
    ])
    expect(issues.filter(({ code }) => code === 'no-district')).toEqual([])
  })

  it('are an issue where nobody knows it: the name stands nowhere else, or in two districts', async () => {
    const { contests, issues } = await readLines('ia', [
      { office: 'STATE HOUSE', name: 'ANN LEE', party: 'DEMOCRAT', district: 'STATEWIDE', votes: 40 },
      ...['001', '002', ''].map((district): Line => ({ office: 'STATE SENATE', name: 'BO DIAZ', district })),
    ])
    expect(contests.map(({ area }) => area)).toEqual(['/sldu:1', '/sldu:2'])
    expect(issues.filter(({ code }) => code === 'no-district').map(({ value }) => value)).toEqual([
      'STATE HOUSE',
      'STATE SENATE',
    ])
  })

  it('are of the district that a table gives the one candidate of whom there are no others', async () => {
    const { contests } = await readLines('ri', [
      { office: 'STATE HOUSE', name: "WILLIAM W O'BRIEN", district: 'STATEWIDE', votes: 40 },
      { office: 'STATE HOUSE', name: 'TERRI-DENISE CORTVRIEND', district: 'STATEWIDE', votes: 40 },
    ])
    expect(contests.map(({ area }) => area)).toEqual(['/sldl:54', '/sldl:72'])
  })
})

describe('Lines of a county council without a district', () => {
  it('are of those that a table gives its candidates, and its write-in lines of none of their own', async () => {
    const of = (office: string, county: string, ...names: string[]): Line[] =>
      names.map((name) => ({ office, county, name, written: name === 'WRITE-IN' }))
    const { contests } = await readLines('wa', [
      ...of('CLARK COUNTY COUNCILOR', 'CLARK', 'WIL FUENTES', 'CHUCK KEPLAR', 'MATT LITTLE', 'WRITE-IN'),
      ...of('PIERCE COUNTY COUNCIL', 'PIERCE', 'PAUL HERRERA', 'JANI HITCHEN', 'WRITE-IN'),
      // No table has this one.
      ...of('ADAMS COUNTY COUNCIL', 'ADAMS', 'WRITE-IN'),
    ])
    expect(contests.map(({ title, choices }) => [title, choices])).toEqual([
      ['Adams County Council', []],
      ['Clark County Councilor, District 3', ['WIL FUENTES', 'CHUCK KEPLAR']],
      ['Clark County Councilor, District 4', ['MATT LITTLE']],
      ['Pierce County Council, District 2', ['PAUL HERRERA']],
      ['Pierce County Council, District 6', ['JANI HITCHEN']],
    ])
  })
})

describe('A council of which the lines name only the county', () => {
  it('is left out with an issue, with a district or without, of one county or several', async () => {
    const { contests, issues } = await readLines('wv', [
      ...['BO DIAZ', 'CY FOX', 'DEE ELM'].map((name) => ({ office: 'ADAMS COUNTY CITY COUNCIL', name })),
      { office: 'BOONE COUNTY CITY COUNCIL', name: 'EVE FIR', county: 'BOONE', district: '003' },
      ...['CLAY', 'DENT'].map((county) => ({ office: `${county} COUNTY CITY COUNCIL`, name: 'GUS IVY', county })),
      { office: 'ELK COUNTY TOWN COUNCIL MEMBER', name: 'HAL JAY', county: 'ELK', district: 'AT LARGE' },
    ])
    expect(contests).toEqual([])
    expect(issues.filter(({ code }) => code === 'no-city').map(({ value }) => value)).toEqual([
      'ADAMS COUNTY CITY COUNCIL',
      'BOONE COUNTY CITY COUNCIL 003',
      'CLAY COUNTY CITY COUNCIL',
      'ELK COUNTY TOWN COUNCIL MEMBER AT LARGE',
    ])
  })

  it("is the city's that alone has such districts there", async () => {
    const of = (county: string, district: string, name: string): Line => ({
      ...{ office: `${county} COUNTY CITY COUNCIL`, county, district, name },
    })
    const { contests, issues } = await readLines('wv', [
      ...['CABELL', 'WAYNE'].map((county) => of(county, 'AT LARGE', 'BO DIAZ')),
      ...['BROOKE', 'HANCOCK'].map((county) => of(county, '003', 'CY FOX')),
      ...[of('WOOD', '009', 'DEE ELM'), of('MARION', '002', 'EVE FIR'), of('MINGO', '001', 'GUS IVY')],
    ])
    expect(contests.map(({ title }) => title)).toEqual([
      'Fairmont City Council, District 2',
      'Huntington City Council, At Large',
      'Parkersburg City Council, District 9',
      'Weirton City Council, District 3',
    ])
    expect(issues.filter(({ code }) => code === 'no-city')).toHaveLength(1)
  })
})

describe('The column of seats', () => {
  it("may count the county's districts that elect, each of which has one member", async () => {
    const of = (county: string, district: string, ...names: string[]): Line[] =>
      names.map((name) => ({ office: 'COUNTY COMMISSIONER', county, district, name, magnitude: 2, votes: 2000 }))
    const lines = [
      ...[...of('ADAMS', '002', 'BO DIAZ', 'CY FOX'), ...of('ADAMS', '003', 'DEE ELM', 'EVE FIR')],
      ...[...of('BOONE', '002', 'GUS IVY', 'HAL JAY'), ...of('BOONE', '003', 'IDA KAY')],
      { office: 'OWL CITY COUNCIL', county: 'CLAY', name: 'LEO MAY', magnitude: 2 },
    ]
    const { contests } = await readLines('mt', lines)
    expect(contests.map(({ title, votes_allowed, details }) => [title, votes_allowed, details.uncontested])).toEqual([
      ['Adams County Commissioner, District 2', 1, undefined],
      ['Adams County Commissioner, District 3', 1, undefined],
      ['Boone County Commissioner, District 2', 1, undefined],
      ['Boone County Commissioner, District 3', 1, true],
      // Fewer candidates than seats: somebody whom voters write in is elected too.
      ['Owl City Council', 2, undefined],
    ])
  })

  it('is not needed for the boards whose seats the law says, where one number stands for all counties', async () => {
    const both = ['ADAMS', 'BOONE']
    const of = (office: (county: string) => string, magnitude: number): Line[] =>
      both.map((county) => ({ office: office(county), county, name: `${county} DIAZ`, magnitude }))
    const { contests } = await readLines('ia', [
      ...of((county) => `${county} COUNTY AGRICULTURAL EXTENSION COUNCIL`, 4),
      ...of(() => 'SOIL AND WATER CONSERVATION DISTRICT COMMISSIONER', 3),
      ...of(() => 'UNION TOWNSHIP TRUSTEE', 2),
      ...of(() => 'UNION TOWNSHIP TRUSTEE TO FILL A VACANCY', 2),
      ...of((county) => `${county} COUNTY HOSPITAL TRUSTEE`, 3),
      // The file's own number for one board.
      { office: 'ELK TOWNSHIP TRUSTEE', county: 'CLAY', name: 'BO DIAZ', magnitude: 3 },
    ])
    const seats = contests
      .filter(({ choices }) => !choices.includes('BOONE DIAZ'))
      .map(({ title, votes_allowed, details }) => [title, votes_allowed, details.votes_allowed_is_minimum])
    expect(seats).toEqual([
      ['Elk Township Trustee', 3, undefined],
      ['Union Township Trustee, Adams County (Unexpired)', 1, true],
      ['Union Township Trustee, Adams County', 2, undefined],
      ['Adams County Agricultural Extension Council', 4, undefined],
      ['Adams County Hospital Trustee', 1, true],
      ['Adams County Soil and Water Conservation District Commissioner', 3, undefined],
    ])
  })

  it('is at least the number of votes that each voter has cast for a board', async () => {
    const of = (office: string, ...votes: number[]): Line[] =>
      votes.map((one, at) => ({ office, name: `${String.fromCharCode(65 + at)} DIAZ`, votes: one, magnitude: 3 }))
    const lines: Line[] = [
      { office: 'US PRESIDENT', name: 'ANN LEE', party: 'DEMOCRAT', votes: 1000 },
      ...of('ADAMS COUNTY BOARD OF SUPERVISORS', 600, 600),
      ...of('ADAMS COUNTY HOSPITAL TRUSTEE', 800, 700, 700),
      ...of('ADAMS COUNTY PUBLIC HOSPITAL TRUSTEE', 500, 510),
      { office: 'US PRESIDENT', name: 'ANN LEE', party: 'DEMOCRAT', votes: 1000, county: 'BOONE' },
      ...['BOARD OF SUPERVISORS', 'HOSPITAL TRUSTEE', 'PUBLIC HOSPITAL TRUSTEE'].flatMap((board): Line[] => [
        { office: `BOONE COUNTY ${board}`, name: 'BO DIAZ', county: 'BOONE', votes: 10, magnitude: 3 },
      ]),
    ]
    const { contests } = await readLines('ia', lines)
    const adams = contests.filter(({ title }) => title.startsWith('Adams'))
    expect(adams.map(({ title, votes_allowed, details }) => [title, votes_allowed, details])).toEqual([
      ['Adams County Board of Supervisors', 2, { votes_allowed_is_minimum: true, uncontested: true }],
      ['Adams County Hospital Trustee', 3, { votes_allowed_is_minimum: true, uncontested: true }],
      ['Adams County Public Hospital Trustee', 1, { votes_allowed_is_minimum: true }],
    ])
    // Where the file has a number for each board, two contests of one text have so many votes.
    const others = await readLines(
      'mi',
      lines.map((line) => ({ ...line, magnitude: line.name === 'ANN LEE' ? 2 : 1 })),
    )
    const board = others.contests.find(({ title }) => title === 'Adams County Board of Supervisors')
    expect([board?.votes_allowed, board?.details.votes_allowed_is_minimum]).toEqual([1, true])
  })

  it('makes a contest uncontested where one candidate stands for each seat', async () => {
    const of = (office: string, magnitude: number, ...names: string[]): Line[] =>
      names.map((name) => ({ office, magnitude, name }))
    const { contests } = await readLines('ky', [
      ...[...of('ELK MAYOR', 1, 'BO DIAZ'), ...of('FOX MAYOR', 1, 'BO DIAZ', 'CY FOX')],
      ...of('OWL CITY COUNCIL', 2, 'BO DIAZ', 'CY FOX'),
      ...[
        ...of('RAM CITY COUNCIL', 3, 'BO DIAZ', 'CY FOX'),
        ...of('YAK CITY COUNCIL', 2, 'BO DIAZ', 'CY FOX', 'DI POE'),
      ],
    ])
    expect(contests.filter(({ details }) => details.uncontested).map(({ title }) => title)).toEqual([
      'Elk Mayor',
      'Owl City Council',
    ])
  })
})

describe('Names without a mark', () => {
  it('are printed where the county marks those that voters wrote, however many votes these have', async () => {
    const of = (office: string, county: string, ...names: [string, number, boolean?][]): Line[] =>
      names.flatMap(([name, votes, written = false]) =>
        (written ? [1, 2, 3, 4, 5] : [1]).map((precinct) => ({ office, county, name, votes, written, precinct })),
      )
    const { contests, issues } = await readLines('or', [
      ...of(
        'ELK CITY COUNCIL',
        'BAKER',
        ['BO DIAZ', 74],
        ['CY FOX', 152],
        ['DEE ELM', 90, true],
        ['WRITE-IN', 151, true],
      ),
      ...of('FOX CITY COUNCIL', 'BAKER', ['GUS IVY', 40], ['HAL JAY', 20, true], ['WRITE-IN', 60, true]),
      ...of('OWL CITY COUNCIL', 'BAKER', ['IDA KAY', 9], ['JOE LEE', 7], ['MAX NYE', 5, true]),
      // This county's unmarked names may be any that voters wrote.
      ...of('RAM CITY COUNCIL', 'CLAY', ['PAM ROE', 40], ['WRITE-IN', 60, true]),
    ])
    expect(contests.map(({ title, choices }) => [title, choices])).toEqual([
      ['Elk City Council', ['BO DIAZ', 'CY FOX']],
      ['Fox City Council', ['GUS IVY']],
      ['Owl City Council', ['IDA KAY', 'JOE LEE']],
      ['Ram City Council', []],
    ])
    expect(issues.filter(({ code }) => code === 'no-candidate').map(({ value }) => value)).toEqual(['Ram City Council'])
  })
})
