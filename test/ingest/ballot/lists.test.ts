// The candidates of the states whose list has an address by year: MD, DE, VT, CA, WY and MO. The golden folders show what comes of each list.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { findSource } from '../../../ingest/engine/registry.ts'
import { fetchSource } from '../../../ingest/fetch/fetch.ts'
import type { Source } from '../../../ingest/read/source.ts'
import { openFolder } from '../../temporary.ts'
import { openPublisher } from '../fetch/publisher.ts'
import { GOLDEN } from '../golden/folder.ts'
import { publishDivisions, runNightly, sourceOf } from '../nightly.ts'
import { noDivisions } from '../no-divisions.ts'
import { makePdf } from '../read/pdf-bytes.ts'
import { makeSheet } from '../read/xlsx-bytes.ts'
import { caList, deList, lists, mdLine, mdList, moList, moPages, vtList, wyList } from './lists.ts'
import { publishedIn } from './published.ts'
import { readText } from './read.ts'

let folder: string
beforeEach(() => {
  folder = openFolder()
})

const read = (id: string, bytes: Uint8Array) => readText(id, [bytes], noDivisions)

describe.each(Object.entries(lists))('the list of %s', (id, make) => {
  it('is the input of its golden folder', () => {
    const path = join(GOLDEN, id, 'input', basename(sourceOf(id).files[0]?.mirror ?? ''))
    if (process.env.GOLDEN === 'write') {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, make())
    }
    expect(readFileSync(path).equals(make())).toBe(true)
  })

  it('of another layout stops the source, and nothing is kept', async () => {
    const source = sourceOf(id)
    const path = join(folder, 'mirror', source.files[0]?.mirror ?? '')
    mkdirSync(dirname(path), { recursive: true })
    const rawDir = join(folder, 'raw')
    const other = { csv: 'Office,Candidate\nGovernor,Ann Example\n', xlsx: makeSheet([['Office', 'Candidate']]) }
    const pdf = makePdf([[{ x: 72, y: 700, text: 'An invented list of something else' }]])
    const bytes = { ...other, pdf }[path.split('.').at(-1) as 'csv' | 'xlsx' | 'pdf']
    writeFileSync(path, bytes)
    const [file] = await fetchSource(source, { rawDir, mirror: join(folder, 'mirror'), now: new Date('2026-10-01') })
      .then((files) => files)
      .catch((error: unknown) => {
        expect(String(error)).toMatch(/has no column|has no row that begins|names no general election/)
        return []
      })
    // California's workbook has no personal column and is kept as it is.
    if (id.startsWith('ca-')) await expect(read(id, file?.bytes ?? Buffer.alloc(0))).rejects.toThrow('has no column')
    else expect(readdirSync(rawDir)).toEqual([])
  })
})

const line = (last: string, more = {}) =>
  mdLine(['State Senator', 'Legislative District 02', last, 'Ann'], 'Green', more)

it('of Maryland with an unknown status stops', async () => {
  await expect(read('md-candidates-2026', mdList([line('Example', { status: 'Suspended' })]))).rejects.toThrow(
    'ballots/md_sbe/2026_GG_statewide_candidatelist.csv:2: got the Candidate Status "Suspended", expected Active,',
  )
})

it('of Maryland exists in years of a gubernatorial election', () => {
  const years = [2026, 2027, 2028, 2029, 2030].filter((year) => findSource(`md-candidates-${year}`))
  expect(years).toEqual([2026, 2030])
})

it('of Vermont without a number of votes stops', async () => {
  const rows = [['GOVERNOR', '', 'ANN EXAMPLE', 'DEMOCRATIC', 'SOME']]
  await expect(read('vt-candidates-2026-general', vtList(rows))).rejects.toThrow(
    'got the Vote for Count "SOME", expected a number',
  )
})

