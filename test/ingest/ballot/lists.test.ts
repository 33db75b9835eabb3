// The candidates of the states whose list has an address by year. The golden folders show what comes of each list.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { projectFile } from '../../../data/store/paths.ts'
import { findSource, findSources, kindOf } from '../../../ingest/engine/registry.ts'
import { fetchSource } from '../../../ingest/fetch/fetch.ts'
import type { Source } from '../../../ingest/read/source.ts'
import { table } from '../../table.ts'
import { folder, freshPublisher, publisher } from '../fetch/fresh-publisher.ts'
import { GOLDEN, goldenBytes } from '../golden/folder.ts'
import { publishDivisions, runNightly, sourceOf } from '../nightly.ts'
import { makePdf } from '../read/pdf-bytes.ts'
import { makeSheet } from '../read/xlsx-bytes.ts'
import { caList, deList, lists, moList, moPages, vtList } from './lists.ts'
import { readText } from './read.ts'

freshPublisher()

const TEXTS = ['md-candidates-2026', 'wy-candidates-2026-general', 'wy-candidates-2026-primary']

it.each(Object.entries(lists))('the list of %s is the input of its golden folder', (id, make) => {
  if (process.env.GOLDEN === 'write') {
    const input = join(GOLDEN, id, 'input')
    mkdirSync(input, { recursive: true })
    writeFileSync(join(input, basename(sourceOf(id).files[0]?.mirror ?? '')), make())
  }
  expect(goldenBytes(id).equals(make())).toBe(true)
})

it.each([...Object.keys(lists), ...TEXTS])(
  'the list of %s of another layout is refused, and none is kept',
  async (id) => {
    const source = sourceOf(id)
    const path = join(folder, 'mirror', source.files[0]?.mirror ?? '')
    mkdirSync(dirname(path), { recursive: true })
    const other = {
      csv: Buffer.from('Office,Candidate\nGovernor,Ann Example\n'),
      xlsx: makeSheet([['Office', 'Candidate']]),
      pdf: makePdf([[{ x: 72, y: 700, text: 'An invented list of something else' }]]),
    }
    const bytes = other[path.split('.').at(-1) as keyof typeof other]
    writeFileSync(path, bytes)
    const message = /has no column|has no row that begins|names no general election/
    // California's workbook has no personal column and is kept as it is.
    if (id.startsWith('ca-')) return await expect(readText(id, [bytes])).rejects.toThrow(message)
    const rawDir = join(folder, 'raw')
    const fetching = fetchSource(source, { rawDir, mirror: join(folder, 'mirror'), now: new Date('2026-10-01') })
    await expect(fetching).rejects.toThrow(message)
    expect(readdirSync(rawDir)).toEqual([])
  },
)

it('of Maryland exists in years of a gubernatorial election', () => {
  const years = [2026, 2027, 2028, 2029, 2030].filter((year) => findSource(`md-candidates-${year}`))
  expect(years).toEqual([2026, 2030])
})

it('of Vermont without a number of votes stops', async () => {
  const bytes = vtList([['GOVERNOR', '', 'ANN EXAMPLE', 'DEMOCRATIC', 'SOME']])
  await expect(readText('vt-candidates-2026-general', [bytes])).rejects.toThrow('got the Vote for Count "SOME"')
})

