// Numbers of the client; an option of the same meaning overrides the first four. `make docs` lists them in docs/constants.md.

import { KEEP_ALIVE_SECONDS } from '../data/schema/constants.ts'

/** Times that the client repeats a request that failed for now. */
export const RETRIES_DEFAULT = 3
/** Milliseconds that the server has for an answer: more than `wait` of /v1/events and than an area waits in its queue. */
export const TIMEOUT_MS_DEFAULT = 60_000
/** Longest Retry-After that the client waits for, in seconds: more than the minute of a plan, less than its day. */
export const RETRY_AFTER_SECONDS_MAX = 90
/** Milliseconds before the first repetition, where the server states none. Each further one waits twice as long. */
export const RETRY_WAIT_MS = 500
/** Longest wait of a request or a stream before it tries again, in milliseconds, where the server states none. */
export const RETRY_WAIT_MS_MAX = 30_000
/** Milliseconds without a byte after which a stream counts as lost: three keep-alive comments. */
export const STREAM_SILENT_MS = 3 * KEEP_ALIVE_SECONDS * 1000
