// Lists of candidates that an operator describes in sources.yaml, from the file as its office publishes it to rows and issues. The people
// are invented.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { toListLine } from '../../../../ingest/ballot/list/candidate-list.ts'
import { parseSourcesFile } from '../../../../ingest/configuration/load.ts'
import { configureSources } from '../../../../ingest/configuration/to-sources.ts'
import * as builtIn from '../../../../ingest/engine/registry.ts'
import { toDivisions } from '../../../../ingest/engine/source-dependencies.ts'
import { fetchSource } from '../../../../ingest/fetch/fetch.ts'
import type { Source } from '../../../../ingest/read/source.ts'
import { folder, freshPublisher } from '../../fetch/fresh-publisher.ts'
import { makeSheet } from '../../read/xlsx-bytes.ts'
import { runReader } from '../../run-reader.ts'

freshPublisher()

const OHIO = 'ocd-division/country:us/state:oh'
const divisions = toDivisions(
  [
    [`${OHIO}/county:adams`, 'Adams County'],
    [`${OHIO}/county:athens`, 'Athens County'],
    [`${OHIO}/place:athens`, 'Athens city'],
    ...['7', '99', 'ashland-1'].map((code) => [`${OHIO}/sldl:${code}`, `State House District ${code}`]),
    [`${OHIO}/school_district:athens_city_schools`, 'Athens City Schools'],
  ].map(([ocd_id = '', name = '']) => ({ ocd_id, name, census_geoid: null, same_as: null, valid_through: null })),
)

/** @param lines of the entry, beside those that each entry has */
function configureAll(lines: readonly string[], year: number) {
  const all = [
    ...['id: oh-list', 'publisher: Office', 'page: https://example.org/', 'licence: Public record', 'states: [OH]'],
    ...lines,
    ...(lines.some((line) => line.startsWith('election:')) ? [] : ['election: { date: 2026-11-03, type: general }']),
  ]
  const text = `version: 1\ncandidate_lists:\n${all.map((line, at) => `  ${at === 0 ? '- ' : '  '}${line}\n`).join('')}`
  const file = parseSourcesFile(
    { name: 'sources.yaml', bytes: Buffer.from(text) },
    builtIn.sources,
    'public',
    () => undefined,
  )
  return configureSources(file, builtIn, { folder, family: 'public' }, year)
}

function configure(lines: readonly string[], id = 'oh-list', year = 2026): Source {
  const source = configureAll(lines, year).findSource(id)
  if (!source) throw new Error(`there is no ${id}`)
  return source
}

/** Fetches the file, and reads what is kept of it. */
async function readList(content: string | Uint8Array, lines: readonly string[], format = '') {
  const name = `list.${format || (typeof content === 'string' ? 'csv' : 'xlsx')}`
  writeFileSync(join(folder, name), content)
  const source = configure([`url: ${name}`, `format: ${name.slice(5)}`, ...lines])
  const rawDir = join(folder, 'raw')
  const kept = await fetchSource(source, { rawDir, mirror: null, now: new Date('2026-11-23') })
  const ran = await runReader(source, kept, { divisions })
  const contests = ran.contest.map(({ title, ocd_id, party, details }) => ({ title, ocd_id, party, details }))
  const choices = ran.choice.map(({ label, party, withdrawn }) => [label, party, withdrawn])
  const issues = ran.issues.map(({ line, code, value }) => `${line} ${code} ${value}`)
  return {
    ...ran,
    contests,
    choices,
    said: issues,
    kept: readdirSync(rawDir).map((file) => readFileSync(join(rawDir, file), 'utf8')),
  }
}

const COLUMNS =
  'columns: { contest: "{Office}[ {District}]", name: "{First} {Last}", county: County, party: Party, status: Status }'
const CSV = `Office,District,County,First,Last,Party,Status,Home Address
State Senator,District 7,,Ann,Example,D,Qualified,1 Canary St
State Senator,District 07,,Bo,Sample,R,Withdrawn,2 Canary St
Sheriff,,Adams,Cy,Test,,Qualified,3 Canary St
Sheriff,,ATHENS COUNTY,Di,Proof,,Qualified,4 Canary St
Mayor of Athens,,,Ed,Trial,,Qualified,5 Canary St
`
const STATUSES = 'statuses: { Qualified: stands, Withdrawn: withdrawn, Duplicate: left_out }'