describe('of California', () => {
  const SPI = 'Superintendent of Public Instruction'
  const read = (text: string, day?: string) => readText('ca-candidates-2026', [caList(table(text), day)])

  it.each([
    [
      'tells the rest of a term from the full one',
      `United States Senator (Unexpired Term) | 1 | Ann Example | Democratic | 2 0
       United States Senator | 2 | Bo Example | Republican | 2 0`,
      ['United States Senator', 'United States Senator (Unexpired)'],
      ['Bo Example', 'Ann Example'],
    ],
    [
      'has all who are tied for the first place, and nobody else',
      `Governor | 4 | Bo Sample | Republican | 4 5
       Governor | 1 | Ann Example | Democratic | 5 5
       Governor | 2 | Bea Example | Democratic | 5 5
       Governor | 3 | Cal Example | Democratic | 5 5`,
      ['Governor'],
      ['Ann Example', 'Bea Example', 'Cal Example'],
    ],
    [
      'has two for a nonpartisan office that nobody won with more than half of the votes',
      `${SPI} | 1 | Ann Example | Non-Partisan | 25 25
       ${SPI} | 2 | Bo Sample | Non-Partisan | 30 0
       ${SPI} | 3 | Cy Specimen | Non-Partisan | 20 0`,
      [SPI],
      ['Ann Example', 'Bo Sample'],
    ],
    [
      'tells write-in candidates without an id apart, and counts no tally as a candidate',
      `Governor | 1 | Ann Example | Democratic | 400 300 | N
       Governor | 2 | Bo Sample | Republican | 300 100 | N
       Governor |   | Cy Written | Democratic | 0 250 | Y
       Governor |   | Di Written | Green | 200 1 | Y
       Governor |   | Total Votes |  | 900 651 | N`,
      ['Governor'],
      ['Ann Example', 'Bo Sample'],
    ],
  ])('%s', async (_, rows, titles, labels) => {
    const { contest, choice } = await read(rows)
    expect([contest.map(({ title }) => title), choice.map(({ label }) => label)]).toEqual([titles, labels])
  })

  it.each([
    ['a candidate without an id', 'Governor |  | Ann Example | Democratic | 5 5', undefined, 'got no Candidate ID for'],
    ['another year', 'Governor | 1 | Ann Example | Democratic | 5 5', '06/07/2022', 'expected a day of 2026'],
    ['votes in words', 'Governor | 1 | Ann Example | Democratic | many 5', undefined, 'got the Vote Total "many"'],
  ])('with %s stops', async (_, row, day, message) => {
    await expect(read(row, day)).rejects.toThrow(message)
  })
})

it('of Missouri of another election stops', async () => {
  await expect(readText('mo-candidates-2026', [moList(moPages(2024))])).rejects.toThrow('of November 3, 2026, expected')
})

const under = (office: string, line: string) =>
  readText('mo-candidates-2026', [moList([['November 3, 2026'], ['GREEN CANDIDATES', office, line]])])

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

const DE_ROW = ['Statewide', 'Governor', 'Ann Example', 'Democratic', 'Qualified']
const edited = (id: string, from: string, to: string): Buffer =>
  Buffer.from(goldenBytes(id).toString('latin1').replaceAll(from, to), 'latin1')

// biome-ignore format: a case a line
it.each<[id: string, next: string, bytes: Buffer, published_on: string]>([
  ['ca-candidates-2026', 'ca-candidates-2028', caList(undefined, '06/06/2028'), '2028-10-02'],
  ['de-candidates-2026', 'de-candidates-2028', deList([DE_ROW]), '2028-10-02'],
  ['md-candidates-2026', 'md-candidates-2030', edited('md-candidates-2026', 'Example', 'Sample'), '2028-10-02'],
  ['mo-candidates-2026', 'mo-candidates-2028', moList(moPages(2028)), '2028-08-25'],
  ['vt-candidates-2026-general', 'vt-candidates-2028-general', vtList(undefined, 'Last Updated: 10/1/2028'), '2028-10-01'],
  ['wy-candidates-2026-general', 'wy-candidates-2028-general', edited('wy-candidates-2026-general', '2026', '2028'), '2028-10-02'],
])('a year passes, and after %s there is %s, with its own date', async (id, later, bytes, published_on) => {
  const [now, next] = [sourceOf(id), sourceOf(later)].map((source): Source => {
    const files = source.files.map((file) => ({ ...file, url: `${publisher.url}/${basename(file.mirror)}` }))
    return { ...source, files }
  }) as [Source, Source]
  const put = (source: Source, file: Buffer) => publisher.put(`/${basename(source.files[0]?.mirror ?? '')}`, file)
  const state = `ocd-division/country:us/state:${id.slice(0, 2)},Example`
  const sources = [publishDivisions(publisher, 'id,name', state), now, next]
  put(now, goldenBytes(id))
  const first = await runNightly(folder, '2026-10-02', sources)
  expect(first.status).toMatchObject({ [id]: 'read', [later]: 'unpublished' })
  publisher.setModified('Mon, 02 Oct 2028 10:00:00 GMT')
  put(next, bytes)
  const second = await runNightly(folder, '2028-10-03', sources)
  expect(second.status).toMatchObject({ [id]: 'unchanged', [later]: 'read' })
  const [year = ''] = /\d{4}/.exec(later) ?? []
  expect(second.reads.get(later)).toMatchObject({ vintage: year, published_on })
  expect(second.elections.map((key) => key.slice(3, 7))).toEqual(['2026', year])
})

