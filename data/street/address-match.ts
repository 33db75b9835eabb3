// Finds the point of an address among the streets that are held. An ambiguous address is never guessed.

import { MICRODEGREES } from '../geometry/polygon.ts'
import type { AddressReading, AddressText } from './address-text.ts'
import type { MicroPoint } from './house-number.ts'
import type { Street } from './street.ts'

/** As sources tell streets apart; '' means unknown. */
export interface StreetRow extends Omit<Street, 'name'> {
  street_id: number
  state: string
  zip: string
  /** Folded as streets' names are. */
  city: string
}

/** A house number on a street. */
export interface StreetPoint extends MicroPoint {
  street: StreetRow
}

/** The addresses that are held, with what tells whether one lies in a city or ZIP code. */
export interface AddressBook {
  /** Points of the reading's house number on the streets of a name, in the reading's state and ZIP code. Throws TooMany. */
  points(name: string, reading: AddressReading): readonly StreetPoint[]
  /** The same, interpolated along the ranges that hold the number. Throws TooMany. */
  rangePoints(name: string, reading: AddressReading): readonly StreetPoint[]
  /** Whether the Postal Service calls the place of a ZIP code so. @param city folded */
  isPostal(zip: string, city: string): boolean
  /** Ordinals of the counties' areas that a ZIP code meets. */
  countiesOf(zip: string): readonly number[]
  /** Folded name of the place whose boundaries an area is. @param ordinal of the area */
  placeNamed(ordinal: number): string | undefined
  /** Ordinals, ascending, of the areas at a point in microdegrees. */
  areasAt(lng: number, lat: number): readonly number[]
}

/** Thrown when too many streets share the name: the search would be slow, and its result ambiguous. */
export class TooMany extends Error {}

interface AddressCandidate extends StreetPoint {
  /** True for a point of the address's own; false for one interpolated along a range. */
  measured: boolean
  /** `exact`: as the street is stored; `loose`: the text omits part of the street's name. */
  fit: 'exact' | 'loose'
}

/** Words that the caller must add; null if no words would separate the candidates. */
export type Tie = { adds: string | null }

/** A point in degrees, or a tie; undefined if the address is not held. */
export type FoundAddress = { lng: number; lat: number } | { ambiguous: Tie } | undefined

/**
 * Searches points for the exact street, then ranges, then both for a loose fit. A missing `N` or `Ave` is accepted only if
 * one street fits. A range gives an estimated point: house numbers are spaced evenly along it.
 */
export function findInBook(book: AddressBook, { readings }: Extract<AddressText, { kind: 'address' }>): FoundAddress {
  const find = (kinds: readonly ('points' | 'rangePoints')[], fit: AddressCandidate['fit']): FoundAddress => {
    const found = readings.flatMap((reading) =>
      kinds
        .flatMap((kind) => findCandidates(book, kind, reading))
        .filter((candidate) => candidate.fit === fit && isThere(book, candidate, reading)),
    )
    return decide(book, found)
  }
  try {
    return find(['points'], 'exact') ?? find(['rangePoints'], 'exact') ?? find(['points', 'rangePoints'], 'loose')
  } catch (error) {
    if (error instanceof TooMany) return { ambiguous: { adds: TOO_MANY_ADD } }
    throw error
  }
}

function decide(book: AddressBook, candidates: readonly AddressCandidate[]): FoundAddress {
  const [first] = candidates
  if (!first) return undefined
  const tie = findTie(book, candidates)
  if (tie !== undefined) return { ambiguous: tie }
  const { lng, lat } = candidates.find(({ measured }) => measured) ?? first
  return { lng: lng / MICRODEGREES, lat: lat / MICRODEGREES }
}

// Candidates: the streets of the reading's names that fit it.

function findCandidates(
  book: AddressBook,
  kind: 'points' | 'rangePoints',
  reading: AddressReading,
): AddressCandidate[] {
  const names = new Set([reading.street, ...reading.others].map(({ name }) => name))
  return [...names].flatMap((name) =>
    book[kind](name, reading).flatMap((point): AddressCandidate[] => {
      const fit = fitOf(reading, name, point.street)
      return fit ? [{ ...point, measured: kind === 'points', fit }] : []
    }),
  )
}

function fitOf(
  { street: asked, others }: AddressReading,
  name: string,
  street: StreetRow,
): AddressCandidate['fit'] | undefined {
  if (asked.name === name && isSame(asked, street)) return 'exact'
  return [asked, ...others].some((other) => other.name === name && lacksOnly(other, street)) ? 'loose' : undefined
}

type Parts = Pick<Street, 'prefix' | 'suffix' | 'postfix'>

