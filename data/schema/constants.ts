// Numbers of the API and of the feed that server, client or stores share. `make docs` lists them in docs/constants.md.

/** Characters of a `location` or an `address`. */
export const LOCATION_LENGTH_MAX = 300
/** The version that the OpenAPI document states. */
export const API_VERSION = '1.0.0'

/** Elections that one request for an area may name. */
export const AREA_ELECTIONS_MAX = 32
/** Area requests of one account that are computed at the same time. */
export const AREA_ANSWERS_AT_ONCE = 4
/** Area requests of one account that may wait in the queue; a further one gets 429. */
export const AREA_ANSWERS_WAITING = 16

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

/** Subscriptions of an account. */
export const SUBSCRIPTIONS_MAX = 100

/** Milliseconds for which a server's lease on its publication holds; it is renewed each second. */
export const LEASE_MS = 5000
/** Milliseconds for which data requests are answered while the database of the state is away: a fail-over takes less. */
export const STATE_AWAY_MS = 60_000
