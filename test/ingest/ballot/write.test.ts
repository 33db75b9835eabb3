// Titles of contests that only their candidates tell apart, and tickets of two people.

import { expect, it, test } from 'vitest'
import type { Issue } from '../../../data/store/source-read.ts'
import type { ListedContest } from '../../../ingest/ballot/listed.ts'
import { splitTicket, withOwnTitles, writeContests } from '../../../ingest/ballot/write.ts'
import { collectSink } from '../../../ingest/engine/sink.ts'
import { cells } from '../../table.ts'
import { toTables } from '../run-reader.ts'

const at = { file: 'f', line: 1 }

const AREA = { district_type: 'special', district_level: 'special', within_ocd_id: null, unmatched: null } as const
const division = (name: string) => ({
  ...AREA,
  ocd_id: `ocd-division/country:us/state:ne/special_district:${name}`,
  district_name: name,
})

const PLAIN = { at, kind: 'candidate', subject: 'board', level: 'special', division: division('elk') } as const
const contest = (title: string, names: readonly string[], more: Partial<ListedContest> = {}): ListedContest => ({
  ...PLAIN,
  title,
  short_title: title,
  choices: names.map((label) => ({ at, label })),
  ...more,
})

function read(...contests: ListedContest[]): { titles: string[]; issues: string[] } {
  const issues: Issue[] = []
  const titles = withOwnTitles(contests, { issue: (one) => issues.push(one) }).map(({ title }) => title)
  return { titles, issues: issues.map(({ code, value }) => `${code} ${value}`) }
}

test('they have the names of their candidates in their titles, as a person writes them', () => {
  const board = 'Elk Natural Resources District, by Subdistrict'
  expect(
    read(contest(board, ['JAY RILEY']), contest(board, ['ANN MCGEE', 'BO DIAZ']), contest('Elk Mayor', ['CY FOX'])),
  ).toEqual({
    titles: [`${board}: Jay Riley`, `${board}: Ann McGee / Bo Diaz`, 'Elk Mayor'],
    issues: [`same-title ${board}`, `same-title ${board}`],
  })
})

const many = Array.from({ length: 30 }, (_, at) => `Candidate ${at}`)
test.each([
  ['more than a title holds', [many, [...many, 'Ann Lee']], ['Board: 1 of 2', 'Board: 2 of 2']],
  ['none', [[], ['Ann Lee'], []], ['Board: 1 of 3', 'Board: Ann Lee', 'Board: 3 of 3']],
  ['the same ones', [['Ann Lee'], ['Ann Lee']], ['Board: Ann Lee, 1', 'Board: Ann Lee, 2']],
])('those with names that do not tell have a number: %s', (_, names, titles) => {
  expect(read(...names.map((some) => contest('Board', some))).titles).toEqual(titles)
})

test('those of two areas, or of two parties, keep one title', () => {
  const titles = ['Board', 'Board', 'Council', 'Council']
  const areas = [contest('Board', ['Ann Lee']), contest('Board', ['Bo Diaz'], { division: division('owl') })]
  const parties = ['Democratic', 'Republican'].map((party) => contest('Council', ['Cy Fox'], { party }))
  expect(read(...areas, ...parties)).toEqual({ titles, issues: [] })
})

test('a title in Spanish has the names too', () => {
  const es = { title_es: 'Junta', short_title_es: 'Junta' }
  const [first] = withOwnTitles([contest('Board', ['Ann Lee'], es), contest('Board', ['Bo Diaz'], es)], {
    issue: () => {},
  })
  expect([first?.title_es, first?.short_title_es]).toEqual(['Junta: Ann Lee', 'Junta: Ann Lee'])
})

test.each([
  ['title', 1000, ['title 1000']],
  ['title', 1001, ['title 1000', 'long-name']],
  ['label', 1000, ['label 1000']],
  ['label', 1001, ['label 1000', 'long-name']],
] as const)('a %s of %i characters: 1,000 are kept, and more are an issue', (long, length, said) => {
  const text = 'A'.repeat(length)
  const sink = collectSink()
  const listed = long === 'title' ? contest(text, ['Ann Lee']) : contest('Board', [text])
  writeContests({ state: 'NE', date: '2028-11-07', type: 'general' }, [listed], sink)
  const { contest: rows, choice } = toTables(sink.rows)
  const written = long === 'title' ? rows[0]?.title : choice[0]?.label
  expect([`${long} ${written?.length}`, ...sink.issues.map(({ code }) => code)]).toEqual(said)
})

it.each(
  cells(`
    Ann B. Sample and Bo Example | Ann B. Sample AND Bo Example | Ann B. Sample & Bo Example
    Ann B. Sample / Bo Example | Ann B. Sample/Bo Example | Ann B. Sample - Bo Example | Ann B. Sample – Bo Example
  `),
)('A ticket is two people: %s', (printed) => {
  expect(splitTicket(printed)).toEqual({ candidate: 'Ann B. Sample', running_mate: 'Bo Example' })
})

it('A ticket may have a dash right after a suffix', () => {
  const ticket = { candidate: 'Ann Sample Jr.', running_mate: 'Bo Example' }
  expect(splitTicket('Ann Sample Jr.- Bo Example')).toEqual(ticket)
})

it.each(
  cells(`
    Ann Sample-Example | Ann Sample | Andy Sampleand | Ann Sample and Friends | Ann Sample, Jr.
    Ann Sample / Bo Example / Cy Placeholder | Ann - Sample
  `),
)('A ticket is not: %s', (printed) => {
  expect(splitTicket(printed)).toBeUndefined()
})
