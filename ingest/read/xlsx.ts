// Reads a sheet of an XLSX workbook into records with row numbers. Formulas are not computed, and their stored results are not used.

import { type ColumnOptions, type FieldFault, type SourceLine, toRecords } from './records.ts'
import { type FetchedFile, type Sink, SourceError } from './source.ts'
import { childrenOf, findChild, readXml, type XmlElement } from './xml.ts'
import { readZip } from './zip.ts'

// Converts a cell of an XLSX sheet to text.

/** Content that no program writes: the workbook is forged or damaged. `broken` is a predicate without a subject. */
interface Broken {
  broken: string
}

/** ECMA-376, part 1, 18.3.1.4: a cell's type; the value is in `v`, or in `is` for an inline string. */
function toText(
  cell: XmlElement,
  { strings, isDate, from1904 }: Pick<Workbook, 'strings' | 'isDate' | 'from1904'>,
): string | FieldFault | Broken {
  if (findChild(cell, 'f')) return { code: 'formula-cell', message: 'holds a formula, which is not computed' }
  const value = findChild(cell, 'v')?.text ?? ''
  const type = cell.attributes.t ?? 'n'
  const inline = findChild(cell, 'is')
  if (type === 'inlineStr') return inline ? textOfRuns(inline) : ''
  if (value === '') return ''
  switch (type) {
    case 's':
      return (
        (/^\d+$/.test(value) ? strings[Number(value)] : undefined) ?? {
          broken: `refers to string ${value.slice(0, 20)}, but the workbook has ${strings.length}`,
        }
      )
    case 'str':
    case 'd':
      return value
    case 'b':
      return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : { broken: `holds the boolean "${value.slice(0, 20)}"` }
    case 'e':
      return { code: 'error-cell', message: `holds the error ${value.slice(0, 20)}` }
    case 'n': {
      const number = Number(value)
      if (!Number.isFinite(number)) return { broken: `holds the number "${value.slice(0, 20)}"` }
      return isDate[Number(cell.attributes.s ?? 0)] ? toDate(number, from1904) : toNumber(value, number)
    }
    default:
      return { broken: `has the unknown cell type "${type.slice(0, 20)}"` }
  }
}

/** Programs write 0.9193 as `0.91930000000000001`. Long whole numbers stay unchanged. */
function toNumber(value: string, number: number): string {
  return /^-?\d+$/.test(value) ? value : String(number)
}

const DAY = 86_400
/** 9999-12-31 as a day number from 1900. */
const LAST = 2_958_465

/** `serial` is in days since the workbook's first; its fraction is the time of day. A fraction alone is a time. */
function toDate(serial: number, from1904: boolean): string | FieldFault {
  // Day 60 of the count from 1900 is February 29, 1900, which did not exist. Earlier days are off by one.
  if (serial < 0 || serial >= LAST + 1 || (Math.floor(serial) === 60 && !from1904))
    return { code: 'bad-date', message: `holds the day number ${serial}, which is not a valid date` }
  const seconds = Math.round(serial * DAY)
  const day = Math.floor(seconds / DAY)
  const first = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30)
  const [date = '', time = ''] = new Date(first + seconds * 1000).toISOString().slice(0, 19).split('T')
  if (day === 0 && !from1904) return time
  return time === '00:00:00' ? date : `${date}T${time}`
}

export interface XlsxOptions<Column extends string> extends ColumnOptions<Column> {
  /** The sheet's name. Default: the first sheet. */
  sheet?: string
  /** The first text of the header. Rows before it are left out. Default: the first row is the header. */
  begins?: string
}

/** Excel's own limits. */
const ROWS_MAX = 1_048_576
const COLUMNS_MAX = 16_384
/** Includes empty cells between and after the others. */
const CELLS_MAX = 20_000_000

/**
 * Yields the named columns as text: numbers in full, dates as `2024-11-05` or `2024-11-05T08:30:00`, booleans as TRUE and FALSE.
 * Skips rows without a value. A row is left out with an issue that names the cell if a needed cell holds a formula
 * (`formula-cell`), an error (`error-cell`) or an invalid date number (`bad-date`). Throws SourceError as readZip, readXml and
 * toRecords do, for forged workbooks, for cells out of order or outside the sheet, and for over 20,000,000 cells.
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
  const { begins } = options
  const rows = readRows(file.name, sheet.part, { workbook, begins })
  if (begins !== undefined && rows.length === 0)
    throw new SourceError(`its sheet "${sheet.name.slice(0, 60)}" has no row that begins with "${begins}"`, {
      file: file.name,
    })
  yield* toRecords(file.name, rows, options, sink)
}

/** The names of the sheets, in tab order. Throws SourceError as `readXlsx` does. */
export async function listSheets(file: FetchedFile): Promise<readonly string[]> {
  return readWorkbook(file, await readZip(file)).sheets.map(({ name }) => name)
}

/** All texts of a sheet, row by row. Empty if the workbook has no sheet of this name. Throws SourceError as `readXlsx` does. */
export async function readSheetTexts(file: FetchedFile, name: string): Promise<readonly string[]> {
  const workbook = readWorkbook(file, await readZip(file))
  const sheet = workbook.sheets.find((one) => one.name === name)
  const lines = sheet ? readRows(file.name, sheet.part, { workbook, begins: undefined }) : []
  return lines.flatMap(({ fields }) => fields.filter((text) => text !== ''))
}

interface Cells {
  line: number
  /** Keyed by column position. */
  texts: Map<number, string>
  faults: Map<number, FieldFault>
}

