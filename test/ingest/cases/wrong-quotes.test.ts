// A wrong quote costs its row, and no other. All people here are invented.

import { describe, expect, it } from 'vitest'
import type { Issue } from '../../../data/store/source-read.ts'
import { readCsv } from '../../../ingest/read/csv.ts'
import { readCsvRows } from '../../../ingest/read/csv-rows.ts'
import { table } from '../../table.ts'
import { ELECTION, readFeed } from '../endorsement/ballots.ts'

const HEAD = 'name,party\n'

function read(text: string) {
  const issues: Issue[] = []
  const file = { name: 'list.csv', bytes: Buffer.from(text), url: '' }
  const records = [...readCsv(file, { columns: ['name', 'party'] }, { issue: (issue) => issues.push(issue) })]
  return {
    rows: records.map(({ line, record }) => `${line} ${record.name}`),
    said: issues.map(({ line, code, message }) => `${line} ${code} ${message}`),
  }
}

async function readRows(text: string) {
  const rows: string[] = []
  for await (const { line, fields } of readCsvRows({ name: 'list.csv', bytes: Buffer.from(text) }))
    rows.push(`${line} ${fields?.[0] ?? '–'}`)
  return rows
}

const FAULTS = table<[string, string, string]>(`
  a nickname in a field that is not quoted | J.R. "Bob" Example,IND | has a quote in the middle of a field
  a quote that ends in the middle of a field | "Bob" Example,IND | has a closing quote without a delimiter after it
  a nickname whose quotes are not doubled | "J.R. "Bob" Example",IND | has a closing quote without a delimiter after it
  a quote that is never closed | "Bob Example,IND | has a quote that is never closed
  a single inch | Bob 6" Example,IND | has a quote in the middle of a field
  a quote after the last field | Bob Example,IND" | has a quote in the middle of a field
`)

describe('a line with a wrong quote', () => {
  it.each(FAULTS)('such as %s is left out with an issue, and the others are read', async (_, line, fault) => {
    const text = `${HEAD}Ann,DEM\n${line}\nCy,LIB\nDi,GRN\n`
    expect(read(text)).toEqual({
      rows: ['2 Ann', '4 Cy', '5 Di'],
      said: [`3 broken-quote ${fault}; the line is left out`],
    })
    expect(await readRows(text)).toEqual(['2 Ann', '3 –', '4 Cy', '5 Di'])
  })

  it.each(['\n', '\r\n', '\r'])('is found among sound quoted lines, with line ends %j', async (end) => {
    const sound = ['name,party', '"Lee, Ann",DEM', 'Bob "B" Ray,REP', '"Cy', 'the ""Fox""",LIB']
    const lines = [...sound, '', '"Di" x,GRN', '"Ed, Jr.",IND']
    const { rows, said } = read(lines.join(end) + end)
    expect(rows).toEqual(['2 Lee, Ann', `4 Cy${end}the "Fox"`, '8 Ed, Jr.'])
    expect(said.map((text) => text.slice(0, 14))).toEqual(['3 broken-quote', '7 broken-quote'])
    expect((await readRows(lines.join(end) + end)).filter((row) => !row.endsWith('–'))).toHaveLength(3)
  })

  it('is the last one, without a line end, and costs that line', async () => {
    expect(read(`${HEAD}Ann,DEM\nBob "B" Ray,REP`).rows).toEqual(['2 Ann'])
    expect(await readRows(`${HEAD}Ann,DEM\nBob "B" Ray,REP`)).toEqual(['2 Ann', '3 –'])
  })

  it('that is cut in a quoted field stops the file, which may be truncated', async () => {
    expect(() => read(`${HEAD}Ann,DEM\n"Bob`)).toThrow('list.csv:3: the file ends in the middle of this line')
    await expect(readRows(`${HEAD}Ann,DEM\n"Bob`)).rejects.toThrow(/list\.csv:3: cannot be read/)
  })

  it('that is the header stops the file', async () => {
    expect(() => read('name,"party" x\nAnn,DEM\n')).toThrow(/list\.csv:1: .*closing quote/)
    await expect(readRows('name,"party" x\nAnn,DEM\n')).rejects.toThrow(/list\.csv:1: cannot be read/)
  })

  it('is read as before in a table whose quotes are plain characters', () => {
    const file = { name: 'list.txt', bytes: Buffer.from('name\tparty\nBob "B" Ray\tREP\n'), url: '' }
    const options = { columns: ['name', 'party'] as const, delimiter: '\t', quotes: false }
    expect([...readCsv(file, options, { issue: () => expect.unreachable() })]).toHaveLength(1)
  })

  it('in a table of ten thousand and more such lines stops the file: its quotes have another form', () => {
    expect(() => read(HEAD + 'Bob "B" Ray,REP\n'.repeat(10_001))).toThrow(/has more than 10000 lines/)
  })

  it('of an endorsement feed costs one endorsement', async () => {
    const row = (choice: string) => `known-club,${ELECTION},Governor,${choice}\n`
    const { endorsement, said } = await readFeed({
      'a.csv': `endorser,election,contest,choice\n${row('J.R. "Bob" Example')}${row('Bob Example')}`,
    })
    expect(endorsement).toHaveLength(1)
    expect(said).toEqual(['broken-quote null'])
  })
})
