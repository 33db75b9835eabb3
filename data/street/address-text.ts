// Parses a street address in one line of text into its possible readings, most likely first. The text is never stored.

import { folded } from '../schema/folded-name.ts'
import { LOCATION_LENGTH_MAX } from '../schema/location-text.ts'
import { findStateByWords, STATE_WORDS_MAX } from '../schema/states.ts'
import type { StateCode } from '../schema/vocabulary.ts'
import { readHouseNumber } from './house-number.ts'
import {
  DIRECTIONS,
  isRoadNumber,
  nameOf,
  otherReadings,
  PLAIN_SUFFIXES,
  parseStreet,
  type Street,
  SUFFIXES,
  toWords,
} from './street.ts'

// The end of an address: unit, city, state, ZIP code and country, removed from the end backwards.

interface Locality {
  /** Begins with the house number. */
  street: Segment
  /** Whether there was a unit between street and city. */
  unit: boolean
  /** Empty if the text does not separate it from the street. */
  city: readonly string[]
  state: StateCode | undefined
  zip: string | undefined
}

const COUNTRIES = [['usa'], ['us'], ['u', 's', 'a'], ['united', 'states'], ['united', 'states', 'of', 'america']]

/** Unit words of Publication 28, appendix C2: those followed by a number or letter, and those without. */
const UNITS = new Set(
  'apartment apt aptmt bldg building bldng dept department fl floor flr hangar hngr lot lt room rm space spc sp ste suite suit stop trailer trlr unit condo condominium no num number penthouse ph pier slip key box pobox'.split(
    ' ',
  ),
)
const BARE_UNITS = new Set(
  'basement bsmt front frnt lobby lbby lower lowr office ofc penthouse ph rear side upper uppr'.split(' '),
)
/** Unit words that do not occur in street names. */
const PLAIN_UNITS = new Set('apartment apt aptmt condo condominium ste suite trlr unit'.split(' '))
const UNIT_ID = /^#?([a-z]?\d[a-z0-9]*|[a-z]{1,2}\d*)$/

/** The possible splits, most likely first; `Oak CT` may be a court or in Connecticut. */
function splitLocality(segments: readonly Segment[]): Locality[] {
  const { rest, zip } = takeZip(takeCountry(segments))
  return takeStates(rest).flatMap(({ rest: named, state }) => {
    const [street, ...others] = named
    return street ? [{ ...takeUnit(street, others), state, zip }] : []
  })
}

function takeCountry(segments: readonly Segment[]): readonly Segment[] {
  const last = segments.at(-1) ?? []
  const country = COUNTRIES.find((words) => endsWith(last, words))
  // `US` in `100 US` is not a country.
  if (!country || (segments.length === 1 && last.length < country.length + 3)) return segments
  return shorten(segments, country.length)
}

function takeZip(segments: readonly Segment[]): { rest: readonly Segment[]; zip: string | undefined } {
  const last = segments.at(-1) ?? []
  const [end = '', before = ''] = [last.at(-1), last.at(-2)]
  // House number and street come first.
  const room = segments.length > 1 ? 0 : 2
  const [, code, zip] = /^([a-z]{2})?(\d{5})(?:-?\d{4})?$/.exec(end) ?? []
  if (zip !== undefined && last.length > room) {
    const rest = shorten(segments, 1)
    return code === undefined ? { rest, zip } : { rest: [...rest, [code]], zip }
  }
  if (/^\d{4}$/.test(end) && /^\d{5}$/.test(before) && last.length > room + 1)
    return { rest: shorten(segments, 2), zip: before }
  return { rest: segments, zip: undefined }
}

