// Reads a coordinate from text.

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i

/** @returns degrees; NaN if the text is no decimal number */
export function parseDegrees(text: string): number {
  return DECIMAL.test(text) ? Number(text) : Number.NaN
}