/** The lists of states and districts that are asked for in a year and whose publisher adds a file for each election. */
const awaited = new Map(
  [2026, 2027, 2028, 2029, 2030].map((year) => {
    const isAwaited = (source: Source): boolean =>
      source.awaited === true && kindOf(source) === 'ballots' && source.id.includes(`-${year}`)
    return [year, findSources({ mirror: null, year }).filter(isAwaited)]
  }),
)
const awaitedIn = (year: number): readonly Source[] => awaited.get(year) ?? []

it('the lists of eleven states and of the District of Columbia are awaited', () => {
  const states = awaitedIn(2026).flatMap((source) => source.states)
  expect([...new Set(states)].sort().join(' ')).toBe('AK CA DC DE FL MD MI MN MO NC VT WY')
})

/** The entries of all list.yaml, `id` with its braces. */
const entries = readdirSync(projectFile('ingest', 'ballot', 'states'), { withFileTypes: true })
  .filter((folder) => folder.isDirectory())
  .map(({ name }) => projectFile('ingest', 'ballot', 'states', name, 'list.yaml'))
  .filter((path) => existsSync(path))
  .flatMap((path) => (parse(readFileSync(path, 'utf8')) as { lists: { id: string; years?: object }[] }).lists)

it('on 15 September 2028, each built-in list has an address of 2028, or is a file of fixed days', () => {
  const asked = findSources({ mirror: null, year: new Date('2028-09-15').getUTCFullYear() })
  const isOf2028 = (id: string): boolean =>
    asked.some((one) => one.id === id && one.files.every(({ url, form }) => /28/.test(url + JSON.stringify(form))))
  const [living, fixed] = [entries.filter(({ years }) => years), entries.filter(({ years }) => !years)]
  const silent = living.filter(({ id }) => !isOf2028(id.replace('{year}', '2028'))).map(({ id }) => id)
  // Of gubernatorial elections; the one of 2030 is asked for from 2029.
  expect([living.length, silent]).toEqual([17, ['md-candidates-{year}']])
  const years = fixed.map(({ id }) => Number(/\d{4}/.exec(id)?.[0] ?? 0))
  expect(Math.max(...years)).toBeLessThanOrEqual(2026)
  // Nobody asks for lists of these states: a new year is a change of the file, or an entry of sources.yaml.
  const states = [...new Set(entries.map(({ id }) => id.slice(0, 2)))]
  const unasked = states.filter((state) => !living.some(({ id }) => id.startsWith(`${state}-`)))
  expect(unasked.join(' ')).toBe('al ga il ky mt nv ny pa tx va')
  const said = readFileSync(projectFile('docs', 'operator.md'), 'utf8')
  expect(said).toContain('AL, GA, IL, KY, MT, NV, NY, PA, TX and VA have lists of past elections alone')
})

it.each(awaitedIn(2026).map((source) => [source.id, source] as const))(
  'years pass, and after %s the same list of a later year is asked for without a change',
  (id, now) => {
    const later = [2027, 2028, 2029, 2030]
      .flatMap((year) => awaitedIn(year).filter((one) => one.id === id.replace('2026', String(year))))
      .at(0)
    const requestsOf = ({ files }: Source): string[] => files.map(({ url, form }) => `${url} ${JSON.stringify(form)}`)
    const asked = later ? requestsOf(later) : []
    expect(later).toMatchObject({ awaited: true, vintage: /\d{4}/.exec(later?.id ?? '')?.[0] })
    // The same addresses and forms, with other digits: of the year or of the election's day.
    expect(asked.map((request) => request.replace(/\d+/g, '#'))).toEqual(
      requestsOf(now).map((request) => request.replace(/\d+/g, '#')),
    )
    for (const [at, request] of requestsOf(now).entries()) expect(asked[at]).not.toBe(request)
    const mirrors = [now, later].flatMap((source) => source?.files.map(({ mirror }) => mirror) ?? [])
    expect(new Set(mirrors).size).toBe(mirrors.length)
  },
)
