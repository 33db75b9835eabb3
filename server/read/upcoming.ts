// Finds the elections that have not ended on the service's day.

import type { Bundle } from '../../data/store/bundle.ts'
import { defineCached, defineKept } from './bundle-cache.ts'
import { createCalendar, type Day } from './calendar.ts'
import { allElections } from './held-elections.ts'
import { findToday, loadStates } from './states.ts'

const ID_BYTES = 24

/** Ids by key of the day. */
const upcoming = defineKept<Bundle, string, readonly number[]>('upcoming', ({ length }) => length * ID_BYTES)

export function findUpcoming(bundle: Bundle, day: Day): readonly number[] {
  const known = upcoming.find(bundle, day.key)
  if (known) return known
  const ids = allElections(bundle)
    .filter(({ state, date }) => date >= findToday({ bundle, day }, state))
    .map(({ id }) => id)
  upcoming.keep(bundle, day.key, ids)
  return ids
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
