// Every number of the stores that a person may want to change. `make docs` lists them in docs/constants.md.

/** Milliseconds for which a transaction on usage.sqlite waits for another one. */
export const USAGE_BUSY_TIMEOUT_MS = 2_000
/** Milliseconds for which a transaction on the state waits for another one. */
export const STATE_BUSY_TIMEOUT_MS = 10_000

/** Most memory of DuckDB; what needs more goes to a temporary folder beside the database. The nation is built within it. */
export const WAREHOUSE_MEMORY = '1500MB'
