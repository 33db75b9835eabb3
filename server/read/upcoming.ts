// Finds the elections that have not ended on the service's day; computed once per bundle and day.

import type { Bundle } from '../../data/store/bundle.ts'
import { createCalendar, type Day } from './calendar.ts'
import { loadTimeZones } from './states.ts'

interface Upcoming {
  key: string
  ids: readonly number[]
}

const found = new WeakMap<Bundle, Upcoming>()

export function findUpcoming(bundle: Bundle, day: Day): readonly number[] {
  const known = found.get(bundle)
  if (known?.key === day.key) return known.ids
  const zones = loadTimeZones(bundle)
  const rows = bundle.ballots
    .statement<{ id: number; state: string; date: string }>(
      'SELECT id, state, date FROM election ORDER BY date, state, slug',
    )
    .all()
  const ids = rows.filter(({ state, date }) => date >= day.in(zones.get(state) ?? 'UTC')).map(({ id }) => id)
  found.set(bundle, { key: day.key, ids })
  return ids
}

const calendars = new WeakMap<Bundle, (now: number) => Day>()

/** The service's day at an instant, in the time zones of the bundle's states. @param asOf pins the day */
export function findDay(bundle: Bundle, asOf: string | null, now: number): Day {
  let calendar = calendars.get(bundle)
  if (!calendar) {
    calendar = createCalendar([...loadTimeZones(bundle).values()], asOf)
    calendars.set(bundle, calendar)
  }
  return calendar(now)
}