function takeStates(segments: readonly Segment[]): { rest: readonly Segment[]; state: StateCode | undefined }[] {
  const last = segments.at(-1) ?? []
  const without = { rest: segments, state: undefined }
  for (let count = Math.min(STATE_WORDS_MAX, last.length); count > 0; count--) {
    const words = last.slice(-count)
    const found = findStateByWords(words.join(' ')) ?? (words.join(' ') === 'd c' ? findStateByWords('dc') : undefined)
    if (!found || (segments.length === 1 && last.length < count + 2)) continue
    const within = { rest: shorten(segments, count), state: found.code }
    const [word = ''] = words
    // In the street's own segment the word may be a street suffix or a direction.
    if (segments.length === 1 && count === 1 && (SUFFIXES.has(word) || DIRECTIONS.has(word))) return [without, within]
    // `New York` and `Washington` are also cities, if nothing else is named.
    if (segments.length === 2 && count === last.length && word.length > 2) return [without, within]
    return [within]
  }
  return [without]
}

function takeUnit(first: Segment, others: readonly Segment[]): Pick<Locality, 'street' | 'unit' | 'city'> {
  const cut = findUnit(first)
  const street = first.slice(0, cut?.at)
  const after = cut ? first.slice(cut.at + cut.taken) : []
  const named = others.filter((segment) => !isUnit(segment))
  const city = toWords((named.at(-1) ?? after).join(' '))
  return { street, city, unit: cut !== undefined || named.length < others.length }
}

function isUnit(segment: Segment): boolean {
  const [first = '', second] = segment
  if (first === '#' || (BARE_UNITS.has(first) && second === undefined)) return true
  if (UNITS.has(first) && second !== undefined && (second === '#' || UNIT_ID.test(second) || /\d/.test(second)))
    return true
  // `2nd Floor`; `4B` between commas.
  return (
    (segment.length === 2 && /^\d+(st|nd|rd|th)$/.test(first) && /^fl(oo)?r?$/.test(second ?? '')) ||
    (segment.length === 1 && /\d/.test(first))
  )
}

/** The first unit after the house number and one word of the street. */
function findUnit(street: Segment): { at: number; taken: number } | undefined {
  for (let at = 2; at < street.length; at++) {
    const [word = '', next = '', third = ''] = [street[at], street[at + 1], street[at + 2]]
    if (word === '#' && next !== '') return { at, taken: 2 }
    const isOrdinal = /^\d+(st|nd|rd|th)$/.test(word)
    // `134th Fl 2` is the end of a street and a floor with its own number.
    if (isOrdinal && /^(fl|flr|floor)$/.test(next) && !/^\d/.test(third) && endsBefore(street, at))
      return { at, taken: 2 }
    if (UNITS.has(word) && next === '#' && third !== '') return { at, taken: 3 }
    if (UNITS.has(word) && UNIT_ID.test(next) && (/\d/.test(next) || PLAIN_UNITS.has(word) || endsBefore(street, at)))
      return { at, taken: 2 }
    if (UNITS.has(word) && /^[a-z0-9]+-[a-z0-9]+$/.test(next) && /\d/.test(next)) return { at, taken: 2 }
    if (BARE_UNITS.has(word) && endsBefore(street, at)) return { at, taken: 1 }
  }
  return undefined
}

/** Whether a street may be complete before this token. */
function endsBefore(street: Segment, at: number): boolean {
  const [last = '', before = ''] = [street[at - 1], street[at - 2]]
  return SUFFIXES.has(last) || (DIRECTIONS.has(last) && SUFFIXES.has(before))
}

function endsWith(words: Segment, end: readonly string[]): boolean {
  return words.length >= end.length && end.every((word, at) => words[words.length - end.length + at] === word)
}

/** Removes the last words of the last segment, and the segment if it is then empty. */
function shorten(segments: readonly Segment[], count: number): readonly Segment[] {
  const last = segments.at(-1)?.slice(0, -count) ?? []
  return last.length > 0 ? [...segments.slice(0, -1), last] : segments.slice(0, -1)
}

export type AddressText =
  | { kind: 'address'; readings: readonly [AddressReading, ...AddressReading[]] }
  | { kind: 'no_point'; what: NoPoint }
  | { kind: 'other' }

