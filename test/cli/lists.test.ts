// `hustings lists try` over the built sample: what is understood, what is not, what to do next, and that nothing is written. The people are
// invented, in the sample's states.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { findLast } from '../../cli/publish/lists/compare.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { textOf, typedIn } from '../contract/documents.ts'
import { makeBook, makeSheet } from '../ingest/read/xlsx-bytes.ts'
import { shareFolder } from '../temporary.ts'
import { runCommand } from './hustings.ts'
import { copySample, filesIn } from './sample.ts'
import { ends } from './temporary.ts'

const folder = shareFolder()
const tried = (...more: string[]) => runCommand(folder, 'lists', 'try', join(folder, 'list.yaml'), '--sample', ...more)

const CSV = `Office,Candidate,Party,Home Phone
Governor,Ann Example,DEM,555-0100
Governor,Bo Sample,QQQ,555-0101
State Senate District 1,Cy Test,REP,555-0102
Keeper of the 3rd Lamp,Di Proof,,555-0103
Keeper of the 3rd Lamp,Ed Trial,,555-0104
Governor,Write-in,,
`
const ENTRY = [
  ...['id: me-list', 'publisher: Office', 'url: list.csv', 'page: https://example.org/', 'licence: Public record'],
  ...['states: [ME]', 'format: csv', 'columns: { contest: Office, name: Candidate, party: Party }'],
  ...['parties: { DEM: Democratic, REP: Republican }', 'election: { date: 2028-11-07, type: general }'],
]

function write(csv: string | Uint8Array, entry: readonly string[] = ENTRY): void {
  writeFileSync(join(folder, 'list.csv'), csv)
  const lines = entry.map((line, at) => `  ${at === 0 ? '- ' : '  '}${line}\n`).join('')
  writeFileSync(join(folder, 'list.yaml'), `version: 1\ncandidate_lists:\n${lines}`)
}

beforeAll(async () => {
  await copySample(folder)
})

