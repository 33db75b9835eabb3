// Limits of ingest that an operator may want to change. `make docs` lists them in docs/constants.md.

/** Most issues that one source may report. More mean that its files have another layout than the reader expects. */
export const ISSUES_PER_SOURCE_MAX = 100_000
/** Time limit of one download, in milliseconds. */
export const DOWNLOAD_TIMEOUT_MS = 300_000
/** Largest text file in bytes. V8 cannot hold a string of 512 MiB or more. */
export const TEXT_BYTES_MAX = 500 * 1024 * 1024
/** Largest unpacked size of a compressed file, in bytes. */
export const INFLATED_BYTES_MAX = 1024 * 1024 * 1024
/** Most lines whose number of fields differs from the header's. More mean another layout. */
export const RAGGED_LINES_MAX = 10_000