describe('a list of candidates', () => {
  it('is read by the general rules, and only the columns of the form are kept', async () => {
    const { contests, choices, said, kept } = await readList(CSV, [COLUMNS, STATUSES])
    expect(said).toEqual([])
    expect(contests.map(({ title, ocd_id }) => [title, ocd_id.replace(OHIO, '')])).toEqual(
      expect.arrayContaining([
        ['State Senate District 7', '/sldu:7'],
        ['Adams County Sheriff', '/county:adams'],
        ['Athens County Sheriff', '/county:athens'],
        ['Athens Mayor', '/place:athens'],
      ]),
    )
    expect(choices).toContainEqual(['Ann Example', 'Democratic', false])
    expect(choices).toContainEqual(['Bo Sample', 'Republican', true])
    expect(kept.join()).not.toMatch(/canary/i)
    expect(kept.join()).toContain('Ann')
  })

  it('is read by an office table; other titles are left out', async () => {
    writeFileSync(
      join(folder, 'offices.csv'),
      'pattern,office,title,area,part,seat,votes,details,source\nSTATE SENATOR DISTRICT (\\d+),state_senate,,sldu:$1,,,,,\nSheriff,sheriff,,county:Adams,,,,,\n',
    )
    const { contests, said } = await readList(CSV, [COLUMNS, STATUSES, 'offices: offices.csv'])
    expect(contests.map(({ title }) => title)).toEqual(['State Senate District 7', 'Sheriff'])
    expect(said).toEqual(['5 other-county Sheriff', '6 unknown-contest-title Mayor of Athens'])
  })

  it('leaves out what it does not know, and says that the contest may lack a candidate', async () => {
    const csv = `${CSV}Sheriff,,Adams,Fa,Doubt,,Pending,
State Senator,District 7,,Gi,Doubt,Q,Qualified,
Sheriff,,Adamz,Ho,Doubt,,Qualified,
Sheriff,,Adams,Write-in,,,Qualified,
Coroner,,Adams,Ik,Gone,,Duplicate,
`
    const parties = 'parties: { D: Democratic, R: Republican, "": null }'
    const { contests, said, issues } = await readList(csv, [COLUMNS, STATUSES, parties])
    expect(said).toEqual([
      '10 write-in-candidate Write-in',
      '7 unknown-status Pending',
      '8 unknown-party Q',
      '9 unknown-county Adamz',
      '11 off-ballot Ik Gone',
    ])
    expect(issues[3]?.message).toContain('expected a county of Ohio, such as Adams')
    const incomplete = contests
      .filter(({ details }) => details.includes('choices_incomplete'))
      .map(({ title }) => title)
    expect(incomplete.sort()).toEqual(['Adams County Sheriff', 'State Senate District 7'])
  })

  const offices = (...rows: string[]) => {
    const text = ['pattern,office,title,area,part,seat,votes,details,source', ...rows].join('\n')
    writeFileSync(join(folder, 'offices.csv'), text)
    return ['columns: { contest: Contest, name: Name, party: Party }', 'offices: offices.csv']
  }
  const list = (...lines: string[]) => ['Contest,Name,Party', ...lines, ''].join('\n')

  it('leaves out titles that differ and would be one contest, and names them with the row of the table', async () => {
    const csv = list(
      'FTC Place 2,Ann Example,',
      'FTC Place 3,Bo Sample,',
      'FTC  PLACE 02,Cy Test,',
      'Sheriff,Di Proof,',
    )
    const { contests, said, issues } = await readList(
      csv,
      offices('FTC .*,judge_of_the_circuit_court,Judge,county:Adams,,,,,', 'Sheriff,sheriff,,county:Adams,,,,,'),
    )
    expect(contests.map(({ title }) => title)).toEqual(['Sheriff'])
    expect(said).toEqual(['2 merged-titles FTC Place 2', '3 merged-titles FTC Place 3'])
    expect(issues[0]?.message).toBe(
      'got "FTC Place 2" (line 2) and "FTC Place 3" (line 3) for one contest, "Judge", by row 2 of offices.csv, `FTC .*`; expected a row for each, or a group of the title in area or seat; the contest is left out',
    )
  })

  it.each([
    ['a title that stands twice', ['Sheriff', 'SHERIFF '], 'Sher.*,sheriff,,county:Adams,,,,,', ['Sheriff']],
    [
      'titles that the pattern writes out',
      ['Sheriff', 'Sheriff of Adams'],
      'Sheriff(?: of Adams)?,sheriff,,county:Adams,,,,,',
      ['Sheriff'],
    ],
    [
      'a group that tells contests apart',
      ['FTC Place 2', 'FTC Place 3'],
      'FTC Place (\\d+),judge_of_the_circuit_court,"Judge, Place $1",county:Adams,,place-$1,,,',
      ['Judge, Place 2', 'Judge, Place 3'],
    ],
    [
      'a term that is not full',
      ['Sheriff', 'Sheriff (Unexpired Term)'],
      'Sheriff.*,sheriff,,county:Adams,,,,,',
      ['Sheriff', 'Sheriff (Unexpired)'],
    ],
    [
      'a term that is not full, by the title of its row too',
      ['Sheriff', 'Sheriff Short Term'],
      'Sheriff,sheriff,,county:Adams,,,,,\nSheriff Short Term,sheriff,Sheriff (Unexpired),county:Adams,,,,,',
      ['Sheriff', 'Sheriff (Unexpired)'],
    ],
    [
      'a group that nothing uses',
      ['FTC Place 2', 'FTC Place 3'],
      'FTC Place (\\d+),judge_of_the_circuit_court,Judge,county:Adams,,,,,',
      [],
    ],
    [
      'a class',
      ['FTC Place A', 'FTC Place B'],
      'FTC Place [A-C],judge_of_the_circuit_court,Judge,county:Adams,,,,,',
      [],
    ],
  ])('keeps contests apart: %s', async (_, titles, row, expected) => {
    const { contests } = await readList(
      list(...titles.map((title, at) => `${title},Ann Example${at === 0 ? '' : ' Jr.'},`)),
      offices(row),
    )
    expect(contests.map(({ title }) => title)).toEqual(expected)
  })

  it('reads no seat for the rest of a term as the regular one, whatever its entry says', async () => {
    const ends = [
      '',
      ' - Unexpired',
      ' (UNEXP. TERM)',
      ', to Fill a Vacancy',
      ' Special',
      ' Special Election',
      ' - Partial Term',
    ]
    const titles = [
      ...ends.map((end, at) => `Constable ${at}${end}`),
      'Special Constable 7',
      'Special School District Constable 8',
      'Constable 9 - Special Primary',
      'Constable 10 (Special General)',
      'Constable 11 (Special) in Adams',
      'Special - Constable 12 District',
      'Special: Constable 13 Judge',
      'Special Tax District Constable 14',
    ]
    const { contest, said } = await readList(
      list(...titles.map((title) => `"${title}",Ann Example,`)),
      offices('.*Constable (\\d+).*,constable,Constable $1,county:Adams/constable_district:$1,,,,,'),
    )
    expect(said).toEqual([])
    const regular = contest.filter(({ contest_key }) => !contest_key.endsWith('/unexpired'))
    expect(contest).toHaveLength(titles.length)
    expect(regular.map(({ title }) => title).sort()).toEqual(['Constable 0', 'Constable 14', 'Constable 8'])
  })

  it('gives the seats of a district of a legislature the keys that the general rules give', async () => {
    const csv = list(
      'State Representative District 07 Position 1,Ann Example,',
      'State Senator District 7 Seat B,Bo Sample,',
    )
    const [plain] = ['columns: { contest: Contest, name: Name, party: Party }']
    const rows = [
      'Representative District (\\d+) Position (\\d),state_house,,sldl:$1,,position-$2,,,',
      'Senator District (\\d+) Seat (.),state_senate,,sldu:$1,,seat-$2,,,',
    ]
    const ruled = await readList(csv, [plain ?? ''])
    const tabled = await readList(csv, offices(...rows.map((row) => `State ${row}`)))
    const shown = ({ contest }: typeof ruled) =>
      contest.map(({ contest_key, title, short_title }) => [contest_key, title, short_title]).sort()
    expect(shown(tabled)).toEqual(shown(ruled))
    expect(shown(tabled)[0]?.slice(0, 2)).toEqual([
      `oh-2026-11-03-general/${OHIO}/sldl:7/state-house/position-1`,
      'State House District 7, Position 1',
    ])
  })

  it('leaves out a numbered district that does not exist', async () => {
    const csv = list(
      'State Representative District 99,Ann Example,',
      'State Representative District 120,Bo Sample,',
      'State Senator District 0,Cy Test,',
      'United States Representative District 16,Di Proof,',
      'United States Representative District 15,Ed Trial,',
    )
    const { contests, said, issues } = await readList(csv, ['columns: { contest: Contest, name: Name, party: Party }'])
    expect(contests.map(({ title }) => title).sort()).toEqual([
      'State House District 99',
      'United States Representative, District 15',
    ])
    expect(said).toEqual([
      '3 unknown-district State Representative District 120',
      '4 unknown-district State Senator District 0',
      '5 unknown-district United States Representative District 16',
    ])
    expect(issues[0]?.message).toBe(
      'got "State Representative District 120", expected a district from 1 to 99, which Ohio has in 2026; the line is left out',
    )
  })

  it('leaves out a district of a name that does not exist', async () => {
    const csv = list('House Ashland-1,Ann Example,', 'House Ashland-2,Bo Sample,')
    const { contests, issues } = await readList(csv, offices('House (.+),state_house,,sldl:$1,,,,,'))
    expect(contests.map(({ ocd_id }) => ocd_id)).toEqual([`${OHIO}/sldl:ashland-1`])
    expect(issues.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'unknown-district: got "House Ashland-2", expected a district of Ohio that Open Civic Data lists, such as ashland-1; the line is left out',
    ])
  })

  it('leaves out federal and state offices of a general election on a day that law does not set', async () => {
    const csv = list('Governor,Ann Example,', 'State Representative District 7,Bo Sample,', 'Sheriff,Cy Test,')
    const on = (election: string) => [
      ...['columns: { contest: Contest, name: Name, party: Party }', 'county: Adams'],
      `election: { date: 2026-11-10, type: ${election} }`,
    ]
    const { contests, said, issues } = await readList(csv, on('general'))
    expect(contests.map(({ title }) => title)).toEqual(['Adams County Sheriff'])
    expect(said).toEqual(['2 other-day 2026-11-10', '3 other-day 2026-11-10'])
    expect(issues[0]?.message).toContain('got "2026-11-10", expected 2026-11-03, the day that law sets for a general')
    expect((await readList(csv, on('special'))).said).toEqual([])
  })

  it('asks for the column of a title that is empty', async () => {
    const csv =
      'Office,District,Name\nSchool Board,,Ann Example\nSheriff,,Bo Sample\nState Senator,District 7,Cy Test\n'
    const { said, issues } = await readList(csv, ['columns: { contest: "{Office} {District}", name: Name }'])
    expect(said).toEqual(['2 empty-column School Board', '3 empty-column Sheriff'])
    expect(issues[0]?.message).toContain(
      'expected a text in the column "District" (in {Office} {District}, write [ {District}] for a part',
    )
  })

  it('has measures and retentions where the names are answers', async () => {
    const csv = list(
      'Issue 1,Yes,',
      'Issue 1,No,',
      'Judge Lee,NO,',
      'Judge Lee,YES,',
      'Levy,For,',
      'Levy,Against,',
      'Sheriff,Yes,',
      'Sheriff,No,',
      'Coroner,Ann Example,',
      'Coroner,For,',
      'Issue 2,Bo Sample,',
    )
    const rows = [
      'Issue (\\d+),measure,Issue $1,state,,Issue $1,,,',
      'Judge Lee,judge_of_the_district_court,"Judge Lee",county:Adams,,lee,,,',
      'Levy,measure,Levy,county:Adams,,,,,',
      'Sheriff,sheriff,,county:Adams,,,,,',
      'Coroner,coroner,,county:Adams,,,,,',
    ]
    const { contest, choice, said } = await readList(csv, offices(...rows))
    expect(contest.map(({ title, kind, vote_method }) => [title, kind, vote_method])).toEqual([
      ['Issue 1', 'measure', 'yes_no'],
      ['Judge Lee', 'retention', 'yes_no'],
      ['Levy', 'measure', 'yes_no'],
      ['Coroner', 'candidate', 'plurality'],
    ])
    expect(choice.map(({ label, measure_answer, candidate_name }) => [label, measure_answer, candidate_name])).toEqual([
      ...[
        ['Yes', 'yes', null],
        ['No', 'no', null],
        ['YES', 'yes', null],
        ['NO', 'no', null],
        ['For', 'yes', null],
        ['Against', 'no', null],
      ],
      ['Ann Example', null, 'Ann Example'],
    ])
    expect(said).toEqual([
      '8 answers-of-office Sheriff',
      '9 answers-of-office Sheriff',
      '11 answer-among-names For',
      '12 unknown-answer Issue 2',
    ])
  })

  it('has measures and retentions without a table too', async () => {
    const csv = list(
      'State Issue 1,Yes,',
      'State Issue 1,No,',
      'City of Athens Charter Amendment,For,',
      'City of Athens Charter Amendment,Against,',
      'State Measure 3: Vacant Homes Tax,Yes,',
      'State Measure 3: Vacant Homes Tax,No,',
      'City of Athens Special Road Bond,Yes,',
      'City of Athens Special Road Bond,No,',
      'Shall Justice Ann Example be retained as Justice of the Supreme Court?,Yes,',
      'Shall Justice Ann Example be retained as Justice of the Supreme Court?,No,',
    )
    const { contest, choice } = await readList(csv, [
      'columns: { contest: Contest, name: Name, party: Party }',
      'county: Athens',
    ])
    expect(contest.map(({ kind, ocd_id }) => `${kind} ${ocd_id.replace(OHIO, '')}`).sort()).toEqual([
      ...['measure ', 'measure ', 'measure /place:athens', 'measure /place:athens'],
      'retention ',
    ])
    expect(contest.filter(({ contest_key, title }) => /unexpired/i.test(contest_key + title))).toEqual([])
    expect(choice.map(({ candidate_name }) => candidate_name)).toEqual(Array(10).fill(null))
  })

  it('says which names of the state are near one that is not known', async () => {
    const rows = [
      'Mayor of (.+),mayor,Mayor of $1,place:$1,,,,,',
      '(.+) School Board,school_board,$1 School Board,school:$1,,,,,',
    ]
    const { issues } = await readList(
      list('Mayor of Athnes,Ann Example,', 'Athens Citys School Board,Bo Sample,', 'Mayor of Qqq,Cy Test,'),
      offices(...rows),
    )
    expect(issues.map(({ code, message }) => `${code}: ${message.split('; ')[2] ?? ''}`)).toEqual([
      'unmatched-place: names that are near: Athens',
      'unmatched-place: ',
      'unmatched-school-district: names that are near: Athens City Schools',
    ])
    const plain = await readList(list('Athnes City Council,Ann Example,'), [
      'columns: { contest: Contest, name: Name, party: Party }',
    ])
    expect(plain.issues.map(({ message }) => message).join()).toContain('names of Ohio that are near: Athens; the line')
  })

  it('gives no county office without a county', async () => {
    const csv =
      'Contest,Name\nSheriff,Ann Example\nAuditor,Bo Sample\nRegister of Deeds,Cy Test\nMember,Di Proof\nGovernor,Ed Trial\n'
    const { contests, said } = await readList(csv, ['columns: { contest: Contest, name: Name }'])
    expect(contests.map(({ title }) => title)).toEqual(['Governor'])
    expect(said.length).toBe(4)
  })

  it.each([
    // Of a part of the county, or of a city in it: nobody can tell where, or the city is named.
    ['NORTHEAST ELECTORAL DISTRICT Judge Position No. 1', 'unknown-contest-title'],
    ['Judge Position No. 1 District Court NORTHEAST', 'unknown-contest-title'],
    ['WEST DISTRICT COURT Judge Position 1', 'unknown-contest-title'],
    ['Municipal Court Judge Position 2', 'unknown-contest-title'],
    ['Municipal Court Judge Position No. 5 ATHENS CITY', 'unknown-contest-title'],
    ['Athens County Clerk of Wakee City', 'unknown-contest-title'],
    ['Athens County Commissioner Fire District 4', 'unknown-contest-title'],
    ['CITY OF ATHENS Northeast Electoral District Judge', 'unknown-contest-title'],
    // The number may be of a district that is no county.
    ['District Judge, Place 3', 'unknown-contest-title'],
    ['Circuit Judge, Group 12', 'unknown-contest-title'],
    ['Athens County District Judge, Place 3', '/county:athens'],
    ['Municipal Court Judge Position No. 5 CITY OF ATHENS', '/place:athens'],
    ['Council Position 8 CITY OF ATHENS', '/place:athens'],
    ['Council Position 8 CITY OF WAKEE', 'unknown-contest-title'],
    // Of the whole county.
    ['District Court Judge Position No. 1', '/county:athens'],
    ['Athens County Municipal Court Judge', '/county:athens'],
    ['Judge of the Court of Common Pleas, General Division, Full Term Commencing 01-01-2027', '/county:athens'],
    ['Clerk of the Superior Court', '/county:athens'],
    ['County School Superintendent', '/county:athens'],
    ['Prosecuting Attorney', '/county:athens'],
  ])('of a county gives "%s" %s', async (title, expected) => {
    const csv = list(`"${title}",Ann Example,`)
    const { contest, issues } = await readList(csv, ['columns: { contest: Contest, name: Name }', 'county: Athens'])
    expect([...contest.map(({ ocd_id }) => ocd_id.replace(OHIO, '')), ...issues.map(({ code }) => code)]).toEqual([
      expected,
    ])
  })

  it('tells a seat for the rest of a term from the regular one, without unexpired in the entry', async () => {
    const csv = list(
      ...['U.S. Senator,Ann Example,', 'U.S. Senator Unexpired Term Ending 01-03-2029,Bo Sample,'],
      ...[
        'Sheriff,Cy Test,',
        'Sheriff to fill vacancy,Di Proof,',
        'State Senator District 3 (Unexpired Term),Ed Trial,',
      ],
    )
    const { contest, said } = await readList(csv, ['columns: { contest: Contest, name: Name }', 'county: Athens'])
    expect(said).toEqual([])
    const unexpired = contest.filter(({ contest_key }) => contest_key.endsWith('/unexpired'))
    expect(unexpired.map(({ title }) => title)).toEqual([
      'United States Senator (Unexpired)',
      'State Senate District 3 (Unexpired)',
      'Athens County Sheriff (Unexpired)',
    ])
    expect(contest).toHaveLength(5)
  })

  it('may have lines before its header, another separator, and names that begin with the family name', async () => {
    const csv = 'Board of elections;;\nContest;Name;Party\nGovernor;Example Jr., Ann;DEM\nGovernor;Sample, Bo;REP\n'
    const { contests, choices, said } = await readList(csv, [
      ...['columns: { contest: Contest, name: Name, party: Party }', 'header: Contest', 'delimiter: ";"'],
      'name_order: last_first',
    ])
    expect(said).toEqual([])
    expect(contests.map(({ title }) => title)).toEqual(['Governor'])
    expect(choices.map(([label]) => label)).toEqual(['Ann Example Jr.', 'Bo Sample'])
  })

  it.each(['primary', 'runoff'])('of a %s has a contest for each party', async (type) => {
    const csv = 'Contest,Name,Party\nGovernor,Ann Example,DEM\nGovernor,Bo Sample,REP\n'
    const entry = [
      `election: { date: 2026-05-05, type: ${type} }`,
      'columns: { contest: Contest, name: Name, party: Party }',
    ]
    const { contests, said } = await readList(csv, entry)
    expect([contests.map(({ party }) => party), said]).toEqual([['Democratic', 'Republican'], []])
  })

  it('whose entry says nothing of its statuses is asked for them', async () => {
    const { said, issues } = await readList('Contest,Name,Status\nGovernor,Ann Example,Filed\n', [
      'columns: { contest: Contest, name: Name, status: Status }',
    ])
    expect(said).toEqual(['2 unknown-status Filed'])
    expect(issues[0]?.message).toContain('got "Filed", expected a word of statuses, and the entry has none;')
  })

  it('may have its elections by column', async () => {
    const csv = `Contest,Name,Day,Kind,Party
Governor,Ann Example,11/3/2026,General Election,DEM
Governor,Bo Sample,2026-05-05T00:00:00,PRI,REP
Governor,Cy Test,"May 5, 2026",Primary,DEM
Governor,Di Proof,someday,General,
Governor,Ed Trial,2026-02-30,General,
Governor,Fa Doubt,2026-11-03,Final,
`
    const election = 'election: { date_column: Day, type_column: Kind, types: { PRI: primary } }'
    const { contest, said } = await readList(csv, ['columns: { contest: Contest, name: Name, party: Party }', election])
    expect(contest.map(({ election_key, party }) => [election_key, party])).toEqual([
      ['oh-2026-11-03-general', null],
      ['oh-2026-05-05-primary', 'Democratic'],
      ['oh-2026-05-05-primary', 'Republican'],
    ])
    expect(said).toEqual(['5 unknown-date someday', '6 unknown-date 2026-02-30', '7 unknown-election-type Final'])
  })

  describe('that is published again', () => {
    const COLUMNS = 'columns: { contest: Contest, name: Name }'
    const idsOf = (lines: readonly string[], year: number) => [
      ...configureAll([COLUMNS, 'format: csv', ...lines], year).added,
    ]
    const EVERY = [
      'url: https://example.org/{year}/list.csv',
      'years: { from: 2026, every: 2 }',
      'election: { type: general }',
    ]

    it('asks for the file of a new year without a change', async () => {
      // The next year's list may come before the year.
      expect([2024, 2025, 2026, 2027].map((year) => idsOf(EVERY, year))).toEqual([
        [],
        ['oh-list-2026'],
        ['oh-list-2026'],
        ['oh-list-2026', 'oh-list-2028'],
      ])
      const source = configure([COLUMNS, 'format: csv', ...EVERY], 'oh-list-2028', 2028)
      expect(source).toMatchObject({
        awaited: true,
        vintage: '2028',
        settings: { form: { election: { date: '2028-11-07' } } },
      })
      expect(source.files.map(({ location }) => location)).toEqual([{ address: 'https://example.org/2028/list.csv' }])
    })

    it('has the year and the day in the texts that all lines have', () => {
      const expected = 'expect: { Election: "{year} General", Day: "{date}" }'
      const source = configure([COLUMNS, 'format: csv', ...EVERY, expected], 'oh-list-2028', 2028)
      expect(source.settings).toMatchObject({ form: { expect: { Election: '2028 General', Day: '2028-11-07' } } })
    })

    it('has the years or the days of its entry', () => {
      const [first = '', , election = ''] = EVERY
      expect(idsOf([first, 'years: [2024, 2026, 2040]', election], 2026)).toEqual(['oh-list-2024', 'oh-list-2026'])
      const days = ['url: lists/{date}-{year}.csv', 'dates: [2026-05-05, 2026-11-03]', 'election: { type: primary }']
      expect(idsOf(days, 2026)).toEqual(['oh-list-2026-05-05', 'oh-list-2026-11-03'])
      const { files } = configure([COLUMNS, 'format: csv', ...days], 'oh-list-2026-05-05')
      expect(files.map(({ location }) => location)).toEqual([{ path: join(folder, 'lists', '2026-05-05-2026.csv') }])
      const one = configure([COLUMNS, 'format: csv', first])
      expect(one.files.map(({ location }) => location)).toEqual([{ address: 'https://example.org/2026/list.csv' }])
      expect(one).not.toHaveProperty('awaited')
    })

    it.each([
      [
        ['url: a.csv', 'election: { type: general }'],
        'candidate_lists[0].election: got 0 of them, expected one of date, date_column, years and dates',
      ],
      [['url: a-{year}.csv', 'years: [2026]'], 'got 2 of them, expected one of date, date_column, years and dates'],
      [
        ['url: a.csv', 'years: [2026]', 'election: { type: general }'],
        'candidate_lists[0].url: got "a.csv", expected an address with {year} or {date}',
      ],
      [
        ['url: a-{year}.csv', 'years: [2026]', 'election: { type: primary }'],
        'candidate_lists[0].years: got years, expected dates: no rule for the day of this primary election is known',
      ],
      [
        ['url: a-{year}.csv', 'election: { date_column: Day, type: general }'],
        'expected an address without {year} and {date}',
      ],
      [
        ['url: a.csv', 'election: { date: 2026-11-03 }'],
        'candidate_lists[0].election: got keys and values, expected the day and the type of the election',
      ],
    ])('and whose entry does not fit is refused: %j', (lines, sentence) => {
      expect(() => idsOf(lines, 2026)).toThrow(sentence)
    })
  })

  it('may be a workbook', async () => {
    const { contests, said } = await readList(
      makeSheet([
        ['Contest', 'Name'],
        ['Governor', 'Ann Example'],
      ]),
      ['columns: { contest: Contest, name: Name }'],
    )
    expect([contests.map(({ title }) => title), said]).toEqual([['Governor'], []])
  })

  const TABLE = [
    ['Contest', 'Name', 'Party'],
    ['Governor', 'Ann Example', 'DEM'],
    ['Governor', 'Bo Sample', 'REP'],
  ]
  const PLAIN = 'columns: { contest: Contest, name: Name, party: Party }'
  const rows = TABLE.slice(1).map(([Contest, last, Party]) => ({ Contest, person: { last }, Party, tags: ['x'] }))
  const html = (cell: string) =>
    `<html><table><tr><td>Menu</td></tr></table><h2>Candidates</h2><table>${TABLE.map((cells, at) => `<tr>${cells.map((text) => `<${at === 0 ? cell : 'td'}><b>${text}</b> </td>`).join('')}</tr>`).join('\n')}</table></html>`

  it.each([
    ['tsv', TABLE.map((cells) => cells.join('\t')).join('\n'), [PLAIN]],
    [
      'json',
      JSON.stringify({ data: { rows } }, null, 1),
      ['columns: { contest: Contest, name: person.last, party: Party }', 'rows: data.rows'],
    ],
    ['json', JSON.stringify(rows, null, 1), ['columns: { contest: Contest, name: person.last, party: Party }']],
    ['html', html('th'), [PLAIN]],
    ['html', html('td'), [PLAIN]],
  ])('may be %s', async (format, content, entry) => {
    const { contests, choice, choices, said } = await readList(content, entry, format)
    expect([contests.map(({ title }) => title), said]).toEqual([['Governor'], []])
    expect(choices).toEqual([
      ['Ann Example', 'Democratic', false],
      ['Bo Sample', 'Republican', false],
    ])
    expect(choice.length).toBe(2)
  })
})

