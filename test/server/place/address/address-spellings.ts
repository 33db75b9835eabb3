// Spellings of an address of a county's file: as in the file, and others.

import { DIRECTIONS, KIND_WORDS, SUFFIXES } from '../../../../data/street/street.ts'
import type { FileRow } from './address-files.ts'

interface Said extends FileRow {
  state: string
}
type Spelling = (row: Said, random: () => number) => string

/** The longest spelling of each normalised form. */
const SPELT = new Map<string, string>()
for (const [word, kept] of KIND_WORDS)
  if (word.length > (SPELT.get(kept)?.length ?? 0) && !/s$/.test(word.replace(kept, ''))) SPELT.set(kept, word)
for (const [kept, word] of [
  ['ave', 'avenue'],
  ['blvd', 'boulevard'],
  ['ter', 'terrace'],
  ['pkwy', 'parkway'],
  ['cir', 'circle'],
  ['ln', 'lane'],
  ['ctr', 'center'],
  ['vw', 'view'],
] as const)
  SPELT.set(kept, word)
const DIRECTED = new Map([...DIRECTIONS].filter(([word]) => word.length > 2).map(([word, kept]) => [kept, word]))

const line = (row: Said, street = row.STREET, unit = row.UNIT): string =>
  `${row.NUMBER} ${street}${unit === '' ? '' : ` ${unit}`}${row.CITY === '' ? '' : `, ${row.CITY}`}, ${row.state} ${row.POSTCODE}`.trim()

/** The last word that says the street's kind, before a direction. Undefined for a street without one. */
function kindAt(words: readonly string[]): number | undefined {
  const last = DIRECTIONS.has((words.at(-1) ?? '').toLowerCase()) ? words.length - 2 : words.length - 1
  return last > 0 && SUFFIXES.has((words[last] ?? '').toLowerCase()) ? last : undefined
}

function changeKind(street: string, change: (kind: string) => string): string {
  const words = street.split(' ')
  const at = kindAt(words)
  return words
    .map((word, place) => (place === at ? change(word) : word))
    .filter((word) => word !== '')
    .join(' ')
}

function spellDirections(street: string): string {
  const words = street.split(' ')
  return words
    .map((word, at) =>
      (at === 0 && words.length > 2) || (at === words.length - 1 && at > 1)
        ? (DIRECTED.get(word.toLowerCase()) ?? word)
        : word,
    )
    .join(' ')
}

const spellKind = (word: string): string => SPELT.get(SUFFIXES.get(word.toLowerCase()) ?? '') ?? word

export const SPELLINGS: Readonly<Record<string, Spelling>> = {
  'its own text': (row) => line(row),
  'no unit': (row) => line(row, row.STREET, ''),
  'lower case': (row) => line(row).toLowerCase(),
  'random case': (row, random) =>
    line(row).replace(/[a-z]/gi, (letter) => (random() < 0.5 ? letter.toLowerCase() : letter.toUpperCase())),
  'kind of street spelled out': (row) => line(row, changeKind(row.STREET, spellKind)),
  'direction spelled out': (row) => line(row, spellDirections(row.STREET)),
  'kind of street left out': (row) =>
    line(
      row,
      changeKind(row.STREET, () => ''),
      '',
    ),
  'a unit more': (row, random) =>
    line(
      row,
      row.STREET,
      ['Apt 4B', '# 12', 'Unit C', 'Ste 200', 'Fl 2', 'Bldg 3 Apt 9', ', Apt 7'][Math.floor(random() * 7)] ?? '',
    ),
  'no commas': (row) => line(row, row.STREET, '').replaceAll(',', ''),
  'ZIP code alone': (row) => `${row.NUMBER} ${row.STREET} ${row.POSTCODE}`,
  'city and state alone': (row) => `${row.NUMBER} ${row.STREET}, ${row.CITY}, ${row.state}`.replace(', ,', ','),
  'ZIP+4, country, stops': (row) =>
    `${line(row, `${row.STREET}.`, '').replace(/(\d{5})(-\d{4})?$/, '$1-0001')}, U.S.A.`.replace(' AV.', ' Av.'),
  'all at once': (row, random) =>
    line(row, changeKind(spellDirections(row.STREET), spellKind), random() < 0.5 ? 'Apt. #4' : '')
      .replaceAll(',', '  ')
      .replace(/[a-z]/gi, (letter) => (random() < 0.5 ? letter.toLowerCase() : letter.toUpperCase())),
}
