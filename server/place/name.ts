// A location string → the areas of its name.

import { placeFolded } from '../../data/schema/fold.ts'
import type { LocationBasis } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { ApiError } from '../errors.ts'
import { type LocationText, parseLocationText, splitCounty } from './text.ts'

export interface PlaceName {
  kind: 'zip' | 'city' | 'county' | 'state'
  state: string
  area_key: string
  label: string
  basis: LocationBasis
}

type NameText = Extract<LocationText, { kind: 'name' }>
type Names = readonly [PlaceName, ...PlaceName[]]

const UNKNOWN = 'No city, county or state of that name is known here.'
/** `us virgin islands` */
const STATE_WORDS_MAX = 3

/**
 * A name without a state may be a state's, then a city's, then (or first, where it says so) a county's.
 * @throws ApiError 404 for no known place, 400 for a name that several states have.
 */
export function findNames(bundle: Bundle, text: string): Names {
  const location = parseLocationText(text)
  switch (location.kind) {
    case 'zip':
      return load(bundle, 'zip', location.zip, undefined) ?? refuseUnknown('No ZIP code of that number is known here.')
    case 'address':
      return refuseUnknown(noAddresses(bundle, location.state))
    case 'name':
      return findNamed(bundle, location)
    default:
      return location satisfies never
  }
}

function findNamed(bundle: Bundle, { name, state, county, within }: NameText): Names {
  if (state === undefined && !county) {
    const named = load(bundle, 'state', name, undefined)
    if (named) return named
  }
  const code = state === undefined ? undefined : load(bundle, 'state', state, undefined)?.[0].state
  if (state !== undefined && code === undefined) return refuseUnknown(noLines(bundle, state) ?? UNKNOWN)
  if (within !== undefined && !load(bundle, 'county', within, code)) return refuseUnknown(UNKNOWN)
  const found = county
    ? load(bundle, 'county', name, code)
    : (load(bundle, 'city', name, code) ?? load(bundle, 'county', name, code))
  if (found) return requireOneState(found, county)
  const ended = state === undefined ? splitState(bundle, name) : undefined
  if (ended) return findNamed(bundle, ended)
  return refuseUnknown((state === undefined && !county && noLines(bundle, name)) || UNKNOWN)
}

/** `raleigh nc`, `wake county north carolina`: the last words are a state's, which its code says even where it is not held. */
function splitState(bundle: Bundle, name: string): NameText | undefined {
  const words = name.split(' ')
  for (let count = Math.min(STATE_WORDS_MAX, words.length - 1); count > 0; count--) {
    const state = words.slice(-count).join(' ')
    if (load(bundle, 'state', state, undefined) || (state.length === 2 && findState(bundle, state)))
      return { kind: 'name', ...splitCounty(words.slice(0, -count).join(' ')), state }
  }
  return undefined
}

function requireOneState(names: Names, county: boolean): Names {
  const states = [...new Set(names.map((name) => name.state))]
  if (states.length === 1) return names
  throw new ApiError(
    'invalid_parameter',
    `Parameter \`location\`: ${states.length} states have a ${county ? 'county' : 'place'} of that name, expected the state too, as in \`Springfield, IL\`.`,
  )
}

function load(bundle: Bundle, kind: PlaceName['kind'], name: string, state: string | undefined): Names | undefined {
  const [first, ...rest] = bundle.places
    .statement<PlaceName>(
      `SELECT kind, state, area_key, label, basis
FROM place_name
WHERE kind = $kind AND name_folded = $name AND ($state IS NULL OR state = $state)
ORDER BY state, area_key`,
    )
    .all({ kind, name, state: state ?? null })
  return first && [first, ...rest]
}

/** One of all states, held or not. @param text folded, a code or a name */
function findState(bundle: Bundle, text: string): { code: string; name: string } | undefined {
  return bundle.places
    .statement<{ code: string; name: string }>('SELECT code, name FROM state ORDER BY code')
    .all()
    .find(({ code, name }) => [code, name].map(placeFolded).includes(text))
}

function noLines(bundle: Bundle, state: string): string | undefined {
  const found = findState(bundle, state)
  return found && `This server holds no lines of ${found.name}.`
}

export function noAddresses(bundle: Bundle, state: string | undefined): string {
  const name = state === undefined ? undefined : findState(bundle, state)?.name
  return `This server has no address data for ${name ?? 'that state'}. Ask by lat and lng, or by ZIP code, city, county or state.`
}

function refuseUnknown(sentence: string): never {
  throw new ApiError('not_found', sentence)
}
