// Resolves a location string (ZIP code or name) to areas.

import { ApiError, PlaceRefusal } from '../../data/schema/api-error.ts'
import { placeKey, placeWords } from '../../data/schema/folded-name.ts'
import { findStateByWords, STATE_WORDS_MAX, type UsState } from '../../data/schema/states.ts'
import type { LocationBasis } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { byPopulation } from './large-cities.ts'
import { findNearestNames } from './nearest-names.ts'

/** @setting Most choices that an error about an ambiguous location lists. */
const LOCATION_CHOICES_MAX = 60

// Classify the string as a ZIP code, a name or a street address. Whether the place exists is decided later.

interface NameText {
  kind: 'name'
  /** Folded words, including the class: `wake county`, `city of raleigh`. */
  name: string
  state: UsState | undefined
  /** The county given in the text, without its class. */
  within: string | undefined
}

type LocationText =
  | { kind: 'zip'; zip: string }
  | NameText
  /** May also be a place whose name contains a number, such as `29 Palms, CA`. */
  | { kind: 'address'; name: NameText | undefined }
  /** The text names a state that does not exist. */
  | { kind: 'unknown'; name: string }

/** The class that a name states. */
interface Classed {
  base: string
  word: string
  /** `either`: boroughs are counties in Alaska and cities in Pennsylvania. */
  says: 'county' | 'city' | 'either' | 'township'
}

const ZIP = /^(?:(\D+) )?(\d{5})(?: ?\d{4})?$/
const ZIP_FIRST = /^(\d{5})(?: \d{4})? (\D+)$/
/** A number after one of these words is not a ZIP code. */
const NUMBERED = /(^| )(box|apt|apartment|suite|ste|unit|lot|room|route|rte|rt|highway|hwy|road|rd|no)$/
const COUNTRY = /(^| )(u ?s( ?a)?|united states( of america)?)$/
const BEFORE =
  /^(city and county|city and borough|county|parish|city|town|village|township|borough|municipality|municipio) (?:of|de) (.+)$/
const BEHIND =
  /^(.+?) (county|cnty|parish|census area|planning region|city and borough|city|town|village|township|twp|borough|municipality|municipio)$/
/** `co` without a state after it is Colorado. */
const BEHIND_SHORT = /^(.+) (co)$/

function parseLocationText(text: string): LocationText {
  const parts = text
    .split(',')
    .map(placeWords)
    .map((part, at, all) => (at === all.length - 1 ? part.replace(COUNTRY, '') : part))
    .filter((part) => part !== '')
  const zip = findZip(parts.join(' '))
  if (zip !== undefined) return { kind: 'zip', zip }
  const named = readName(parts)
  return /\d/.test(text) ? { kind: 'address', name: named.kind === 'name' ? named : undefined } : named
}

function readName([name, second, third, ...rest]: readonly string[]): Exclude<LocationText, { kind: 'zip' }> {
  if (name === undefined) return { kind: 'unknown', name: '' }
  if (second === undefined) return { kind: 'name', name, state: undefined, within: undefined }
  if (third === undefined) return readBehind(name, second) ?? { kind: 'unknown', name }
  const within = rest.length === 0 ? findCounty(second, true) : undefined
  if (within === undefined) return { kind: 'address', name: undefined }
  const state = findState(third)
  return state ? { kind: 'name', name, state, within } : { kind: 'unknown', name }
}

/** @param behind the text after the comma: `nc`, `wake county`, `wake county nc` */
function readBehind(name: string, behind: string): NameText | undefined {
  const state = findState(behind)
  if (state) return { kind: 'name', name, state, within: undefined }
  const split = splitState(behind)
  const within = findCounty(split?.name ?? behind, split !== undefined)
  return within === undefined ? undefined : { kind: 'name', name, state: split?.state, within }
}

/** Splits off a trailing state: `raleigh nc`, `wake county north carolina`. */
function splitState(name: string): { name: string; state: UsState } | undefined {
  const words = name.split(' ')
  for (let count = Math.min(STATE_WORDS_MAX, words.length - 1); count > 0; count--) {
    const state = findState(words.slice(-count).join(' '))
    if (state) return { name: words.slice(0, -count).join(' '), state }
  }
  return undefined
}

