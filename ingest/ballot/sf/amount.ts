// The amount of a bond, where a measure's words leave no doubt.

const DOLLARS = /\$\s?(\d{1,3}(?:,\s?\d{3})+|\d+)(\.\d{1,2})?(?:\s?(million|billion))?(?!\.?\d|,\s?\d)/gi
const SCALES: Readonly<Record<string, number>> = { million: 1e6, billion: 1e9 }
/** Less than any bond: fees, tax rates, and bonds by their thousands. */
const LEAST = 10_000

/**
 * In dollars: the title's only amount, where the text does not speak of others alone; else, where the title has none, the text's only
 * one. Null where there are several, or one is written as no amount is, e.g. `$37,826.000`.
 */
export function findBondAmount(title: string, text: string): number | null {
  const [inTitle, inText] = [amountsOf(title), amountsOf(text)]
  if (inTitle === null || inText === null) return null
  const [only = null, ...more] = inTitle.size > 0 ? inTitle : inText
  if (only === null || more.length > 0) return null
  return inText.size === 0 || inText.has(only) ? only : null
}

function amountsOf(words: string): Set<number> | null {
  const matches = [...words.matchAll(DOLLARS)]
  if (matches.length < words.split('$').length - 1) return null
  const amounts = new Set<number>()
  for (const [, whole = '', decimals = '', scale = ''] of matches) {
    const amount = Math.round(Number(whole.replace(/[\s,]/g, '') + decimals) * (SCALES[scale.toLowerCase()] ?? 1))
    if (amount >= LEAST) amounts.add(amount)
  }
  return amounts
}
