// Names as publishers print them: titles in capitals, names with the family name first, and words for parties.

import { PARTY_WORDS } from '../../data/reference/party-labels.ts'

// Title case.

const KEPT = new Set(['NC', 'US', 'DC', 'ABC', 'ANC', 'II', 'III', 'IV', 'VI', 'VII', 'VIII', 'IX'])
const SMALL = new Set(['OF', 'AND', 'AT', 'FOR', 'FROM', 'IN', 'ON', 'OR', 'THE', 'TO'])
/** Words that publishers abbreviate to fit a field. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  BD: 'Board',
  BOE: 'Board of Education',
  BORO: 'Borough',
  CO: 'County',
  DIST: 'District',
  EDU: 'Education',
  RGNL: 'Regional',
  TWP: 'Township',
}

/** `MCDOWELL COUNTY BD OF EDUCATION DISTRICT 02` → `McDowell County Board of Education District 2`. */
export function titleCase(text: string): string {
  return text
    .trim()
    .split(/\s+/)
    .map((word, index, words) =>
      index > 0 && SMALL.has(word.toUpperCase()) && !/^LARGE\b/i.test(words[index + 1] ?? '')
        ? word.toLowerCase()
        : word.replace(/[^\s()"-]+/g, /\d-\d/.test(word) ? caseInNumber : caseWord),
    )
    .join(' ')
}

/** Title case if the text is all capitals; otherwise unchanged. */
export function readable(text: string): string {
  return /[a-z]/.test(text) ? text : titleCase(text)
}

/** The digits of `2024-05` are those of an ordinance. */
function caseInNumber(word: string): string {
  return /^\d+$/.test(word) ? word : caseWord(word)
}

function caseWord(word: string): string {
  const upper = word.toUpperCase()
  const written = WRITTEN_OUT[upper]
  if (written !== undefined) return written
  if (KEPT.has(upper)) return upper
  if (/^#?\d+$/.test(upper)) return upper.replace(/\d+/, (digits) => String(Number(digits)))
  if (/^\d+[A-Z]$/.test(upper)) return upper.replace(/^0+/, '')
  if (/^\d+(ST|ND|RD|TH)$/.test(upper)) return upper.toLowerCase()
  if (/\d/.test(upper)) return upper
  if (/^MC[A-Z]{2,}$/.test(upper)) return `Mc${capital(upper.slice(2))}`
  if (/^O'[A-Z]/.test(upper)) return `O'${capital(upper.slice(2))}`
  return capital(upper)
}

/** Capitals for the first letter and after `&`: `"Kay"`, `A&P`. */
function capital(word: string): string {
  return word.toLowerCase().replace(/^[^\p{L}]*\p{L}|&\p{L}/gu, (start) => start.toUpperCase())
}

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

/** `DEM` and `Democratic Party` → `Democratic`; null if the words mean no party. An unlisted party keeps its printed name. */
export function partyOf(printed: string): string | null {
  const folded = printed.toLowerCase().replaceAll('.', '').replace(/\s+/g, ' ').trim()
  return Object.hasOwn(PARTY_WORDS, folded) ? (PARTY_WORDS[folded] ?? null) : printed
}

/** The name of a party without the word: `U.S. Taxpayers Party` → `U.S. Taxpayers`; null if the words mean no party. */
export function plainParty(printed: string): string | null {
  return partyOf(printed.trim())?.replace(/ party$/i, '') ?? null
}
