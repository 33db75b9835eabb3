import { describe, expect, it } from 'vitest'
import type { Issue } from '../../../data/store/source-read.ts'
import { SourceError } from '../../../ingest/read/source.ts'
import { readSheetTexts, readXlsx, type XlsxOptions } from '../../../ingest/read/xlsx.ts'
import { inline, makeXlsx, type WorkbookParts } from './xlsx-bytes.ts'
import { makeZip } from './zip-bytes.ts'

async function read<Column extends string>(bytes: Uint8Array, options: XlsxOptions<Column>) {
  const issues: Issue[] = []
  const records: { line: number; record: Record<Column, string> }[] = []
  const file = { name: 'list.xlsx', bytes, url: 'https://example.org/list.xlsx' }
  for await (const one of readXlsx(file, options, { issue: (issue) => issues.push(issue) })) records.push(one)
  return { records, issues }
}
const columns = ['name', 'value'] as const
const HEADER = inline(1, columns)
const make = (cells: string, more: WorkbookParts = {}) => makeXlsx({ rows: [HEADER, cells], ...more })
const readSecond = async (cell: string, more?: WorkbookParts) => {
  const { records, issues } = await read(make(`<c r="A2"><v>1</v></c>${cell}`, more), { columns })
  return [records[0]?.record.value, issues[0]?.code]
}

describe('readXlsx', () => {
  it('gives the named columns with their row numbers, and skips blank rows', async () => {
    const rows = `<row>${inline(1, ['value', 'other', 'name'])}</row><row/><row r="5"><c r="C5"><v>7</v></c></row>
      <row r="6"><c r="A6" t="inlineStr"><is><t> </t></is></c></row><row r="7"><c r="A7" t="inlineStr"/></row>`
    const { records, issues } = await read(makeXlsx({ rows }), { columns })
    expect(records).toEqual([{ line: 5, record: { name: '7', value: '' } }])
    expect(issues.map(({ code, field }) => [code, field])).toEqual([['unknown-column', 'other']])
  })

  it('reads shared strings, with their runs and without their readings', async () => {
    const strings = `<si><t>a</t></si><si><r><t xml:space="preserve">Ann </t></r><r><rPr/><t>Ågren</t></r><rPh><t>x</t></rPh></si>
      <si><t>two_x000A_lines &amp; more</t></si>`
    expect(await readSecond('<c r="B2" t="s"><v>1</v></c>', { strings })).toEqual(['Ann Ågren', undefined])
    expect(await readSecond('<c r="B2" t="s"><v>2</v></c>', { strings })).toEqual(['two\nlines & more', undefined])
  })

  it.each([
    ['<c r="B2"><v>0.91930000000000001</v></c>', '0.9193'],
    ['<c r="B2"><v>1.5E3</v></c>', '1500'],
    ['<c r="B2"><v>9007199254740993</v></c>', '9007199254740993'],
    ['<c r="B2" t="b"><v>1</v></c>', 'TRUE'],
    ['<c r="B2" t="b"><v>0</v></c>', 'FALSE'],
    ['<c r="B2" t="d"><v>2024-11-05</v></c>', '2024-11-05'],
    ['<c r="B2" t="str"><v>=1+1</v></c>', '=1+1'],
    ['<c r="B2"/>', ''],
  ])('reads %s as %s', async (cell, text) => {
    expect(await readSecond(cell)).toEqual([text, undefined])
  })

  const styles = `<numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm\\-yy;@"/><numFmt numFmtId="165" formatCode="&quot;days&quot; 0.00 [Red]"/>
    <numFmt numFmtId="166" formatCode="[h]:mm"/></numFmts>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>`
  it.each([
    [1, 45601, '2024-11-05'],
    [2, 45601.354166666664, '2024-11-05T08:30:00'],
    [4, 0.5, '12:00:00'],
    [1, 59, '1900-02-28'],
    [1, 61, '1900-03-01'],
    [1, 2958465, '9999-12-31'],
    [0, 45601, '45601'],
    [3, 45601, '45601'],
  ])('reads by style %i the number %d as %s', async (style, number, text) => {
    expect(await readSecond(`<c r="B2" s="${style}"><v>${number}</v></c>`, { styles })).toEqual([text, undefined])
  })

  it.each(['1', 'true'])('counts days from 1904 where the workbook says so by %s', async (value) => {
    const settings = `<workbookPr date1904="${value}"/>`
    const cell = '<c r="B2" s="1"><v>44139</v></c>'
    expect(await readSecond(cell, { styles, settings })).toEqual(['2024-11-05', undefined])
  })

  it.each([
    ['<c r="B2"><f>HYPERLINK("https://example.org/"&amp;A2)</f><v>5</v></c>', 'formula-cell'],
    ['<c r="B2" t="str"><f>1+1</f><v>x</v></c>', 'formula-cell'],
    ['<c r="B2" t="e"><v>#REF!</v></c>', 'error-cell'],
    ['<c r="B2" s="1"><v>60</v></c>', 'bad-date'],
    ['<c r="B2" s="1"><v>-1</v></c>', 'bad-date'],
    ['<c r="B2" s="1"><v>1e300</v></c>', 'bad-date'],
  ])('leaves a row out for %s', async (cell, code) => {
    const { records, issues } = await read(make(`<c r="A2"><v>1</v></c>${cell}`, { styles }), { columns })
    expect(records).toEqual([])
    expect(issues).toMatchObject([{ code, line: 2, field: 'value', severity: 'refused' }])
    expect(issues[0]?.message).toMatch(/^B2 holds .*; the line is left out$/)
  })

  it('keeps a row with a formula in a column that is not read', async () => {
    const row = '<c r="A2"><v>1</v></c><c r="B2"><v>2</v></c><c r="C2"><f>A2+B2</f><v>3</v></c>'
    const rows = [inline(1, [...columns, 'sum']), row]
    const { records, issues } = await read(makeXlsx({ rows }), { columns, allowExtra: true })
    expect([records.length, issues]).toEqual([1, []])
  })

  it('finds a sheet by its name, wherever its part lies', async () => {
    const sheets = '<sheet name="Notes" r:id="a"/><sheet name="List" r:id="b"/>'
    const relations =
      '<Relationship Id="a" Target="worksheets/sheet1.xml"/><Relationship Id="b" Target="/odd/list.xml"/>'
    const parts = { 'odd/list.xml': `<worksheet><sheetData><row>${HEADER}</row></sheetData></worksheet>` }
    const bytes = makeXlsx({ rows: [inline(1, ['x'])], sheets, relations, parts })
    expect((await read(bytes, { columns, sheet: 'List' })).records).toEqual([])
    await expect(read(bytes, { columns })).rejects.toThrow('has no column "name"')
    await expect(read(bytes, { columns, sheet: 'Lost' })).rejects.toThrow(
      'no sheet "Lost", expected one of "Notes", "List"',
    )
  })
})

