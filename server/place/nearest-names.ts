// Names of places: those that a misspelled name may mean, those that begin with a typed text, and one as an example.

import { countChanges } from '../../data/schema/edit-distance.ts'
import { placeKey } from '../../data/schema/folded-name.ts'
import { STATES, type UsState } from '../../data/schema/states.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { largeCities } from './large-cities.ts'

/** @setting Most names that an error about a misspelled place lists. */
const NEAREST_NAMES_MAX = 3

type Places = Pick<Bundle, 'places'>

const KINDS = ['state', 'city', 'township', 'county'] as const

interface NearName {
  kind: (typeof KINDS)[number]
  name_folded: string
  changes: number
}

/**
 * Labels of the places with the nearest names, nearest first: those that begin with the same letter, and of which at most a third of
 * the letters differ. Places of the stated state precede all others.
 */
export function findNearestNames(bundle: Places, name: string, state: UsState | undefined): readonly string[] {
  const key = placeKey(name)
  if (key === '') return []
  const own = state ? findNear(bundle, key, state.code) : []
  return own.length > 0
    ? loadLabels(bundle, own, state?.code ?? null)
    : loadLabels(bundle, findNear(bundle, key, null), null)
}

/** Nearest first. @param state null for every state */
function findNear({ places }: Places, key: string, state: string | null): NearName[] {
  const [letter = ''] = key
  const near = KINDS.flatMap((kind) =>
    places
      .statement<{ name_folded: string }>(
        `SELECT DISTINCT name_folded
FROM place_name
WHERE kind = $kind AND name_folded >= $letter AND name_folded < $next AND ($state IS NULL OR state = $state)
ORDER BY name_folded`,
      )
      .all({ kind, letter, next: `${letter}\u{10ffff}`, state })
      .flatMap(({ name_folded }): NearName[] => {
        // A county's name is stored without its class.
        const names = kind === 'county' ? COUNTY_CLASSES.map((word) => name_folded + word) : [name_folded]
        const changes = Math.min(...names.map((other) => countIfNear(key, other)))
        return changes === Number.POSITIVE_INFINITY ? [] : [{ kind, name_folded, changes }]
      }),
  )
  return near.sort((a, b) => a.changes - b.changes)
}

const COUNTY_CLASSES = ['', 'county', 'parish', 'borough', 'censusarea', 'municipio', 'planningregion']

/** Of one name, the place that the bare name means comes first. */
function loadLabels({ places }: Places, near: readonly NearName[], state: string | null): readonly string[] {
  const labels = near.slice(0, NEAREST_NAMES_MAX).flatMap(({ kind, name_folded }) =>
    places
      .statement<{ label: string }>(
        `SELECT DISTINCT label
FROM place_name
WHERE kind = $kind AND name_folded = $name_folded AND ($state IS NULL OR state = $state)
ORDER BY label IN (SELECT label FROM place_name WHERE kind = 'largest' AND name_folded = $name_folded) DESC, label
LIMIT ${NEAREST_NAMES_MAX}`,
      )
      .all({ kind, name_folded, state }),
  )
  return [...new Set(labels.map(({ label }) => label))].slice(0, NEAREST_NAMES_MAX)
}

/** Infinite if more than a third of the letters of the longer name differ. */
function countIfNear(from: string, to: string): number {
  const most = Math.max(from.length, to.length) / 3
  if (Math.abs(from.length - to.length) > most) return Number.POSITIVE_INFINITY
  const changes = countChanges(from, to)
  return changes > most ? Number.POSITIVE_INFINITY : changes
}

const NAMES_MAX = 8
/** A shorter text begins too many names. */
const LETTERS_MIN = 2
/** A shorter text is near to too many names. */
const MISTYPED_LETTERS_MIN = 4
const TYPED_KINDS = ['state', 'city', 'county', 'zip'] as const

interface TypedName {
  kind: string
  name_folded: string
  label: string
}

/**
 * Labels such as `Raleigh, NC`, at most 8: states and cities of the whole name, then names that begin with the text, each time the most
 * populous city first. If there are none, those with the nearest names. A text with a state after a comma narrows them.
 */
export function findPlaceNames(bundle: Places, text: string): readonly string[] {
  const [name = '', behind = ''] = text.split(',', 2)
  const from = placeKey(name)
  if (from.length < LETTERS_MIN) return []
  const state = behind.trim().slice(0, 2).replace(/[%_]/g, '').toUpperCase()
  const rows = TYPED_KINDS.flatMap((kind) => loadBeginning(bundle, { kind, from, state }))
  const large = loadLarge(bundle, from, state)
  const isWhole = ({ name_folded }: TypedName): boolean => name_folded === from
  const whole = rows.filter(isWhole)
  const found = [
    ...whole.filter(({ kind }) => kind === 'state'),
    ...large.filter(isWhole),
    ...whole,
    ...large,
    ...rows,
  ].map(({ label }) => label)
  return found.length > 0 ? [...new Set(found)].slice(0, NAMES_MAX) : findMistyped(bundle, name, state)
}

function loadBeginning(
  { places }: Places,
  { kind, from, state }: Record<'kind' | 'from' | 'state', string>,
): readonly TypedName[] {
  return places
    .statement<TypedName>(
      `SELECT DISTINCT kind, name_folded, label
FROM place_name
WHERE kind = $kind AND name_folded >= $from AND name_folded < $to AND label <> '' AND state LIKE $state
ORDER BY name_folded, label
LIMIT ${NAMES_MAX}`,
    )
    .all({ kind, from, to: `${from}\u{10ffff}`, state: `${state}%` })
}

/** The most populous cities of the bundle whose names begin so. */
function loadLarge({ places }: Places, from: string, state: string): readonly TypedName[] {
  const statement = places.statement<TypedName>(
    `SELECT kind, name_folded, label
FROM place_name
WHERE kind = 'city' AND name_folded = $key AND state = $state
ORDER BY label
LIMIT 1`,
  )
  const found: TypedName[] = []
  for (const city of largeCities()) {
    if (found.length === NAMES_MAX) break
    if (city.key.startsWith(from) && city.state.startsWith(state))
      found.push(...statement.all({ key: city.key, state: city.state }))
  }
  return found
}

/** A number is a ZIP code or a house number, and no mistyped name. */
function findMistyped(bundle: Places, name: string, code: string): readonly string[] {
  if (/\d/.test(name) || placeKey(name).length < MISTYPED_LETTERS_MIN) return []
  return findNearestNames(
    bundle,
    name,
    STATES.find((state) => state.code === code),
  )
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