/** @param words `nc`, `n c`, `n carolina`, `state of north carolina`, `washington state` */
function findState(words: string): UsState | undefined {
  const plain = words
    .replace(/^u s /, 'us ')
    .replace(/^(state|commonwealth|territory) of (the )?/, '')
    .replace(/^(.+) state$/, '$1')
  const written = plain.replace(/^n (?=[a-z]{2})/, 'north ').replace(/^s (?=[a-z]{2})/, 'south ')
  return findStateByWords(plain) ?? findStateByWords(plain.replaceAll(' ', '')) ?? findStateByWords(written)
}

/** @param inState the text names a state */
function readClass(name: string, inState: boolean): Classed | undefined {
  const [, before, of] = BEFORE.exec(name) ?? []
  if (before !== undefined && of !== undefined) return { base: of, word: before, says: classOf(before) }
  const [, base, word] = BEHIND.exec(name) ?? (inState ? BEHIND_SHORT.exec(name) : null) ?? []
  return base === undefined || word === undefined ? undefined : { base, word, says: classOf(word) }
}

function classOf(word: string): Classed['says'] {
  if (/^(city|town|village)$/.test(word)) return 'city'
  if (/^(township|twp)$/.test(word)) return 'township'
  return /^(borough|municipality|municipio)$/.test(word) ? 'either' : 'county'
}

function findCounty(words: string, inState: boolean): string | undefined {
  const classed = readClass(words, inState)
  return classed?.says === 'county' || classed?.says === 'either' ? classed.base : undefined
}

function findZip(words: string): string | undefined {
  const [, before, behind] = ZIP.exec(words) ?? []
  if (behind !== undefined) return before !== undefined && NUMBERED.test(before) ? undefined : behind
  const [, first, state] = ZIP_FIRST.exec(words) ?? []
  return state !== undefined && findState(state) ? first : undefined
}

interface PlaceName {
  kind: 'zip' | 'city' | 'county' | 'state'
  state: string
  area_key: string
  label: string
  basis: LocationBasis
}

/** Kinds as build/sql/90_place_name.sql stores them. */
type StoredKind = PlaceName['kind'] | 'township' | 'within' | 'largest'
type Places = Pick<Bundle, 'places'>
type Names = readonly [PlaceName, ...PlaceName[]]

/** Possible meanings of a name: known places, and the states of cities with neither lines nor a known county. */
interface Meanings {
  known: readonly PlaceName[]
  unknown: readonly string[]
}

/** Suffixes that the Census adds to the name of a consolidated city. */
const GOVERNMENT = /( (metro|metropolitan|consolidated|unified|urban county))?( government)?( balance)?$/
const UNKNOWN = 'This server knows no city, county or state with that name.'
const NO_CITY_LINES =
  'This server knows neither the lines nor the county of that city. Use lat and lng, a ZIP code, or the county, as in `Cook County, IL`.'
const UNKNOWN_OR_COUNTY =
  'a county and a city whose county is unknown have this name: add the class of the county, as in `Durham County, NC`, or use a ZIP code, or lat and lng.'
const UNKNOWN_OR_CDP =
  'a census designated place and a town whose county is unknown have this name: add `CDP` after the name, as in `Hanover CDP, NH`, or use a ZIP code, or lat and lng.'

/**
 * Without a state, a name means a state, else the city far larger than its namesakes, else the only city or county of that
 * name. With a state, a city is preferred to a county (docs/rules.md#place-names). Returns undefined for an address.
 * @throws ApiError 404 for an unknown place, 400 with the choices for an ambiguous name
 */
export function findNames(bundle: Places, text: string): Names | undefined {
  const location = parseLocationText(text)
  switch (location.kind) {
    case 'zip':
      return first(load(bundle, 'zip', location.zip)) ?? refuseUnknown('This server does not know that ZIP code.')
    case 'address':
      return location.name && findNamed(bundle, location.name)
    case 'name':
      return findNamed(bundle, location) ?? refuseName(bundle, location)
    case 'unknown':
      return refuseMisspelt(bundle, location.name, undefined)
    default:
      return location satisfies never
  }
}

