// A street address as one line of text → what it may say, in the order in which that is likely. Nothing of the text is kept.

import { type NoPoint, splitAddress } from './address-line.ts'
import { type Locality, splitLocality } from './address-locality.ts'
import { readHouseNumber } from './house-number.ts'
import { LOCATION_LENGTH_MAX } from './numbers.ts'
import { nameOf, otherReadings, parseStreet, type Street, toWords } from './street.ts'
import { DIRECTIONS, PLAIN_SUFFIXES, SUFFIXES } from './street-words.ts'
import type { StateCode } from './vocabulary.ts'

export type AddressText =
  | { kind: 'address'; readings: readonly [AddressReading, ...AddressReading[]] }
  | { kind: 'no_point'; what: NoPoint }
  | { kind: 'other' }

export interface AddressReading {
  /** data/schema/house-number.ts */
  number: string
  street: Street
  /** Where something was left out: they count only when nothing fits `street`. */
  others: readonly Street[]
  /** As nameOf makes it. */
  city: string | undefined
  state: StateCode | undefined
  zip: string | undefined
  /** Where the street ends and the city begins is a guess: the city must be right, whatever the ZIP code. */
  guessed: boolean
}

const CITY_WORDS_MAX = 4

/** Takes time in proportion to the text, which is of at most 300 characters: a longer one is no address. */
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
  const reading = (street: readonly string[], city: readonly string[], guessed: boolean): AddressReading => ({
    ...{ number: read.number, street: parseStreet(street), others: otherReadings(street) },
    ...{ city: city.length > 0 ? nameOf(city) : undefined, state, zip, guessed },
  })
  const whole = reading(words, locality.city, false)
  const shorter = dropBareUnit(words)
  const readings = shorter ? [whole, reading(shorter, locality.city, false)] : [whole]
  if (locality.city.length > 0 || locality.unit) return readings
  const splits: AddressReading[] = []
  for (let count = 1; count <= Math.min(CITY_WORDS_MAX, words.length - 1); count++) {
    const [street, city] = [words.slice(0, -count), words.slice(-count)]
    const ends = isWhole(street) && !city.some(isPlain) && !DIRECTIONS.has(city[0] ?? '')
    splits.push(reading(street, city, !ends))
    const bare = dropBareUnit(street)
    if (bare) splits.push(reading(bare, city, !city.some(isPlain)))
  }
  return [...readings, ...splits]
}

/** `Main St 4B` → `Main St` */
function dropBareUnit(words: readonly string[]): readonly string[] | undefined {
  const [last = '', before = ''] = [words.at(-1), words.at(-2)]
  const isUnit = /^(\d+[a-z]?|[a-z]\d*)$/.test(last) && !DIRECTIONS.has(last)
  const isHighway = ['hwy', 'rte'].includes(SUFFIXES.get(before) ?? '')
  return words.length > 2 && isUnit && !isHighway && isWhole(words.slice(0, -1)) ? words.slice(0, -1) : undefined
}

/** Whether it ends as streets do, with a direction after that or without. */
function isWhole(words: readonly string[]): boolean {
  const [last = '', before = ''] = [words.at(-1), words.at(-2)]
  return words.length > 1 && (isPlain(last) || (words.length > 2 && DIRECTIONS.has(last) && isPlain(before)))
}

function isPlain(word: string): boolean {
  return PLAIN_SUFFIXES.has(SUFFIXES.get(word) ?? '')
}
