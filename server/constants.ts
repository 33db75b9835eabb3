// Every number of the server that a person may want to change. `make docs` lists them in docs/constants.md.

/** Milliseconds of a long answer between two turns of the event loop. */
export const WORK_SLICE_MS = 4
/** Milliseconds of other work after a slice that mean that other requests are being answered. */
export const WORK_BUSY_MS = 0.25
/** Milliseconds for which an answer about an area waits for its turn. */
export const WORK_WAIT_MS = 30_000
/** Milliseconds of silence after which a worker counts as without the process that counts. */
export const OWNER_SILENT_MS = 5000
/** Addresses without a valid key that are remembered at once. */
export const PEERS_REMEMBERED_MAX = 65_536
/** Seconds of Retry-After where all streams of an account are in use. */
export const STREAM_RETRY_AFTER_SECONDS = 10
/** Milliseconds before counts are written again that usage.sqlite did not take. */
export const USAGE_RETRY_MS = 1000
/** Milliseconds after its time to drain in which a worker must have ended. */
export const WORKER_GRACE_MS = 5000
/** Milliseconds before an ended worker is replaced; doubled while workers end at once. */
export const WORKER_PAUSE_MIN_MS = 100
/** The longest such pause, in milliseconds. */
export const WORKER_PAUSE_MAX_MS = 10_000
/** Milliseconds that the Census geocoder may take. */
export const CENSUS_TIMEOUT_MS = 5000
/** Failures in a row after which the geocoder is left alone. */
export const CENSUS_FAILURES_MAX = 5
/** Milliseconds for which it is left alone. */
export const CENSUS_REST_MS = 30_000
/** Choices that an error about an ambiguous location lists. */
export const LOCATION_CHOICES_MAX = 60
/** Parsed requests that are remembered while a bundle serves. */
export const QUESTIONS_REMEMBERED_MAX = 4096
/** Milliseconds that a request's body may take to arrive. */
export const BODY_PATIENCE_MS = 10_000
/** Bytes from which an answer is compressed. */
export const COMPRESS_FROM_BYTES = 1024
/** Brotli quality of whole answers. */
export const BROTLI_QUALITY = 4
/** gzip level of whole answers. */
export const GZIP_LEVEL = 6
/** Characters of a URL. */
export const URL_LENGTH_MAX = 16_384
/** Bytes of a request's headers. Node itself refuses more. */
export const HEADER_BYTES_MAX = 32_768
/** Bytes of a request's body. */
export const BODY_BYTES_MAX = 65_536
/** The port, without HUSTINGS_PORT. */
export const DEFAULT_PORT = 8080
/** Megabytes of whole answers in memory, without HUSTINGS_CACHE_MB. */
export const DEFAULT_CACHE_MEGABYTES = 64
/** Hours between two checks of a part in service, without HUSTINGS_SCRUB_HOURS. */
export const DEFAULT_SCRUB_HOURS = 24
/** Bytes of contests in memory, for ballots and for recommendations each. */
export const FRAGMENT_BYTES_MAX = 32 * 1024 * 1024
/** Milliseconds between two renewals of a server's lease. */
export const LEASE_RENEW_MS = 1000
/** Milliseconds within which a server must have opened a publication. */
export const PUBLICATION_OPEN_MS = 10_000
/** Milliseconds after which a feed that waits for a server is reported. */
export const RELEASE_ALARM_MS = 60_000
/** Milliseconds between two looks at the state's version. */
export const STATE_POLL_MS = 5
/** Milliseconds between two writes of the days on which keys were used. */
export const KEY_USE_WRITE_MS = 60_000
/** Milliseconds for which an idle connection is kept open. */
export const HTTP_KEEP_ALIVE_MS = 65_000
/** Milliseconds after which an answer that nobody reads is given up. Longer than a poll waits and than a stream is silent. */
export const HTTP_SILENT_MS = 60_000
/** Milliseconds that requests in flight get to end when the server stops. */
export const DRAIN_MS = 10_000
/** Writes to streams between two turns of the event loop. */
export const STREAM_WRITES_PER_TURN = 500
/** Latest events that are held in memory. */
export const RECENT_EVENTS_MAX = 4096
/** Accounts that a page of the console shows. */
export const CONSOLE_ACCOUNTS_SHOWN = 200
/** Bytes above which an answer is written piece by piece and not kept. */
export const ANSWER_WHOLE_BYTES_MAX = 1024 * 1024
