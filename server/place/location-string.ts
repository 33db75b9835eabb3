// A location string → the areas of its name.

import { placeKey, placeWords } from '../../data/schema/folded-name.ts'
import { findStateByWords, STATE_WORDS_MAX } from '../../data/schema/state-words.ts'
import type { UsState } from '../../data/schema/states.ts'
import type { LocationBasis } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { LOCATION_CHOICES_MAX } from '../constants.ts'
import { ApiError } from '../http/errors.ts'

// What a location string is: a ZIP code, a name, or a street address. It says nothing of whether such a place exists.

interface NameText {
  kind: 'name'
  /** Folded words, with those of its class: `wake county`, `city of raleigh`. */
  name: string
  state: UsState | undefined
  /** The county in which it is said to lie, without its class. */
  within: string | undefined
}

type LocationText =
  | { kind: 'zip'; zip: string }
  | NameText
  /** Or the name of a place with a number in it, as `29 Palms, CA` may be. */
  | { kind: 'address'; name: NameText | undefined }
  /** A name in no state that there is. */
  | { kind: 'unknown' }

/** What a name says of its class. */
interface Classed {
  base: string
  word: string
  /** Either: boroughs are counties in Alaska and cities in Pennsylvania. */
  says: 'county' | 'city' | 'either' | 'township'
}

const ZIP = /^(?:(\D+) )?(\d{5})(?: ?\d{4})?$/
const ZIP_FIRST = /^(\d{5})(?: \d{4})? (\D+)$/
/** A number behind these is no ZIP code. */
const NUMBERED = /(^| )(box|apt|apartment|suite|ste|unit|lot|room|route|rte|rt|highway|hwy|road|rd|no)$/
const COUNTRY = /(^| )(u ?s( ?a)?|united states( of america)?)$/
const BEFORE =
  /^(city and county|city and borough|county|parish|city|town|village|township|borough|municipality|municipio) (?:of|de) (.+)$/
const BEHIND =
  /^(.+?) (county|cnty|parish|census area|planning region|city and borough|city|town|village|township|twp|borough|municipality|municipio)$/
/** Without a state behind it, `co` is Colorado. */
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
  if (name === undefined) return { kind: 'unknown' }
  if (second === undefined) return { kind: 'name', name, state: undefined, within: undefined }
  if (third === undefined) return readBehind(name, second) ?? { kind: 'unknown' }
  const within = rest.length === 0 ? findCounty(second, true) : undefined
  if (within === undefined) return { kind: 'address', name: undefined }
  const state = findState(third)
  return state ? { kind: 'name', name, state, within } : { kind: 'unknown' }
}

/** @param behind `nc`, `wake county`, `wake county nc` */
function readBehind(name: string, behind: string): NameText | undefined {
  const state = findState(behind)
  if (state) return { kind: 'name', name, state, within: undefined }
  const split = splitState(behind)
  const within = findCounty(split?.name ?? behind, split !== undefined)
  return within === undefined ? undefined : { kind: 'name', name, state: split?.state, within }
}

/** `raleigh nc`, `wake county north carolina`: the last words are a state's. */
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

/** @param inState a state is said beside it */
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

/** As build/sql/90_place_name.sql stores them. */
type StoredKind = PlaceName['kind'] | 'township' | 'within' | 'largest'
type Places = Pick<Bundle, 'places'>
type Names = readonly [PlaceName, ...PlaceName[]]

/** What a name may mean: places that can be answered, and the states of cities of which neither lines nor a county are known. */
interface Meanings {
  known: readonly PlaceName[]
  unknown: readonly string[]
}

/** What the Census puts behind a consolidated city's name. */
const GOVERNMENT = /( (metro|metropolitan|consolidated|unified|urban county))?( government)?( balance)?$/
const UNKNOWN = 'No city, county or state of that name is known here.'
const NO_CITY_LINES =
  'This server knows neither the lines nor the county of that city. Ask by lat and lng, by ZIP code, or for its county, as in `Cook County, IL`.'
const UNKNOWN_OR_COUNTY =
  'a city whose county is not known here and a county have that name, expected the class of the county, as in `Durham County, NC`; or a ZIP code, or lat and lng.'
const UNKNOWN_OR_CDP =
  'a town whose county is not known here has that name, and a census designated place in it, expected `CDP` behind the name, as in `Hanover CDP, NH`; or a ZIP code, or lat and lng.'

/**
 * Without a state a name is a state's, the city's that is far larger than its namesakes, or the only city's or county's of that name.
 * With one it is a city's before a county's (docs/rules.md#place-names). Undefined for an address.
 * @throws ApiError 404 for no known place, 400 with the choices for a name that several have
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
  const largest = alone ? first(load(bundle, 'largest', placeKey(name))) : undefined
  if (largest) return largest
  const found = choose(within === undefined ? findMeanings(bundle, text) : findWithin(bundle, text, within))
  const split = found || !alone ? undefined : splitState(name)
  return split ? findNamed(bundle, { kind: 'name', ...split, within }) : found
}

function explain(bundle: Places, { name, state = splitState(name)?.state }: NameText): string {
  return state && load(bundle, 'state', placeKey(state.code)).length === 0 ? noLines(state) : UNKNOWN
}

function noLines({ name }: UsState): string {
  return `This server holds no lines of ${name}.`
}

/** What its own words name, class included; without any of that, what is of the class that it says. */
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
  // With a state beside it a city is meant, where there is one.
  const others =
    state && cities.length > 0
      ? []
      : [...places('township', name), ...places('county', name)].filter((other) => !isAmong(cities, other))
  const own = { known: [...cities, ...others], unknown: unknown(name) }
  if (!classed || !isNothing(own)) return own
  const { base, word, says } = classed
  const counties = says === 'either' ? places('county', base).filter(({ label }) => hasWord(label, word)) : []
  const municipalities = findMunicipalities((words) => places('city', words), classed)
  const known = [...counties, ...municipalities.filter((city) => !isAmong(counties, city))]
  return { known, unknown: known.length > 0 ? [] : unknown(base) }
}

/** Of the class that is said; of cities, towns, villages and boroughs else of any of these. */
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

/** Of a county that is a city. */
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
  // Those filed under the county, then those that reach into it.
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

/** Throws ApiError 404 for a place of which too little is known, 400 for several places. */
function choose({ known, unknown }: Meanings): Names | undefined {
  const choices = [...new Set(known.map(({ label }) => label))]
  const states = new Set([...known.map(({ state }) => state), ...unknown])
  if (states.size > 1)
    throw refuse(
      `${states.size} states have a place of that name, expected the state too${list(choices) || ', as in `Springfield, IL`'}.`,
    )
  const county = known.some(({ kind }) => kind === 'county')
  if (known.length > 0 && unknown.length > 0) throw refuse(county ? UNKNOWN_OR_COUNTY : UNKNOWN_OR_CDP)
  if (choices.length > 1)
    throw refuse(
      county
        ? `a city or township and a county have that name, expected the class too${list(choices)}.`
        : `several cities or townships of that state have that name, expected the county too${list(choices)}.`,
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

/** States that have such a city, and neither its lines nor its county are known. */
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

function refuse(sentence: string): ApiError {
  return new ApiError('invalid_parameter', `Parameter \`location\`: ${sentence}`)
}

function refuseUnknown(sentence: string): never {
  throw new ApiError('not_found', sentence)
}
