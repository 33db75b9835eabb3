// The states, and the service's day in each. An election lasts until its date ends in its state's latest time zone.

import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { defineCached, defineTable } from './bundle-cache.ts'

export function presentStates(bundle: Bundle): string {
  const rows = bundle.places.statement<{ body: string }>('SELECT body FROM state ORDER BY code').all()
  return `{"data":[${rows.map((row) => row.body).join(',')}]}`
}

interface StateRow {
  code: string
  /** Its latest. */
  time_zone: string
  ocd_id: string
}

/** By code. */
export function loadStates({ places }: Bundle): ReadonlyMap<string, StateRow> {
  return loadStatesOf(places)
}

const STATE_BYTES = 300

const loadStatesOf = defineTable('states', {
  load(places: OpenPart): ReadonlyMap<string, StateRow> {
    const rows = places.statement<StateRow>('SELECT code, time_zone, ocd_id FROM state ORDER BY code').all()
    return new Map(rows.map((row) => [row.code, row]))
  },
  bytesOf: ({ size }) => size * STATE_BYTES,
})

/** The service's date in a state, YYYY-MM-DD. */
export function findToday({ bundle, day }: { bundle: Bundle; day: Day }, state: string): string {
  return day.in(loadStates(bundle).get(state)?.time_zone ?? 'UTC')
}

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

const CALENDAR_BYTES = 100_000

/** By the pinned day; '' for the clock's. */
const loadCalendar = defineCached('calendar', {
  load: (bundle: Bundle, asOf: string) =>
    createCalendar(
      [...loadStates(bundle).values()].map(({ time_zone }) => time_zone),
      asOf === '' ? null : asOf,
    ),
  bytesOf: () => CALENDAR_BYTES,
})

/** The service's day at an instant, in the time zones of the bundle's states. @param asOf pins the day */
export function findDay(bundle: Bundle, asOf: string | null, now: number): Day {
  return loadCalendar(bundle, asOf ?? '')(now)
}
