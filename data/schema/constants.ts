// Every number that matters, once.

/** Records of a page, without `limit`. */
export const PAGE_SIZE_DEFAULT = 100
/** The largest `limit` of a list. */
export const PAGE_SIZE_MAX = 500
/** Characters of a `location` or an `address`. */
export const LOCATION_LENGTH_MAX = 300
/** Characters of `q`. */
export const QUERY_TEXT_LENGTH_MAX = 100
/** The bundle format that is written. A server refuses other formats by name. */
export const BUNDLE_FORMAT = 3
/** The version that the OpenAPI document states. */
export const API_VERSION = '1.0.0'

/** Elections that a request for an area may name. */
export const AREA_ELECTIONS_MAX = 32
/** Answers for an area that are computed at once for one account. */
export const AREA_ANSWERS_AT_ONCE = 4
/** Answers for an area of one account that wait for their turn; a further one gets 429. */
export const AREA_ANSWERS_WAITING = 16

/** The largest `limit` of `/v1/events`. */
export const EVENT_PAGE_SIZE_MAX = 1000
/** Seconds that `/v1/events` may hold a request. */
export const EVENT_WAIT_MAX = 25

/** Skipped events after which a stream is told where it stands. */
export const CHECKPOINT_EVENTS = 500
/** Seconds after which a stream that skips events is told where it stands. */
export const CHECKPOINT_SECONDS = 30
/** Seconds between two comments that keep a stream's connection open. */
export const KEEP_ALIVE_SECONDS = 20
/** Seconds after which a stream ends. */
export const STREAM_LIFETIME_SECONDS = 3600
/** Seconds drawn at random and added to the life of a stream, so that clients do not return at once. */
export const STREAM_JITTER_SECONDS = 60
/** Milliseconds that a client waits before it reconnects. */
export const STREAM_RETRY_MS = 3000
/** Bytes that may wait for the reader of a stream; a slower reader is cut off. */
export const STREAM_WAITING_BYTES_MAX = 1_048_576
/** Seconds without a drained byte after which a reader of a stream is too slow. */
export const STREAM_STALLED_SECONDS = 30
/** Seconds that `since` may be ahead of the server's clock and still mean now. */
export const SINCE_AHEAD_SECONDS = 60

/** Hours without a run after which doctor calls the data old: a night and half a day. */
export const RUN_OVERDUE_HOURS = 36

/** Days that a change stays in the feed; HUSTINGS_RETENTION_DAYS sets another number. */
export const RETENTION_DAYS_DEFAULT = 7
/** Subscriptions of an account. */
export const SUBSCRIPTIONS_MAX = 100
/** Characters of a subscription's name. */
export const SUBSCRIPTION_NAME_LENGTH_MAX = 100
/** Values of one field of a subscription's filter. */
export const FILTER_VALUES_MAX = 500

/** Milliseconds for which a server's lease on its publication holds; it is renewed each second. */
export const LEASE_MS = 5000
