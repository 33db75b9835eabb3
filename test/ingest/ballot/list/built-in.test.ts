// The list.yaml of a state: a wrong one is refused with file and line. The golden folders show what right ones give.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { projectFile } from '../../../../data/store/paths.ts'
import { toLists } from '../../../../ingest/ballot/list/built-in.ts'
import { FormError } from '../../../../ingest/read/yaml-form.ts'
import { table } from '../../../table.ts'

const DELAWARE = readFileSync(projectFile('ingest', 'ballot', 'states', 'de', 'list.yaml'), 'utf8')

function problemsOf(text: string): readonly string[] {
  try {
    toLists({ name: 'de/list.yaml', bytes: Buffer.from(text) }, 'DE')
  } catch (error) {
    if (error instanceof FormError) return error.problems
    throw error
  }
  return []
}

it.each(
  table(`
  columns: | colums: | 13 | lists[0].colums | got an unknown key, expected columns?
  format: xlsx | format: pdf | 12 | lists[0].format | got "pdf", expected one of csv, tsv, xlsx, json, html
  format: xlsx | rows: x | 5 | lists[0].format | got nothing, expected a format: no code gives the lines
  Provisional: stands | Provisional: stays | 18 | lists[0].statuses.Provisional | got "stays", expected one of stands, withdrawn, left_out, write_in
  states: [DE] | states: [MD] | 11 | lists[0].states | got MD, expected DE, the state of the folder
  every: 2 | every: 3 | 22 | lists[0].years | got keys and values, expected the years
  { from: 2026, every: 2 } | [2026] | 22 | lists[0].years | got a list, expected dates, or years such as { from: 2026, every: 2 }
  { type: general } | { type: runoff } | 22 | lists[0].years | got years, expected dates: no rule for the day of this runoff election
  strict: true | reader: de | 19 | lists[0].reader | got de, expected a function of the state: it has none
  url: https | url: "{month}" #https | 8 | lists[0].url | got {month}, expected no braces but {year}
  { type: general } | { type: general, date: 2026-11-03 } | 21 | lists[0].election | got 2 of them, expected one of date,
`),
)('%s as %s is refused', (good, bad, line, key, sentence) => {
  expect(DELAWARE).toContain(good)
  const [problem] = problemsOf(DELAWARE.replace(good, bad))
  expect(problem).toContain(`de/list.yaml:${line}: ${key}: ${sentence}`)
})

it('a list has a source for each year that its years have', () => {
  const { fixed, yearly } = toLists({ name: 'de/list.yaml', bytes: Buffer.from(DELAWARE) }, 'DE')
  expect([fixed, yearly.first]).toEqual([[], 2026])
  expect([2026, 2027, 2028].flatMap(yearly.of).map(({ id }) => id)).toEqual([
    'de-candidates-2026',
    'de-candidates-2028',
  ])
})

it.each([
  [
    'election: { type: general }',
    'election: { date_column: Day, type: general }',
    'vintage: got nothing, expected the year of the file',
  ],
  [
    'columns: {',
    'county: Kent\n    columns: { county: County,',
    'county: got a county, expected none beside columns.county',
  ],
  [
    'columns: {',
    'files: { a: Kent }\n    columns: { county: County,',
    'files: got a county, expected none beside columns.county',
  ],
  ['strict: true', 'expect: { A: "{date} {day} {yy} {month}" }', 'expect: got {month}, expected no braces but {year}'],
  ['page: https://elections', 'page: https://{file}.elections', 'page: got {file}, expected no braces but {year}'],
])('%s as %s is refused too', (good, bad, sentence) => {
  const text = DELAWARE.replace(good, bad)
  expect(text).not.toBe(DELAWARE)
  const one = bad.includes('date_column') ? text.replace(/^ *years: .*\n/m, '') : text
  expect(problemsOf(one)).toEqual([expect.stringContaining(`lists[0].${sentence}`)])
})

it('two lists with an id that is the same in one year are refused', () => {
  const [head = '', entry = ''] = DELAWARE.split(/(?<=^lists:\n)/m)
  const later = (from: number) => `${head}${entry}${entry.replace('from: 2026', `from: ${from}`)}`
  expect(problemsOf(later(2030))).toEqual([
    expect.stringContaining('lists[1].id: got de-candidates-2030, expected an id that no other list of the state has'),
  ])
  expect(problemsOf(later(2031))).toEqual([])
})

it('the parts in braces are filled with the day', () => {
  const text = DELAWARE.replace('genl_fcddt_{year}', '{date}/{day}/{yy}')
  const { yearly } = toLists({ name: 'de/list.yaml', bytes: Buffer.from(text) }, 'DE')
  expect(yearly.of(2026)[0]?.files[0]?.url).toMatch(/2026-11-03\/20261103\/26\.xlsx$/)
})
