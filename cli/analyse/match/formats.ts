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
