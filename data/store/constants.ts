// Every number of the stores that a person may want to change. `make docs` lists them in docs/constants.md.

/** Milliseconds for which a transaction on usage.sqlite waits for another one. */
export const USAGE_BUSY_TIMEOUT_MS = 2_000
/** Milliseconds for which a transaction on the state waits for another one. */
export const STATE_BUSY_TIMEOUT_MS = 10_000
