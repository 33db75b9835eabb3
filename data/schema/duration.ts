// Durations in milliseconds. Every UTC day has the same length: no clock here counts leap seconds.

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
