// Every number of accounts, keys and sessions that a person may want to change. `make docs` lists them in docs/constants.md.

/** The lowest accepted strength of a password, from 0 to 4: 3 means more than 100 million guesses. */
export const PASSWORD_SCORE_MIN = 3
/** Valid keys that an account may have at once. */
export const KEYS_PER_ACCOUNT_MAX = 100
/** Keys that an account may create within 24 hours: every key ever created stays in the store. */
export const KEYS_PER_DAY_MAX = 100
/** IP ranges that a key may be restricted to. */
export const ADDRESSES_PER_KEY_MAX = 100
/** Minimum characters of a password. */
export const PASSWORD_LENGTH_MIN = 12
/** Maximum characters of a password. */
export const PASSWORD_LENGTH_MAX = 200
/** Hours after which a session of the console ends. */
export const SESSION_HOURS = 12
/** Minutes without an opened page after which a session of the console ends. */
export const SESSION_IDLE_MINUTES = 30
/** Minutes allowed between the right password and the second factor's code. */
export const CODE_MINUTES = 10
/** Wrong codes in a row after which no code is checked for a while: six digits could be guessed otherwise. */
export const WRONG_CODES_MAX = 10
/** Minutes for which no code is checked after too many wrong ones. */
export const CODE_LOCK_MINUTES = 15
/** Recovery codes that an account gets with its second factor. */
export const RECOVERY_CODES = 10
/** Sessions of an account at once; a further one ends the oldest. */
export const SESSIONS_PER_ACCOUNT_MAX = 20
/** Passwords that one network may try in a UTC minute; a sign-up counts as one. */
export const SIGN_INS_PER_MINUTE = 10
/** Passwords that all networks together may try on one account in a UTC minute. */
export const ACCOUNT_SIGN_INS_PER_MINUTE = 60
/** Accounts that may wait for approval; at this number, sign-up in the console is closed. */
export const PENDING_ACCOUNTS_MAX = 500
/** Days after which an undecided sign-up is deleted. */
export const PENDING_DAYS = 14
/** Days for which an invitation to set a password can be used. */
export const INVITATION_DAYS = 7
/** Minutes of usage that are stored. */
export const USAGE_MINUTES_KEPT = 1440
/** Days of usage that are stored. */
export const USAGE_DAYS_KEPT = 400
/** Requests per minute from one address without a valid key, or from one account that is signed in to the console. */
export const KEYLESS_REQUESTS_PER_MINUTE = 120
/** Those of them that may carry a wrong key. */
export const WRONG_KEYS_PER_MINUTE = 20
