// Every number that matters, once.

/** Records on a page if `limit` is absent. */
export const PAGE_SIZE_DEFAULT = 100
/** The largest `limit` of a list. */
export const PAGE_SIZE_MAX = 500
/** Characters of a `location` or an `address`. */
export const LOCATION_LENGTH_MAX = 300
/** Characters of `q`. */
export const QUERY_TEXT_LENGTH_MAX = 100
/** Contests that a pair of endorsers shares at least to be compared: one contest tells nothing. build/sql/64_agreement.sql has it too. */
export const SHARED_CONTESTS_MIN = 2
/** `min_shared` if it is absent. */
export const SHARED_CONTESTS_DEFAULT = 3
/** `min_positions` if it is absent: two positions alone are no split of opinion. */
export const SPLIT_POSITIONS_DEFAULT = 3
/** The largest `min_shared` and `min_positions`. */
export const AGREEMENT_MINIMUM_MAX = 10_000
/** The bundle format that this version writes. A server refuses any other format. */
export const BUNDLE_FORMAT = 3
/** The version that the OpenAPI document states. */
export const API_VERSION = '1.0.0'

/** Elections that one request for an area may name. */
export const AREA_ELECTIONS_MAX = 32
/** Area requests of one account that are computed at the same time. */
export const AREA_ANSWERS_AT_ONCE = 4
/** Area requests of one account that may wait in the queue; a further one gets 429. */
export const AREA_ANSWERS_WAITING = 16

/** The largest `limit` of `/v1/events`. */
export const EVENT_PAGE_SIZE_MAX = 1000
/** Seconds for which `/v1/events` may hold a request. */
export const EVENT_WAIT_MAX = 25

/** Skipped events after which a stream gets a checkpoint with its position. */
export const CHECKPOINT_EVENTS = 500
/** Seconds after which a stream that skips events gets a checkpoint with its position. */
export const CHECKPOINT_SECONDS = 30
/** The heartbeat of a stream: seconds between two comments that keep its connection open. */
export const KEEP_ALIVE_SECONDS = 20
/** Seconds after which a stream ends. */
export const STREAM_LIFETIME_SECONDS = 3600
/** Upper bound of the random seconds added to a stream's lifetime, so that clients do not all reconnect at once. */
export const STREAM_JITTER_SECONDS = 60
/** Milliseconds for which a client waits before it reconnects. */
export const STREAM_RETRY_MS = 3000
/** Bytes that may be buffered for the reader of a stream; a slower reader is disconnected. */
export const STREAM_WAITING_BYTES_MAX = 1_048_576
/** Seconds without a drained byte after which a reader of a stream is too slow. */
export const STREAM_STALLED_SECONDS = 30
/** Seconds by which `since` may be ahead of the server's clock and still mean now. */
export const SINCE_AHEAD_SECONDS = 60

/** Characters of the note of an entry of the overlay. */
export const OVERLAY_NOTE_LENGTH_MAX = 2000
/** Characters of any other text of an entry of the overlay. */
export const OVERLAY_TEXT_LENGTH_MAX = 500
/** Characters of the name of the author of an entry of the overlay. */
export const OVERLAY_BY_LENGTH_MAX = 100
/** Characters of a URL of the overlay. */
export const OVERLAY_URL_LENGTH_MAX = 2000

/** Hours without a run after which `doctor` reports the data as old: a day and a half. */
export const RUN_OVERDUE_HOURS = 36

/** Days for which a change stays in the feed; HUSTINGS_RETENTION_DAYS overrides it. */
export const RETENTION_DAYS_DEFAULT = 7
/** Nights on which a source failed, in a row, before `doctor` fails and `nightly` raises the alarm. HUSTINGS_ALARM_NIGHTS overrides it. */
export const ALARM_NIGHTS_DEFAULT = 3
/** Subscriptions of an account. */
export const SUBSCRIPTIONS_MAX = 100
/** Characters of a subscription's name. */
export const SUBSCRIPTION_NAME_LENGTH_MAX = 100
/** Values of one field of a subscription's filter. */
export const FILTER_VALUES_MAX = 500

/** Milliseconds for which a server's lease on its publication holds; it is renewed each second. */
export const LEASE_MS = 5000
/** Milliseconds for which data requests are answered while the database of the state is away: a fail-over takes less. */
export const STATE_AWAY_MS = 60_000
/** Characters of the report of an error. */
export const CORRECTION_LENGTH_MAX = 1000
