// Every number that matters, once.

export const PAGE_SIZE_DEFAULT = 100
export const PAGE_SIZE_MAX = 500
export const LOCATION_LENGTH_MAX = 300
export const QUERY_TEXT_LENGTH_MAX = 100
/** A bundle of another format is refused by name. */
export const BUNDLE_FORMAT = 3
export const API_VERSION = '1.0.0'

/** Named for an area: an answer of more elections would be longer than anybody reads. */
export const AREA_ELECTIONS_MAX = 32
/** Answers for an area that are computed at once for an account, and that wait beyond them. */
export const AREA_ANSWERS_AT_ONCE = 4
export const AREA_ANSWERS_WAITING = 16

export const EVENT_PAGE_SIZE_MAX = 1000
/** Seconds that `/v1/events` may hold a request. */
export const EVENT_WAIT_MAX = 25

/** A stream is told where it stands after so many events that its filter skipped, and at least so often while it skips. */
export const CHECKPOINT_EVENTS = 500
export const CHECKPOINT_SECONDS = 30
/** Of the comment that keeps a stream's connection open. */
export const KEEP_ALIVE_SECONDS = 20
/** After these a stream ends; the second is drawn, so that clients do not return at once. */
export const STREAM_LIFETIME_SECONDS = 3600
export const STREAM_JITTER_SECONDS = 60
/** What a client waits before it comes back to a stream. */
export const STREAM_RETRY_MS = 3000
/** A stream's reader is too slow where more waits for it, or where nothing has drained for so long. */
export const STREAM_WAITING_BYTES_MAX = 1_048_576
export const STREAM_STALLED_SECONDS = 30
/** How far ahead of this server's clock `since` may be and still mean now. */
export const SINCE_AHEAD_SECONDS = 60

/** A run each night, and half a day more: then doctor says that data is old. */
export const RUN_OVERDUE_HOURS = 36

/** Days that a change stays in the feed; HUSTINGS_RETENTION_DAYS sets another number. */
export const RETENTION_DAYS_DEFAULT = 7
export const SUBSCRIPTIONS_MAX = 100
export const SUBSCRIPTION_NAME_LENGTH_MAX = 100
export const FILTER_VALUES_MAX = 500

/** How long a server's word on what it answers from holds; it renews it each second. */
export const LEASE_MS = 5000
