// How large a request may be.

export const URL_LENGTH_MAX = 16_384
/** Node refuses larger ones itself; see ./malformed.ts. */
export const HEADER_BYTES_MAX = 32_768
export const BODY_BYTES_MAX = 65_536