function findNamed(bundle: Places, text: NameText): Names | undefined {
  const { name, state, within } = text
  const alone = state === undefined && within === undefined
  const named = alone ? findState(name) : undefined
  if (named) return first(load(bundle, 'state', placeKey(named.code))) ?? refuseUnknown(noLines(named))
  const split = alone ? splitState(name) : undefined
  const inState = (): Names | undefined => split && findNamed(bundle, { kind: 'name', ...split, within })
  const largest = alone ? first(load(bundle, 'largest', placeKey(name))) : undefined
  if (largest) return (isRunTogether(largest, name) && inState()) || largest
  const meanings = within === undefined ? findMeanings(bundle, text) : findWithin(bundle, text, within)
  return (isRunTogether(meanings.known, name) && inState()) || (choose(meanings) ?? inState())
}

/** True of `corona ca` for Coronaca: a space that only our comparison of names leaves out. */
function isRunTogether(names: readonly PlaceName[], name: string): boolean {
  const last = name.slice(name.lastIndexOf(' ') + 1)
  return names.length > 0 && !names.some(({ label }) => hasWord(label.split(',', 1)[0] ?? '', last))
}

function refuseName(bundle: Places, { name, state }: NameText): never {
  const split = state ? { name, state } : splitState(name)
  if (split && load(bundle, 'state', placeKey(split.state.code)).length === 0) refuseUnknown(noLines(split.state))
  refuseMisspelt(bundle, split?.name ?? name, split?.state)
}

function refuseMisspelt(bundle: Places, name: string, state: UsState | undefined): never {
  const choices = findNearestNames(bundle, BEFORE.exec(name)?.[2] ?? name, state)
  throw new PlaceRefusal(
    'not_found',
    choices.length > 0 ? `${UNKNOWN} Did you mean${list(choices)}?` : UNKNOWN,
    choices,
  )
}

function noLines({ name }: UsState): string {
  return `This server has no district lines for ${name}.`
}

/** Places of the full name, class included; if there are none, places of the stated class. */
function findMeanings(bundle: Places, text: NameText): Meanings {
  const found = findClassed(bundle, text)
  const name = text.name.replace(GOVERNMENT, '')
  return isNothing(found) && name !== text.name ? findClassed(bundle, { ...text, name }) : found
}

function findClassed(bundle: Places, { name, state }: NameText): Meanings {
  const places = (kind: StoredKind, words: string) => load(bundle, kind, placeKey(words), state)
  const unknown = (words: string) => loadUnknown(bundle, placeKey(words), state)
  const classed = readClass(name, state !== undefined)
  const cities = places('city', name)
  if (classed?.says === 'county' && cities.length === 0) return { known: places('county', classed.base), unknown: [] }
  // With a state in the text, a city is preferred.
  const others =
    state && cities.length > 0
      ? []
      : [...places('township', name), ...places('county', name)].filter((other) => !isAmong(cities, other))
  const own = { known: [...cities, ...others], unknown: unknown(name) }
  if (!classed || !isNothing(own)) return own
  const { base, word, says } = classed
  const counties = says === 'either' ? places('county', base).filter(({ label }) => hasWord(label, word)) : []
  const municipalities = findMunicipalities((words) => places('city', words), classed)
  // In one state, `Anchorage Municipality` is the county of that class, even where a city of the name has lines of its own.
  const known =
    state && counties.length > 0
      ? counties
      : [...counties, ...municipalities.filter((city) => !isAmong(counties, city))]
  return { known, unknown: known.length > 0 ? [] : unknown(base) }
}

/** Municipalities of the stated class. For city, town, village and borough, falls back to any of these. */
function findMunicipalities(
  find: (words: string) => readonly PlaceName[],
  { base, word, says }: Classed,
): readonly PlaceName[] {
  const own = find(`${word === 'twp' ? 'township' : word} of ${base}`)
  return own.length > 0 || says === 'township' ? own : find(`city of ${base}`)
}

