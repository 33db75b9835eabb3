// A file of rows to match, whatever its format.

import type { CsvJob, Job, LocatedBy } from './chunk.ts'

export type Format = 'csv' | 'parquet'

export interface TableFile {
  file: string
  format: Format
  columns: readonly string[]
  /** Of CSV alone. */
  header: CsvHeader | undefined
  /** The line of the first row; 1 if the format has no lines. */
  firstLine: number
  /** The sum of the sizes of all jobs. */
  size: number
  /** At least as many as there are jobs. */
  jobsMax: number
  /** The rows in order. Can be called once. */
  jobs(by: LocatedBy, wants: CsvJob['wants']): Iterable<Job> | AsyncIterable<Job>
  close(): Promise<void>
}

export interface CsvHeader {
  /** As in the file, latin1, with a byte order mark and without the line break. */
  text: string
  lineBreak: '\n' | '\r\n'
}

/** Undefined if the name has another ending than .csv or .parquet. */
export function formatOf(file: string): Format | undefined {
  const [, ending] = /\.(csv|parquet)$/i.exec(file) ?? []
  return ending === undefined ? undefined : ending.toLowerCase() === 'csv' ? 'csv' : 'parquet'
}
