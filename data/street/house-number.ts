// House numbers, in the form that build stores and the server looks up.

import { MICRODEGREES } from '../geometry/polygon.ts'
import { readVarints, writeVarints } from '../index/runs.ts'

const PLAIN = /^0*(\d{1,8})$/
/** `12A`, `12-B` */
const LETTER = /^0*(\d{1,8})-?([a-z])$/
/** Queens, Hawaii: `37-14`, `91-1234`. */
const HYPHEN = /^0*(\d{1,5})-0*(\d{1,5})([a-z]?)$/
/** `3536.5` in a county's file means `3536 1/2`. */
const DECIMAL = /^0*(\d{1,8})\.(0|5|25|75)$/
const FRACTION = /^([1-7])\/([248])$/
/** Wisconsin, Illinois: `N6W23001`, `W2345`. */
const GRID = /^([nsew]\d{1,5})-?([nsew]\d{1,5})$/
const HALF_GRID = /^[nsew]\d{1,5}$/

const DECIMALS: ReadonlyMap<string, string> = new Map([
  ['0', ''],
  ['25', ' 1/4'],
  ['5', ' 1/2'],
  ['75', ' 3/4'],
])

/** A whole field: `0123`, `123 1/2`, `12-B`, `N6 W23001`. Undefined for any other text. */
export function foldHouseNumber(text: string): string | undefined {
  const tokens = text.toLowerCase().trim().split(/\s+/)
  const read = readHouseNumber(tokens)
  return read && read.taken === tokens.length ? read.number : undefined
}

/** The number at the start of the tokens, and how many tokens it takes. @param tokens lower case, hyphens, slashes and points kept */
export function readHouseNumber(tokens: readonly string[]): { number: string; taken: number } | undefined {
  const [first = '', second = '', third = ''] = tokens
  const grid = GRID.exec(first)
  if (grid) return { number: `${grid[1]}${grid[2]}`, taken: 1 }
  const pair = HALF_GRID.test(first) ? GRID.exec(first + second) : null
  if (pair) return { number: `${pair[1]}${pair[2]}`, taken: 2 }
  if (HALF_GRID.test(first)) return { number: first, taken: 1 }
  if (second === '-' && /^\d+$/.test(third)) {
    const joined = readHouseNumber([`${first}-${third}`])
    return joined && { number: joined.number, taken: 3 }
  }
  const number = readOne(first)
  if (number === undefined) return undefined
  const fraction = PLAIN.test(first) ? FRACTION.exec(second) : null
  return fraction ? { number: `${number} ${fraction[0]}`, taken: 2 } : { number, taken: 1 }
}

function readOne(token: string): string | undefined {
  const decimal = DECIMAL.exec(token)
  if (decimal) return `${decimal[1]}${DECIMALS.get(decimal[2] ?? '') ?? ''}`
  const hyphen = HYPHEN.exec(token)
  if (hyphen) return `${hyphen[1]}-${hyphen[2]}${hyphen[3]}`
  const letter = LETTER.exec(token)
  if (letter) return `${letter[1]}${letter[2]}`
  return PLAIN.exec(token)?.[1]
}

/** A number's position along a street: `37-14` is 14 in block `37-`; `12a` and `12 1/2` are at 12. */
export interface HouseNumber {
  lead: string
  value: number
  tail: string
}

/** @param number in the form of foldHouseNumber */
export function splitHouseNumber(number: string): HouseNumber {
  const [, lead = '', value = '0', tail = ''] = /^(\d+-|[nsew]\d+[nsew]|[nsew])?(\d+)(.*)/s.exec(number) ?? []
  return { lead, value: Number(value), tail }
}

// Ranges of house numbers along one side of a line: their compact binary form, and the point of one number.

const PARITIES = ['even', 'odd', 'both'] as const
type Parity = (typeof PARITIES)[number]

export interface NumberRange {
  /** Numbers at the first and last point of the line; either may be greater. */
  from: number
  to: number
  parity: Parity
  side: 'left' | 'right'
  /** [lng0, lat0, lng1, lat1, …] in microdegrees; at least two points. */
  line: readonly number[]
}

/** Microdegrees. */
export interface MicroPoint {
  lng: number
  lat: number
}

/** Meters from the middle of a street to a house. */
const OFFSET_M = 10
/** Share of a street's length that stays free at each end, so that no house stands in a side street. */
const INSET_SHARE = 0.1
const METRES_A_DEGREE = 111_320

export function encodeRange({ from, to, parity, side, line }: NumberRange): Uint8Array {
  const writer = writeVarints()
  writer.unsigned(from)
  writer.unsigned(to)
  writer.unsigned(PARITIES.indexOf(parity) * 2 + (side === 'right' ? 1 : 0))
  let before = [0, 0]
  for (let at = 0; at < line.length; at += 2) {
    const [lng = 0, lat = 0] = [line[at], line[at + 1]]
    writer.signed(lng - (before[0] ?? 0))
    writer.signed(lat - (before[1] ?? 0))
    before = [lng, lat]
  }
  return writer.bytes()
}

export function decodeRange(bytes: Uint8Array): NumberRange {
  const reader = readVarints(bytes)
  const [from, to, flags] = [reader.unsigned(), reader.unsigned(), reader.unsigned()]
  const line: number[] = []
  let [lng, lat] = [0, 0]
  while (!reader.ended()) {
    lng += reader.signed()
    lat += reader.signed()
    line.push(lng, lat)
  }
  const parity = PARITIES[Math.floor(flags / 2)] ?? 'both'
  return { from, to, parity, side: flags % 2 === 1 ? 'right' : 'left', line }
}

export function holdsNumber({ from, to, parity }: Pick<NumberRange, 'from' | 'to' | 'parity'>, value: number): boolean {
  const within = value >= Math.min(from, to) && value <= Math.max(from, to)
  return within && (parity === 'both' || (value % 2 === 0) === (parity === 'even'))
}

/** Interpolates along the line by number. The point lies to the left or right of the line's direction. */
export function pointInRange({ from, to, side, line }: NumberRange, value: number): MicroPoint {
  const east = Math.cos(((line[1] ?? 0) / MICRODEGREES) * (Math.PI / 180)) || 1
  const share = from === to ? 0.5 : (value - from) / (to - from)
  const lengths: number[] = []
  for (let at = 2; at < line.length; at += 2) {
    const { x, y } = step(line, at, east)
    lengths.push(Math.hypot(x, y))
  }
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  let left = whole * (INSET_SHARE + share * (1 - 2 * INSET_SHARE))
  let at = 0
  while (at < lengths.length - 1 && left > (lengths[at] ?? 0)) left -= lengths[at++] ?? 0
  const length = lengths[at] || 1
  const { x, y } = step(line, at * 2 + 2, east)
  const along = Math.min(1, left / length)
  const offset = ((OFFSET_M / METRES_A_DEGREE) * MICRODEGREES * (side === 'left' ? 1 : -1)) / length
  return {
    lng: Math.round((line[at * 2] ?? 0) + (x * along - y * offset) / east),
    lat: Math.round((line[at * 2 + 1] ?? 0) + y * along + x * offset),
  }
}

/** The step from the previous point to this one, with longitude scaled to the length of latitude. */
function step(line: readonly number[], at: number, east: number): { x: number; y: number } {
  return {
    x: ((line[at] ?? 0) - (line[at - 2] ?? 0)) * east,
    y: (line[at + 1] ?? 0) - (line[at - 1] ?? 0),
  }
}
