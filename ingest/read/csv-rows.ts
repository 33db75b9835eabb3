// Reads delimited text of millions of lines one record at a time. Only the file's bytes stay in memory.

import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { isQuoteFault, RAGGED_LINES_MAX, refuseWide, splitRecords, UNCLOSED } from './csv.ts'
import { type FetchedFile, SourceError } from './source.ts'
import { decodePieces, endsLine, lineAt } from './text.ts'

/** Most characters in one record. */
const RECORD_MAX = 1_000_000

export interface CsvRow {
  /** The line on which the record ends. */
  line: number
  /** The position of each column name in the header; the same object for all rows. */
  places: ReadonlyMap<string, number>
  /** Undefined for a line with too many or too few fields. */
  fields: readonly string[] | undefined
}

interface RecordLine {
  fields: string[]
  /** The line on which it ends. */
  line: number
  /** True if a quote is wrong; `fields` is then empty. */
  broken?: boolean
}

/**
 * A line with a wrong quote counts as one with too many or too few fields. Throws SourceError for NUL bytes, bytes that are not UTF-8, a
 * wrong quote in the header, a record over 1,000,000 characters or 100,000 fields, over 10,000 ragged lines, and a file without a header or
 * with a truncated last line.
 */
export async function* readCsvRows(file: Pick<FetchedFile, 'name' | 'bytes' | 'encoding'>): AsyncGenerator<CsvRow> {
  refuseWide(file, { delimiter: ',', quotes: true })
  let places: ReadonlyMap<string, number> | undefined
  let [width, ragged] = [0, 0]
  let last: RecordLine | undefined
  for await (const record of readRecords(file)) {
    const { fields, line } = record
    last = record
    if (places) {
      if (fields.length !== width) ragged++
      if (ragged > RAGGED_LINES_MAX)
        throw new SourceError(`has more than ${RAGGED_LINES_MAX} lines up to here that do not have ${width} fields`, {
          file: file.name,
          line,
        })
      yield { line, places, fields: fields.length === width ? fields : undefined }
    } else {
      places = new Map(fields.map((name, at) => [name.trim(), at]))
      width = fields.length
    }
  }
  if (last && last.fields.length < width && !last.broken && !endsLine(file.bytes))
    throw new SourceError('the file ends in the middle of this line; it may be truncated', {
      file: file.name,
      line: last.line,
    })
  if (!places) throw new SourceError('is empty, expected a header', { file: file.name })
}

/** After a wrong quote, which the parser does not survive, the lines are split by csv-quotes.ts. */
async function* readRecords(file: Pick<FetchedFile, 'name' | 'bytes' | 'encoding'>): AsyncGenerator<RecordLine> {
  // `pipeline` passes an error of one stream on to the other; `pipe` does not.
  const rows: AsyncIterable<{ record: string[]; info: { lines: number; bytes: number } }> = pipeline(
    Readable.from(decodePieces(file)),
    parse({ bom: true, info: true, relax_column_count: true, skip_empty_lines: true, max_record_size: RECORD_MAX }),
    () => {},
  )
  const read = { bytes: 0 }
  try {
    for await (const { record, info } of rows) {
      yield { fields: record, line: info.lines }
      read.bytes = info.bytes
    }
  } catch (error) {
    // The parser's own message quotes the file, so it is not used.
    if (!(error instanceof CsvError)) throw error
    const stop = (line: number | null): SourceError =>
      new SourceError(`cannot be read as comma-separated text up to here (${error.code})`, { file: file.name, line })
    if (!isQuoteFault(error.code)) throw stop(typeof error.lines === 'number' ? error.lines : null)
    yield* splitRest(file, read, stop)
  }
}

/** @param read how much the parser has given: it drops what it has read beyond that */
function* splitRest(
  file: Pick<FetchedFile, 'name' | 'bytes' | 'encoding'>,
  read: { bytes: number },
  stop: (line: number) => SourceError,
): Generator<RecordLine> {
  const bytes = Buffer.concat([...decodePieces(file)].map((piece) => Buffer.from(piece)))
  let at = { line: 1, offset: 0 }
  for (const { start, end, fields, fault } of splitRecords(bytes, ',', read.bytes)) {
    at = { line: lineAt(bytes, end, at), offset: end }
    if (fault === undefined ? end - start > RECORD_MAX : start === 0 || (fault === UNCLOSED && end === bytes.length))
      throw stop(at.line)
    yield { fields, line: at.line, broken: fault !== undefined }
  }
}
