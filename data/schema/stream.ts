// The feed of events as a stream: how often it speaks, how long it lasts, and how much waits for a slow reader.

/** @setting Skipped events after which a stream gets a checkpoint with its position. */
export const CHECKPOINT_EVENTS = 500
/** @setting Seconds after which a stream that skips events gets a checkpoint with its position. */
export const CHECKPOINT_SECONDS = 30
/** @setting The heartbeat of a stream: seconds between two comments that keep its connection open. */
export const KEEP_ALIVE_SECONDS = 20
/** @setting Seconds after which a stream ends. */
export const STREAM_LIFETIME_SECONDS = 3600
/** @setting Upper bound of the random seconds added to a stream's lifetime, so that clients do not all reconnect at once. */
export const STREAM_JITTER_SECONDS = 60
/** @setting Milliseconds for which a client waits before it reconnects. */
export const STREAM_RETRY_MS = 3000
/** @setting Bytes that may be buffered for the reader of a stream; a slower reader is disconnected. */
export const STREAM_WAITING_BYTES_MAX = 1_048_576
/** @setting Seconds without a drained byte after which a reader of a stream is too slow. */
export const STREAM_STALLED_SECONDS = 30
/** @setting Seconds by which `since` may be ahead of the server's clock and still mean now. */
export const SINCE_AHEAD_SECONDS = 60
