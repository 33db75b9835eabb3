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
/** Hours for which a backup in object storage leaves a file that no backup names: another machine may be writing it. */
export const BACKUP_GRACE_HOURS = 24
/** Most bytes of the manifest of a backup in object storage. */
export const BACKUP_MANIFEST_BYTES_MAX = 256 * 1024 * 1024

/** Most connections of one process to PostgreSQL for operations that only read. */
export const POSTGRES_READERS_MAX = 5
/** Most connections of one process to PostgreSQL for operations that write. They wait for each other: more would wait together. */
export const POSTGRES_WRITERS_MAX = 3
/** Milliseconds for which an operation waits for a connection to PostgreSQL. */
export const POSTGRES_CONNECT_TIMEOUT_MS = 5_000
/** Milliseconds after which PostgreSQL ends a statement: the longest one of the state takes well under a second. */
export const POSTGRES_STATEMENT_TIMEOUT_MS = 30_000
/** Milliseconds after which a process gives up a statement that only reads: a lost server says nothing. */
export const POSTGRES_READ_TIMEOUT_MS = 5_000
/** Milliseconds after which PostgreSQL ends the transaction of a process that stands still. Less than STATE_BUSY_TIMEOUT_MS: others go on. */
export const POSTGRES_IDLE_TRANSACTION_MS = 5_000
/** Milliseconds until the next attempt to connect to PostgreSQL after a failed one; they double with each. */
export const POSTGRES_RETRY_MIN_MS = 100
/** Most milliseconds between attempts to connect to PostgreSQL: less than half a lease. */
export const POSTGRES_RETRY_MAX_MS = 2_000
/** Milliseconds between looks at the version of the state while PostgreSQL gives notice of each change. A lost notice costs this much. */
export const POSTGRES_POLL_MS = 1_000
/** Milliseconds between looks at the version of the state while no connection gets notices. */
export const POSTGRES_DEAF_POLL_MS = 100
/** Milliseconds within which PostgreSQL must count a batch of requests. Longer, and the server goes on with its share: callers wait. */
export const POSTGRES_COUNT_TIMEOUT_MS = 1_000
/** Seconds without a sign of life after which PostgreSQL ends the connection of a publisher whose machine is gone, and frees its turn. */
export const POSTGRES_PUBLISHER_SILENT_S = 25
/** Times that an operation runs if PostgreSQL undoes it because of another one. */
export const POSTGRES_ATTEMPTS = 5

/** Bytes of a request that stores an object. A larger object is stored in pieces of this size: at most 10,000 of them, which S3 allows. */
export const OBJECT_PIECE_BYTES = 16 * 1024 * 1024
/** Milliseconds within which object storage must answer a request; a piece is on its way for a minute at 2 Mbit/s. */
export const OBJECT_ANSWER_MS = 120_000
/** Milliseconds without a byte after which the fetch of an object is given up. */
export const OBJECT_PAUSE_MS = 30_000
/** Times that a request to object storage is sent, if it fails in a way that may pass. */
export const OBJECT_ATTEMPTS = 4
/** Milliseconds before a request to object storage is sent again; they double with each attempt. */
export const OBJECT_RETRY_MS = 200
/** Most bytes of a manifest from object storage: far more than one has. */
export const MANIFEST_BYTES_MAX = 16 * 1024 * 1024
/** Milliseconds after which PostgreSQL ends a transaction that copies the whole state and stands still: its rows come from a file. */
export const POSTGRES_ALONE_IDLE_MS = 60_000
/** Milliseconds for which changes of the state are refused if the command that moves it is killed. */
export const STATE_MOVE_HOLD_MS = 60_000
/** Milliseconds between two renewals while the state moves. */
export const STATE_MOVE_RENEW_MS = 10_000
/** Most bytes of the files of the overlay together: they are parsed while the server answers. */
export const OVERLAY_BYTES_MAX = 256 * 1024
/** Most entries of the overlay. */
export const OVERLAY_ENTRIES_MAX = 500
/** Most problems of the overlay that are listed at once. */
export const OVERLAY_PROBLEMS_MAX = 20
/** Reports of errors that may wait for the operator; further ones are refused until some are decided. */
export const CORRECTIONS_OPEN_MAX = 1000