it('of a primary is of the day that law sets, with a contest for each party', async () => {
  const days = async (id: string) => {
    const { election, contest } = await readText(
      id,
      [(lists[id] ?? wyList)()],
      publishedIn('VT', [['sldu:addison', 'Addison']]),
    )
    return [
      election.map(({ date, primary_system }) => [date, primary_system]),
      contest.map(({ title, party }) => [title, party]),
    ]
  }
  expect(await days('vt-candidates-2026-primary')).toEqual([
    [['2026-08-11', 'open']],
    [
      ['United States Representative, At Large', 'Democratic'],
      ['United States Representative, At Large', 'Republican'],
      ['Governor', 'Progressive'],
      ['State Senate District Addison', 'Democratic'],
    ],
  ])
  expect(await days('wy-candidates-2026-primary')).toEqual([
    [['2026-08-18', null]],
    [
      ['United States Senator', 'Democratic'],
      ['United States Senator', 'Republican'],
      ['State Senate District 11', 'Republican'],
    ],
  ])
})

describe('of California', () => {
  const senate = 'United States Senator (Unexpired Term)'
  const pick = async (rows: readonly (readonly string[])[]) => {
    const { contest, choice } = await read('ca-candidates-2026', caList(rows))
    return [contest.map(({ title }) => title), choice.map(({ label }) => label)]
  }

  it('tells the rest of a term from the full one', async () => {
    const rows = [
      [senate, '1', 'Ann Example', 'Democratic', '2 0'],
      ['United States Senator', '2', 'Bo Example', 'Republican', '2 0'],
    ]
    expect(await pick(rows)).toEqual([
      ['United States Senator', 'United States Senator (Unexpired)'],
      ['Bo Example', 'Ann Example'],
    ])
  })

  it('has all who are tied for the first place, and nobody else', async () => {
    const tied = ['1', '2', '3'].map((id) => ['Governor', id, `Ann Example ${id}`, 'Democratic', '5 5'])
    const last = ['Governor', '4', 'Bo Sample', 'Republican', '4 5']
    expect(await pick([last, ...tied])).toEqual([['Governor'], ['Ann Example 1', 'Ann Example 2', 'Ann Example 3']])
  })

  it('has two for a nonpartisan office that nobody won with more than half of the votes', async () => {
    const spi = 'Superintendent of Public Instruction'
    const rows = [
      [spi, '1', 'Ann Example', 'Non-Partisan', '25 25'],
      [spi, '2', 'Bo Sample', 'Non-Partisan', '30 0'],
      [spi, '3', 'Cy Specimen', 'Non-Partisan', '20 0'],
    ]
    expect(await pick(rows)).toEqual([[spi], ['Ann Example', 'Bo Sample']])
  })

  it('tells write-in candidates without an id apart, and counts no tally as a candidate', async () => {
    const rows = [
      ['Governor', '1', 'Ann Example', 'Democratic', '400 300'],
      ['Governor', '2', 'Bo Sample', 'Republican', '300 100'],
      ['Governor', '', 'Cy Written', 'Democratic', '0 250', 'Y'],
      ['Governor', '', 'Di Written', 'Green', '200 1', 'Y'],
      ['Governor', '', 'Total Votes', '', '900 651'],
    ]
    expect(await pick(rows)).toEqual([['Governor'], ['Ann Example', 'Bo Sample']])
  })

  it('with a named candidate without an id stops', async () => {
    await expect(pick([['Governor', '', 'Ann Example', 'Democratic', '5 5']])).rejects.toThrow(
      ':2: got no Candidate ID for the Candidate Name "Ann Example", expected one',
    )
  })

  it('of another year, or with votes that are no number, stops', async () => {
    const row = ['Governor', '1', 'Ann Example', 'Democratic', '5 5']
    await expect(read('ca-candidates-2026', caList([row], '06/07/2022'))).rejects.toThrow('expected a day of 2026')
    await expect(pick([['Governor', '1', 'Ann Example', 'Democratic', 'many 5']])).rejects.toThrow(
      'got the Vote Total "many"',
    )
  })
})

it('of Wyoming of another election or with an unknown party stops', async () => {
  const row = (party: string) => [['GOVERNOR', party, 'Ann Example']]
  await expect(read('wy-candidates-2026-general', wyList(row('REP'), '2024 GENERAL ELECTION'))).rejects.toThrow(
    'got the election "2024 GENERAL ELECTION", expected "2026 GENERAL ELECTION"',
  )
  await expect(read('wy-candidates-2026-general', wyList(row('XYZ')))).rejects.toThrow('got Party Affiliation "XYZ"')
})

it('of Missouri of another election stops', async () => {
  await expect(read('mo-candidates-2026', moList(moPages(2024)))).rejects.toThrow(
    'names no general election of November 3, 2026, expected its candidates',
  )
})

