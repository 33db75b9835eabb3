// Every number of the commands that a person may want to change. `make docs` lists them in docs/constants.md.

/** Failed sources that `doctor` names for each kind of data. */
export const DOCTOR_FAILED_SOURCES_SHOWN = 3
/** Milliseconds that the command or the address of the alarm has. */
export const ALARM_TIMEOUT_MS = 60_000
/** Sources that the end of `nightly` names as stale. `sources status` names all. */
export const STALE_SHOWN = 20
/** Milliseconds before `watch` tries again after a fault that may pass by itself, such as a full disk. */
export const WATCH_RETRY_MS = 10_000
/** Milliseconds for which `watch` leaves the lock free between two changes. A waiting command polls more often than this. */
export const WATCH_LET_GO_MS = 150
/** Issues of a change that `watch` prints. The report's issues.csv has all of them. */
export const WATCH_ISSUES_SHOWN = 20
/** Milliseconds between two scans of all files: a network file system does not report the writes of other machines. */
export const WATCH_ROUND_MS = 2000
/** Milliseconds for which `watch` collects file-system events before it checks the files. */
export const WATCH_GATHER_MS = 50
/** Milliseconds without a change of size, times or inode after which a file is at rest. */
export const WATCH_QUIET_MS = 200
/** Additional milliseconds that `watch` waits for a file that looks truncated: its writer may have paused. */
export const WATCH_PATIENCE_MS = 3000
/** Milliseconds between two looks of `watch` at the publishing desk. */
export const DESK_LOOK_MS = 1000
/** Milliseconds that `watch` gives a request for a feed. */
export const POLL_TIMEOUT_MS = 60_000
/** Most milliseconds between two requests for a feed that fails, unless its own interval is longer. Each failure doubles the interval. */
export const POLL_PAUSE_MAX_MS = 3_600_000
/** Longest pause, in milliseconds, that `watch` makes because a publisher asks for it with Retry-After. */
export const POLL_ASKED_PAUSE_MAX_MS = 86_400_000
/** Milliseconds between two records by `watch` that a feed is unchanged. */
export const POLL_RECORD_MS = 900_000
/** Milliseconds for which a command waits for a `watch` that holds the lock. */
export const LOCK_WAIT_MS = 300_000
/** Election days that `snapshot list` names for one bundle, the latest ones. With --json, it lists all. */
export const ELECTION_DAYS_SHOWN = 3
/** Stored bundles that the refusal of an unknown one names. */
export const SNAPSHOTS_NAMED_MAX = 12
/** Bytes of CSV that `match` gives to a worker at once. In larger chunks, more rows are neighbours in the index. */
export const MATCH_CHUNK_BYTES = 1_048_576
/** Rows of Parquet that `match` gives to a worker at once. */
export const MATCH_CHUNK_ROWS = 32_768
/** Megabytes that the database of `match` may use to read and write Parquet. Nothing spills to the disk. */
export const MATCH_DATABASE_MB = 2048
/** Chunks for each worker that `match` holds in memory at once: one in work, one waiting. */
export const MATCH_CHUNKS_PER_WORKER = 2
/** The longest row of a CSV file that `match` accepts, in bytes. A longer one has an unclosed quote. */
export const MATCH_ROW_BYTES_MAX = 16_777_216
/** Milliseconds between two reports of progress by `match`. */
export const MATCH_PROGRESS_MS = 2000
/** Most characters in a line of a ballot or another text for people: longer lines are hard to read. */
export const TEXT_WIDTH_MAX = 120
/** Fewest characters in a line: a table does not fit into fewer. */
export const TEXT_WIDTH_MIN = 40
/** Characters in a line if stdout is no terminal. */
export const TEXT_WIDTH_PIPED = 100
/** Districts that `hustings ballot` lists. More of them, as a state has, are only counted. */
export const BALLOT_DISTRICTS_SHOWN = 30
/** Faults that the refusal of a damaged backup lists. */
export const RESTORE_FAULTS_SHOWN = 20
/** Lines of the log in a support bundle, the last ones. */
export const SUPPORT_LOG_LINES = 2000
/** Bytes at the end of a log file that a support bundle reads. */
export const SUPPORT_LOG_BYTES = 4_194_304
/** Sizes of the folder, one a night, that the record of the last run keeps for the forecast of doctor. */
export const NIGHT_SIZES_KEPT = 30
/** Nights whose sizes a forecast needs. */
export const NIGHTS_FOR_FORECAST = 4
/** Days before the disk is full from which doctor warns. */
export const DISK_WARNING_DAYS = 14
/** Days before the certificate expires from which doctor warns. */
export const CERTIFICATE_WARNING_DAYS = 14
/** Milliseconds that doctor waits for the certificate. */
export const CERTIFICATE_WAIT_MS = 5000
/** Bytes of an answer that `mcp` gives to its client: the context of a language model holds no more. */
export const MCP_ANSWER_BYTES_MAX = 1_000_000
/** Mistakes of the overlay, or entries without a record, that `doctor` names. */
export const DOCTOR_OVERLAY_SHOWN = 3
/** Doubtful endorsements, and pages with a fault, that `evidence capture` lists. */
export const EVIDENCE_SHOWN = 50
/** Pages between two reports of progress by `evidence capture`. */
export const EVIDENCE_PROGRESS_PAGES = 20
/** Milliseconds between two looks of `hustings tail` at the state. */
export const OFFLINE_LOOK_MS = 200

// Every number of the audit that a person may want to change. `make docs` lists them in docs/constants.md.

/** Requests that `audit` sends at once. */
export const AUDIT_REQUESTS_AT_ONCE = 8
/** Requests for a ZIP code, city or county that `audit` sends at once: a server computes four of an account at the same time. */
export const AUDIT_AREAS_AT_ONCE = 4
/** Longest pause, in seconds, that `audit` makes because a server asks for it with Retry-After. */
export const AUDIT_RETRY_AFTER_MAX = 90
/** Districts of a layer, points of a state and areas of a state that `audit` asks about unless --places says otherwise. */
export const AUDIT_PLACES_DEFAULT = 60
/** The first year of the elections that `audit` asks about: older districts are hardly drawn. */
export const AUDIT_FIRST_YEAR = 2012
/** Share of a chamber's seats that may be vacant. */
export const AUDIT_VACANT_SHARE_MAX = 0.05
/** Districts of a chamber that may be possible at a point beside a generalised border. */
export const AUDIT_POSSIBLE_MAX = 3
/** Metres from a border beyond which nothing is only possible, unless the border is generalised. */
export const AUDIT_CLEARANCE_M = 250
/** Wrong answers to a question that `audit` prints, and that the report of a nightly keeps. */
export const AUDIT_EXAMPLES_SHOWN = 5
/** The first year of the elections whose plans must be drawn: those of the census of 2020. */
export const AUDIT_DRAWN_YEAR = 2022
