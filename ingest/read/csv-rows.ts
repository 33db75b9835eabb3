// Delimited text of millions of lines: one record at a time, so that the file's bytes are all that is held.

import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type FetchedFile, SourceError } from '../source.ts'

const CHUNK_BYTES = 1 << 16
const RECORD_MAX = 1_000_000

export interface CsvRow {
  /** On which the record ends. */
  line: number
  /** Where the header has each name: the same for all rows. */
  places: ReadonlyMap<string, number>
  /** Undefined for a line that has too many or too few fields. */
  fields: readonly string[] | undefined
}

/** Throws SourceError for bytes that are not UTF-8, broken quotes, and a file without a header. */
export async function* readCsvRows(file: Pick<FetchedFile, 'name' | 'bytes'>): AsyncGenerator<CsvRow> {
  // The pipeline passes a fault of the one on to the other, which `pipe` does not.
  const rows: AsyncIterable<{ record: string[]; info: { lines: number } }> = pipeline(
    Readable.from(decode(file)),
    parse({ bom: true, info: true, relax_column_count: true, skip_empty_lines: true, max_record_size: RECORD_MAX }),
    () => {},
  )
  let places: ReadonlyMap<string, number> | undefined
  let width = 0
  try {
    for await (const { record, info } of rows) {
      if (places) yield { line: info.lines, places, fields: record.length === width ? record : undefined }
      else {
        places = new Map(record.map((name, at) => [name.trim(), at]))
        width = record.length
      }
    }
  } catch (error) {
    // Its own sentence quotes the file.
    if (error instanceof CsvError)
      throw new SourceError(`cannot be read as comma-separated text (${error.code})`, { file: file.name })
    throw error
  }
  if (!places) throw new SourceError('is empty, expected a header', { file: file.name })
}

function* decode({ name, bytes }: Pick<FetchedFile, 'name' | 'bytes'>): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
      yield decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream: true })
    yield decoder.decode()
  } catch {
    throw new SourceError('got a byte that is not UTF-8, expected utf-8 throughout', { file: name })
  }
}
