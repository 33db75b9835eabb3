// Titles of contests that only their candidates tell apart, and tickets of two people.

import { expect, it, test } from 'vitest'
import type { Issue } from '../../../data/store/source-read.ts'
import type { ListedContest } from '../../../ingest/ballot/listed.ts'
import { splitTicket, withOwnTitles, writeContests } from '../../../ingest/ballot/write.ts'
import { collectSink } from '../../../ingest/engine/sink.ts'
import { cells } from '../../table.ts'

const at = { file: 'f', line: 1 }

function contest(title: string, names: readonly string[], more: Partial<ListedContest> = {}): ListedContest {
  return {
    ...{ at, kind: 'candidate', title, short_title: title, subject: 'board', level: 'special', ...more },
    division: more.division ?? division('elk'),
    choices: names.map((label) => ({ at, label })),
  }
}

function division(name: string): ListedContest['division'] {
  const ocd_id = `ocd-division/country:us/state:ne/special_district:${name}`
  return {
    ocd_id,
    district_type: 'special',
    district_level: 'special',
    district_name: name,
    within_ocd_id: null,
    unmatched: null,
  }
}

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

test('those without names, with the same ones or with more than a title holds, have a number', () => {
  const many = Array.from({ length: 30 }, (_, at) => `Candidate ${at}`)
  expect(read(contest('Board', many), contest('Board', [...many, 'Ann Lee'])).titles).toEqual([
    'Board: 1 of 2',
    'Board: 2 of 2',
  ])
  expect(read(contest('Board', []), contest('Board', ['Ann Lee']), contest('Board', [])).titles).toEqual([
    'Board: 1 of 3',
    'Board: Ann Lee',
    'Board: 3 of 3',
  ])
  expect(read(contest('Board', ['Ann Lee']), contest('Board', ['Ann Lee'])).titles).toEqual([
    'Board: Ann Lee, 1',
    'Board: Ann Lee, 2',
  ])
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

test.each(['title', 'label'])('a %s of 1,000 characters stays, and of a longer one these are kept', (long) => {
  const text = (length: number) => 'A'.repeat(length)
  const of = (length: number) =>
    long === 'title' ? contest(text(length), ['Ann Lee']) : contest('Board', [text(length)])
  const read = (length: number) => {
    const sink = collectSink()
    writeContests({ state: 'NE', date: '2028-11-07', type: 'general' }, [of(length)], sink)
    const lengths = sink.rows.flatMap(({ row }) =>
      'label' in row ? row.label.length : 'title' in row ? row.title.length : [],
    )
    return [Math.max(...lengths), ...sink.issues.map(({ code }) => code)]
  }
  expect([read(1000), read(1001)]).toEqual([[1000], [1000, 'long-name']])
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
  expect(splitTicket('Ann Sample Jr.- Bo Example')).toEqual({
    candidate: 'Ann Sample Jr.',
    running_mate: 'Bo Example',
  })
})

it.each(
  cells(`
    Ann Sample-Example | Ann Sample | Andy Sampleand | Ann Sample and Friends | Ann Sample, Jr.
    Ann Sample / Bo Example / Cy Placeholder | Ann - Sample
  `),
)('A ticket is not: %s', (printed) => {
  expect(splitTicket(printed)).toBeUndefined()
})
