// Limits of ingest that an operator may want to change. `make docs` lists them in docs/constants.md.

/** Most issues that one source may report. More mean that its files have another layout than the reader expects. */
export const ISSUES_PER_SOURCE_MAX = 100_000
/** Time limit of one file, in milliseconds, with all its attempts and pauses. */
export const DOWNLOAD_TIMEOUT_MS = 900_000
/** Time limit of all files of a source, in milliseconds. */
export const SOURCE_TIMEOUT_MS = 3_600_000
/** Time limit without a byte from the publisher, in milliseconds. */
export const DOWNLOAD_STALLED_MS = 60_000
/** Attempts for one file: a publisher that is overloaded or cuts a connection is asked again. */
export const DOWNLOAD_ATTEMPTS = 5
/** Pause before the second attempt, in milliseconds. It doubles with each attempt, and a random half is added or taken. */
export const DOWNLOAD_PAUSE_MS = 1000
/** Requests to one host at a time: publishers refuse clients that send more. */
export const REQUESTS_PER_HOST = 2
/** Requests to all hosts at a time. */
export const REQUESTS_AT_ONCE = 8
/** Seconds between two requests of `watch` for a feed, if its entry does not say. */
export const POLL_SECONDS_DEFAULT = 60
/** Least seconds between two requests of `watch` for a feed. */
export const POLL_SECONDS_MIN = 10
/** Most seconds between two requests of `watch` for a feed. */
export const POLL_SECONDS_MAX = 86_400
/** Faults in a row after which a host with many files is not asked again in a run. */
export const HOST_FAULTS_MAX = 5
/** Days until a publisher is asked again for an edition that it did not have. */
export const EDITION_DAYS = 7
/** Pause after a request for an edition that the publisher does not have, in milliseconds. */
export const EDITION_PAUSE_MS = 400
/** Milliseconds for one request of `sources check`, which asks for no file. */
export const PROBE_TIMEOUT_MS = 4000
/** The same, while no host has answered and as many as are asked at a time were not reachable: the machine is probably offline. */
export const PROBE_OFFLINE_MS = 1000
/** Redirects that are followed for one file. */
export const REDIRECTS_MAX = 5
/** Largest text file in bytes. V8 cannot hold a string of 512 MiB or more. */
export const TEXT_BYTES_MAX = 500 * 1024 * 1024
/** Largest unpacked size of a compressed file, in bytes. */
export const INFLATED_BYTES_MAX = 1024 * 1024 * 1024
/** Most lines whose number of fields differs from the header's. More mean another layout. */
export const RAGGED_LINES_MAX = 10_000
/** Most names that the publishing desk's import compares to suggest likely ones: about half a second of the server. */
export const DESK_IMPORT_COMPARED_MAX = 20_000
/** Most characters of a quote from a captured page: a quotation, not a copy. */
export const EVIDENCE_QUOTE_LENGTH_MAX = 300
/** Largest captured page in bytes. */
export const EVIDENCE_PAGE_BYTES_MAX = 4_000_000
/** Time limit of one captured page, in milliseconds, with its attempts. */
export const EVIDENCE_TIMEOUT_MS = 30_000
/** Attempts for one captured page: the next run asks again. */
export const EVIDENCE_ATTEMPTS = 2
/** Pause between two pages of one host, in milliseconds. */
export const EVIDENCE_PAUSE_MS = 1000
/** Hosts whose pages are captured at the same time. */
export const EVIDENCE_HOSTS_AT_ONCE = 4
