// Reads delimited text into records, each with the line on which it begins.

import { CsvError, parse } from 'csv-parse/sync'
import type { z } from 'zod'
import { readProjectFile } from '../../data/store/paths.ts'
import { type ColumnOptions, isRagged, type SourceLine, toRecords } from './records.ts'
import { type FetchedFile, type Sink, SourceError, type TextEncoding } from './source.ts'
import { decodeText, endsLine, lineAt } from './text.ts'

/** @setting Most lines whose number of fields differs from the header's. More mean another layout. */
export const RAGGED_LINES_MAX = 10_000

/** Most fields of one record. */
const WIDTH_MAX = 100_000

/**
 * Runs before parsing, because the parser holds all fields of a record: a file of delimiters has as many fields as bytes. Throws
 * SourceError with the line for a record of over 100,000 fields.
 * @param quotes false if quotes are plain characters
 */
export function refuseWide(
  { name, bytes }: { name: string; bytes: Uint8Array },
  { delimiter, quotes }: { delimiter: string; quotes: boolean },
): void {
  const separator = delimiter.charCodeAt(0)
  let [quoted, fields] = [false, 1]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) quoted = quotes && !quoted
    else if (quoted) continue
    else if (byte === LF || byte === CR) fields = 1
    else if (byte === separator && ++fields > WIDTH_MAX)
      throw new SourceError(`has more than ${WIDTH_MAX} fields in one record, expected no more`, {
        file: name,
        line: lineAt(bytes, at),
      })
  }
}

export interface CsvOptions<Column extends string> extends ColumnOptions<Column> {
  /** Default: `,`. */
  delimiter?: string
  /** Default: `utf-8`. */
  encoding?: TextEncoding
  /** False if quotes are plain characters, as in some tab-separated files. Default: true. */
  quotes?: boolean
  /** True if a line may lack its last field, or have empty fields after it. */
  looseEnd?: boolean
  /** True if a wrong quote stops the file. Default: it costs its line. */
  stopsAtQuote?: boolean
}

/** Most characters in one record; guards against a quote that is never closed. */
const RECORD_MAX = 1_000_000
/** All records are in memory at once. The largest real file has 40,000 lines and 500,000 fields. */
const LINES_MAX = 1_000_000
const FIELDS_MAX = 5_000_000

/**
 * Yields the named columns unchanged and untrimmed. records.ts defines the issues; a line with a wrong quote gives an issue
 * `broken-quote`, and the next line is read as if it began a record. Throws SourceError for a missing column, a wrong quote in the
 * header, a record over 1,000,000 characters or 100,000 fields, over 1,000,000 lines, 5,000,000 fields or 10,000 ragged lines, a file
 * without lines or with a truncated last line, and text that is not in the declared encoding.
 */
export function readCsv<Column extends string>(
  file: FetchedFile,
  options: CsvOptions<Column>,
  sink: Pick<Sink, 'issue' | 'records'>,
): Generator<{ line: number; record: Record<Column, string> }> {
  return toRecords(file.name, parseLines(file, options), options, sink)
}

