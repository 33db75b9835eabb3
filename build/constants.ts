// Every number of build and publish that a person may want to change. `make docs` lists them in docs/constants.md.

/** Publications that can be rolled back to, newest first. */
export const KEPT_PUBLICATIONS = 10
/** Days of which the last publication is kept, too. */
export const KEPT_DAYS = 7
/** Rows from which a source is guarded against shrinking. */
export const GUARD_ROWS_MIN = 100
/** Percent by which a source may shrink in one publication. */
export const GUARD_SHRUNK_PERCENT = 20
/** Percent of the endorsements that may vanish in one publication. */
export const GUARD_VANISHED_PERCENT = 5
/** Endorsements from which vanishing ones are guarded. */
export const GUARD_VANISHED_MIN = 25
/** Events that one transaction stages. */
export const STAGED_EVENTS_PER_TRANSACTION = 300
/** Share of the served endorsements above which a changes part is folded into a new base. */
export const CHANGES_SHARE_MAX = 0.02
/** Endorsements below which a changes part is never folded. */
export const CHANGES_FOLD_ROWS_MIN = 1000
/** Issues that one check reports of one source. */
export const ISSUES_PER_CHECK_MAX = 100
/** Rows that a failed check shows. */
export const CHECK_SAMPLE_ROWS = 5
