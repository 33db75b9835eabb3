// The service's day, and what has not ended on it: an election lasts until its date ends in the latest time zone of its state.

const SLOT = 15 * 60_000

export interface Day {
  /** Differs whenever the local date of any zone does. */
  key: string
  /** The date, YYYY-MM-DD, in a time zone. */
  in(timeZone: string): string
}

/** @returns the day at an instant. Time zones change date on a quarter of an hour, so days are made at most once in each. */
export function createCalendar(timeZones: readonly string[], asOf: string | null): (now: number) => Day {
  if (asOf !== null) {
    const pinned: Day = { key: asOf, in: () => asOf }
    return () => pinned
  }
  const formats = new Map([...new Set([...timeZones, 'UTC'])].sort().map((zone) => [zone, localDate(zone)]))
  let slot = Number.NaN
  let day: Day | undefined
  return (now) => {
    const current = Math.floor(now / SLOT)
    if (day && current === slot) return day
    const dates = new Map([...formats].map(([zone, format]) => [zone, format.format(now)]))
    const utc = dates.get('UTC') ?? ''
    slot = current
    day = { key: [...dates.values()].join(' '), in: (zone) => dates.get(zone) ?? utc }
    return day
  }
}

/** Swedish dates are written as ISO ones. */
function localDate(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
}