const cell = (xml: string) => make(`<c r="A2"><v>1</v></c>${xml}`)
const outside = '<Relationship Id="rId1" Target="https://example.org/sheet1.xml" TargetMode="External"/>'
const bomb = '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><worksheet><sheetData/></worksheet>'
it.each<[string, Uint8Array, RegExp]>(
  // biome-ignore format: a case a line
  [
      ['no zip', Buffer.from('name,value\n'), /list\.xlsx: cannot be read as a zip/],
      ['no workbook', makeZip([{ name: 'a.txt', content: 'a' }]), /has no xl\/workbook\.xml/],
      ['a sheet elsewhere', makeXlsx({ relations: outside }), /has no part for the sheet "First"/],
      ['a sheet above', makeXlsx({ relations: outside.replace(/https.*?External/, '../../../etc/passwd') }), /no part for the/],
      ['entities', makeXlsx({ parts: { 'xl/worksheets/sheet1.xml': bomb } }), /sheet1\.xml:1: has a document type/],
      ['an empty sheet', makeXlsx({}), /is empty, expected a header/],
      ['a string that is not there', cell('<c r="B2" t="s"><v>9</v></c>'), /:2: B2 refers to string 9, but the workbook has 0/],
      ['a string before the first', cell('<c r="B2" t="s"><v>-1</v></c>'), /:2: B2 refers to string -1/],
      ['a number in words', cell('<c r="B2"><v>many</v></c>'), /:2: B2 holds the number "many"/],
      ['an unknown type', cell('<c r="B2" t="z"><v>1</v></c>'), /:2: B2 has the unknown cell type "z"/],
      ['a cell twice', cell('<c r="A2"><v>2</v></c>'), /:2: got cell "A2", expected a later cell of row 2/],
      ['a cell of another row', cell('<c r="B7"><v>2</v></c>'), /:2: got cell "B7", expected/],
      ['a column too far', cell('<c r="XFE2"><v>2</v></c>'), /:2: got cell "XFE2", expected/],
      ['rows backwards', makeXlsx({ rows: '<row r="3"/><row r="2"/>' }), /:3: got row "2" after row 3/],
      ['a row too far', makeXlsx({ rows: '<row r="1048577"/>' }), /got row "1048577"/],
    ],
)('a forged workbook with %s is refused', async (_, bytes, said) => {
  const reading = read(bytes, { columns })
  await expect(reading).rejects.toThrow(SourceError)
  await expect(reading).rejects.toThrow(said)
})

it('a forged workbook with only distant cells is refused before it fills the memory', async () => {
  const rows = Array.from({ length: 1300 }, (_, n) => `<row r="${n + 1}"><c r="XFD${n + 1}"><v>1</v></c></row>`)
  await expect(read(makeXlsx({ rows: rows.join('') }), { columns })).rejects.toThrow('more than 20000000 cells')
})

const rows = [inline(1, ['List of examples']), inline(3, columns), inline(4, ['Ann', 'x'])].map(
  (cells, at) => `<row r="${[1, 3, 4][at]}">${cells}</row>`,
)
const bytes = makeXlsx({ rows: rows.join('') })

it('a workbook with more than its table is read from the row that begins with the named text', async () => {
  const { records, issues } = await read(bytes, { columns, begins: 'name' })
  expect([records, issues]).toEqual([[{ line: 4, record: { name: 'Ann', value: 'x' } }], []])
  await expect(read(bytes, { columns, begins: 'Name' })).rejects.toThrow(
    'its sheet "First" has no row that begins with "Name"',
  )
})

it('a workbook with more than its table gives the texts of a sheet; none of a sheet that it lacks', async () => {
  const file = { name: 'list.xlsx', bytes, url: '' }
  expect(await readSheetTexts(file, 'First')).toEqual(['List of examples', 'name', 'value', 'Ann', 'x'])
  expect(await readSheetTexts(file, 'Second')).toEqual([])
})
