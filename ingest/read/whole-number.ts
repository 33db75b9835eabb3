// Parses whole numbers in the forms that programs write: a spreadsheet or a data-frame library saves 2 as `2.0`.

/** `2`, `02`, ` 2 `, `2.0` and `2.` are 2; undefined for any other text, and above 999,999,999. */
export function parseWholeNumber(text: string): number | undefined {
  const plain = withoutZeroDecimals(text)
  return /^\d{1,9}$/.test(plain) ? Number(plain) : undefined
}

/** `2.0` → `2`, trimmed; any other text, such as `2.5` or `4A`, keeps its form. For numbers that are names, as of districts. */
export function withoutZeroDecimals(text: string): string {
  return text.trim().replace(/^(\d+)\.0*$/, '$1')
}
