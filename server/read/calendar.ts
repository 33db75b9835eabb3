// Computes the service's current day per time zone. An election lasts until its date ends in its state's latest time zone.

const SLOT = 15 * 60_000

export interface Day {
  /** Changes whenever the local date of any zone changes. */
  key: string
  /** The date in a time zone, YYYY-MM-DD. */
  in(timeZone: string): string
}

/**
 * Returns the day at an instant. Time zones change date on quarter hours, so the day is recomputed at most every 15 minutes.
 */
export function createCalendar(timeZones: readonly string[], asOf: string | null): (now: number) => Day {
  if (asOf !== null) {
    const pinned = pinDay(asOf)
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

/** One date in every time zone. @param day YYYY-MM-DD */
export function pinDay(day: string): Day {
  return { key: day, in: () => day }
}

/** The Swedish locale writes dates in ISO format. */
function localDate(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
}
