// A location string → the areas of its name.

import { placeKey, placeWords } from '../../data/schema/fold.ts'
import type { State } from '../../data/schema/states.ts'
import type { LocationBasis } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { ApiError } from '../errors.ts'
import { type Classed, findState, type NameText, parseLocationText, readClass, splitState } from './text.ts'

export interface PlaceName {
  kind: 'zip' | 'city' | 'county' | 'state'
  state: string
  area_key: string
  label: string
  basis: LocationBasis
}

type Places = Pick<Bundle, 'places'>
type Names = readonly [PlaceName, ...PlaceName[]]

/** What a name may mean: the lines of places, and places without lines, by their states. */
interface Meanings {
  held: readonly PlaceName[]
  unheld: readonly string[]
}

/** What the Census puts behind a consolidated city's name. */
const GOVERNMENT = /( (metro|metropolitan|consolidated|unified|urban county))?( government)?( balance)?$/
const UNKNOWN = 'No city, county or state of that name is known here.'
const NO_CITY_LINES =
  'This server holds no lines of that city. Ask by lat and lng, by ZIP code, or for its county, as in `Cook County, IL`.'
const CITY_OR_COUNTY =
  'a city and a county have that name, expected the state of the city, or the class of the county, as in `Durham, NC` or `Durham County, NC`.'
const CITY_OR_CITY =
  'several cities of that state have that name, expected the county too, as in `Jefferson, York County, PA`.'
const UNHELD_OR_COUNTY =
  'a city without lines here and a county have that name, expected the class of the county, as in `Durham County, NC`; or a ZIP code, or lat and lng.'
const UNHELD_OR_CDP =
  'a town without lines here has that name, and a census designated place in it, expected `CDP` behind the name, as in `Hanover CDP, NH`; or a ZIP code, or lat and lng.'

/**
 * Without a state beside it a name is a state's, or the only city or county of that name; with one, a city's before a county's.
 * Undefined for an address. @throws ApiError 404 for no known place, 400 for a name that several have.
 */
export function findNames(bundle: Places, text: string): Names | undefined {
  const location = parseLocationText(text)
  switch (location.kind) {
    case 'zip':
      return first(load(bundle, 'zip', location.zip)) ?? refuseUnknown('No ZIP code of that number is known here.')
    case 'address':
      return location.name && findNamed(bundle, location.name)
    case 'name':
      return findNamed(bundle, location) ?? refuseUnknown(explain(bundle, location))
    case 'unknown':
      return refuseUnknown(UNKNOWN)
    default:
      return location satisfies never
  }
}

function findNamed(bundle: Places, text: NameText): Names | undefined {
  const { name, state, within } = text
  const alone = state === undefined && within === undefined
  const named = alone ? findState(name) : undefined
  if (named) return first(load(bundle, 'state', placeKey(named.code))) ?? refuseUnknown(noLines(named))
  const meanings = within === undefined ? findMeanings(bundle, text) : findWithin(bundle, text, within)
  const found = choose(meanings)
  const split = found || !alone ? undefined : splitState(name)
  return split ? findNamed(bundle, { kind: 'name', ...split, within }) : found
}

function explain(bundle: Places, { name, state = splitState(name)?.state }: NameText): string {
  return state && load(bundle, 'state', placeKey(state.code)).length === 0 ? noLines(state) : UNKNOWN
}

function noLines({ name }: State): string {
  return `This server holds no lines of ${name}.`
}

/** What its own words name, class included; without any of that, what is of the class that it says. */
function findMeanings(bundle: Places, text: NameText): Meanings {
  const found = findClassed(bundle, text)
  const name = text.name.replace(GOVERNMENT, '')
  return found.held.length + found.unheld.length > 0 || name === text.name
    ? found
    : findClassed(bundle, { ...text, name })
}

