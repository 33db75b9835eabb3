// How much a caller without a key may do, and how long usage is stored. `make docs` lists the numbers in docs/constants.md.

/** Passwords that one network may try in a UTC minute; a sign-up counts as one. */
export const SIGN_INS_PER_MINUTE = 10
/** Passwords that all networks together may try on one account in a UTC minute. */
export const ACCOUNT_SIGN_INS_PER_MINUTE = 60
/** Minutes of usage that are stored. */
export const USAGE_MINUTES_KEPT = 1440
/** Days of usage that are stored. */
export const USAGE_DAYS_KEPT = 400
/** Requests per minute from one address without a valid key, or from one account that is signed in to the console. */
export const KEYLESS_REQUESTS_PER_MINUTE = 120
/** Those of them that may carry a wrong key. */
export const WRONG_KEYS_PER_MINUTE = 20
