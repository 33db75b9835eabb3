// Tests the facts of a contest that follow from the lines of all counties together: its seats, its people and its area.

import { describe, expect, it } from 'vitest'
import { type Line, readLines } from './lines.ts'

const PRESIDENT: readonly Line[] = ['ADAMS', 'BOONE', 'CLAY'].map((county) => ({
  ...{ office: 'US PRESIDENT', name: 'ANN LEE', party: 'DEMOCRAT', votes: 5000, county },
}))

const named = <Contest extends { title: string }>(contests: readonly Contest[], title: string): Contest | undefined =>
  contests.find((contest) => contest.title === title)

describe('The seats of a contest', () => {
  it('are unknown where the file has one number for all counties whose offices have the same text', async () => {
    const lines = ['ADAMS', 'BOONE'].flatMap((county) =>
      ['BO DIAZ', 'CY FOX'].map((name) => ({
        ...{ office: `${county} COUNTY BOARD OF SUPERVISORS`, name, county, magnitude: 3 },
      })),
    )
    const own = { office: 'CLAY COUNTY HOSPITAL TRUSTEE', name: 'DEE ELM', county: 'CLAY', magnitude: 2 }
    const { contests } = await readLines('ia', [...lines, own])
    expect(contests.map(({ votes_allowed, details }) => [votes_allowed, details])).toEqual([
      [1, { votes_allowed_is_minimum: true }],
      [1, { votes_allowed_is_minimum: true }],
      [2, {}],
    ])
  })

  it('are doubted for a board whose members are many, or more than two without a party', async () => {
    const of = (office: string, ...names: string[]): Line[] => names.map((name) => ({ office, name }))
    const boards = [...of('EAGLE CITY COUNCIL MEMBERS', 'A A', 'B B'), ...of('OWL CITY COUNCIL', 'A A', 'B B', 'C C')]
    const others = [...of('ELK CITY COUNCIL', 'A A', 'B B'), ...of('ELK MAYOR', 'A A', 'B B', 'C C')]
    boards.push(...of('KIT CITY COUNCIL 4 YEAR TERM', 'A A', 'B B', 'C C'))
    others.push(...of('OWL CITY COUNCIL WARD 1', 'A A', 'B B', 'C C'))
    const several = { office: 'FOX CITY COUNCIL', name: 'A A', magnitude: 2 }
    const { contests } = await readLines('or', [...boards, ...others, several])
    const doubted = contests.filter(({ details }) => details.votes_allowed_is_minimum).map(({ title }) => title)
    expect(doubted).toEqual(['Eagle City Council Members', 'Kit City Council, 4-Year Term', 'Owl City Council'])
  })

  it('are doubted for a board with one name, if no office of the file has several, and with none', async () => {
    const one: Line[] = [
      { office: 'OWL TOWN COUNCIL', name: 'A A' },
      { office: 'ELK MAYOR', name: 'A A' },
    ]
    const none: Line = { office: 'FOX TOWN COUNCIL', name: 'WRITE-IN', written: true }
    const several: Line = { office: 'KIT TOWN COUNCIL', name: 'A A', magnitude: 2 }
    const doubted = async (...lines: Line[]) =>
      (await readLines('or', lines)).contests
        .filter(({ details }) => details.votes_allowed_is_minimum)
        .map(({ title }) => title)
    expect(await doubted(...one, none)).toEqual(['Fox Town Council', 'Owl Town Council'])
    expect(await doubted(...one, none, several)).toEqual(['Fox Town Council'])
  })

  it('are those that the text states', async () => {
    const office = 'PORT COMMISSIONER (VOTE FOR 2)'
    const { contests } = await readLines('fl', [
      { office, name: 'BO DIAZ' },
      { office, name: 'CY FOX' },
    ])
    expect(contests[0]?.votes_allowed).toBe(2)
  })

  it('are doubted where more votes than voters show that two contests have one text', async () => {
    const office = 'JUDGE OF PROBATE COURT'
    const { contests } = await readLines('mi', [
      ...PRESIDENT,
      { office, name: 'BO DIAZ', votes: 4500 },
      { office, name: 'CY FOX', votes: 2000 },
      { office, name: 'BO DIAZ', votes: 2500, county: 'BOONE' },
      { office, name: 'CY FOX', votes: 2000, county: 'BOONE' },
    ])
    const judges = contests.filter(({ title }) => title.includes('Probate'))
    expect(judges.map(({ details }) => details.votes_allowed_is_minimum)).toEqual([true, undefined])
  })

  it('are of a whole term in the House, unless the district has another contest for it', async () => {
    const house = { office: 'US HOUSE', party: 'DEMOCRAT' }
    const { contests } = await readLines('co', [
      { ...house, name: 'ANN LEE', district: '004', special: true },
      { ...house, name: 'BO DIAZ', district: '005', special: true },
      { ...house, name: 'CY FOX', district: '005' },
    ])
    expect(contests.map(({ title }) => title).sort()).toEqual([
      'United States Representative, District 4',
      'United States Representative, District 5',
      'United States Representative, District 5 (Unexpired)',
    ])
  })

  it('are no vacancy where the text names one of staggered terms', async () => {
    const { contests } = await readLines('ia', [
      { office: 'ELK TOWNSHIP TRUSTEE 2026 TERM', name: 'BO DIAZ', special: true },
      { office: 'SHERIFF', name: 'CY FOX', special: true },
    ])
    expect(contests.map(({ title }) => title)).toEqual([
      'Adams County Sheriff (Unexpired)',
      'Elk Township Trustee, 2026 Term',
    ])
  })
})

