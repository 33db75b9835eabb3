// Finds the elections that have not ended on the service's day; computed once per bundle and day.

import { LRUCache } from 'lru-cache'
import type { Bundle } from '../../data/store/bundle.ts'
import { createCalendar, type Day } from './calendar.ts'
import { allElections } from './held-elections.ts'
import { memoizePerPart } from './per-part-cache.ts'
import { loadTimeZones } from './states.ts'

/** Days of one bundle in memory: today, and those that requests name. */
const DAYS_MAX = 8

/** Ids by key of the day. */
const upcomingIn = memoizePerPart((_bundle: Bundle) => new LRUCache<string, readonly number[]>({ max: DAYS_MAX }))

export function findUpcoming(bundle: Bundle, day: Day): readonly number[] {
  const found = upcomingIn(bundle)
  const known = found.get(day.key)
  if (known) return known
  const zones = loadTimeZones(bundle)
  const ids = allElections(bundle)
    .filter(({ state, date }) => date >= day.in(zones.get(state) ?? 'UTC'))
    .map(({ id }) => id)
  found.set(day.key, ids)
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
