import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Issue } from '../../../data/store/source-read.ts'
import { type CsvOptions, readCsv, readOwnTable } from '../../../ingest/read/csv.ts'
import { SourceError } from '../../../ingest/read/source.ts'

function read<Column extends string>(content: string | Uint8Array, options: CsvOptions<Column>) {
  const issues: Issue[] = []
  const file = { name: 'list.csv', bytes: Buffer.from(content), url: 'https://example.org/list.csv' }
  const records = [...readCsv(file, options, { issue: (issue) => issues.push(issue) })]
  return { records, issues }
}
const columns = ['name', 'party'] as const

describe('readCsv', () => {
  it('gives the named columns in any order, with the line of each record', () => {
    const { records, issues } = read('party,name\nDEM,Ann\nREP,"Lee, Bob"\n', { columns })
    expect(records).toEqual([
      { line: 2, record: { name: 'Ann', party: 'DEM' } },
      { line: 3, record: { name: 'Lee, Bob', party: 'REP' } },
    ])
    expect(issues).toEqual([])
  })

  it.each(['\n', '\r\n', '\r'])('keeps line numbers past quoted lines and blank ones, with line ends %j', (end) => {
    const lines = ['\ufeffname,party', '"Ann', '', '""the"" Lee",DEM', '', 'Bob,REP', '"x', 'y",z', 'Cy,LIB']
    const { records } = read(lines.join(end), { columns })
    expect(records.map(({ line }) => line)).toEqual([2, 6, 7, 9])
    expect(records[0]?.record.name).toBe(`Ann${end}${end}"the" Lee`)
  })

  it('accepts lines that lack their last field or have empty ones after it, if the layout is loose at its end', () => {
    const content = 'name,party,note\nAnn,DEM\nBob,REP,,,\nCy,LIB,,x\nDi\n'
    const { records, issues } = read(content, { columns, allowExtra: true, looseEnd: true })
    expect(records.map(({ line, record }) => [line, record.name])).toEqual([
      [2, 'Ann'],
      [3, 'Bob'],
    ])
    expect(issues.map(({ line, code }) => [line, code])).toEqual([
      [4, 'ragged-line'],
      [5, 'ragged-line'],
    ])
  })

  it('reads files with mixed line ends', () => {
    const { records } = read('name,party\r\nAnn,DEM\nBob,REP\r\nCy,LIB', { columns })
    expect(records.map(({ record }) => record.party)).toEqual(['DEM', 'REP', 'LIB'])
  })

  it('reads semicolons without a header, and tabs with plain quotes', () => {
    expect(read('Ann;DEM\nBob;REP\n', { columns, header: false, delimiter: ';' }).records).toEqual([
      { line: 1, record: { name: 'Ann', party: 'DEM' } },
      { line: 2, record: { name: 'Bob', party: 'REP' } },
    ])
    const tabs = read('name\tparty\n6" Bob\t"DEM\n', { columns, delimiter: '\t', quotes: false })
    expect(tabs.records[0]?.record).toEqual({ name: '6" Bob', party: '"DEM' })
  })

  it('reports ragged lines, skips them and continues', () => {
    const { records, issues } = read('name,party\nAnn\nBob,REP\nCy,LIB,extra\n', { columns })
    expect(records).toEqual([{ line: 3, record: { name: 'Bob', party: 'REP' } }])
    expect(issues.map(({ code, line, severity }) => ({ code, line, severity }))).toEqual([
      { code: 'ragged-line', line: 2, severity: 'refused' },
      { code: 'ragged-line', line: 4, severity: 'refused' },
    ])
    expect(issues[1]?.message).toBe('got 3 fields, expected 2; the line is left out')
  })

  it('without a header takes more fields than columns only where extra ones are allowed', () => {
    const { records, issues } = read('Ann,DEM,x\nBob\nCy,REP\n', { columns, header: false })
    expect(records.map(({ record }) => record.name)).toEqual(['Cy'])
    expect(issues.map(({ code, line }) => [code, line])).toEqual([
      ['ragged-line', 1],
      ['ragged-line', 2],
    ])
    const allowed = read('Ann,DEM,x\nBob\nCy,REP\n', { columns, header: false, allowExtra: true })
    expect(allowed.records.map(({ record }) => record.name)).toEqual(['Ann', 'Cy'])
  })

  it('stops at a record of more than 100,000 fields, but not at as many separators in a quoted one', () => {
    const commas = (count: number) => ','.repeat(count)
    expect(() => read(`name,party\nAnn,DEM\n${commas(100_000)}\n`, { columns })).toThrow(
      /^list\.csv:3: .*100000 fields/,
    )
    expect(read(`name,party\n${commas(99_999)}\n`, { columns }).issues).toMatchObject([{ code: 'ragged-line' }])
    expect(read(`name,party\n"${commas(100_001)}",DEM\n`, { columns }).records).toHaveLength(1)
  })

  it('reports columns that the layout does not have, unless extra ones are allowed', () => {
    const content = 'name,party,shoe_size\nAnn,DEM,9\n'
    const { records, issues } = read(content, { columns })
    expect(records).toEqual([{ line: 2, record: { name: 'Ann', party: 'DEM' } }])
    expect(issues).toMatchObject([{ code: 'unknown-column', field: 'shoe_size', severity: 'ignored' }])
    expect(read(content, { columns, allowExtra: true }).issues).toEqual([])
    const headless = read('Ann,DEM,9\nBob\n', { columns, header: false, allowExtra: true })
    expect(headless.records).toHaveLength(1)
    expect(headless.issues).toMatchObject([{ code: 'ragged-line', line: 2 }])
  })

  it.each(
    // biome-ignore format: a case a line
    [
      ['a missing column', 'name,Party\nAnn,DEM\n', /^list\.csv:1: has no column "party"; its header names "name", "Party"/],
      ['a column that stands twice', 'name,party,name\n', /^list\.csv:1: repeats the column "name"/],
      ['no line at all', '', /^list\.csv: is empty, expected a header with "name", "party"/],
      ['a quote that closes in a field of the header', 'name,"party" x\nAnn,DEM\n', /^list\.csv:1: .* a closing quote/],
      ['a last line that is cut in a quoted field', 'name,party\nAnn,DEM\n"Bob', /^list\.csv:3: the file ends in the middle/],
      ['a field over the bound', `name,party\nAnn,${'x'.repeat(1_000_001)}\n`, /^list\.csv:2: .* longer than 1000000/],
      ['HTML in its place', '<!doctype html>\n<title>Not found</title>\n', /has no column "name", "party"; its header names/],
    ],
  )('stops at %s', (_, content, message) => {
    expect(() => read(content, { columns })).toThrow(SourceError)
    expect(() => read(content, { columns })).toThrow(message)
  })

  it('never quotes the file in a message about broken quotes', () => {
    const { issues } = read('name,party\n"1 Home Street" x,REP\n', { columns })
    expect(issues).toHaveLength(1)
    expect(JSON.stringify(issues)).not.toContain('Home Street')
  })

  it('reads exactly what any writer wrote', () => {
    const field = fc.string({ unit: fc.constantFrom('a', 'é', ',', '"', '\n', '\r', '\r\n', ' ', ';') })
    const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`
    fc.assert(
      fc.property(fc.array(fc.tuple(field, field)), (rows) => {
        const content = ['name,party', ...rows.map((row) => row.map(quote).join(','))].join('\n')
        const { records, issues } = read(content, { columns })
        expect(issues).toEqual([])
        expect(records.map(({ record }) => [record.name, record.party])).toEqual(rows)
        for (const { line, record } of records)
          expect(content.split(/\r\n|\n|\r/)[line - 1]).toMatch(
            quote(record.name)
              .split(/\r\n|\n|\r/)[0]
              ?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') ?? '',
          )
      }),
    )
  })
})

it('a row of another form stops a table of the project, with file and line', () => {
  const path = ['ingest', 'ballot', 'vip', 'elements.csv']
  const columns = { element: z.string(), children: z.string() }
  expect(readOwnTable(z.strictObject({ ...columns, version: z.string() }), ...path)[0]?.version).toBe('5')
  expect(() => readOwnTable(z.strictObject({ ...columns, version: z.literal('5') }), ...path)).toThrow(
    /^elements\.csv:\d+: version: /,
  )
  expect(() => readOwnTable(z.strictObject(columns), ...path)).toThrow(/^elements\.csv:2: .*"version"/)
})