describe('The people of a contest', () => {
  it('are one for two orders or spellings of a name, but not for two names of one county', async () => {
    const office = 'ATTORNEY GENERAL'
    const lines: Line[] = [
      ...['ADAMS', 'BOONE', 'CLAY', 'DENT', 'ELK', 'FOX', 'GAGE', 'HALL'].map((county) => ({
        ...{ office, name: 'WILLIAM LATHROP', county, party: 'REPUBLICAN' },
      })),
      { office, name: 'LATHROP WILLIAM', county: 'IDA', party: 'REPUBLICAN', votes: 20 },
      { office, name: 'WILLIAM LATHROPE', county: 'JAY', party: 'REPUBLICAN', votes: 20 },
      { office, name: 'DANIELLE RAYFIELD', county: 'ADAMS', party: 'DEMOCRAT' },
      { office, name: 'DANIELLA RAYFIELD', county: 'ADAMS' },
    ]
    const { contests } = await readLines('or', [...PRESIDENT, ...lines])
    expect(named(contests, 'Attorney General')?.choices).toEqual([
      'WILLIAM LATHROP (Republican)',
      'DANIELLE RAYFIELD (Democratic)',
      'DANIELLA RAYFIELD',
    ])
  })

  it('are without names that no ballot prints, though the file does not mark them', async () => {
    const office = 'STATE HOUSE DISTRICT 1'
    const lines: Line[] = [
      { office: 'US PRESIDENT', name: 'PETER SONSKI', party: 'INDEPENDENT', votes: 8, county: 'ADAMS' },
      { office, name: 'BO DIAZ', party: 'REPUBLICAN', votes: 4000 },
      { office, name: 'CY FOX', party: 'REPUBLICAN', votes: 9 },
      { office, name: 'DEE ELM', votes: 12 },
      { office, name: 'EVE FIR', votes: 900 },
    ]
    const { contests, issues } = await readLines('wy', [...PRESIDENT, ...lines])
    expect(contests.map(({ choices }) => choices)).toEqual([
      ['ANN LEE (Democratic)'],
      ['BO DIAZ (Republican)', 'EVE FIR'],
    ])
    const tiny = await readLines('wy', [
      { office, name: 'BO DIAZ', party: 'REPUBLICAN', votes: 4000 },
      { office, name: 'CY FOX', party: 'LIBERTARIAN', votes: 3 },
      { office, name: 'DEE ELM', party: 'DEMOCRAT', votes: 3 },
    ])
    expect(tiny.contests[0]?.choices).toEqual(['BO DIAZ (Republican)', 'DEE ELM (Democratic)'])
    const written = issues.filter(({ code }) => code === 'write-in-candidate').map(({ value }) => value)
    expect(written.sort()).toEqual(['CY FOX', 'DEE ELM', 'PETER SONSKI'])
  })

  it('of a nonpartisan office are without names with hardly a vote, unless there are many', async () => {
    const of = (office: string, ...votes: number[]): Line[] =>
      votes.map((vote, at) => ({ office, name: `${'ABCDEFGH'[at]}NN LEE`, votes: vote, party: 'NONPARTISAN' }))
    const lines = [...of('OWL MAYOR', 2000, 900, 2), ...of('ELK MAYOR', 2000, 900, 800, 700, 600, 500, 400, 2)]
    const { contests } = await readLines('wy', lines)
    expect(contests.map(({ title, choices }) => [title, choices.length])).toEqual([
      ['Elk Mayor', 8],
      ['Owl Mayor', 2],
    ])
  })

  it('are without those that voters wrote, where the file lists some of them', async () => {
    const of = (office: string, ...votes: number[]): Line[] =>
      votes.map((vote, at) => ({ office, name: `${'ABC'[at]}NN LEE`, votes: vote }))
    const { contests } = await readLines('ky', [...of('OWL MAYOR', 200, 90, 2), ...of('ELK MAYOR', 9, 1)])
    expect(contests.map(({ title, choices, details }) => [title, choices.length, details.choices_incomplete])).toEqual([
      ['Elk Mayor', 2, undefined],
      ['Owl Mayor', 2, true],
    ])
  })

  it('may be some that voters wrote, where the file does not mark these and one has a small share of the votes', async () => {
    const of = (office: string, votes: readonly number[], more: Partial<Line> = {}): Line[] =>
      votes.map((vote, at) => ({ office, name: `${'ABC'[at]}NN LEE`, votes: vote, ...more }))
    const lines = [
      ...of('ASH MAYOR', [200, 90, 40]),
      ...of('BAY MAYOR', [200, 90, 60]),
      ...of('CEDAR MAYOR', [9]),
      // Some counties have only a few voters of a city: all of them count.
      ...of('US HOUSE', [900, 100], { district: '1', party: 'INDEPENDENT' }),
    ]
    const flagged = async (state: 'ky' | 'ia' | 'wy') =>
      (await readLines(state, lines)).contests.map(({ details }) => details.may_include_write_ins ?? false)
    expect(await flagged('ky')).toEqual([false, true, false, true])
    expect(await flagged('ia')).toEqual([false, true, false, true])
    expect(await flagged('wy')).toEqual([false, false, false, false])
  })

  it('are surnames alone where the file has these, but for President, and words without a space anywhere', async () => {
    const lines: Line[] = [
      { office: 'US PRESIDENT', name: 'ANN LEE', party: 'DEMOCRAT' },
      { office: 'OWL MAYOR', name: 'DE LA ROE' },
      { office: 'OWL MAYOR', name: 'FOX' },
      { office: 'OWL MAYOR', name: 'STARCHILD' },
      { office: 'OWL SCHOOL BOND', name: 'FOR' },
    ]
    const told = async (state: 'tx' | 'wy') =>
      (await readLines(state, lines)).choice
        .filter(({ details }) => JSON.parse(details).name_incomplete)
        .map(({ label }) => label)
    expect(await told('tx')).toEqual(['DE LA ROE', 'FOX', 'STARCHILD'])
    expect(await told('wy')).toEqual(['FOX'])
  })

  it('have letters in place of garbled ones, and an issue with a digit in a word', async () => {
    const office = 'OWL MAYOR'
    const lines = ['ANN LIMÃ³N', 'BO GALL0S', 'CY ROE 3RD', 'DI ROE 2'].map((name): Line => ({ office, name }))
    const { choice, issues } = await readLines('wy', lines)
    expect(choice.map(({ label }) => label)).toEqual(['ANN LIMóN', 'BO GALL0S', 'CY ROE 3RD', 'DI ROE 2'])
    expect(choice[0]?.choice_key.split('/').at(-1)).toBe('ann-limon')
    const told = issues.filter(({ code }) => code === 'mended-encoding' || code === 'digit-in-name')
    expect(told.map(({ code, value }) => [code, value])).toEqual([
      ['mended-encoding', 'ANN LIMÃ³N'],
      ['digit-in-name', 'BO GALL0S'],
    ])
  })

  it('are none of a contest in which all were written, as the state said', async () => {
    const of = (office: string, district: string): Line[] =>
      ['ANN LEE', 'BO DIAZ'].map((name) => ({ office, district, name, votes: 900, party: 'INDEPENDENT' }))
    const lines = [...of('STATE SENATE', '029'), ...of('STATE SENATE', '031'), ...of('STATE HOUSE', '029')]
    const counted = async (state: 'ky' | 'ia') =>
      (await readLines(state, lines)).contests.map(({ choices }) => choices.length)
    const { contests, issues } = await readLines('ky', lines)
    expect(contests.map(({ title, choices, details }) => [title, choices.length, details.choices_incomplete])).toEqual([
      ['State Senate District 31', 2, undefined],
      ['State House District 29', 2, undefined],
    ])
    expect(issues.filter(({ code }) => code === 'write-in-candidate').map(({ value }) => value)).toEqual([
      ...['ANN LEE', 'BO DIAZ'],
    ])
    expect(await counted('ia')).toEqual([2, 2, 2])
  })

  it('of a district that one county names with its counties are those of the same district', async () => {
    const office = 'OWL COMMUNITY SCHOOL BOARD'
    const { contests } = await readLines('in', [
      { office, district: '002', name: 'ANN LEE', county: 'CLAY' },
      { office, district: '2 (CLAY, PARKE)', name: 'ANN LEE', county: 'PARKE' },
    ])
    expect(contests.map(({ title }) => title)).toEqual(['Owl Community School Board, District 2'])
  })

  it('are none whom few precincts name, with fewer votes than their lines of write-ins', async () => {
    const office = 'ELK MAYOR'
    const lines = [1, 2, 3].map((precinct): Line => ({ office, name: 'WRITE-IN', votes: 60, precinct, written: true }))
    const named = (office: string): Line => ({ office, name: 'BO DIAZ', votes: 59 })
    const { contests } = await readLines('wi', [...lines, named(office), named('OWL MAYOR')])
    expect(contests.map(({ title, choices }) => [title, choices])).toEqual([
      ['Elk Mayor', []],
      ['Owl Mayor', ['BO DIAZ']],
    ])
  })

  it('are without an independent name with hardly a vote, in the whole state only where counties lack it', async () => {
    const party = 'NO PARTY AFFILIATION'
    const counties = ['ADAMS', 'BOONE', 'CLAY']
    const lines = counties.flatMap((county, at): Line[] => [
      { office: 'US PRESIDENT', name: 'BO DIAZ', votes: 12, party, county },
      ...(at === 0 ? [{ office: 'US PRESIDENT', name: 'CY FOX', votes: 140, party, county }] : []),
    ])
    const area: Line[] = [
      { office: 'STATE HOUSE', district: '70', name: 'DI POE', votes: 28_000, party: 'DEMOCRAT' },
      { office: 'STATE HOUSE', district: '70', name: 'ED ROE', votes: 187, party },
    ]
    const { contests } = await readLines('mi', [...PRESIDENT, ...lines, ...area])
    expect(contests.map(({ choices }) => choices)).toEqual([
      ['ANN LEE (Democratic)', 'BO DIAZ (No Party Affiliation)'],
      ['DI POE (Democratic)'],
    ])
  })

  it('are none where the lines of write-ins have nearly half as many votes, in such a file', async () => {
    const of = (office: string, votes: number, unnamed: number): Line[] => [
      { office, name: 'BO DIAZ', votes },
      { office, name: '', votes: unnamed, written: true },
    ]
    const { contests } = await readLines('ia', [...of('ELK TOWNSHIP CLERK', 17, 8), ...of('OWL TOWNSHIP CLERK', 17, 3)])
    expect(contests.map(({ title, choices, details }) => [title, choices, details.choices_incomplete])).toEqual([
      ['Elk Township Clerk', [], true],
      ['Owl Township Clerk', ['BO DIAZ'], undefined],
    ])
  })

  it('are all whom the file does not mark, where every county marks the names that voters wrote', async () => {
    const lines = ['ADAMS', 'BOONE', 'CLAY'].flatMap((county): Line[] => [
      { office: 'US PRESIDENT', name: 'JILL STEIN', votes: 8, county },
      { office: 'US PRESIDENT', name: 'PETER SONSKI', votes: 3, county, written: true },
    ])
    const { contests } = await readLines('wi', [...PRESIDENT, ...lines])
    expect(contests[0]?.choices).toEqual(['ANN LEE (Democratic)', 'JILL STEIN'])
  })
})

