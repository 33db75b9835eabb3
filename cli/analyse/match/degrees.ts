// Reads degrees. Most fields are plain decimals, which take a fifth of the time without a pattern.

const DECIMAL = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i

/** @returns degrees; null if the text is empty, NaN if it is no decimal number */
export function parseDegrees(text: string): number | null {
  if (text === '') return null
  return DECIMAL.test(text) ? Number(text) : Number.NaN
}

const [PLUS, MINUS, POINT, ZERO, NINE] = [43, 45, 46, 48, 57]
/** Below 2^53, so that digits and divisor are exact and their quotient is rounded once, as by Number(). */
const PLAIN_DIGITS_MAX = 15
const POWERS_OF_TEN = Float64Array.from({ length: PLAIN_DIGITS_MAX + 1 }, (_, power) => Number(`1e${power}`))

/** @returns as parseDegrees of this part of the text; undefined if it is not a plain decimal such as `-78.6391` */
export function readPlainDegrees(text: string, start: number, end: number): number | undefined {
  const sign = text.charCodeAt(start)
  let at = sign === MINUS || sign === PLUS ? start + 1 : start
  const first = at
  let point = -1
  let digits = 0
  for (; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code >= ZERO && code <= NINE) digits = digits * 10 + code - ZERO
    else if (code === POINT && point < 0) point = at
    else return undefined
  }
  const count = end - first - (point < 0 ? 0 : 1)
  if (count < 1 || count > PLAIN_DIGITS_MAX) return undefined
  const degrees = point < 0 ? digits : digits / (POWERS_OF_TEN[end - point - 1] ?? 1)
  return sign === MINUS ? -degrees : degrees
}
