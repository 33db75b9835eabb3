// A street address as one line of text → what it may say, in the order in which that is likely. Nothing of the text is kept.

import { type NoPoint, splitAddress } from './address-line.ts'
import { type Locality, splitLocality } from './address-locality.ts'
import { readHouseNumber } from './house-number.ts'
import { LOCATION_LENGTH_MAX } from './numbers.ts'
import { isRoadNumber, nameOf, otherReadings, parseStreet, type Street, toWords } from './street.ts'
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
const UNIT_WORDS_MAX = 3
const UNIT_WORD = /^([a-z]{0,2}\d{1,5}[a-z]{0,2}|[a-z])$/

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
  const readWith = (street: readonly string[], city: readonly string[], guessed: boolean): AddressReading[] => {
    const shorter = dropBareUnit(street)
    const reading = (plain: readonly string[], others: readonly Street[]): AddressReading => ({
      ...{ number: read.number, street: parseStreet(plain), others },
      ...{ city: city.length > 0 ? nameOf(city) : undefined, state, zip, guessed },
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

/** Whether it ends as streets do, with a direction after that or without. */
function isWhole(words: readonly string[]): boolean {
  const [last = '', before = ''] = [words.at(-1), words.at(-2)]
  return words.length > 1 && (isPlain(last) || (words.length > 2 && DIRECTIONS.has(last) && isPlain(before)))
}

function isPlain(word: string): boolean {
  return PLAIN_SUFFIXES.has(SUFFIXES.get(word) ?? '')
}
