// The names of parties in normal letters, in the page's language where the party has a common name in it.

import type { Language } from '../../../../data/schema/vocabulary.ts'

const LINE_SEPARATOR = ' / '

/** All lines of a choice as its ballot prints them, else its party; null if it has neither. */
export function partyOf(
  { party, party_label }: { party: string | null; party_label: string | null },
  lang: Language,
): string | null {
  const lines = party_label ?? party
  if (lines === null) return null
  const [first = '', ...others] = lines.split(LINE_SEPARATOR)
  // `party` is the first line in the words of all states.
  const named = isShouted(first) && party !== null ? party : first
  return partyIn([named, ...others].join(LINE_SEPARATOR), lang)
}

/** Lines that mean the same are told once. @param lines joined by ` / ` */
export function partyIn(lines: string, lang: Language): string {
  const told = new Map<string, string>()
  for (const printed of lines.split(LINE_SEPARATOR)) {
    const line = isShouted(printed) ? toNormalLetters(printed) : printed
    const meaning = meaningOf(line)
    if (!told.has(meaning)) told.set(meaning, lang === 'es' ? (PARTIES_ES[line] ?? line) : line)
  }
  return [...told.values()].join(LINE_SEPARATOR)
}

/** `Green Party` and `Green` are one party. */
function meaningOf(line: string): string {
  return line
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/ party$/, '')
    .trim()
}

function isShouted(line: string): boolean {
  return line === line.toUpperCase() && /\p{L}{2}/u.test(line)
}

const SMALL_WORDS = new Set(['a', 'and', 'by', 'for', 'in', 'of', 'the', 'to'])
/** A word without a vowel, such as DFL, or a name of three letters, such as NPA. */
const INITIALS = /^(?:[^AEIOUY\s]+|[A-Z]{1,3})$/

function toNormalLetters(line: string): string {
  if (INITIALS.test(line)) return line
  return line.replace(/[\p{L}’']+/gu, (word, at: number) => {
    if (!/[AEIOUY]/.test(word)) return word
    const small = word.toLowerCase()
    return at > 0 && SMALL_WORDS.has(small) ? small : word.slice(0, 1) + small.slice(1)
  })
}

/** Common Spanish names of parties, by the name on the ballot. Other names are shown as printed. */
const PARTIES_ES: Readonly<Record<string, string>> = {
  Democratic: 'Demócrata',
  Republican: 'Republicano',
  Libertarian: 'Libertario',
  Green: 'Verde',
  Constitution: 'Constitución',
  Independent: 'Independiente',
  Nonpartisan: 'Sin partido',
  Unaffiliated: 'Sin afiliación',
  'No Party Affiliation': 'Sin afiliación',
  'No Party Preference': 'Sin preferencia de partido',
  'American Independent': 'Americano Independiente',
  Conservative: 'Conservador',
  Independence: 'Independencia',
  'Natural Law': 'Ley Natural',
  'No Party': 'Sin partido',
  'No Political Party': 'Sin partido',
  'Peace and Freedom': 'Paz y Libertad',
  Progressive: 'Progresista',
  Reform: 'Reforma',
  Socialist: 'Socialista',
  Unenrolled: 'Sin partido',
  'Working Families': 'Familias Trabajadoras',
}
