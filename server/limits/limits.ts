// Limits on callers. The limits of one account are in its plan (data/access/plan.ts).

/** @setting Requests per minute from one address without a valid key, or from one account that is signed in to the console. */
export const KEYLESS_REQUESTS_PER_MINUTE = 120
/** @setting Those of them that may carry a wrong key. */
export const WRONG_KEYS_PER_MINUTE = 20
/** @setting Passwords that one network may try in a UTC minute; a sign-up counts as one. */
export const SIGN_INS_PER_MINUTE = 10
/** @setting Passwords that all networks together may try on one account in a UTC minute. */
export const ACCOUNT_SIGN_INS_PER_MINUTE = 60
/** @setting Bytes that an account may download in a UTC day; the file that reaches it is still sent. */
export const DOWNLOAD_BYTES_PER_DAY = 50_000_000_000
/** @setting Area requests of one account that are computed at the same time. */
export const AREA_ANSWERS_AT_ONCE = 4
/** @setting Area requests of one account that may wait in the queue; a further one gets 429. */
export const AREA_ANSWERS_WAITING = 16
