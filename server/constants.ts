// The server's numbers that you may want to change. `make docs` lists them in docs/constants.md.

/** Milliseconds for which a long answer is computed before the event loop runs again. */
export const WORK_SLICE_MS = 4
/** Milliseconds of other work after a slice from which the process counts as busy with other requests. */
export const WORK_BUSY_MS = 0.25
/** Time that other requests get after a slice while they are being answered, as a multiple of the slice's. */
export const WORK_OTHERS_TIMES = 2
/** Most milliseconds that an answer about an area waits for its turn. */
export const WORK_WAIT_MS = 30_000
/** Milliseconds without a reply after which a worker treats the counting process as gone. */
export const OWNER_SILENT_MS = 5000
/** Milliseconds between two batches of requests that a server counts with others: more batches cost the database more, and fewer make callers wait. */
export const LIMITS_BATCH_MS = 4
/** Most client addresses without a valid key whose counts are in memory at once. */
export const PEERS_REMEMBERED_MAX = 65_536
/** Bytes that an account may download in a UTC day; the file that reaches it is still sent. */
export const DOWNLOAD_BYTES_PER_DAY = 50_000_000_000
/** Retry-After in seconds when all streams of an account are in use. */
export const STREAM_RETRY_AFTER_SECONDS = 10
/** Milliseconds before a failed write of counts to usage.sqlite is retried. */
export const USAGE_RETRY_MS = 1000
/** Milliseconds within which a request's body must arrive. */
export const BODY_PATIENCE_MS = 10_000
/** Bytes from which a response is compressed. */
export const COMPRESS_FROM_BYTES = 1024
/** Brotli quality of responses that are sent whole. */
export const BROTLI_QUALITY = 4
/** gzip level of responses that are sent whole. */
export const GZIP_LEVEL = 6
/** Most characters of a URL. */
export const URL_LENGTH_MAX = 16_384
/** Most bytes of a request's headers; Node enforces this limit. */
export const HEADER_BYTES_MAX = 32_768
/** Most bytes of a request's body. */
export const BODY_BYTES_MAX = 65_536
/** Port if HUSTINGS_PORT is not set. */
export const DEFAULT_PORT = 8080
/** Milliseconds between two renewals of a server's lease. */
export const LEASE_RENEW_MS = 1000
/** Milliseconds between two writes of the day on which each key was last used. */
export const KEY_USE_WRITE_MS = 60_000
/** Milliseconds for a whole request to arrive, also one whose body is not read. Longer than HTTP_SILENT_MS, which ends a connection without a request. */
export const HTTP_REQUEST_MS = 70_000
/** Milliseconds without traffic after which a connection is closed. Longer than a poll waits, a stream is silent, and a proxy keeps an idle connection. */
export const HTTP_SILENT_MS = 65_000
/** Milliseconds without a request after which a stopping server closes a connection. */
export const DRAIN_IDLE_MS = 1000
/** Milliseconds that requests in flight have to finish when the server stops. */
export const DRAIN_MS = 10_000
/** Milliseconds that requests in flight have to finish in a worker that SIGHUP replaces: a long download or poll takes its time. */
export const RETIRE_MS = 60_000
/** Entries of an Atom or JSON feed: the newest ones. */
export const FEED_ENTRIES_MAX = 100
/** Bytes above which an answer is sent in pieces and not cached. */
export const ANSWER_WHOLE_BYTES_MAX = 1024 * 1024
/** Most bytes of an answer from which the explorer makes one page: a city's ballot with thousands of endorsements has three million. */
export const PAGE_ANSWER_BYTES_MAX = 4 * 1024 * 1024
