// Reads the rows of a small Parquet file into plain records, within limits.

import { type Compressors, parquetMetadata, parquetReadObjects, snappyUncompress } from 'hyparquet'
import { type FetchedFile, type Sink, SourceError } from './source.ts'

/** All rows are in memory at once. The largest real file has 54,747. */
const ROWS_MAX = 1_000_000
/** Largest uncompressed page in bytes. Writers use 1 MiB. */
const PAGE_BYTES_MAX = 64 * 1024 * 1024

const COMPRESSORS: Compressors = {
  SNAPPY(input, length) {
    if (length > PAGE_BYTES_MAX) throw new Error(`a page claims ${length} bytes, expected at most ${PAGE_BYTES_MAX}`)
    const output = new Uint8Array(length)
    snappyUncompress(input, output)
    return output
  },
}

/**
 * Returns the named columns of every row; other columns are not read. Throws SourceError for a file that is not Parquet, a missing
 * column, more than 1,000,000 rows, a page over 64 MiB, and compression other than Snappy.
 */
export async function readParquet<Column extends string>(
  file: FetchedFile,
  columns: readonly Column[],
  sink: Pick<Sink, 'records'>,
): Promise<Record<Column, unknown>[]> {
  const bytes = Uint8Array.from(file.bytes).buffer
  try {
    const metadata = parquetMetadata(bytes)
    const held = metadata.schema.slice(1).map(({ name }) => name)
    const missing = columns.filter((column) => !held.includes(column))
    if (missing.length > 0)
      throw new SourceError(`has no column "${missing.join('", "')}"; it has "${held.slice(0, 60).join('", "')}"`, {
        file: file.name,
      })
    if (metadata.num_rows > ROWS_MAX)
      throw new SourceError(`has ${metadata.num_rows} rows, expected at most ${ROWS_MAX}`, { file: file.name })
    const rows = await parquetReadObjects({ file: bytes, metadata, columns: [...columns], compressors: COMPRESSORS })
    sink.records?.(file.name, rows.length)
    return rows.map((row) => pick(row, columns))
  } catch (error) {
    if (error instanceof SourceError) throw error
    const cause = error instanceof Error ? error.message : String(error)
    throw new SourceError(`cannot be read as Parquet: ${cause.slice(0, 200)}`, { file: file.name })
  }
}

function pick<Column extends string>(
  row: Readonly<Record<string, unknown>>,
  columns: readonly Column[],
): Record<Column, unknown> {
  return Object.assign({}, ...columns.map((column) => ({ [column]: row[column] })))
}
