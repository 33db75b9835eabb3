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
