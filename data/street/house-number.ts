// House numbers, in the form that build stores and the server looks up.

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
