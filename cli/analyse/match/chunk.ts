// A file of rows to match, whatever its format; the chunks of its rows, which are jobs for a worker; and their answers.

import type { Answer, LocatingColumn } from './answer.ts'

/** Positions of the columns that locate a row. */
export type LocatedBy = { lat: number; lng: number } | { address: number }

export interface CsvJob {
  kind: 'csv'
  /** Whole rows, latin1. */
  text: string
  /** Columns of each row. */
  fields: number
  by: LocatedBy
  /** `text`: the rows with the new fields. `numbers`: the number of each row's answer. */
  wants: 'text' | 'numbers'
}

/** Values of the locating columns, row by row; null if missing. A latitude or longitude that is no number is NaN. */
export interface ValuesJob {
  kind: 'values'
  values: { lat: readonly (number | null)[]; lng: readonly (number | null)[] } | { address: readonly (string | null)[] }
}

export type Job = CsvJob | ValuesJob

export interface Counts {
  rows: number
  exact: number
  rejected: number
}

interface Reject {
  /** Lines of the chunk before the row; rows, if it has no lines. */
  line: number
  column: LocatingColumn
  reason: string
}

export interface NumberedAnswer {
  number: number
  answer: Answer
}

export interface Chunk extends Counts {
  /** The rows with the new fields; empty unless the job wants them. */
  bytes: Uint8Array<ArrayBuffer>
  /** The number of each row's answer; empty unless the job wants them. */
  numbers: number[]
  /** Answers with a number that no earlier chunk of the worker had. */
  answers: NumberedAnswer[]
  /** Lines, or rows if the chunk has no lines. */
  lines: number
  /** The size of the job: characters of text, or rows. */
  size: number
  rejects: Reject[]
  /** The first row with another number of fields than the job's; the rows after it are not answered. */
  misshapen: { line: number; fields: number } | undefined
}

const NO_BYTES = new Uint8Array(0)

export function createChunk(size: number): Chunk {
  return {
    size,
    rows: 0,
    exact: 0,
    rejected: 0,
    lines: 0,
    bytes: NO_BYTES,
    numbers: [],
    answers: [],
    rejects: [],
    misshapen: undefined,
  }
}

/** Counts a row's answer. @param line as in Reject */
export function countAnswer(chunk: Chunk, { reason, fault }: Answer, line: number): void {
  chunk.rows++
  if (reason === '') chunk.exact++
  if (fault === null) return
  chunk.rejected++
  chunk.rejects.push({ line, column: fault, reason })
}

// The file.

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

// The formats of a table, which the ending of its file's name tells, and the separator of CSV.

export type Format = 'csv' | 'parquet'

/** Between two fields of CSV, of the input and of the output. One character. */
export const SEPARATOR = ','
/** @setting The longest row of a CSV file that `match` accepts, in bytes. A longer one has an unclosed quote. */
export const MATCH_ROW_BYTES_MAX = 16_777_216

/** Undefined if the name has another ending than .csv or .parquet. */
export function formatOf(file: string): Format | undefined {
  const [, ending] = /\.(csv|parquet)$/i.exec(file) ?? []
  return ending === undefined ? undefined : ending.toLowerCase() === 'csv' ? 'csv' : 'parquet'
}