function findClassed(bundle: Places, { name, state }: NameText): Meanings {
  const lines = (kind: PlaceName['kind'], words: string) => load(bundle, kind, placeKey(words), state)
  const none = (words: string) => loadUnheld(bundle, placeKey(words), state)
  const classed = readClass(name, state !== undefined)
  const cities = lines('city', name)
  if (classed?.says === 'county' && cities.length === 0) return { held: lines('county', classed.base), unheld: [] }
  // With a state beside it a city is meant, where there is one.
  const like = state && cities.length > 0 ? [] : lines('county', name).filter((county) => !isAmong(cities, county))
  const own = { held: [...cities, ...like], unheld: none(name) }
  if (!classed || own.held.length + own.unheld.length > 0) return own
  const { base, word, says } = classed
  const counties = says === 'either' ? lines('county', base).filter(({ label }) => hasWord(label, word)) : []
  const incorporated = says === 'township' ? [] : lines('city', `city of ${base}`)
  const held = [...counties, ...incorporated.filter((city) => !isAmong(counties, city))]
  return { held, unheld: held.length > 0 ? [] : none(base) }
}

/** Of a county that is a city. */
function isAmong(names: readonly PlaceName[], { area_key }: PlaceName): boolean {
  return names.some((name) => name.area_key === area_key)
}

function hasWord(label: string, word: Classed['word']): boolean {
  return ` ${placeWords(label)} `.includes(` ${word} `)
}

function findWithin(bundle: Places, text: NameText, within: string): Meanings {
  const counties = load(bundle, 'county', placeKey(within), text.state).map(({ area_key }) => area_key)
  const { held, unheld } = findMeanings(bundle, text)
  const there = new Set(
    held.filter(({ kind, area_key }) => kind === 'city' && meets(bundle, area_key, counties)).map(({ label }) => label),
  )
  return {
    held: held.filter(({ label }) => there.has(label)),
    unheld: held.length > 0 || counties.length === 0 ? [] : unheld,
  }
}

function meets(bundle: Places, area: string, counties: readonly string[]): boolean {
  return (
    bundle.places
      .statement(
        `SELECT 1
FROM overlap
WHERE area_key = $area AND 'district:' || district_id IN (SELECT value FROM json_each($counties))
LIMIT 1`,
      )
      .get({ area, counties: JSON.stringify(counties) }) !== undefined
  )
}

/** Throws ApiError 404 for a place without lines, 400 for several places. */
function choose({ held, unheld }: Meanings): Names | undefined {
  const states = new Set([...held.map(({ state }) => state), ...unheld])
  if (states.size > 1)
    throw refuse(`${states.size} states have a place of that name, expected the state too, as in \`Springfield, IL\`.`)
  const county = held.some(({ kind }) => kind === 'county')
  if (held.length > 0 && unheld.length > 0) throw refuse(county ? UNHELD_OR_COUNTY : UNHELD_OR_CDP)
  if (new Set(held.map(({ label }) => label)).size > 1) throw refuse(county ? CITY_OR_COUNTY : CITY_OR_CITY)
  return unheld.length > 0 ? refuseUnknown(NO_CITY_LINES) : first(held)
}

function load(bundle: Places, kind: PlaceName['kind'], key: string, state?: State): PlaceName[] {
  return bundle.places
    .statement<PlaceName>(
      `SELECT kind, state, area_key, label, basis
FROM place_name
WHERE kind = $kind AND name_folded = $key AND ($state IS NULL OR state = $state)
ORDER BY state, area_key`,
    )
    .all({ kind, key, state: state?.code ?? null })
}

/** States that have such a place, and its lines are not held. */
function loadUnheld(bundle: Places, key: string, state: State | undefined): string[] {
  return bundle.places
    .statement<{ state: string }>(
      `SELECT state
FROM place_name
WHERE kind = 'unheld' AND name_folded = $key AND ($state IS NULL OR state = $state)
ORDER BY state`,
    )
    .all({ key, state: state?.code ?? null })
    .map(({ state }) => state)
}

function first([name, ...names]: readonly PlaceName[]): Names | undefined {
  return name && [name, ...names]
}

function refuse(sentence: string): ApiError {
  return new ApiError('invalid_parameter', `Parameter \`location\`: ${sentence}`)
}

function refuseUnknown(sentence: string): never {
  throw new ApiError('not_found', sentence)
}
