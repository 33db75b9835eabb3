// Reads delimited text of millions of lines one record at a time. Only the file's bytes stay in memory.

import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { RAGGED_LINES_MAX } from '../constants.ts'
import { refuseWide } from './csv.ts'
import { type FetchedFile, SourceError } from './source.ts'
import { decodePieces, endsLine } from './text.ts'

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

/**
 * Throws SourceError for NUL bytes, bytes that are not UTF-8, broken quotes, a record over 1,000,000 characters or 100,000 fields,
 * over 10,000 ragged lines, and a file without a header or with a truncated last line.
 */
export async function* readCsvRows(file: Pick<FetchedFile, 'name' | 'bytes' | 'encoding'>): AsyncGenerator<CsvRow> {
  refuseWide(file, { delimiter: ',', quotes: true })
  // `pipeline` passes an error of one stream on to the other; `pipe` does not.
  const rows: AsyncIterable<{ record: string[]; info: { lines: number } }> = pipeline(
    Readable.from(decodePieces(file)),
    parse({ bom: true, info: true, relax_column_count: true, skip_empty_lines: true, max_record_size: RECORD_MAX }),
    () => {},
  )
  let places: ReadonlyMap<string, number> | undefined
  let [width, ragged] = [0, 0]
  let last: { line: number; fields: number } | undefined
  try {
    for await (const { record, info } of rows) {
      last = { line: info.lines, fields: record.length }
      if (places) {
        if (record.length !== width) ragged++
        if (ragged > RAGGED_LINES_MAX)
          throw new SourceError(`has more than ${RAGGED_LINES_MAX} lines up to here that do not have ${width} fields`, {
            file: file.name,
            line: info.lines,
          })
        yield { line: info.lines, places, fields: record.length === width ? record : undefined }
      } else {
        places = new Map(record.map((name, at) => [name.trim(), at]))
        width = record.length
      }
    }
  } catch (error) {
    // The parser's own message quotes the file, so it is not used.
    if (error instanceof CsvError)
      throw new SourceError(`cannot be read as comma-separated text up to here (${error.code})`, {
        file: file.name,
        line: typeof error.lines === 'number' ? error.lines : null,
      })
    throw error
  }
  if (last && last.fields < width && !endsLine(file.bytes))
    throw new SourceError('the file ends in the middle of this line; it may be truncated', {
      file: file.name,
      line: last.line,
    })
  if (!places) throw new SourceError('is empty, expected a header', { file: file.name })
}