/** Rows are as wide as the first row with content; wider rows keep their width. @param begins the first text of the first row */
function readRows(
  file: string,
  part: FetchedFile,
  { workbook, begins }: { workbook: Workbook; begins: string | undefined },
): SourceLine[] {
  const lines: SourceLine[] = []
  let last = 0
  let width = 0
  let cells = 0
  for (const row of readXml(part, { take: (path) => path === 'worksheet/sheetData/row', skip: new Set(['rPh']) })) {
    const line = row.attributes.r === undefined ? last + 1 : Number(row.attributes.r)
    if (!Number.isInteger(line) || line <= last || line > ROWS_MAX)
      throw new SourceError(`got row "${row.attributes.r}" after row ${last}, expected a higher number`, {
        file,
        line: last,
      })
    last = line
    const { texts, faults } = readCells(file, line, row, workbook)
    const places = [...texts.keys(), ...faults.keys()]
    if (places.length === 0) continue
    if (lines.length === 0 && begins !== undefined && texts.get(places[0] ?? 0)?.trim() !== begins) continue
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
      throw new SourceError(`got cell "${name?.slice(0, 20)}", expected a later cell of row ${line}`, {
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

// The parts of an XLSX workbook that cells refer to: sheets, shared strings, and the styles that mark a number as a date.

/** Largest unpacked part of the package. Excel's own limits allow little more. */
const PART_BYTES_MAX = 256 * 1024 * 1024
const SHEETS_MAX = 1000

interface Workbook {
  /** In tab order. */
  sheets: readonly { name: string; part: FetchedFile }[]
  strings: readonly string[]
  /** Indexed by a cell's `s`. */
  isDate: readonly boolean[]
  /** True if days are counted from 1904. */
  from1904: boolean
}

/**
 * @param parts of the package, by name. Throws SourceError for missing or forged parts, and for relations that point outside the
 * package.
 */
function readWorkbook(file: FetchedFile, parts: ReadonlyMap<string, Uint8Array>): Workbook {
  const part = (name: string): FetchedFile | undefined => {
    const bytes = parts.get(name)
    if (bytes && bytes.length > PART_BYTES_MAX)
      throw new SourceError(`${name} has ${bytes.length} bytes, expected at most ${PART_BYTES_MAX}`, {
        file: file.name,
      })
    return bytes && { name: `${file.name}/${name}`, url: file.url, bytes }
  }
  const book = part('xl/workbook.xml')
  const relations = part('xl/_rels/workbook.xml.rels')
  if (!book || !relations)
    throw new SourceError('has no xl/workbook.xml with its relations, expected an XLSX workbook', { file: file.name })
  const targets = readTargets(relations)
  const sheets: { name: string; part: FetchedFile }[] = []
  let from1904 = false
  for (const { name, attributes } of elementsOf(book, ['workbook/workbookPr', 'workbook/sheets/sheet'])) {
    if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
    else sheets.push(toSheet(attributes, targets, part, file))
    if (sheets.length > SHEETS_MAX)
      throw new SourceError(`has more than ${SHEETS_MAX} sheets, expected no more`, { file: file.name })
  }
  const strings = part('xl/sharedStrings.xml')
  const styles = part('xl/styles.xml')
  return {
    sheets,
    from1904,
    strings: strings ? Array.from(elementsOf(strings, ['sst/si'], new Set(['rPh'])), textOfRuns) : [],
    isDate: styles ? readDateStyles(styles) : [],
  }
}

function toSheet(
  attributes: XmlElement['attributes'],
  targets: ReadonlyMap<string, string>,
  part: (name: string) => FetchedFile | undefined,
  file: FetchedFile,
): Workbook['sheets'][number] {
  const [, id = ''] = Object.entries(attributes).find(([name]) => /^\w+:id$/.test(name)) ?? []
  const target = targets.get(id) ?? ''
  const found = part(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  const name = attributes.name ?? ''
  if (!found)
    throw new SourceError(`has no part for the sheet "${name.slice(0, 60)}", expected one`, { file: file.name })
  return { name, part: found }
}

function readTargets(relations: FetchedFile): Map<string, string> {
  const targets = new Map<string, string>()
  for (const { attributes } of elementsOf(relations, ['Relationships/Relationship']))
    if (attributes.TargetMode !== 'External') targets.set(attributes.Id ?? '', attributes.Target ?? '')
  return targets
}

/** A string's text; the text of its runs, if it has some. */
function textOfRuns(string: XmlElement): string {
  const runs = [string, ...childrenOf(string, 'r')].map((run) => findChild(run, 't')?.text ?? '')
  // Characters that XML cannot hold are written as _x000D_.
  return runs
    .join('')
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** ECMA-376, part 1, 18.8.30: date formats that a workbook need not define. */
const BUILT_IN_DATES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])

function readDateStyles(styles: FetchedFile): boolean[] {
  const dates = new Set(BUILT_IN_DATES)
  const isDate: boolean[] = []
  for (const { name, attributes } of elementsOf(styles, ['styleSheet/numFmts/numFmt', 'styleSheet/cellXfs/xf'])) {
    const id = Number(attributes.numFmtId ?? 0)
    if (name === 'xf') isDate.push(dates.has(id))
    else if (isDateFormat(attributes.formatCode ?? '')) dates.add(id)
    else dates.delete(id)
  }
  return isDate
}

/** Looks for letters of dates and times outside of quotes, escapes, colors and conditions; `[h]` counts hours. */
function isDateFormat(code: string): boolean {
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^[\]]*\]/gi, '')
  return /[dmyhs]/i.test(bare)
}

/** Yields one at a time: a small workbook can hold millions of empty ones. */
function elementsOf(
  part: FetchedFile,
  paths: readonly string[],
  skip: ReadonlySet<string> = new Set(),
): Generator<XmlElement> {
  return readXml(part, { take: (path) => paths.includes(path), skip })
}
