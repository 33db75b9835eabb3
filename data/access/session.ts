// How long a sign-in and a session of the console last, and how many an account may have.

/** @setting Hours after which a session of the console ends. */
export const SESSION_HOURS = 12
/** @setting Minutes without an opened page after which a session of the console ends. */
export const SESSION_IDLE_MINUTES = 30
/** @setting Sessions of an account at once; a further one ends the oldest. */
export const SESSIONS_PER_ACCOUNT_MAX = 20
/** @setting Minutes allowed between the right password and the second factor's code. */
export const CODE_MINUTES = 10
/** @setting Wrong codes in a row after which no code is checked for a while: six digits could be guessed otherwise. */
export const WRONG_CODES_MAX = 10
/** @setting Minutes for which no code is checked after too many wrong ones. */
export const CODE_LOCK_MINUTES = 15