export interface AddressReading {
  /** In the form of data/street/house-number.ts. */
  number: string
  street: Street
  /** Readings with a part left out: they count only if nothing matches `street`. */
  others: readonly Street[]
  /** In the form of nameOf. */
  city: string | undefined
  state: StateCode | undefined
  zip: string | undefined
  /** The border between street and city is a guess: the city must match, whatever the ZIP code. */
  guessed: boolean
}

const CITY_WORDS_MAX = 4
const UNIT_WORDS_MAX = 3
const UNIT_WORD = /^([a-z]{0,2}\d{1,5}[a-z]{0,2}|[a-z])$/

/** Runs in linear time. A text of more than 300 characters is not an address. */
export function parseAddress(text: string): AddressText {
  if (text.length > LOCATION_LENGTH_MAX) return { kind: 'other' }
  const line = splitAddress(text)
  if ('what' in line) return { kind: 'no_point', what: line.what }
  const readings = splitLocality(line.segments).flatMap(readStreet)
  const [first, ...others] = readings
  return first ? { kind: 'address', readings: [first, ...others] } : { kind: 'other' }
}

function readStreet(locality: Locality): AddressReading[] {
  const { state, zip } = locality
  const read = readHouseNumber(locality.street)
  if (!read) return []
  const words = toWords(locality.street.slice(read.taken).join(' '))
  if (words.length === 0) return []
  const readWith = (street: readonly string[], city: readonly string[], guessed: boolean): AddressReading[] => {
    const shorter = dropBareUnit(street)
    const reading = (plain: readonly string[], others: readonly Street[]): AddressReading => ({
      number: read.number,
      street: parseStreet(plain),
      others,
      city: city.length > 0 ? nameOf(city) : undefined,
      state,
      zip,
      guessed,
    })
    if (!shorter) return [reading(street, otherReadings(street))]
    const loose = [...otherReadings(street), parseStreet(shorter.words)]
    if (!shorter.sure) return [reading(street, loose)]
    return [reading(street, loose), reading(shorter.words, otherReadings(shorter.words))]
  }
  const whole = readWith(words, locality.city, false)
  if (locality.city.length > 0 || locality.unit) return whole
  const splits: AddressReading[] = []
  for (let count = 1; count <= Math.min(CITY_WORDS_MAX, words.length - 1); count++) {
    const [street, city] = [words.slice(0, -count), words.slice(-count)]
    const kept = dropBareUnit(street)?.words ?? street
    const ends = isWhole(kept) && !city.some(isPlain) && !DIRECTIONS.has(city[0] ?? '')
    splits.push(...readWith(street, city, !ends))
  }
  return [...whole, ...splits]
}

/** `Main St 4B`, `Main St Bldg C 12` → `Main St`; `El Camino Real 105` too, though it may be a road of that number. */
function dropBareUnit(words: readonly string[]): { words: readonly string[]; sure: boolean } | undefined {
  if (isRoadNumber(words)) return undefined
  for (let count = 1; count <= Math.min(UNIT_WORDS_MAX, words.length - 1); count++) {
    const [kept, dropped] = [words.slice(0, -count), words.slice(-count)]
    if (!dropped.every((word) => UNIT_WORD.test(word)) || DIRECTIONS.has(dropped[0] ?? '')) break
    if (isWhole(kept)) return { words: kept, sure: true }
  }
  const [kept, last = ''] = [words.slice(0, -1), words.at(-1)]
  const isLikely = kept.length > 0 && UNIT_WORD.test(last) && /\d/.test(last) && !isPlain(kept.at(-1) ?? '')
  return isLikely ? { words: kept, sure: false } : undefined
}

/** Whether the words end with a street suffix, with or without a direction after it. */
function isWhole(words: readonly string[]): boolean {
  const [last = '', before = ''] = [words.at(-1), words.at(-2)]
  return words.length > 1 && (isPlain(last) || (words.length > 2 && DIRECTIONS.has(last) && isPlain(before)))
}