function isNothing({ known, unknown }: Meanings): boolean {
  return known.length + unknown.length === 0
}

/** The county and the city are the same area. */
function isAmong(names: readonly PlaceName[], { area_key }: PlaceName): boolean {
  return names.some((name) => name.area_key === area_key)
}

function hasWord(label: string, word: Classed['word']): boolean {
  return ` ${placeWords(label)} `.includes(` ${word} `)
}

function findWithin(bundle: Places, text: NameText, within: string): Meanings {
  const { name, state } = text
  const counties = load(bundle, 'county', placeKey(within), state).map(({ area_key }) => area_key)
  const { known, unknown } = findMeanings(bundle, text)
  const drawn = known.filter(
    ({ kind, basis, area_key }) => kind === 'city' && basis === 'area' && meets(bundle, area_key, counties),
  )
  if (drawn.length > 0) {
    const labels = new Set(drawn.map(({ label }) => label))
    return { known: known.filter(({ label }) => labels.has(label)), unknown: [] }
  }
  // First the places filed under the county, then those that reach into it.
  const there = (words: string) => load(bundle, 'within', `${placeKey(words)},${placeKey(within)}`, state)
  const classed = readClass(name, state !== undefined)
  const classedThere = classed ? findMunicipalities(there, classed) : []
  const filed = classedThere.length > 0 ? classedThere : there(name)
  if (filed.length > 0) return { known: filed, unknown: [] }
  const reaching = new Set(
    known.filter(({ kind, area_key }) => kind === 'city' && counties.includes(area_key)).map(({ label }) => label),
  )
  return {
    known: known.filter(({ label }) => reaching.has(label)),
    unknown: known.length > 0 || counties.length === 0 ? [] : unknown,
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

/** @throws ApiError 404 for a place with too little data, 400 for several places. */
function choose({ known, unknown }: Meanings): Names | undefined {
  const choices = [...new Set(byPopulation(known).map(({ label }) => label))]
  const states = new Set([...known.map(({ state }) => state), ...unknown])
  if (states.size > 1)
    throw refuse(
      `places in ${states.size} states have this name: add the state${list(choices) || ', as in `Springfield, IL`'}.`,
      choices,
    )
  const county = known.some(({ kind }) => kind === 'county')
  if (known.length > 0 && unknown.length > 0) throw refuse(county ? UNKNOWN_OR_COUNTY : UNKNOWN_OR_CDP, [])
  if (choices.length > 1)
    throw refuse(
      county
        ? `a city or township and a county have this name: add the class${list(choices)}.`
        : `several cities or townships in that state have this name: add the county${list(choices)}.`,
      choices,
    )
  return unknown.length > 0 ? refuseUnknown(NO_CITY_LINES) : first(known)
}

function list(choices: readonly string[]): string {
  if (choices.length === 0) return ''
  const shown = choices.slice(0, LOCATION_CHOICES_MAX).map((label) => `\`${label}\``)
  const more = choices.length > shown.length ? `; and ${choices.length - shown.length} more` : ''
  return `: ${shown.join('; ')}${more}`
}

function load(bundle: Places, kind: StoredKind, key: string, state?: UsState): PlaceName[] {
  return bundle.places
    .statement<PlaceName>(
      `SELECT CASE WHEN kind IN ('township', 'within', 'largest') THEN 'city' ELSE kind END AS kind, state, area_key, label, basis
FROM place_name
WHERE kind = $kind AND name_folded = $key AND ($state IS NULL OR state = $state)
ORDER BY state, label, area_key`,
    )
    .all({ kind, key, state: state?.code ?? null })
}

/** States with such a city whose lines and county are both unknown. */
function loadUnknown(bundle: Places, key: string, state: UsState | undefined): string[] {
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

function refuse(sentence: string, choices: readonly string[]): PlaceRefusal {
  const shown = choices.slice(0, LOCATION_CHOICES_MAX)
  return new PlaceRefusal('invalid_parameter', `Parameter \`location\`: ${sentence}`, shown)
}

function refuseUnknown(sentence: string): never {
  throw new ApiError('not_found', sentence)
}