function parseLines(file: FetchedFile, options: CsvOptions<string>): SourceLine[] {
  const bytes = Buffer.from(decodeText(file, options.encoding))
  refuseWide({ name: file.name, bytes }, { delimiter: options.delimiter ?? ',', quotes: options.quotes !== false })
  const lines: SourceLine[] = []
  const widthOf = (fields: readonly string[]): number =>
    options.header === false ? options.columns.length : (lines[0]?.fields ?? fields).length
  let [count, ragged] = [0, 0]
  let at = { line: 1, offset: 0 }
  const stop = (most: string): never => {
    throw new SourceError(`has more than ${most} up to here, expected no more`, { file: file.name, line: at.line })
  }
  const add = (fields: string[], broken?: string): void => {
    const width = widthOf(fields)
    if (options.looseEnd) fitEnd(fields, width)
    count += fields.length
    if (broken !== undefined || isRagged(fields.length, width, options)) ragged++
    if (ragged > RAGGED_LINES_MAX) stop(`${RAGGED_LINES_MAX} lines that do not have ${width} fields`)
    if (count > FIELDS_MAX) stop(`${FIELDS_MAX} fields`)
    if (lines.length === LINES_MAX) stop(`${LINES_MAX} lines`)
    const fault = broken === undefined ? {} : { broken: { code: 'broken-quote', message: broken } }
    // Copied, because the parser's list has capacity for at least 17 fields.
    if (fields.length !== 1 || fields[0] !== '') lines.push({ line: at.line, fields: fields.slice(), ...fault })
  }
  try {
    parse(bytes, {
      bom: false,
      delimiter: options.delimiter ?? ',',
      quote: options.quotes === false ? null : '"',
      escape: options.quotes === false ? null : '"',
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: RECORD_MAX,
      // csv-parse counts a CRLF inside quotes twice, so lines are counted from its byte offsets.
      on_record: (fields: string[], { bytes: end }) => {
        at = passLineEnds(bytes, at)
        add(fields)
        at = { line: lineAt(bytes, end, at), offset: end }
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const from = passLineEnds(bytes, at)
    // A wrong quote costs its line. In a header it stops the file, and so does a field that is too long without one.
    if (options.stopsAtQuote || !isQuoteFault(error.code) || (lines.length === 0 && options.header !== false))
      throw new SourceError(explain(error), { file: file.name, line: from.line })
    for (const { start, end, fields, fault } of splitRecords(bytes, options.delimiter ?? ',', from.offset)) {
      at = { line: lineAt(bytes, start, at), offset: start }
      if (end - start > RECORD_MAX && fault === undefined)
        throw new SourceError(explain(error), { file: file.name, line: at.line })
      if (fault === UNCLOSED && end === bytes.length) throw cutAt(file, at.line)
      add(fields, fault)
    }
  }
  const last = lines.at(-1)
  if (last && !last.broken && last.fields.length < widthOf(last.fields) && !endsLine(bytes))
    throw cutAt(file, last.line)
  return lines
}

function cutAt({ name }: FetchedFile, line: number): SourceError {
  return new SourceError('the file ends in the middle of this line; it may be truncated', { file: name, line })
}

function fitEnd(fields: string[], width: number): void {
  while (fields.length > width && fields.at(-1) === '') fields.pop()
  if (fields.length === width - 1) fields.push('')
}

/** The start of the next record after `from` and any blank lines. */
function passLineEnds(bytes: Uint8Array, from: { line: number; offset: number }): { line: number; offset: number } {
  let { offset } = from
  while (bytes[offset] === 10 || bytes[offset] === 13) offset++
  return { line: lineAt(bytes, offset, from), offset }
}

/** Replaces csv-parse's own message, which quotes the file. */
function explain(error: CsvError): string {
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'the record that begins here has a quote that is never closed'
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'the record that begins here has a closing quote without a delimiter after it'
    case 'INVALID_OPENING_QUOTE':
      return 'the record that begins here has an opening quote in the middle of a field'
    case 'CSV_MAX_RECORD_SIZE':
      return `the record that begins here is longer than ${RECORD_MAX} characters; a quote or the delimiter may be wrong`
    default:
      return `cannot be read as delimited text (${error.code})`
  }
}

// Splits delimited text of which a quote is wrong, so that it costs its line and not the file: the parser itself cannot go on after it.

const [QUOTE, LF, CR] = [0x22, 10, 13]
/** Most bytes of a quoted field: a quote that closes later was not meant to. */
const QUOTED_MAX = 1_000_000

/** The fault of a last line that a cut file has. */
export const UNCLOSED = 'has a quote that is never closed'

/** The parser's codes for a wrong quote; one that is never closed makes a record of everything after it. */
const CODES: readonly string[] = [
  'CSV_INVALID_CLOSING_QUOTE',
  'CSV_MAX_RECORD_SIZE',
  'CSV_QUOTE_NOT_CLOSED',
  'INVALID_OPENING_QUOTE',
]

export function isQuoteFault(code: string): boolean {
  return CODES.includes(code)
}

interface SplitRecord {
  /** Offsets of its first byte, and of the byte after its last; line ends do not count. */
  start: number
  end: number
  fields: string[]
  /** Why it cannot be split, for a message; `fields` is then empty. */
  fault?: string
}

/**
 * Yields the records, without empty lines. A record with a wrong quote ends with the line on which it begins: the next line is read as a
 * record of its own.
 * @param bytes in an encoding that is ASCII's for ASCII @param start where a record begins
 */
export function* splitRecords(bytes: Buffer, delimiter: string, start = 0): Generator<SplitRecord> {
  const separator = delimiter.charCodeAt(0)
  for (let at = start; at < bytes.length; ) {
    if (bytes[at] === LF || bytes[at] === CR) {
      at++
      continue
    }
    const record = splitOne(bytes, separator, at)
    yield record
    at = record.end
  }
}

function splitOne(bytes: Buffer, separator: number, start: number): SplitRecord {
  const fields: string[] = []
  const broken = (fault: string): SplitRecord => ({ start, end: endOfLine(bytes, start), fields: [], fault })
  for (let at = start; ; at++) {
    const quoted = bytes[at] === QUOTE
    const end = quoted ? endOfQuoted(bytes, at) : endOfPlain(bytes, at, separator)
    if (end < 0) return broken(quoted ? UNCLOSED : 'has a quote in the middle of a field')
    const next = bytes[end]
    const ends = next === undefined || next === LF || next === CR
    if (!ends && next !== separator) return broken('has a closing quote without a delimiter after it')
    const text = bytes.toString('utf8', quoted ? at + 1 : at, quoted ? end - 1 : end)
    fields.push(quoted ? text.replaceAll('""', '"') : text)
    if (ends) return { start, end, fields }
    at = end
  }
}

/** The position after the closing quote; -1 if there is none in the permitted length. */
function endOfQuoted(bytes: Buffer, start: number): number {
  const within = bytes.subarray(start, start + QUOTED_MAX)
  for (let at = within.indexOf(QUOTE, 1); at >= 0; at = within.indexOf(QUOTE, at + 2))
    if (bytes[start + at + 1] !== QUOTE) return start + at + 1
  return -1
}

/** -1 if there is a quote before its end. */
function endOfPlain(bytes: Buffer, start: number, separator: number): number {
  for (let at = start; ; at++) {
    const byte = bytes[at]
    if (byte === undefined || byte === separator || byte === LF || byte === CR) return at
    if (byte === QUOTE) return -1
  }
}

function endOfLine(bytes: Buffer, start: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++
  return at
}

/** The rows of a table of the project, with named columns. Throws SourceError, with file and line, for a row of another form. */
export function readOwnTable<Row>(row: z.ZodType<Row>, ...path: readonly string[]): Row[] {
  return parse(readProjectFile(...path), { columns: true }).map((found: unknown, at: number) => {
    const parsed = row.safeParse(found)
    if (parsed.success) return parsed.data
    const [first] = parsed.error.issues
    throw new SourceError(`${first?.path.join('.')}: ${first?.message}`, { file: path.at(-1) ?? '', line: at + 2 })
  })
}
