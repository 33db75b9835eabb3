export type Row = Record<string, unknown>

/** The lists of the API whose records are rows of a view: all records, and the columns that identify one. */
export const RESOURCES = [
  { view: 'election', path: '/v1/elections?', key: ['id'] },
  { view: 'contest', path: '/v1/contests?', key: ['id'] },
  { view: 'district', path: '/v1/districts?include_retired=true', key: ['id'] },
  { view: 'endorser', path: '/v1/endorsers?', key: ['id'] },
  { view: 'endorsement', path: '/v1/endorsements?', key: ['id'] },
  { view: 'officeholder', path: '/v1/officeholders?', key: ['person_id', 'district_ocd_id', 'office'] },
]

/** A record as a view shows it: nested records by their id and slug. */
export function flatten(record: Row): Row {
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[key, value]]
      return Object.entries(value).map(([member, inner]) => [`${key}_${member}`, inner])
    }),
  )
}