const under = (office: string, line: string) =>
  read('mo-candidates-2026', moList([['November 3, 2026'], ['GREEN CANDIDATES', office, line]]))

it.each([
  ['For State Auditor', 'Page 2 of 113'],
  ['For State Auditor', 'Republican Candidates, continued'],
  ['For State Auditor', 'Republican Candidates'],
  ['For State Auditor', 'Jr.'],
  ['For State Auditor', '77 Quexzylvane Road'],
  ['For State Auditor', 'Secretary of State'],
  ['For State Auditor', 'District 1, Bo Sample'],
  ['For State Senator', 'Bo Sample'],
  ['For State Senator', 'District 2, Page 3'],
  ['For U.S. Representative', 'Circuit 2, Bo Sample'],
])('of Missouri with a line under "%s" that is no candidate\'s stops: %s', async (office, line) => {
  await expect(under(office, line)).rejects.toThrow(
    `:4: got another line under "${office}", expected a candidate's name`,
  )
})

it.each(['Bo Sample, III', "Bo (Bob) O'Sample-Test", 'B. de la Sample Jr', 'Bo "Bob" Sample, CPA'])(
  'of Missouri has the name %s',
  async (name) => {
    expect((await under('For State Auditor', name)).choice.map(({ label }) => label)).toEqual([name])
    expect((await under('For State Senator', `District 2, ${name}`)).choice.map(({ label }) => label)).toEqual([name])
  },
)

describe('a year passes', () => {
  const MD_LINE = mdLine(['Comptroller', 'State Of Maryland', 'Example', 'Ann'], 'Democratic')
  /** Each list of the next election, and the dates that the server then gives. */
  const LATER: Readonly<Record<string, { id: string; bytes: Buffer; published_on?: string }>> = {
    'ca-candidates-2026': { id: 'ca-candidates-2028', bytes: caList(undefined, '06/06/2028') },
    'de-candidates-2026': {
      id: 'de-candidates-2028',
      bytes: deList([['Statewide', 'Governor', 'Ann Example', 'Democratic', 'Qualified']]),
    },
    'md-candidates-2026': { id: 'md-candidates-2030', bytes: mdList([MD_LINE]) },
    'mo-candidates-2026': { id: 'mo-candidates-2028', bytes: moList(moPages(2028)), published_on: '2028-08-25' },
    'vt-candidates-2026-general': {
      id: 'vt-candidates-2028-general',
      bytes: vtList(undefined, 'Last Updated: 10/1/2028'),
      published_on: '2028-10-01',
    },
    'wy-candidates-2026-general': {
      id: 'wy-candidates-2028-general',
      bytes: wyList(undefined, '2028 GENERAL ELECTION'),
    },
  }

  it.each(Object.entries(LATER))('and after %s the next list is there, with its own date', async (id, later) => {
    const publisher = await openPublisher()
    onTestFinished(() => publisher.close())
    const at = (source: Source): Source => ({
      ...source,
      files: source.files.map((file) => ({ ...file, url: `${publisher.url}/${basename(file.mirror)}` })),
    })
    const put = (source: Source, bytes: Buffer) => publisher.put(`/${basename(source.files[0]?.mirror ?? '')}`, bytes)
    const [now, next] = [sourceOf(id), sourceOf(later.id)]
    const state = `ocd-division/country:us/state:${id.slice(0, 2)},Example`
    const sources = [publishDivisions(publisher, 'id,name', state), at(now), at(next)]
    put(now, (lists[id] ?? caList)())
    const first = await runNightly(folder, '2026-10-02', sources)
    expect(first.status).toMatchObject({ [id]: 'read', [later.id]: 'unpublished' })
    publisher.setModified('Mon, 02 Oct 2028 10:00:00 GMT')
    put(next, later.bytes)
    const second = await runNightly(folder, '2028-10-03', sources)
    expect(second.status).toMatchObject({ [id]: 'unchanged', [later.id]: 'read' })
    const [year = ''] = /\d{4}/.exec(later.id) ?? []
    const published_on = later.published_on ?? '2028-10-02'
    expect(second.reads.get(later.id)).toMatchObject({ vintage: year, published_on })
    expect(second.elections.map((key) => key.slice(3, 7))).toEqual(['2026', year])
  })
})
