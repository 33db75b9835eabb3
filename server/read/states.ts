import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { defineTable } from './bundle-cache.ts'
import type { Day } from './calendar.ts'

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