describe('A line of a retention', () => {
  it('with a party is that of a candidate', async () => {
    const office = 'DISTRICT COURT JUDGE RETENTION BO DIAZ'
    const { contests } = await readLines('ks', [{ office, name: 'BO DIAZ', party: 'REPUBLICAN' }])
    expect(contests.map(({ title, choices }) => [title, choices])).toEqual([
      ['Adams County District Court Judge: Bo Diaz', ['BO DIAZ (Republican)']],
    ])
  })
})

describe('A name', () => {
  it('of a candidate for President, or of hardly any county of the state, is misplaced', async () => {
    const office = 'ATTORNEY GENERAL'
    const counties = Array.from({ length: 20 }, (_, at) => `COUNTY ${at}`)
    const lines = counties.map(
      (county, at): Line => ({ office, name: at === 4 ? 'NASH TODD' : 'WILL LATHROP', county, party: 'REPUBLICAN' }),
    )
    const local = { office: 'TANGENT COUNCIL POSITION 1', name: 'ANN LEE', county: 'ADAMS' }
    const { contests, issues } = await readLines('or', [...PRESIDENT, ...lines, local])
    expect(named(contests, 'Attorney General')?.choices).toEqual(['WILL LATHROP (Republican)'])
    expect(named(contests, 'Tangent Council, Position 1')?.choices).toEqual([])
    expect(issues.filter(({ code }) => code === 'misplaced-name').map(({ value }) => value)).toEqual([
      'ANN LEE',
      'NASH TODD',
    ])
  })

  it('of a county is one person’s in two spellings if each has precincts of its own', async () => {
    const office = 'CIRCUIT COURT JUDGE 6TH DISTRICT'
    const lines = [1, 2, 3].flatMap((precinct): Line[] => [
      { office, precinct, name: precinct < 3 ? 'JOANNA MARIKOS' : 'JOANA MARIKOS' },
      { office, precinct, name: 'JOHN BALLARD' },
      { office, precinct, name: 'JOHN BALLART' },
    ])
    const { contests } = await readLines('or', lines)
    expect(contests[0]?.choices).toEqual(['JOANNA MARIKOS', 'JOHN BALLARD', 'JOHN BALLART'])
  })

  it('is that of two people where the file has surnames, and both parties have it', async () => {
    const of = (party: string): Line => ({ office: 'DISTRICT JUDGE', name: 'GUERRA', party })
    const { contests } = await readLines('tx', [of('REPUBLICAN'), of('DEMOCRAT')])
    expect(contests[0]?.choices).toEqual(['GUERRA (Republican)', 'GUERRA (Democratic)'])
  })
})

