// Every number of ingest that a person may want to change. `make docs` lists them in docs/constants.md.

/** Issues of one source. More mean that its files have another layout than its reader expects. */
export const ISSUES_PER_SOURCE_MAX = 100_000
/** Milliseconds for which a download may take. */
export const DOWNLOAD_TIMEOUT_MS = 300_000
/** Bytes of a text file: V8 holds no string of 512 MiB or more. */
export const TEXT_BYTES_MAX = 500 * 1024 * 1024
/** Bytes of a compressed file once it is unpacked. */
export const INFLATED_BYTES_MAX = 1024 * 1024 * 1024
/** Lines of a file with another number of fields than its header. More mean another layout. */
export const RAGGED_LINES_MAX = 10_000
