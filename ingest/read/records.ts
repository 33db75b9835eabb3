// Converts lines of fields to records: checks the columns of a file and decides which lines are usable.

import { findNear } from '../../data/schema/edit-distance.ts'
import { type Sink, SourceError } from './source.ts'

export interface ColumnOptions<Column extends string> {
  /** The columns that the reader needs. Without a header, the names of the fields in order. */
  columns: readonly Column[]
  /** The columns that a header may lack; their fields are then empty. */
  optional?: readonly Column[]
  /** True if the first line names the columns. Default: true. */
  header?: boolean
  /** True if the layout may have unlisted columns. Otherwise each one gives an issue. */
  allowExtra?: boolean
  /** True if the file has personal data, which messages must not quote: a line of people may stand in place of the header. */
  discreet?: boolean
  /** Said of a first line with fewer texts than the reader needs columns. */
  advice?: string | undefined
}

export interface SourceLine {
  line: number
  fields: readonly string[]
  /** Set if the line cannot be split into fields; `fields` is then empty. */
  broken?: FieldFault
  /** Unusable fields by position. A line is left out if the reader needs one of them. */
  faults?: ReadonlyMap<number, FieldFault>
}

export interface FieldFault {
  /** The code of the issue. */
  code: string
  /** The content of the field, without the consequence for the line. */
  message: string
}

/** True if a line has too many or too few fields. @param width the fields of the header, or else the number of columns */
export function isRagged(
  fields: number,
  width: number,
  { header = true, allowExtra = false }: ColumnOptions<string>,
): boolean {
  return fields !== width && (header || !allowExtra || fields < width)
}

/**
 * Yields the named columns. A line with too many or too few fields gives an issue `ragged-line`; a fault in a named column gives an
 * issue with the fault's code, and so does a line that cannot be split. These lines are left out. Throws SourceError for a missing column and for an empty file.
 */
export function* toRecords<Column extends string>(
  file: string,
  lines: readonly SourceLine[],
  options: ColumnOptions<Column>,
  sink: Pick<Sink, 'issue' | 'records'>,
): Generator<{ line: number; record: Record<Column, string> }> {
  const { columns, header = true, allowExtra = false } = options
  const first = lines[0]
  if (!first)
    throw new SourceError(`is empty, expected ${header ? 'a header with' : 'lines of'} ${list(columns)}`, { file })
  const places = header ? findColumns(first, file, options) : columns.map((_, index) => index)
  if (header && !allowExtra) reportExtra(first, file, columns, sink)
  const data = header ? lines.slice(1) : lines
  sink.records?.(file, data.length)
  const width = header ? first.fields.length : columns.length
  for (const { line, fields, broken, faults } of data) {
    const refuse = (field: string | null, code: string, message: string) =>
      sink.issue({ file, line, field, code, value: null, message, severity: 'refused' })
    if (broken) {
      refuse(null, broken.code, `${broken.message}; the line is left out`)
      continue
    }
    if (isRagged(fields.length, width, options)) {
      refuse(null, 'ragged-line', `got ${fields.length} fields, expected ${width}; the line is left out`)
      continue
    }
    const place = places.find((at) => faults?.has(at)) ?? -1
    const fault = faults?.get(place)
    if (fault) {
      refuse(columns[places.indexOf(place)] ?? null, fault.code, `${fault.message}; the line is left out`)
      continue
    }
    const record = Object.fromEntries(columns.map((column, index) => [column, fields[places[index] ?? -1] ?? '']))
    if (hasColumns(record, columns)) yield { line, record }
  }
}

export function hasColumns<Column extends string>(
  record: Partial<Record<string, string>>,
  columns: readonly Column[],
): record is Record<Column, string> {
  return columns.every((column) => record[column] !== undefined)
}

/** `Name` and `Name of Candidate` */
const NEAR_MIN = 0.3

/** @returns the position of each column; -1 for an optional one that the header lacks */
function findColumns(
  header: SourceLine,
  file: string,
  { columns, optional = [], discreet = false, advice }: ColumnOptions<string>,
): number[] {
  const names = header.fields.map((name) => name.trim())
  const missing = columns.filter((column) => !names.includes(column) && !optional.includes(column))
  if (missing.length > 0) {
    // A line of people has none of the columns, and nothing of it is quoted.
    const others = discreet && missing.length === columns.length ? [] : names.filter((name) => !columns.includes(name))
    const near = missing.flatMap((column) => {
      const [name] = findNear(column, others, 1, NEAR_MIN)
      return name === undefined ? [] : `; the nearest to "${column}" is "${name.slice(0, 60)}"`
    })
    const isShort = names.filter((name) => name !== '').length < columns.length
    throw new SourceError(
      `has no column ${list(missing)}; its header ${discreet ? `has ${names.length} fields` : `names ${list(names)}`}${near.join('')}${isShort && advice !== undefined ? `; ${advice}` : ''}`,
      { file, line: header.line },
    )
  }
  const twice = columns.filter((column) => names.indexOf(column) !== names.lastIndexOf(column))
  if (twice.length > 0)
    throw new SourceError(`repeats the column ${list(twice)}, expected it once`, { file, line: header.line })
  return columns.map((column) => names.indexOf(column))
}

function reportExtra(header: SourceLine, file: string, columns: readonly string[], sink: Pick<Sink, 'issue'>): void {
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

function list(names: readonly string[]): string {
  const shown = names.slice(0, 60).map((name) => `"${name.slice(0, 60)}"`)
  return shown.join(', ') + (names.length > shown.length ? ` and ${names.length - shown.length} more` : '')
}