describe('the words of a list of candidates', () => {
  const HEAD = 'Election,Office,Name,Party,Status,Left\n'
  const WORDS = [
    'columns: { contest: Office, name: Name, party: Party, status: Status, withdrawn: Left }',
    'parties: { D: Democratic, "": null }',
    'statuses: { Qualified: stands, Removed*: withdrawn, Written: write_in }',
  ]
  const line = (name: string, party: string, status = 'Qualified', left = '', office = 'Attorney General') =>
    `2026 General,${office},${name},${party},${status},${left}\n`

  it('tell who withdrew, by a column or the beginning of a status, and who is written in, once for all counties', async () => {
    const lines = [
      line('Ann Example', 'D'),
      line('Bo Sample', 'D', 'Removed - 7/1/2026'),
      line('Cy Test', 'D', 'Qualified', '8/1/2026'),
      line('Di Proof', 'D', 'Written'),
      line('Di Proof', 'D', 'Written'),
    ]
    const { choices, said } = await readList(HEAD + lines.join(''), WORDS)
    expect(choices).toEqual([
      ['Ann Example', 'Democratic', false],
      ['Bo Sample', 'Democratic', true],
      ['Cy Test', 'Democratic', true],
    ])
    expect(said).toEqual(['5 write-in-candidate Di Proof'])
  })

  it.each([
    [['other_parties: as_printed'], 'Moon', null],
    [['other_parties: as_printed', 'party_label: printed'], 'Moon', 'Moon'],
    [['other_parties: as_printed', 'party_label: none'], 'Moon', null],
  ])('with %j name a party that parties lacks', async (more, party, label) => {
    const { choice } = await readList(HEAD + line('Ann Example', 'Moon'), [...WORDS, ...more])
    expect(choice).toMatchObject([{ party, party_label: label }])
  })

  it.each([
    ['printed', 'D'],
    ['different', 'D'],
    ['none', null],
  ])('are shown with party_label: %s', async (kind, label) => {
    const { choice } = await readList(HEAD + line('Ann Example', 'D'), [...WORDS, `party_label: ${kind}`])
    expect(choice).toMatchObject([{ party: 'Democratic', party_label: label }])
  })

  it('of a status are read by the longest beginning', async () => {
    const statuses =
      'statuses: { "*": stands, Removed*: withdrawn, Removed - late*: stands, Removed - never: left_out }'
    const lines = [
      line('Ann Example', 'D', 'Removed - 7/1/2026'),
      line('Bo Sample', 'D', 'Removed - Late filing'),
      line('Cy Test', 'D', 'On file'),
      line('Di Proof', 'D', 'Removed - never'),
    ]
    const { choices } = await readList(HEAD + lines.join(''), [...WORDS.slice(0, 2), statuses])
    expect(choices).toEqual([
      ['Ann Example', 'Democratic', true],
      ['Bo Sample', 'Democratic', false],
      ['Cy Test', 'Democratic', false],
    ])
  })

  it('of the party that nominates are refused if they are not known', async () => {
    const columns = 'columns: { contest: Office, name: Name, party: Party, primary: Left }'
    const primary = 'election: { date: 2026-05-05, type: primary }'
    const text =
      HEAD +
      ['D', 'X', '']
        .map((word, at) =>
          line(`${['Ann', 'Bo', 'Cy'][at]} Example`, 'D', '', word, `${at === 2 ? 'Attorney General' : 'Governor'}`),
        )
        .join('')
    const parties = 'parties: { D: Democratic }'
    const { said, contests, choices } = await readList(text, [columns, parties, primary])
    expect(said).toContain('3 unknown-party X')
    expect(contests.map(({ party }) => party)).toContain('Democratic')
    expect(choices.map(([name]) => name)).toContain('Ann Example')
    expect(choices.map(([name]) => name)).not.toContain('Bo Example')
    await expect(readList(text, [columns, parties, primary, 'strict: true'])).rejects.toThrow(
      'list.csv:3: got Left "X", expected one of D',
    )
    // Only a primary reads the word.
    expect((await readList(text, [columns, parties])).said).toEqual([])
  })

  it.each([
    ['primary', 'May Vote', 'semi_closed'],
    ['runoff', 'Primary Runoff Election', 'semi_closed'],
    ['runoff', undefined, undefined],
    ['general', 'General Election after the Primary', undefined],
  ] as const)('of a %s with the name %s give it the system of a primary by its type', (type, name, system) => {
    const form = {
      ...({ state: 'NC', format: 'csv', columns: { contest: 'Office', name: 'Name' } } as const),
      election: { date: '2026-05-05', type, name },
    }
    const record = { Office: 'Governor', Name: 'Ann Example' }
    const read = toListLine({ file: 'list.csv', line: 2 }, record, form, { issue: () => {} })
    expect(read?.election.primary_system).toBe(system)
  })

  it('say that a term is not full', async () => {
    const lines = [line('Ann Example', 'D'), line('Bo Sample', 'D', 'Qualified', '', 'U.S. Senator - Unexpired Term')]
    const { contests } = await readList(HEAD + lines.join(''), [...WORDS, 'unexpired: [unexpired]'])
    expect(contests.map(({ title }) => title)).toEqual(['United States Senator (Unexpired)', 'Attorney General'])
  })

  it('of another election leave a line out, and stop a strict list; so does a word that is not known', async () => {
    const text = HEAD + line('Ann Example', 'D') + line('Bo Sample', 'X').replace('2026', '2024')
    const expected = 'expect: { Election: 2026 General }'
    expect((await readList(text, [...WORDS, expected])).said).toEqual(['3 other-value 2024 General'])
    await expect(readList(text, [...WORDS, expected, 'strict: true'])).rejects.toThrow(
      'list.csv:3: got Election "2024 General", expected "2026 General"',
    )
    await expect(readList(text, [...WORDS, 'strict: true'])).rejects.toThrow(
      'list.csv:3: got Party "X", expected one of D',
    )
  })

  it('name the election', async () => {
    const { election, contest } = await readList(HEAD + line('Ann Example', 'D'), [
      ...WORDS,
      'election: { date: 2026-06-16, type: runoff, name: Primary Runoff Election }',
    ])
    expect(election[0]?.name).toBe('Ohio Primary Runoff Election, June 16, 2026')
    expect(contest).toMatchObject([{ party: 'Democratic' }])
  })
})

