// Names of places: those that begin with a typed text, and one as an example.

import { placeKey } from '../../data/schema/folded-name.ts'
import type { Bundle } from '../../data/store/bundle.ts'

const NAMES_MAX = 8
/** A shorter text begins too many names. */
const LETTERS_MIN = 2
const KINDS = ['state', 'city', 'county', 'zip'] as const

/** Labels such as `Raleigh, NC`, whole names first, at most 8. A text with a state after a comma narrows them. */
export function findPlaceNames({ places }: Pick<Bundle, 'places'>, text: string): readonly string[] {
  const [name = '', behind = ''] = text.split(',', 2)
  const from = placeKey(name)
  if (from.length < LETTERS_MIN) return []
  const rows = KINDS.flatMap((kind) =>
    places
      .statement<{ name_folded: string; label: string }>(
        `SELECT DISTINCT name_folded, label
FROM place_name
WHERE kind = $kind AND name_folded >= $from AND name_folded < $to AND label <> '' AND state LIKE $state
ORDER BY name_folded, label
LIMIT ${NAMES_MAX}`,
      )
      .all({ kind, from, to: `${from}\u{10ffff}`, state: `${behind.trim().slice(0, 2).replace(/[%_]/g, '')}%` }),
  )
  const whole = rows.filter((row) => row.name_folded === from)
  const longer = rows.filter((row) => row.name_folded !== from)
  return [...new Set([...whole, ...longer].map(({ label }) => label))].slice(0, NAMES_MAX)
}

/**
 * The label of a place whose ballot has a contest of these elections: a city with a contest of its own, one that is known without its
 * state first; else a state. Null if there is none.
 * @param elections ids
 */
export function findExamplePlace({ ballots, places }: Bundle, elections: readonly number[]): string | null {
  const contested = ballots
    .statement<{ district_id: number; state: string }>(
      `SELECT DISTINCT district_id, state
FROM contest
WHERE election_id IN (SELECT value FROM json_each($elections))`,
    )
    .all({ elections: JSON.stringify(elections) })
  const found = places
    .statement<{ label: string }>(
      `SELECT label
FROM place_name
WHERE basis = 'area'
  AND (
    (kind = 'city' AND area_key IN (SELECT 'district:' || value FROM json_each($districts)))
    OR (kind = 'state' AND state IN (SELECT value FROM json_each($states)))
  )
ORDER BY kind, label IN (SELECT label FROM place_name WHERE kind = 'largest') DESC, label
LIMIT 1`,
    )
    .get({
      districts: JSON.stringify([...new Set(contested.map(({ district_id }) => district_id))]),
      states: JSON.stringify([...new Set(contested.map(({ state }) => state))]),
    })
  return found?.label ?? null
}