describe('hustings lists try', () => {
  it('shows contests, columns, what is not understood and what to do next, and writes nothing', async () => {
    write(CSV)
    const before = filesIn(folder)
    const { code, stdout } = await tried()
    expect(code).toBe(1)
    expect(stdout).toContain('me-list: 2 contests, 2 candidates\nElection: general, Tuesday, 2028-11-07\n')
    expect(stdout).toContain('Of these, columns that sound personal: Home Phone')
    expect(stdout).not.toContain('555-')
    expect(stdout).toMatch(/Governor +1 +Ann Example \(Democratic\) +Maine +held/)
    expect(stdout).toMatch(/State Senate District 1 +1 +Cy Test \(Republican\) +Maine Senate District 1 +not held/)
    expect(stdout).toContain('Left out by a rule, such as write-in candidates: 1 line')
    expect(stdout).toMatch(/unknown-contest-title +Keeper of the 3rd Lamp +2 +5/)
    expect(stdout).toMatch(/unknown-party +QQQ +1 +3/)
    expect(stdout).toContain('Keeper of the (\\d+)rd Lamp,OFFICE,,AREA,,,,,')
    expect(filesIn(folder)).toEqual(before)
  })

  const TABLE = [
    'pattern,office,title,area,part,seat,votes,details,source',
    'Governor,governor,,state,,,,,',
    'Keeper of the (\\d+)th Light,commissioner,Keeper $1,state,,$1,,,',
    'State Senate District (\\d+),state_senate,,sldu:$1,,,,,',
  ].join('\n')

  it('names the row of the table that is nearest to a title that no row reads', async () => {
    write(CSV, [...ENTRY, 'offices: offices.csv'])
    writeFileSync(join(folder, 'offices.csv'), TABLE)
    const { stdout } = await tried()
    expect(stdout).toMatch(/Keeper of the 3rd Lamp +2 +5 +row 3, `Keeper of the \(\\d\+\)th Light`/)
  })

  it('names the election, and a day on which few elections are', async () => {
    const day = ENTRY.map((line) => line.replace('2028-11-07, type: general', '2028-11-05, type: special'))
    write(CSV, day)
    expect((await tried()).stdout).toContain('Election: special, Sunday, 2028-11-05. Few elections are on such a day')
  })

  it('shows ten contests, or all of them', async () => {
    const lines = Array.from({ length: 12 }, (_, at) => `State Senate District ${at + 1},Ann Example,DEM,`)
    write(['Office,Candidate,Party,Home Phone', ...lines, ''].join('\n'))
    const { stdout } = await tried()
    expect(stdout).toContain('and 2 more contests; --all shows them')
    expect(stdout).not.toContain('State Senate District 12')
    const all = await tried('--all')
    expect(all.stdout).toMatch(/State Senate District 12 +1 +Ann Example/)
    expect(all.stdout).not.toContain('--all')
  })

  it('shows names whose case is a guess, and words for parties that nobody knows', async () => {
    const plain = ENTRY.filter((line) => !line.startsWith('parties'))
    write(CSV.replace('Ann Example', 'ANN MACTESTER').replace('Cy Test', 'cy mctest'), plain)
    const { stdout } = await tried()
    expect(stdout).toMatch(/Names whose letter case is a guess:\n {2}cy mctest\n {2}ANN MACTESTER: served as .+\n/)
    expect(stdout).toContain('Words for a party that are not known and stay as printed: QQQ 1')
  })

  it.each([
    ['contest and name', 'contest,name\nGovernor,"EXAMPLE, ANN"\nGOVERNOR,Fa Absent\nSheriff,Gi Absent\n'],
    [
      'the same columns',
      CSV.split('\n').slice(0, 2).join('\n').concat('\nGovernor,Fa Absent,DEM,\nSheriff,Gi Absent,DEM,\n'),
    ],
  ])('compares with a file with %s', async (_, other) => {
    write(CSV.replace('QQQ', 'DEM'))
    writeFileSync(join(folder, 'other.csv'), other)
    const { stdout } = await tried('--against', join(folder, 'other.csv'))
    const lines = [
      'Against other.csv, with 2 contests:',
      ...['Contests missing here: 1', '  Sheriff', 'Contests missing there: 1', '  State Senate District 1'],
      ...['Names missing here: 1', '  Governor: Fa Absent', 'Names missing there: 1', '  Governor: Bo Sample'],
    ]
    expect(stdout).toContain(lines.join('\n'))
  })

  it('compares with a file of the same columns, where the entry names the county of all lines', async () => {
    write('Office,Candidate\nSheriff,Ann Example\n', [
      ...['id: nv-list', 'publisher: Office', 'url: list.csv', 'page: https://example.org/'],
      ...['licence: Public record', 'states: [NV]', 'format: csv', 'county: Clark'],
      ...['columns: { contest: "{county} County {Office}", name: Candidate }'],
      'election: { date: 2030-11-05, type: general }',
    ])
    writeFileSync(join(folder, 'other.csv'), 'Office,Candidate\nSheriff,Bo Sample\n')
    const { stdout } = await tried('--against', join(folder, 'other.csv'))
    // The sample has no division of a county, so the list has no contest here.
    expect(stdout).toMatch(/Against other\.csv, with 1 contest.*\n *Contests missing here: 1\n *Clark County Sheriff\n/)
  })

  it('compares with no file that has other columns', async () => {
    write(CSV)
    writeFileSync(join(folder, 'other.csv'), 'race,person\nGovernor,Ann Example\n')
    const { code, stdout } = await tried('--against', join(folder, 'other.csv'))
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('other.csv: has neither the columns of the list (Office, Candidate'),
    ])
  })

  it('compares a list of a county with the last contests of that county alone', async () => {
    const CLARK = 'ocd-division/country:us/state:nv/county:clark'
    const form = { state: 'NV', date: '2030-11-05', type: 'general' }
    const warehouse = await openWarehouse(join(folder, 'sample', 'warehouse.duckdb'), { readonly: true })
    try {
      const own = [
        {
          contest_key: `nv-2030-11-05-general/${CLARK}/council_district:sample-a/county-commissioner`,
          level: 'county',
        },
      ]
      const city = { contest_key: 'nv-2030-11-05-general/ocd-division/country:us/state:nv/mayor', level: 'city' }
      const last = await findLast(form, [...own, city], CLARK, warehouse)
      // The ids of the city's districts name no county: the county lists them.
      expect(last?.missing).toEqual([
        `${CLARK}/council_district:sample-b/county-commissioner`,
        'ocd-division/country:us/state:nv/place:sample_springs/council_district:sample-1/city-council',
        'ocd-division/country:us/state:nv/place:sample_springs/council_district:sample-3/city-council',
      ])
      const governor = {
        contest_key: 'nv-2030-11-05-general/ocd-division/country:us/state:nv/governor',
        level: 'state',
      }
      expect((await findLast(form, [...own, city, governor], CLARK, warehouse))?.offices).toBe(last?.offices)
      const whole = await findLast(form, [...own, city, governor], null, warehouse)
      expect(whole?.offices).toBeGreaterThan(last?.offices ?? 0)
      expect(await findLast({ ...form, state: 'CA' }, own, null, warehouse)).toBeNull()
    } finally {
      await warehouse.close()
    }
  })

  it('ends with 0 once everything is understood', async () => {
    write(CSV.replace('QQQ', 'DEM').replace(/^Keeper.*\n/gm, ''))
    const { code, stdout } = await tried()
    expect([code, stdout]).toEqual([0, expect.stringContaining('Next: copy the entry me-list into sources.yaml')])
    const json = JSON.parse((await tried('--json')).stdout)
    expect(json).toEqual([expect.objectContaining({ id: 'me-list', stopped: null, problems: [], left_out: 1 })])
  })

  it('shows apart what is repaired, and ends with 0: nothing needs to be done', async () => {
    write('Office,Candidate,Party\nKeeper of A,Ann Example,DEM\nKeeper of B,Bo Sample,REP\n', [
      ...ENTRY,
      'offices: offices.csv',
    ])
    const rows = ['Keeper of A,commissioner,Keeper A,state,,,,,', 'Keeper of B,commissioner,Keeper B,state,,,,,']
    writeFileSync(join(folder, 'offices.csv'), [TABLE.split('\n')[0], ...rows].join('\n'))
    const { code, stdout } = await tried()
    expect([code, stdout]).toEqual([0, expect.stringContaining('Next: copy the entry me-list into sources.yaml')])
    expect(stdout).toContain('Not understood: nothing\n\nRepaired, and in use')
    expect(stdout).toMatch(/contest-key-taken +Keeper A +1 +2/)
    expect(stdout).toMatch(/Keeper B: several contests have the key .+; their full titles were added to their keys/)
  })

  const VERMONT = ENTRY.map((line) => line.replace('[ME]', '[VT]'))

  it('takes District 1 of a state with one district of Congress for the whole state', async () => {
    write('Office,Candidate,Party\nU.S. Representative District 1,Ann Example,DEM\n', VERMONT)
    const [{ contests }] = JSON.parse((await tried('--json')).stdout)
    expect(contests).toEqual([
      expect.objectContaining({
        title: 'United States Representative, At Large',
        ocd_id: 'ocd-division/country:us/state:vt/cd:at-large',
      }),
    ])
  })

  /** The sample's districts of Vermont's House become those of the plan in force of a state. */
  async function drawPlan(state: string, more = 0): Promise<void> {
    const warehouse = await openWarehouse(join(folder, 'sample', 'warehouse.duckdb'))
    try {
      await warehouse.run(`UPDATE out.district SET vintage = plan.vintage, state = plan.state FROM out.plan AS plan
        WHERE plan.state = '${state}' AND plan.type = 'state_lower' AND plan.valid_to IS NULL
          AND starts_with(district.ocd_id, 'ocd-division/country:us/state:vt/') AND district.type = 'state_lower'`)
      await warehouse.run(`INSERT INTO out.district SELECT one.* REPLACE (one.ocd_id || '-' || nth AS ocd_id)
        FROM (FROM out.district WHERE state = '${state}' AND type = 'state_lower' AND ocd_id LIKE '%:sample-1') AS one, range(${more}) AS copy(nth)`)
    } finally {
      await warehouse.close()
    }
  }

  it('names the districts of the plan, of a contest whose district is none of them', async () => {
    await drawPlan('VT')
    write('Office,Candidate,Party\nHouse Lamp-1,Ann Example,DEM\n', [...VERMONT, 'offices: offices.csv'])
    const row = 'House (.+),state_house,,sldl:$1,,,,,'
    writeFileSync(join(folder, 'offices.csv'), [TABLE.split('\n')[0], row].join('\n'))
    // Two of 109 districts are not the whole plan.
    expect((await tried()).stdout).toMatch(/State House District LAMP-1 .* not held/)
    await drawPlan('VT', 107)
    const { code, stdout } = await tried()
    expect(code).toBe(1)
    expect(stdout).toContain(
      'Next: correct the district of "State House District LAMP-1": got the district ocd-division/country:us/state:vt/sldl:lamp-1; the plan of the election\'s day has 109, expected one of sldl:sample-1, sldl:sample-1-0, sldl:sample-1-1, sldl:sample-2 in area. Then try it again.',
    )
    expect(stdout).not.toMatch(/line null|A ballot calls them possible/)
    // New Hampshire's floterial districts are in the plan, and no edition draws them.
    await drawPlan('NH')
    const ofHampshire = VERMONT.map((line) => line.replace('VT', 'NH'))
    write('Office,Candidate,Party\nHouse Belknap-8,Ann Example,DEM\n', [...ofHampshire, 'offices: offices.csv'])
    expect((await tried()).stdout).toMatch(/State House District BELKNAP-8 .* not held/)
    await drawPlan('VT')
  })

  it.each<[string, string | Uint8Array, readonly string[], number, string]>([
    ['a missing column', CSV.replace('Candidate', 'Person'), ENTRY, 1, 'list.csv:1: has no column "Candidate"'],
    [
      'another name of a column',
      CSV.replace('Candidate', 'Candidate Name'),
      ENTRY,
      1,
      'has no column "Candidate"; its header has 4 fields; the nearest to "Candidate" is "Candidate Name"',
    ],
    [
      'a line of a person in place of the header',
      'Officer,Candy Date,Partly,555-0100\n',
      ENTRY,
      1,
      'list.csv:1: has no column "Office", "Candidate", "Party"; its header has 4 fields\n',
    ],
    [
      'a title before the header',
      `Candidates of 2028\n${CSV}`,
      ENTRY,
      1,
      'its header has 1 fields; if that line is a title, write header with the first text of the line that names the columns',
    ],
    [
      'a day that law does not set',
      CSV.replace(/^Keeper.*\n/gm, ''),
      ENTRY.map((line) => line.replace('2028-11-07', '2028-11-14')),
      1,
      'Next: got "2028-11-14", expected 2028-11-07, the day that law sets for a general election',
    ],
    ['an empty file', '', ENTRY, 1, 'list.csv: is empty, expected a header with "Office", "Candidate", "Party"'],
    [
      'a table that is not there',
      CSV,
      [...ENTRY, 'offices: none.csv'],
      1,
      'none.csv: is not there, expected the office table',
    ],
    [
      'another key',
      CSV,
      [...ENTRY, 'colums: {}'],
      2,
      'candidate_lists[0].colums: got an unknown key, expected columns?',
    ],
    [
      'no such file',
      CSV,
      ENTRY.map((line) => line.replace('list.csv', 'gone.csv')),
      2,
      'gone.csv cannot be read (ENOENT)',
    ],
    [
      'an address',
      CSV,
      ENTRY.map((line) => line.replace('list.csv', 'https://example.org/files/list.csv?year=2028')),
      2,
      "download it first (curl -o list.csv 'https://example.org/files/list.csv?year=2028')",
    ],
    [
      'a workbook read as CSV',
      makeSheet([['Office', 'Candidate']]),
      ENTRY,
      1,
      'list.csv: is a workbook or a zip archive, expected csv: if it is a workbook (.xlsx), write format: xlsx',
    ],
    [
      'text read as a workbook',
      CSV,
      ENTRY.map((line) => line.replace('format: csv', 'format: xlsx')),
      1,
      'list.csv: is no workbook, expected xlsx: write format: csv if it is text',
    ],
    [
      'another separator',
      CSV.replaceAll(',', ';'),
      ENTRY,
      1,
      'list.csv:1: one column found, named "Office;Candidate;Party;Home Phone": is the delimiter ";"?',
    ],
    [
      'another type',
      CSV,
      ENTRY.map((line) => line.replace('general', 'final')),
      2,
      'got "final", expected one of general, primary',
    ],
  ])('says of %s what is wrong', async (_, csv, entry, code, sentence) => {
    write(csv, entry)
    const ended = await tried()
    expect([ended.code, ended.stdout + ended.stderr]).toEqual([code, expect.stringContaining(sentence)])
  })

  it('says before the first build how to make it', async () => {
    write(CSV)
    const { code, stderr } = await runCommand(folder, 'lists', 'try', join(folder, 'list.yaml'))
    expect([code, stderr]).toEqual([1, expect.stringContaining('hustings nightly --only ME   # --mirror DIR reads')])
  })

  it('names the sheets of a workbook that no entry reads', async () => {
    const sheets = {
      First: [
        ['Office', 'Candidate', 'Party'],
        ['Governor', 'Ann Example', 'DEM'],
      ],
      Judges: [['a']],
      Notes: [['b']],
    }
    const entry = ENTRY.map((line) => line.replace('format: csv', 'format: xlsx'))
    write(makeBook(sheets), entry)
    expect((await tried()).stdout).toContain('Sheets that no entry reads: Judges, Notes. If one has candidates')
    write(makeBook(sheets), [...entry, 'sheet: Judges'])
    const { stdout } = await tried()
    expect(stdout).toContain(
      'list.csv:1: has no column "Office", "Candidate", "Party"; its header has 1 fields; if that line is a title',
    )
    expect(stdout).toContain('Sheets that no entry reads: First, Notes.')
  })

  it('says of a file without an entry what it expects', async () => {
    writeFileSync(join(folder, 'list.yaml'), 'version: 1\n')
    expect(await tried()).toMatchObject(ends(2, 'has no entry of candidate_lists, expected one'))
  })
})

it('the commands of docs/add-your-state.md with the sample run', async () => {
  const typed = typedIn(textOf('docs/add-your-state.md'))
    .map((line) => line.trim())
    .filter((line) => line.endsWith(' --sample'))
  const [sql = '', explain = ''] = typed
  expect([typed.length, explain]).toEqual([2, 'npx hustings explain contest ID --sample'])
  const [, query = ''] = /^npx hustings sql "(.+)" --sample$/.exec(sql) ?? []
  const asked = await runCommand(folder, 'sql', '--csv', query, '--sample')
  expect(asked).toMatchObject({ code: 0, stderr: '' })
  const [header, first = ''] = asked.stdout.split('\n')
  expect(header).toBe('id,title')
  expect(await runCommand(folder, 'explain', 'contest', first.split(',')[0] ?? '', '--sample')).toMatchObject({
    ...{ code: 0, stderr: '', stdout: expect.stringMatching(/data\/sample\/contests\.csv +\d+/) },
  })
})