it('a list of one county gives its name to the contests, and two people of one name are told apart by an id', async () => {
  const { contests, choice } = await readList('Office,Name,No\nSheriff,Ann Example,1\nSheriff,Ann Example,2\n', [
    'columns: { contest: "{county} County {Office}", name: Name, id: No }',
    'county: Adams',
  ])
  expect(contests.map(({ title }) => title)).toEqual(['Adams County Sheriff'])
  expect(new Set(choice.map(({ choice_key }) => choice_key)).size).toBe(2)
})

it('a list may have a column of the name county beside the county of all lines, for another purpose', async () => {
  const { contests, said } = await readList('office,name,county\nSheriff,Ann Example,7\n', [
    'columns: { contest: "{office}", name: name, id: county }',
    'county: Adams',
  ])
  expect(said).toEqual([])
  expect(contests.map(({ title }) => title)).toEqual(['Adams County Sheriff'])
})

it('a list with a county and a column of counties is refused', () => {
  const lines = [
    'url: a.csv',
    'format: csv',
    'columns: { contest: Office, name: Name, county: county }',
    'county: Adams',
  ]
  expect(() => configure(lines)).toThrow(
    'candidate_lists[0].county: got "Adams", expected no such key beside columns.county',
  )
})

it('a quote may be a plain character', async () => {
  const text = 'Office\tName\nSheriff\tAnn "Annie Example\n'
  const lines = ['columns: { contest: Office, name: Name }', 'county: Adams']
  expect((await readList(text, lines, 'tsv')).said[0]).toMatch(/^2 broken-quote/)
  const { choices } = await readList(text, [...lines, 'quotes: false'], 'tsv')
  expect(choices).toEqual([['Ann "Annie Example', null, false]])
})

it('keys of JSON that differ in each place are a column', async () => {
  const text = JSON.stringify({ Sheriff: { Adams: [{ name: 'Ann Example' }], Athens: [{ name: 'Bo Sample' }] } })
  const { contests, said } = await readList(
    text,
    ['rows: "{office}.{county_name}"', 'columns: { contest: office, name: name, county: county_name }'],
    'json',
  )
  expect(said).toEqual([])
  expect(contests.map(({ title }) => title)).toEqual(['Adams County Sheriff', 'Athens County Sheriff'])
})
