// Delimited text to records, each with the line of the file that it begins on.

import { CsvError, parse } from 'csv-parse/sync'
import { type FetchedFile, type Sink, SourceError } from '../source.ts'
import { decodeText, type Encoding, lineAt } from './text.ts'

export interface CsvOptions<Column extends string> {
  /** The columns that the reader needs; without a header, the names of the fields in order. */
  columns: readonly Column[]
  /** Those of `columns` that a header may lack; their fields are then empty. */
  optional?: readonly Column[]
  /** Default `,`. */
  delimiter?: string
  /** Whether the first line names the columns; default true. */
  header?: boolean
  /** Default `utf-8`. */
  encoding?: Encoding
  /** Whether columns that are not named here belong to the layout; else each is an issue. */
  allowExtra?: boolean
  /** False where quotes are plain characters, as in some tab-separated files; default true. */
  quotes?: boolean
}

/** Characters in one record; guards against a quote that is never closed. */
const RECORD_MAX = 1_000_000

interface Line {
  line: number
  fields: string[]
}

/**
 * Yields the named columns as they are written, untrimmed. A line with too many or too few fields is an issue
 * `ragged-line` and left out; blank lines are passed over. Throws SourceError for a missing column, a broken quote, a
 * record over 1,000,000 characters, a file without a line, and text that is not in the declared encoding.
 */
export function* readCsv<Column extends string>(
  file: FetchedFile,
  options: CsvOptions<Column>,
  sink: Pick<Sink, 'issue' | 'records'>,
): Generator<{ line: number; record: Record<Column, string> }> {
  const { columns, header = true, allowExtra = false } = options
  const lines = parseLines(file, options)
  const first = lines[0]
  if (!first)
    throw new SourceError(`is empty, expected ${header ? 'a header with' : 'lines of'} ${list(columns)}`, {
      file: file.name,
    })
  const places = header ? findColumns(first, file.name, options) : columns.map((_, index) => index)
  if (header && !allowExtra) reportExtra(first, file.name, columns, sink)
  const data = header ? lines.slice(1) : lines
  sink.records?.(file.name, data.length)
  const width = header ? first.fields.length : columns.length
  for (const { line, fields } of data) {
    const fits = fields.length === width || (!header && allowExtra && fields.length > width)
    if (!fits) {
      sink.issue({
        file: file.name,
        line,
        field: null,
        code: 'ragged-line',
        value: null,
        message: `got ${fields.length} fields, expected ${width}; the line is left out`,
        severity: 'refused',
      })
      continue
    }
    const record = Object.fromEntries(columns.map((column, index) => [column, fields[places[index] ?? -1] ?? '']))
    if (hasColumns(record, columns)) yield { line, record }
  }
}

function hasColumns<Column extends string>(
  record: Partial<Record<string, string>>,
  columns: readonly Column[],
): record is Record<Column, string> {
  return columns.every((column) => record[column] !== undefined)
}

/** @returns where each column stands; -1 for an optional one that the header lacks. */
function findColumns(
  header: Line,
  file: string,
  { columns, optional = [] }: { columns: readonly string[]; optional?: readonly string[] },
): number[] {
  const names = header.fields.map((name) => name.trim())
  const missing = columns.filter((column) => !names.includes(column) && !optional.includes(column))
  if (missing.length > 0)
    throw new SourceError(`has no column ${list(missing)}; its header names ${list(names)}`, {
      file,
      line: header.line,
    })
  const twice = columns.filter((column) => names.indexOf(column) !== names.lastIndexOf(column))
  if (twice.length > 0)
    throw new SourceError(`names the column ${list(twice)} twice, expected once`, { file, line: header.line })
  return columns.map((column) => names.indexOf(column))
}

function reportExtra(header: Line, file: string, columns: readonly string[], sink: Pick<Sink, 'issue'>): void {
  const known = new Set<string>(columns)
  for (const name of header.fields.map((field) => field.trim())) {
    if (known.has(name)) continue
    sink.issue({
      file,
      line: header.line,
      field: name.slice(0, 100),
      code: 'unknown-column',
      value: null,
      message: 'the header names a column that this layout does not have; it is not read',
      severity: 'ignored',
    })
  }
}

function parseLines(file: FetchedFile, options: CsvOptions<string>): Line[] {
  const bytes = Buffer.from(decodeText(file, options.encoding))
  const lines: Line[] = []
  let at = { line: 1, offset: 0 }
  try {
    parse(bytes, {
      bom: false,
      delimiter: options.delimiter ?? ',',
      quote: options.quotes === false ? null : '"',
      escape: options.quotes === false ? null : '"',
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: RECORD_MAX,
      // csv-parse counts a CRLF inside quotes twice, so lines are counted from its byte offsets.
      on_record: (fields: string[], { bytes: end }) => {
        if (fields.length > 1 || fields[0] !== '') lines.push({ line: at.line, fields })
        at = { line: lineAt(bytes, end, at), offset: end }
        return null
      },
    })
  } catch (error) {
    if (error instanceof CsvError) throw new SourceError(explain(error), { file: file.name, line: at.line })
    throw error
  }
  return lines
}

/** Without csv-parse's own sentence, which quotes the file. */
function explain(error: CsvError): string {
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a quote opens in the record that begins here and is never closed'
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'in the record that begins here a quote closes in the middle of a field, expected a delimiter after it'
    case 'INVALID_OPENING_QUOTE':
      return 'in the record that begins here a quote opens in the middle of a field, expected it at the beginning'
    case 'CSV_MAX_RECORD_SIZE':
      return `the record that begins here is longer than ${RECORD_MAX} characters: a quote or the delimiter is wrong`
    default:
      return `cannot be read as delimited text (${error.code})`
  }
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, 60).map((name) => `"${name.slice(0, 60)}"`)
  return shown.join(', ') + (names.length > shown.length ? ` and ${names.length - shown.length} more` : '')
}
