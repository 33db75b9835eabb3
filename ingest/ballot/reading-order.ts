const SUFFIX = /^(?:jr|sr|ii|iii|iv|v)\.?$/i

/**
 * `Sample Jr., Ann B.`, `Sample, Ann B. Jr.` → `Ann B. Sample Jr.` A name without a comma, and one whose comma stands before a suffix,
 * stays. @param name a family name, a comma, and the given names
 */
export function inReadingOrder(name: string): string {
  const [last = '', ...rest] = name
    .replace(/\s+/g, ' ')
    .split(',')
    .map((part) => part.trim())
  const given = rest.join(' ').split(' ').filter(Boolean)
  const family = last.split(' ')
  const isSuffix = (word: string): boolean => SUFFIX.test(word)
  if (given.every(isSuffix)) return [...family, ...given].join(' ')
  const words = [...given, ...family]
  // A family name may be one of these words alone.
  const suffixes = family.every(isSuffix) ? [] : words.filter(isSuffix)
  return [...words.filter((word) => !suffixes.includes(word)), ...suffixes].join(' ')
}

/** Of each of two running mates: `Sample, Ann / Example II, Bo` → `Ann Sample / Bo Example II`. */
export function matesInReadingOrder(names: string): string {
  return names.split('/').map(inReadingOrder).join(' / ')
}
