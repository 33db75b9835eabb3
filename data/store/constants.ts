// Every number of the stores that a person may want to change. `make docs` lists them in docs/constants.md.

/** Milliseconds for which a transaction on usage.sqlite waits for another one. */
export const USAGE_BUSY_TIMEOUT_MS = 2_000
/** Milliseconds for which a transaction on the state waits for another one. */
export const STATE_BUSY_TIMEOUT_MS = 10_000

/** Most memory of DuckDB; what needs more goes to a temporary folder beside the database. The nation is built within it. */
export const WAREHOUSE_MEMORY = '1500MB'

/** Backups that a backup folder keeps, unless `hustings backup --keep` says another number. */
export const BACKUPS_KEPT = 7
/** Minimum characters of the passphrase of a backup: whoever has the backup can guess offline. */
export const BACKUP_PASSPHRASE_MIN = 12
/** Times that a backup takes the state again because the bundle that it names was deleted while its parts were being copied. */
export const BACKUP_ATTEMPTS = 5

/** Most connections of one process to PostgreSQL for operations that only read. */
export const POSTGRES_READERS_MAX = 5
/** Most connections of one process to PostgreSQL for operations that write. They wait for each other: more would wait together. */
export const POSTGRES_WRITERS_MAX = 3
/** Milliseconds for which an operation waits for a connection to PostgreSQL. */
export const POSTGRES_CONNECT_TIMEOUT_MS = 5_000
/** Milliseconds after which PostgreSQL ends a statement: the longest one of the state takes well under a second. */
export const POSTGRES_STATEMENT_TIMEOUT_MS = 30_000
/** Milliseconds after which PostgreSQL ends the transaction of a process that stands still. Less than STATE_BUSY_TIMEOUT_MS: others go on. */
export const POSTGRES_IDLE_TRANSACTION_MS = 5_000
/** Milliseconds until the next attempt to connect to PostgreSQL after a failed one; they double with each. */
export const POSTGRES_RETRY_MIN_MS = 100
/** Most milliseconds between attempts to connect to PostgreSQL: less than half a lease. */
export const POSTGRES_RETRY_MAX_MS = 2_000
/** Milliseconds between looks at the version of the state, if PostgreSQL gives no notice of a change before. */
export const POSTGRES_POLL_MS = 100
/** Times that an operation runs if PostgreSQL undoes it because of another one. */
export const POSTGRES_ATTEMPTS = 5
/** Milliseconds after which PostgreSQL ends a transaction that copies the whole state and stands still: its rows come from a file. */
export const POSTGRES_ALONE_IDLE_MS = 60_000
/** Milliseconds for which changes of the state are refused if the command that moves it is killed. */
export const STATE_MOVE_HOLD_MS = 60_000
/** Milliseconds between two renewals while the state moves. */
export const STATE_MOVE_RENEW_MS = 10_000
