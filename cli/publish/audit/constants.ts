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
