// In milliseconds. A UTC day has no other length: leap seconds are in no clock of ours.

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