describe('A habit of a state', () => {
  it('tells a district that has the name of its county', async () => {
    const office = 'REGISTER OF DEEDS'
    const { contests } = await readLines('ma', [
      { office, district: 'WORCESTER', name: 'ANN LEE', county: 'WORCESTER' },
      { office, district: 'WORCESTER NORTHERN', name: 'BO DIAZ', county: 'WORCESTER' },
    ])
    expect(contests.map(({ title }) => title)).toEqual([
      'Worcester County Register of Deeds, Worcester Northern',
      'Worcester County Register of Deeds, Worcester South',
    ])
  })

  it('tells a whole term, a name without its mark, and people of hardly a vote that the ballot prints', async () => {
    const board = { office: 'BOARD OF EDUCATION KEARNY - 3 YEARS', name: 'FIR MARC DE MARCO', special: true }
    const { contests } = await readLines('nj', [board])
    expect(contests).toMatchObject([{ title: 'Board of Education Kearny, 3-Year Term', choices: ['MARC DE MARCO'] }])
    const lines: Line[] = [
      ...PRESIDENT,
      ...PRESIDENT.map((line) => ({ ...line, name: 'BO DIAZ', party: '', votes: 9 })),
    ]
    expect((await readLines('ne', lines)).contests[0]?.choices).toEqual(['ANN LEE (Democratic)', 'BO DIAZ'])
    expect((await readLines('sd', lines)).contests[0]?.choices).toEqual(['ANN LEE (Democratic)'])
  })
})

