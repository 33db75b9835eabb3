// Every number of build and publish that a person may want to change. `make docs` lists them in docs/constants.md.

/** Latest publications whose bundles are kept, so that a rollback can return to them. */
export const KEPT_PUBLICATIONS = 10
/** Days before today for which the bundle in service at the end of the day is kept: with `watch`, ten publications may take a minute. */
export const KEPT_DAYS = 7
/** ISO weeks before this one for which the bundle in service at the end of the week is kept: errors of a source are often found late. */
export const KEPT_WEEKS = 8
/** Hours for which an object in object storage is never deleted: another publisher may be writing, and a server may be fetching. */
export const STORE_GRACE_HOURS = 6
/** Publications that are read from the state in one step, to find the bundles of live servers. */
export const PUBLICATIONS_A_PAGE = 2000
/** Minimum rows of a source for the shrinking guard. */
export const GUARD_ROWS_MIN = 100
/** Percent of its rows that a source may lose in one publication. */
export const GUARD_SHRUNK_PERCENT = 20
/** Percent of the endorsements that may vanish in one publication. */
export const GUARD_VANISHED_PERCENT = 5
/** Minimum vanished endorsements for the guard. */
export const GUARD_VANISHED_MIN = 25
/** Events staged in one transaction. */
export const STAGED_EVENTS_PER_TRANSACTION = 300
/** Share of the served endorsements above which a changes part is folded into a new base. */
export const CHANGES_SHARE_MAX = 0.02
/** Touched endorsements below which a changes part is never folded. */
export const CHANGES_FOLD_ROWS_MIN = 1000
/** Microdegrees between the points of the states' outlines: half a kilometre, a tenth of a pixel of the map of all states. */
export const STATE_OUTLINE_STEP = 5000
/** A corner of a state's outline is left out if its triangle has fewer square steps: half a square pixel of that map. */
export const STATE_OUTLINE_CORNER_AREA = 40
/** Points of the grid over a ZIP code, city or county, which finds the parts of the area that vote alike: a part of a hundredth has about ten. */
export const AREA_GRID_POINTS = 1024
/** Issues that one check reports for one source. */
export const ISSUES_PER_CHECK_MAX = 100
/** Rows that a failed check shows. */
export const CHECK_SAMPLE_ROWS = 5
/** Version of the tables of the schema `api` and of the exports: the first number changes if a column is renamed or removed. */
export const TABLES_VERSION = '1.0.0'
/** Rows of a row group of an export, and of a record batch of an Arrow file. */
export const EXPORT_BATCH_ROWS = 65_536
/** Rows of a row group of the export of boundaries, whose rows are large. */
export const EXPORT_BOUNDARIES_BATCH_ROWS = 2048
/** Most memory of DuckDB while the places part is made and the working database is copied: these steps set the build's peak. */
export const SPARE_MEMORY = '400MB'
