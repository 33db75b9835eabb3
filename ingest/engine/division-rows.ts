// Gives readers the Open Civic Data divisions. Answers from division rows.

import type { DivisionRow } from '../../data/core/rows.ts'
import { type Divisions, SourceError } from '../read/source.ts'

type NamedDivision = { ocd_id: string; name: string; census_geoid: string | null }

/** `under` leaves out aliases and lists each division once: of two rows it takes the one with a GEOID. */
export function toDivisions(rows: Iterable<DivisionRow>): Divisions {
  const ids = new Set<string>()
  const aliases = new Map<string, string>()
  const found = new Map<string, NamedDivision>()
  for (const { ocd_id, name, census_geoid, same_as } of rows) {
    ids.add(ocd_id)
    if (same_as !== null) aliases.set(ocd_id, same_as)
    if (same_as === null && found.get(ocd_id)?.census_geoid == null) found.set(ocd_id, { ocd_id, name, census_geoid })
  }
  const byType = new Map<string, NamedDivision[]>()
  for (const ocd_id of [...found.keys()].sort()) {
    const division = found.get(ocd_id)
    const type = typeOf(ocd_id)
    const divisions = byType.get(type) ?? []
    if (division) divisions.push(division)
    byType.set(type, divisions)
  }
  const known = new Map<string, readonly NamedDivision[]>()
  return {
    has: (ocdId) => ids.has(ocdId),
    canonical: (ocdId) => aliases.get(ocdId) ?? ocdId,
    under(parentOcdId, type) {
      const key = `${parentOcdId} ${type}`
      let below = known.get(key)
      if (!below) {
        below = (byType.get(type) ?? []).filter(({ ocd_id }) => ocd_id.startsWith(`${parentOcdId}/`))
        known.set(key, below)
      }
      return below
    },
  }
}

/** Used before the divisions are first read. It throws: a reader without divisions would mint an id for each one it cannot find. */
export const missingDivisions: Divisions = {
  has: () => refuse(),
  canonical: () => refuse(),
  under: () => refuse(),
}

function refuse(): never {
  throw new SourceError('the division ids have not been read yet; run `hustings ingest` with their source first', {
    file: 'ocd-division ids',
  })
}

/** `place` of `ocd-division/country:us/state:nc/place:raleigh`. */
function typeOf(ocdId: string): string {
  const last = ocdId.slice(ocdId.lastIndexOf('/') + 1)
  const colon = last.indexOf(':')
  return colon < 0 ? last : last.slice(0, colon)
}
