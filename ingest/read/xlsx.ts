// A sheet of an XLSX workbook to records, each with its row. Formulas are never computed, nor are the results kept beside them believed.

import { type FetchedFile, type Sink, SourceError } from '../source.ts'
import { type ColumnOptions, type Fault, type Line, toRecords } from './records.ts'
import { toText } from './xlsx-cell.ts'
import { readWorkbook, type Workbook } from './xlsx-workbook.ts'
import { readXml, type XmlElement } from './xml.ts'
import { readZip } from './zip.ts'

export interface XlsxOptions<Column extends string> extends ColumnOptions<Column> {
  /** By name; default: the first. */
  sheet?: string
}

/** Those of Excel. */
const ROWS_MAX = 1_048_576
const COLUMNS_MAX = 16_384
/** Empty ones between and behind the others included. */
const CELLS_MAX = 20_000_000

/**
 * Yields the named columns as text: numbers in full, dates as `2024-11-05` or `2024-11-05T08:30:00`, booleans as TRUE and FALSE. Rows
 * without a value are passed over. A row in which a needed cell holds a formula (`formula-cell`), an error (`error-cell`) or a number that
 * is no date (`bad-date`) is an issue that names the cell, and left out. Throws SourceError as readZip, readXml and toRecords do, for
 * forged workbooks, for cells out of order or outside the sheet, and over 20,000,000 cells.
 */
export async function* readXlsx<Column extends string>(
  file: FetchedFile,
  options: XlsxOptions<Column>,
  sink: Pick<Sink, 'issue' | 'records'>,
): AsyncGenerator<{ line: number; record: Record<Column, string> }> {
  const workbook = readWorkbook(file, await readZip(file))
  const { sheets } = workbook
  const sheet = options.sheet === undefined ? sheets[0] : sheets.find(({ name }) => name === options.sheet)
  if (!sheet) {
    const names = sheets.map(({ name }) => `"${name.slice(0, 60)}"`).join(', ')
    throw new SourceError(`has no sheet "${options.sheet ?? ''}", expected one of ${names}`, { file: file.name })
  }
  yield* toRecords(file.name, readRows(file.name, sheet.part, workbook), options, sink)
}

interface Cells {
  line: number
  /** By their places. */
  texts: Map<number, string>
  faults: Map<number, Fault>
}

/** As wide as the first row that holds something, or wider where a row is. */
function readRows(file: string, part: FetchedFile, workbook: Workbook): Line[] {
  const lines: Line[] = []
  let last = 0
  let width = 0
  let cells = 0
  for (const row of readXml(part, { take: (path) => path === 'worksheet/sheetData/row', skip: new Set(['rPh']) })) {
    const line = row.attributes.r === undefined ? last + 1 : Number(row.attributes.r)
    if (!Number.isInteger(line) || line <= last || line > ROWS_MAX)
      throw new SourceError(`got row "${row.attributes.r}" after row ${last}, expected a later one`, {
        file,
        line: last,
      })
    last = line
    const { texts, faults } = readCells(file, line, row, workbook)
    const places = [...texts.keys(), ...faults.keys()]
    if (places.length === 0) continue
    const reach = 1 + places.reduce((most, place) => Math.max(most, place))
    if (lines.length === 0) width = reach
    cells += Math.max(width, reach)
    if (cells > CELLS_MAX) throw new SourceError(`has more than ${CELLS_MAX} cells, expected no more`, { file, line })
    const fields = new Array<string>(Math.max(width, reach)).fill('')
    for (const [place, text] of texts) fields[place] = text
    lines.push({ line, fields, faults })
  }
  return lines
}

function readCells(file: string, line: number, row: XmlElement, workbook: Workbook): Cells {
  const cells: Cells = { line, texts: new Map(), faults: new Map() }
  let last = -1
  for (const cell of row.children) {
    if (cell.name !== 'c') continue
    const name = cell.attributes.r
    const place = name === undefined ? last + 1 : placeOf(name, line)
    if (place === undefined || place <= last || place >= COLUMNS_MAX)
      throw new SourceError(`got cell "${name?.slice(0, 20)}" here, expected a later one of row ${line}`, {
        file,
        line,
      })
    last = place
    const said = toText(cell, workbook)
    if (typeof said === 'string') {
      if (said !== '') cells.texts.set(place, said)
    } else if ('broken' in said) throw new SourceError(`${nameOf(place)}${line} ${said.broken}`, { file, line })
    else cells.faults.set(place, { ...said, message: `${nameOf(place)}${line} ${said.message}` })
  }
  return cells
}

/** `AB12` of row 12 → 27. */
function placeOf(name: string, line: number): number | undefined {
  const [, letters, row] = /^([A-Z]{1,3})(\d{1,7})$/.exec(name) ?? []
  if (letters === undefined || Number(row) !== line) return undefined
  return [...letters].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function nameOf(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26))
  return place < 26 ? letter : nameOf(Math.floor(place / 26) - 1) + letter
}