function isPlain(word: string): boolean {
  return PLAIN_SUFFIXES.has(SUFFIXES.get(word) ?? '')
}

// Splits an address line into its comma-separated segments, from the street on, or names a kind of address that has no point.

/** Kinds of addresses without a point on the map, worded for a sentence. */
type NoPoint = 'a post office box' | 'an intersection' | 'a rural route' | 'a military address' | 'general delivery'

/** Tokens are folded words, `#`, `&`, `@`, and numbers with their hyphens, slashes and points. */
type Segment = readonly string[]

const FRACTIONS: ReadonlyMap<string, string> = new Map([
  ['¼', ' 1/4'],
  ['½', ' 1/2'],
  ['¾', ' 3/4'],
  ['⁄', '/'],
])

/** Patterns of a segment's beginning. They run in linear time: anchored, without nested repetition. */
const NO_POINTS: readonly (readonly [what: NoPoint, begins: RegExp])[] = [
  ['a post office box', /^(p ?o ?box|p ?o ?b|post office box|po drawer|box) ?#? ?[a-z]?\d/],
  [
    'a rural route',
    /^(rr|r r|rural (route|rte|rt|delivery)|r ?f ?d|hcr?|highway contract( route)?|star (route|rte|rt)) ?#? ?\d/,
  ],
  ['a rural route', /^(rd|route|rte|rt) ?#? ?\d+ box\b/],
  ['a military address', /^(psc|cmr|unit) ?#? ?\d+ box\b/],
  ['a military address', /^[a-z0-9 ]* (apo|fpo|dpo) (aa|ae|ap)\b/],
  ['general delivery', /^general delivery\b/],
]
const CROSSING = new Set(['&', '@', 'and', 'at', '/'])

/** Starts at the segment that begins with a house number. Empty if there is none and nothing else is recognized. */
function splitAddress(text: string): { segments: readonly Segment[] } | { what: NoPoint } {
  const segments = text
    .replace(/[¼½¾⁄]/g, (sign) => FRACTIONS.get(sign) ?? '')
    .split(/[,;|\r\n]/)
    .map(toTokens)
    .filter((tokens) => tokens.length > 0)
  const start = segments.findIndex((tokens) => (readHouseNumber(tokens)?.taken ?? tokens.length) < tokens.length)
  const before = start < 0 ? segments : segments.slice(0, start)
  const what = before.map(findNoPoint).find((found) => found !== undefined)
  const street = segments[start]
  if (what && (start < 0 || what !== 'a post office box')) return { what }
  if (street && isCrossing(street.slice(readHouseNumber(street)?.taken))) return { what: 'an intersection' }
  return { segments: start < 0 ? [] : segments.slice(start) }
}

function toTokens(segment: string): Segment {
  return folded(segment)
    .replace(/[‐-―−]/g, '-')
    .replace(/['’`]/g, '')
    .replace(/(?<!\d)\.|\.(?!\d)/g, '')
    .replace(/[#&@]/g, ' $& ')
    .split(/[^a-z0-9#&@./-]+/)
    .filter((token) => token !== '')
}

function findNoPoint(tokens: Segment): NoPoint | undefined {
  const segment = tokens.join(' ')
  const found = NO_POINTS.find(([, begins]) => begins.test(segment))
  if (found) return found[0]
  return isCrossing(tokens) || /^corner of\b/.test(segment) ? 'an intersection' : undefined
}

/** Whether there are streets on both sides, at least one with a word such as `st`. @param words without a house number */
function isCrossing(words: Segment): boolean {
  const at = words.findIndex((word) => CROSSING.has(word))
  if (at < 1 || at === words.length - 1) return false
  return [words.slice(0, at), words.slice(at + 1)].some(endsAsStreet)
}

function endsAsStreet(words: Segment): boolean {
  const named = DIRECTIONS.has(words.at(-1) ?? '') ? words.slice(0, -1) : words
  return PLAIN_SUFFIXES.has(SUFFIXES.get(named.at(-1) ?? '') ?? '') && named.length > 0
}
