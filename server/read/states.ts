import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { memoizePerPart } from './per-part-cache.ts'

export function presentStates(bundle: Bundle): string {
  const rows = bundle.places.statement<{ body: string }>('SELECT body FROM state ORDER BY code').all()
  return `{"data":[${rows.map((row) => row.body).join(',')}]}`
}

/** The latest time zone of each state, by code. */
export function loadTimeZones({ places }: Bundle): ReadonlyMap<string, string> {
  return loadZonesOf(places)
}

const loadZonesOf = memoizePerPart((places: OpenPart) => {
  const rows = places
    .statement<{ code: string; time_zone: string }>('SELECT code, time_zone FROM state ORDER BY code')
    .all()
  return new Map(rows.map((row) => [row.code, row.time_zone]))
})

/** The OCD id of each state, by code. */
export function loadStateDivisions({ places }: Bundle): ReadonlyMap<string, string> {
  return loadDivisionsOf(places)
}

const loadDivisionsOf = memoizePerPart((places: OpenPart) => {
  const rows = places.statement<{ code: string; ocd_id: string }>('SELECT code, ocd_id FROM state ORDER BY code').all()
  return new Map(rows.map((row) => [row.code, row.ocd_id]))
})
