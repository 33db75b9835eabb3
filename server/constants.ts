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
/** Milliseconds between two looks of a server at the folder of the overlay. A change is read at the second look: until then an editor may be writing it. */
export const OVERLAY_LOOK_MS = 250
/** Retry-After in seconds when all streams of an account are in use. */
export const STREAM_RETRY_AFTER_SECONDS = 10
/** Milliseconds before a failed write of counts to usage.sqlite is retried. */
export const USAGE_RETRY_MS = 1000
/** Milliseconds after DRAIN_MS within which a stopping worker must have ended. */
export const WORKER_GRACE_MS = 5000
/** Milliseconds before an ended worker is replaced; doubled while workers end soon after they start. */
export const WORKER_PAUSE_MIN_MS = 100
/** Most milliseconds before an ended worker is replaced. */
export const WORKER_PAUSE_MAX_MS = 10_000
/** Milliseconds within which the Census geocoder must answer. */
export const CENSUS_TIMEOUT_MS = 5000
/** Consecutive failures after which requests to the Census geocoder pause. */
export const CENSUS_FAILURES_MAX = 5
/** Milliseconds for which requests to the Census geocoder pause. */
export const CENSUS_REST_MS = 30_000
/** Most choices that an error about an ambiguous location lists. */
export const LOCATION_CHOICES_MAX = 60
/** Most answers of a narrowing question: a person reads all of them. */
export const NARROWING_OPTIONS_MAX = 8
/** Share of an area that one narrowing question may settle less than another, if it names one type of districts or has fewer answers. */
export const NARROWING_SHARE_SPARE = 0.01
/** Share of an area from which a narrowing question is chosen by what it settles; below, by the contests that it decides. */
export const NARROWING_SETTLES_MIN = 0.5
/** Most fields of a map of a narrowing question, outside fields included: an area of far islands has no map. */
export const NARROWING_MAP_FIELDS_MAX = 16_384
/** Percent of the heap in use by which it grows before it is collected. Less takes more processor time. */
export const HEAP_GROWTH_PERCENT = 30
/** Most names that an error about a misspelt place lists. */
export const NEAREST_NAMES_MAX = 3
/** Most parsed requests in memory. */
export const QUESTIONS_REMEMBERED_MAX = 4096
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
/** Megabytes of cached responses if HUSTINGS_CACHE_MB is not set: with them, a server over the nation takes less than 512 MB. */
export const DEFAULT_CACHE_MEGABYTES = 32
/** Hours between two checks of a part in service if HUSTINGS_SCRUB_HOURS is not set. */
export const DEFAULT_SCRUB_HOURS = 24
/** Most bytes of values in memory that were read from one part of a bundle, and of those from several of its parts. Less computes busy contests and places again. */
export const BUNDLE_CACHE_BYTES_MAX = 32 * 1024 * 1024
/** Milliseconds between two renewals of a server's lease. */
export const LEASE_RENEW_MS = 1000
/** Milliseconds for which a data request waits for the state while this server's lease is not valid. */
export const STANDING_WAIT_MS = 1000
/** Milliseconds within which a server must have opened a publication. */
export const PUBLICATION_OPEN_MS = 10_000
/** Milliseconds after which a server reports that the feed still waits for another server. */
export const RELEASE_ALARM_MS = 60_000
/** Milliseconds between two checks of the state's version. */
export const STATE_POLL_MS = 5
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
/** Milliseconds for which a worker that SIGHUP replaces waits for another request on each idle connection before it closes them. */
export const RETIRE_IDLE_MS = 5000
/** Writes to streams between two turns of the event loop. */
export const STREAM_WRITES_PER_TURN = 500
/** Most recent events in memory. */
export const RECENT_EVENTS_MAX = 4096
/** Entries of an Atom or JSON feed: the newest ones. */
export const FEED_ENTRIES_MAX = 100
/** Filters whose newest events are in memory, for Atom and JSON feeds; each holds at most FEED_ENTRIES_MAX. */
export const FEED_FILTERS_REMEMBERED_MAX = 256
/** Files of a source whose URLs a citation names. It counts all of them. */
export const CITED_URLS_MAX = 3
/** Bytes above which an answer is sent in pieces and not cached. */
export const ANSWER_WHOLE_BYTES_MAX = 1024 * 1024
/** Most bytes of an answer from which the explorer makes one page: a city's ballot with thousands of endorsements has three million. */
export const PAGE_ANSWER_BYTES_MAX = 4 * 1024 * 1024
/** Older bundles that are open at once in a process, for requests with `snapshot=`. */
export const PAST_BUNDLES_OPEN_MAX = 2
/** Older bundles that an account may have opened within a minute, in each process. Each takes the event loop about 10 ms. */
export const PAST_OPENINGS_PER_MINUTE = 60
/** Requests of an account that wait for an older bundle to be opened, in each process; more are refused. */
export const PAST_REQUESTS_WAITING_MAX = 16
/** Most milliseconds that a request waits for an older bundle to be opened. More than PAST_ANSWER_MS: slow readers cannot keep others out. */
export const PAST_WAIT_MS = 45_000
/** Milliseconds within which an answer from an older bundle must be sent. Then its connection is closed: others may wait for the place. */
export const PAST_ANSWER_MS = 40_000
/** Milliseconds after which an older bundle that no request reads is closed: it holds memory, and disk space if it was deleted. */
export const PAST_IDLE_MS = 600_000
/** Publications that are read from the state in one step, for `snapshot=` and `/v1/snapshots`. */
export const PUBLICATIONS_A_STEP = 2000
/** Milliseconds before the folders of bundles and exports are read again, for `snapshot=` and `/v1/snapshots`. */
export const SNAPSHOTS_LOOK_MS = 1000
/** Milliseconds before a bundle that could not be fetched from object storage is fetched again; they double with each failure. */
export const FETCH_RETRY_MIN_MS = 1000
/** Most milliseconds before a bundle that could not be fetched is fetched again. */
export const FETCH_RETRY_MAX_MS = 60_000
/** Milliseconds between two looks at the bundles in object storage. */
export const KEPT_LOOK_MS = 60_000