describe('A candidate whom no party nominated', () => {
  it('is on the ballot beside another, but not with hardly a vote', async () => {
    const office = 'US SENATE'
    const of = (name: string, votes: number, party = 'NO PARTY AFFILIATION'): Line => ({ office, name, party, votes })
    const { contests } = await readLines('mi', [
      ...[of('ANN LEE', 90_000, 'DEMOCRAT'), of('BO DIAZ', 90), of('CY FOX', 40), of('DEE ELM', 9)],
    ])
    expect(contests.map(({ choices }) => choices)).toEqual([
      ['ANN LEE (Democratic)', 'BO DIAZ (No Party Affiliation)', 'CY FOX (No Party Affiliation)'],
    ])
  })
})

describe('The area of a contest', () => {
  it('is one for a seat of a special district that two counties name and nobody wants, or whose holder they spell in two ways', async () => {
    const office = (zone: number): string => `ADAMS SOIL AND WATER CONSERVATION DISTRICT DIRECTOR ZONE ${zone}`
    const lines = ['ADAMS', 'BOONE'].flatMap((county): Line[] => [
      { office: office(1), name: 'UNDERVOTES', county },
      { office: office(2), name: county === 'ADAMS' ? 'JACLYN R RAMBILL' : 'JACLYNN R GAMBILL', county },
      { office: office(4), name: county === 'ADAMS' ? 'CY E "ERIC" FOX' : 'CY ERIC E FOX', county },
      { office: 'OAK FIRE DISTRICT DIRECTOR ZONE 3', name: 'UNDERVOTES', county },
    ])
    const { contests } = await readLines('or', lines)
    expect(contests.map(({ title, area }) => `${title} ${area}`)).toEqual([
      'Adams Soil and Water Conservation District Director, Zone 1 /soil_and_water_conservation_district:adams/district:1',
      'Adams Soil and Water Conservation District Director, Zone 2 /soil_and_water_conservation_district:adams/district:2',
      'Adams Soil and Water Conservation District Director, Zone 4 /soil_and_water_conservation_district:adams/district:4',
      'Oak Fire District Director, Zone 3, Adams County /county:adams/fire_district:oak_fire_district/district:3',
      'Oak Fire District Director, Zone 3, Boone County /county:boone/fire_district:oak_fire_district/district:3',
    ])
  })

  it('of a council’s district is the city, where the districts have more votes than the city’s mayor', async () => {
    const of = (city: string, office: string, votes: number): Line => ({
      ...{ office: `${city} ${office}`, name: `${city} ${office.replaceAll(' DISTRICT', '')}`, votes },
    })
    const lines = [
      ...[of('IMBLER', 'MAYOR', 100), of('IMBLER', 'COUNCIL DISTRICT 1', 90), of('IMBLER', 'COUNCIL DISTRICT 2', 70)],
      ...[
        of('ASTORIA', 'MAYOR', 100),
        of('ASTORIA', 'COUNCIL DISTRICT 1', 70),
        of('ASTORIA', 'COUNCIL DISTRICT 2', 70),
      ],
    ]
    const { contests } = await readLines('or', lines)
    const areas = contests.filter(({ title }) => title.includes('District')).map(({ area, details }) => [area, details])
    expect(areas.map(([area]) => area)).toEqual([
      ...['/county:adams/place:astoria/council_district:1', '/county:adams/place:astoria/council_district:2'],
      ...['/county:adams/place:imbler', '/county:adams/place:imbler'],
    ])
    expect(areas.at(-1)?.[1]).toMatchObject({ elected_at_large: true })
  })

  it('of a numbered school board lies in its county, even if one such board has voters in two', async () => {
    const lines: Line[] = [
      { office: 'BOONE COUNTY SCHOOL TRUSTEE DISTRICT 3', name: 'BO DIAZ', county: 'BOONE' },
      { office: 'ADAMS BOONE COUNTY SCHOOL TRUSTEE DISTRICT 3', name: 'BO DIAZ', county: 'ADAMS' },
      { office: 'CLAY COUNTY SCHOOL TRUSTEE DISTRICT 3', name: 'CY FOX', county: 'CLAY' },
    ]
    const { contests } = await readLines('sc', lines)
    expect(named(contests, 'Clay County School Trustee, District 3')?.area).toBe('/county:clay/school_board_district:3')
  })

  it('is the whole county where nearly all its voters elect a member who lives in a district', async () => {
    const office = 'COUNTY COMMISSIONER DISTRICT'
    const { contests } = await readLines('mt', [
      ...PRESIDENT,
      { office: `${office} 1`, name: 'BO DIAZ', votes: 4700, magnitude: 2 },
      { office: `${office} 2`, name: 'CY FOX', votes: 1500 },
    ])
    expect(contests.map(({ title, area, votes_allowed }) => [title, area, votes_allowed]).slice(1)).toEqual([
      ['Adams County Commissioner, District 1', '/county:adams', 1],
      ['Adams County Commissioner, District 2', '/county:adams/council_district:2', 1],
    ])
  })

  it('is one where two counties name it in other words, with the same people', async () => {
    const people = ['BO DIAZ', 'CY FOX']
    const lines = people.flatMap((name): Line[] => [
      { office: 'WEIRTON COUNCIL', name, county: 'ADAMS' },
      { office: 'CITY OF WEIRTON COUNCIL', name, county: 'BOONE' },
      { office: 'OTHER COUNCIL', name: `${name} JR`, county: 'BOONE' },
    ])
    const { contest_county, contests } = await readLines('wv', lines)
    expect(contests).toHaveLength(2)
    expect(contest_county.length).toBe(3)
  })

  it('lies under the state for a body of several counties', async () => {
    const office = 'PLAINS PUBLIC POWER DISTRICT DIRECTOR'
    const lines: Line[] = [
      { office, name: 'BO DIAZ', county: 'ADAMS' },
      { office, name: 'BO DIAZ', county: 'BOONE' },
      { office, name: 'CY FOX', county: 'CLAY' },
    ]
    const { contests } = await readLines('ne', lines)
    expect(contests.map(({ area }) => area)).toEqual(Array(2).fill('/utility_district:plains_public_power_district'))
  })

  it('lies under the state for each district of such a body, and is one for two spellings of a name', async () => {
    const office = 'PLAINS PUBLIC POWER DISTRICT DIRECTOR'
    const lines: Line[] = [
      { office, name: 'BO DIAZ', county: 'ADAMS' },
      { office, name: 'BO DIAZ', county: 'BOONE' },
      { office: `${office} SUBDISTRICT 2`, name: 'CLARENCE FOX', county: 'ADAMS' },
      { office: `${office} SUBDISTRICT 2`, name: 'CLARENSE FOX', county: 'CLAY' },
    ]
    const { contests } = await readLines('ne', lines)
    expect(contests.map(({ area }) => area.replace('/utility_district:plains_public_power_district', '…'))).toEqual([
      '…',
      '…/district:2',
    ])
  })

  it('is the county for the member of a district whom nearly all of its voters elect', async () => {
    const precincts = Array.from({ length: 10 }, (_, at) => at + 1)
    const lines = precincts.flatMap((precinct): Line[] => [
      { office: 'US PRESIDENT', name: 'ANN LEE', party: 'DEMOCRAT', precinct },
      { office: 'COUNTY COMMISSIONER DISTRICT 1', name: 'BO DIAZ', party: 'DEMOCRAT', precinct, votes: 40 },
    ])
    lines.push({ office: 'COUNTY COMMISSIONER DISTRICT 2', name: 'CY FOX', party: 'DEMOCRAT' })
    for (const precinct of precincts)
      lines.push({ office: 'ELK COLLEGE TRUSTEE ZONE 3', name: 'DEE ELM', precinct, votes: 35 })
    const { contests } = await readLines('id', lines)
    expect(contests.map(({ title, area, details }) => [title, area, details.elected_at_large])).toEqual([
      ['President and Vice President of the United States', '', undefined],
      ['Adams County Commissioner, District 1', '/county:adams', true],
      ['Adams County Commissioner, District 2', '/county:adams/council_district:2', undefined],
      ['Elk College Trustee, Zone 3', '/county:adams/community_college:elk_college', true],
    ])
  })

  it('of a question is the county, a part of it, or what its words say', async () => {
    const vote = (office: string, name: string, votes: number, to: number): Line[] =>
      Array.from({ length: to }, (_, at) => ({ office, name, votes, precinct: at + 1 }))
    const ask = (office: string, votes: number, to: number) =>
      ['FOR', 'AGAINST'].flatMap((name) => vote(office, name, votes, to))
    const small = await readLines('mt', [
      ...vote('US PRESIDENT', 'ANN LEE', 100, 4),
      ...ask('MOTOR VEHICLE TAX', 48, 4),
      ...ask('TOWN TAX', 20, 4),
    ])
    expect(small.contests.map(({ title, area }) => [title, area])).toEqual([
      ['President and Vice President of the United States', ''],
      ['Adams County: Motor Vehicle Tax', '/county:adams'],
      ['Adams County: Town Tax', '/county:adams/special:town_tax'],
    ])
    const large = await readLines('wa', [
      ...vote('US PRESIDENT', 'ANN LEE', 100, 10),
      ...ask('ADAMS COUNTY ROAD LEVY', 40, 6),
      ...ask('ADAMS COUNTY JAIL LEVY', 40, 9),
    ])
    expect(large.contests.map(({ title, area }) => [title, area]).slice(1)).toEqual([
      ['Adams County Jail Levy', '/county:adams'],
      ['Adams County Road Levy', '/county:adams/special:adams_county_road_levy'],
    ])
  })

  it('is one of several districts that the file does not name, where the people share hardly a precinct', async () => {
    const stand = (name: string, from: number, to: number, county = 'ADAMS'): Line[] =>
      Array.from({ length: to - from + 1 }, (_, at) => ({
        ...{ office: 'PLAINS NATURAL RESOURCES DISTRICT FOR BOARD OF DIRECTORS', name, county, precinct: from + at },
      }))
    const lines = [
      ...stand('BO DIAZ', 1, 5),
      ...stand('CY FOX', 1, 5),
      ...stand('DEE ELM', 5, 9),
      // The same district in the next county.
      ...stand('CY FOX', 1, 1, 'BOONE'),
    ]
    const { contests } = await readLines('ne', lines)
    const title = 'Plains Natural Resources District for Board of Directors, by Subdistrict'
    expect(contests).toMatchObject([
      { title: `${title}: Bo Diaz / Cy Fox`, choices: ['BO DIAZ', 'CY FOX'] },
      { title: `${title}: Dee Elm`, choices: ['DEE ELM'] },
    ])
    // Half of the precincts: it is not certain that these are two districts.
    const { contests: doubted } = await readLines('ne', [...stand('BO DIAZ', 1, 4), ...stand('CY FOX', 3, 7)])
    expect(doubted.map(({ choices }) => choices)).toEqual([['BO DIAZ', 'CY FOX']])
  })

  it('is all counties together, where the same people stand for one court or attorney', async () => {
    const lines: Line[] = [
      ...['ADAMS', 'BOONE', 'CLAY'].flatMap((county): Line[] => [
        { office: `${county} SUPERIOR COURT`, name: 'BO DIAZ', county },
      ]),
      ...['ADAMS', 'ST CROIX'].map(
        (county): Line => ({
          ...{ office: 'DISTRICT ATTORNEY', name: 'EVE FIR', county, district: 'ADAMS AND SAINT CROIX COUNTIES' },
        }),
      ),
    ]
    const { contests } = await readLines('wa', lines)
    expect(contests.map(({ title, area }) => [title, area])).toEqual([
      ['Adams, Boone and Clay Counties Superior Court', '/superior_court:adams_boone_clay'],
      ['Adams and St Croix Counties District Attorney', '/prosecutorial_district:adams_st_croix'],
    ])
  })

  it('is the school district for the districts of a board in which the same precincts vote', async () => {
    const at = (district: string, name: string, precincts: readonly number[]): Line[] =>
      precincts.map((precinct) => ({ office: 'OAK SCHOOL BOARD', district: `DISTRICT ${district}`, name, precinct }))
    const [here, there] = [
      [1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10],
    ]
    const { contests } = await readLines('in', [
      ...PRESIDENT,
      ...at('1', 'BO DIAZ', here),
      ...at('2', 'CY FOX', here),
      ...at('3', 'DEE HALE', there),
    ])
    const areas = contests.flatMap(({ title, area, details }) =>
      title.includes('Board') ? [[area.replace(/.*school_district:/, ''), details.elected_at_large ?? false]] : [],
    )
    expect(areas).toEqual([
      ['oak', true],
      ['oak', true],
      ['oak/school_board_district:3', false],
    ])
  })

  it('is a part of the county for a court of few of its precincts', async () => {
    const lines = Array.from({ length: 10 }, (_, at) => at + 1).flatMap((precinct): Line[] => [
      { office: 'US PRESIDENT', name: 'ANN LEE', party: 'DEMOCRAT', precinct },
      ...(precinct < 4 ? [{ office: 'NORTH DISTRICT COURT JUDGE', name: 'CY FOX', precinct }] : []),
    ])
    const { contests } = await readLines('wa', lines)
    expect(contests.map(({ title, area }) => [title, area])).toEqual([
      ['President and Vice President of the United States', ''],
      ['Adams County North District Court Judge', '/county:adams/special:north_district_court_judge'],
    ])
  })

  it('is the whole county or a part of it, as its precincts tell', async () => {
    const precincts = Array.from({ length: 10 }, (_, at) => at + 1)
    const everywhere = precincts.flatMap((precinct): Line[] => [
      { office: 'US PRESIDENT', name: 'ANN LEE', party: 'DEMOCRAT', precinct },
      { office: 'ROAD AND BRIDGE PROPOSITION', name: 'YES', precinct },
    ])
    const parts = precincts.map(
      (precinct): Line => ({
        ...{ office: 'ADAMS COUNTY BOARD OF SUPERVISORS', name: precinct < 6 ? 'BO DIAZ' : 'CY FOX', precinct },
      }),
    )
    const some = { office: 'LEVY PROPOSITION', name: 'YES', precinct: 3 }
    const { contests } = await readLines('nd', [...everywhere, ...parts, some])
    expect(contests.map(({ title, area }) => [title, area])).toEqual([
      ['President and Vice President of the United States', ''],
      ['Adams County Board of Supervisors, by District: Bo Diaz', '/county:adams/special:board_of_supervisors'],
      ['Adams County Board of Supervisors, by District: Cy Fox', '/county:adams/special:board_of_supervisors'],
      ['Adams County: Levy Proposition', '/county:adams/special:levy_proposition'],
      ['Adams County: Road and Bridge Proposition', '/county:adams'],
    ])
  })
})
