// The text of a place, as a person types it.

/** @setting Characters of a `location` or an `address`. */
export const LOCATION_LENGTH_MAX = 300
