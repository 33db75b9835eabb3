const DECIMAL = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i

/** @returns degrees; null if the text is empty, NaN if it is no decimal number */
export function parseDegrees(text: string): number | null {
  if (text === '') return null
  return DECIMAL.test(text) ? Number(text) : Number.NaN
}
