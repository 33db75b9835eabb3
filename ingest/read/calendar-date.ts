// Parses dates in files and checks them against the calendar.

/** True for YYYY-MM-DD and a valid calendar date; 2024-02-30 is not valid. */
export function isCalendarDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** `11/5/2024` → `2024-11-05`; undefined if it is not a valid calendar date. */
export function parseMonthDayYear(text: string): string | undefined {
  const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? []
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : undefined
}

/**
 * The day of an `xs:date` or `xs:dateTime` as it is written: `2026-12-15-05:00` and `2026-12-15T20:00:00Z` → `2026-12-15`. A zone says where
 * the day is that day, so it moves nothing. Undefined if it is not a valid calendar date.
 */
export function parseXmlDay(text: string): string | undefined {
  const [, day] = /^\s*(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?\s*$/.exec(text) ?? []
  return day !== undefined && isCalendarDate(day) ? day : undefined
}