function isSame(asked: Parts, kept: Parts): boolean {
  return asked.prefix === kept.prefix && asked.suffix === kept.suffix && asked.postfix === kept.postfix
}

/** The request says less than the stored street, adds only a street type, or has the direction on the other side. */
function lacksOnly(asked: Parts, kept: Parts): boolean {
  const kinds = asked.suffix === kept.suffix || asked.suffix === '' || kept.suffix === ''
  const lacks = (own: string, other: string): boolean => own === other || own === ''
  const turned = asked.prefix === kept.postfix && asked.postfix === kept.prefix
  return kinds && (turned || (lacks(asked.prefix, kept.prefix) && lacks(asked.postfix, kept.postfix)))
}

// Check that a candidate lies in the city and ZIP code of the request.

/**
 * The candidate's state and ZIP code already match, or its source gives no ZIP code. A city matches if the source names it,
 * if the Postal Service uses it for the ZIP code, or if the point lies in the place of that name. With a matching ZIP code
 * the city need not match, unless the ZIP code was guessed.
 */
function isThere(book: AddressBook, candidate: StreetPoint, { zip, city, guessed }: AddressReading): boolean {
  const { street } = candidate
  if (zip !== undefined && street.zip === zip && !guessed) return true
  if (city !== undefined)
    return isCity(book, candidate, city) && (zip === undefined || street.zip === zip || mayHave(book, candidate, zip))
  return zip === undefined || mayHave(book, candidate, zip)
}

function isCity(book: AddressBook, { street, lng, lat }: StreetPoint, city: string): boolean {
  if (street.city === city) return true
  if (street.zip !== '' && book.isPostal(street.zip, city)) return true
  return book.areasAt(lng, lat).some((ordinal) => book.placeNamed(ordinal) === city)
}

/** For a source without ZIP codes: the point's county must be one of the ZIP code's counties. */
function mayHave(book: AddressBook, { street, lng, lat }: StreetPoint, zip: string): boolean {
  if (street.zip !== '') return street.zip === zip
  const areas = book.areasAt(lng, lat)
  return book.countiesOf(zip).some((ordinal) => areas.includes(ordinal))
}

// Several candidates for one address are either one place or a tie. A tie is an error.

/** Meters. Points of several streets within this distance count as one place. */
const TIE_DISTANCE = 100
const METRES_A_DEGREE = 111_320

/** Ordered by how likely a caller is to know the value. */
const TELLING: readonly (readonly [words: string, names: readonly (keyof StreetRow)[]])[] = [
  ['the state', ['state']],
  ['the direction of the street (such as N or SW)', ['prefix', 'postfix']],
  ['the kind of street (such as Ave or St)', ['suffix']],
  ['the city', ['city']],
  ['the ZIP code', ['zip']],
]
const TOO_MANY_ADD = 'the city and state, or the ZIP code'
/** Every text of `adds`. */
export const TIE_ADDS: readonly string[] = [...TELLING.map(([words]) => words), TOO_MANY_ADD]

/**
 * Returns undefined if all candidates are one place: they lie in the same districts, and either within 100 m of each other
 * or on one street under one number.
 */
function findTie(book: AddressBook, candidates: readonly StreetPoint[]): Tie | undefined {
  const [first] = candidates
  if (!first) return undefined
  const differ = (name: keyof StreetRow): boolean =>
    candidates.some(({ street }) => street[name] !== first.street[name])
  const areas = new Set(candidates.map(({ lng, lat }) => book.areasAt(lng, lat).join(' ')))
  const sameStreet = !differ('prefix') && !differ('suffix') && !differ('postfix')
  const near = spread(candidates) <= TIE_DISTANCE
  if (areas.size === 1 && sameStreet && (near || !differ('street_id'))) return undefined
  return { adds: TELLING.find(([, names]) => names.some(differ))?.[0] ?? null }
}

/** Diagonal of the box around all points, in meters. Computed as on a plane: accurate to a thousandth at such distances. */
function spread(candidates: readonly MicroPoint[]): number {
  const lngs = candidates.map(({ lng }) => lng)
  const lats = candidates.map(({ lat }) => lat)
  const [south, north] = [least(lats), -least(lats.map((lat) => -lat))]
  const [west, east] = [least(lngs), -least(lngs.map((lng) => -lng))]
  const narrow = Math.cos((((south + north) / 2 / MICRODEGREES) * Math.PI) / 180)
  return (Math.hypot((east - west) * narrow, north - south) / MICRODEGREES) * METRES_A_DEGREE
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((smallest, number) => Math.min(smallest, number), Number.POSITIVE_INFINITY)
}
