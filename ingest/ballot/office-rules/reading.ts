// The input of the office rules (one line of returns) and their result.

import { z } from 'zod'
import { placeKey } from '../../../data/schema/folded-name.ts'
import { readOwnTable } from '../../read/csv.ts'
import type { AreaPart, ContestDivision, DivisionIndex } from '../division.ts'
import type { ListedOffice } from '../office.ts'
import type { County } from './county.ts'
import { type OfficePart, type OfficeWords, officeTitle, trimMarks } from './office-text.ts'

export interface OfficeReading {
  office: ListedOffice
  /** The seat is filled for the rest of a term. */
  unexpired: boolean
  /** `state`: the same contest wherever it is listed. `county`: in another county, the same words are another contest. */
  scope: 'state' | 'county'
}

/** The text of one line, split, and where it is listed. */
export interface OfficeLine {
  words: OfficeWords
  /** The county that lists it. */
  county: County | null
  /** True if the whole state votes on it. */
  statewide: boolean
  index: DivisionIndex
}

/** Words that name a seat of a body which all its voters fill; the other words name an area. */
const SEAT_WORDS = new Set([
  'SEAT',
  'PLACE',
  'POSITION',
  'GROUP',
  'OFFICE',
  'DIVISION',
  'DEPARTMENT',
  'JUDGESHIP',
  'BRANCH',
  'PART',
])

export function isSeat({ word }: OfficePart): boolean {
  return SEAT_WORDS.has(word)
}

/** `Ward 2`; a code alone has the word `fallback`. */
export function partWords({ word, code }: OfficePart, fallback = 'District'): string {
  return `${word === '' ? fallback : officeTitle(word)} ${officeTitle(code.length > 1 ? code : code.toUpperCase())}`
}

/** A column that only repeats the county's or independent city's name, or the office, names no part: `CHESAPEAKE CITY`, `FOSTER COMMISSIONER`. */
export function withoutCounty(words: OfficeWords, county: County): OfficeWords {
  const last = words.text.split(' ').at(-1) ?? ''
  const names = namesOf(county)
  const same = [...names, ...names.map((one) => `${one} ${last}`)].some((one) => isSame(one, words.named))
  return same || REPEATED.test(words.named) || listsCounty(words.named, county) ? { ...words, named: '' } : words
}

function namesOf({ name, full_name }: County): readonly string[] {
  return [name, full_name, `${name} city`]
}

/** `SAINT CROIX COUNTY` and `St. Croix County` */
function isSame(name: string, other: string): boolean {
  return placeKey(name) === placeKey(other)
}

/** Names of several counties, one of which is the line's own: `MENOMINEE AND SHAWANO COUNTIES`, `EMPORIA CITY, GREENSVILLE COUNTY`. */
export function listsCounty(text: string, county: County): boolean {
  const names = text.replace(/ COUNTIES$/, '').split(/, | AND | & /)
  const typed = text.endsWith(' COUNTIES') || names.every((name) => / (?:CITY|COUNTY)$/.test(name))
  return names.length > 1 && typed && names.some((name) => namesOf(county).some((one) => isSame(one, name)))
}

/** A column that names the office itself. */
const REPEATED = /^(?:CHAIRMAN|BOARD MEMBER|BOARD OF TRUSTEES|SPECIAL)$/

/** `Dekalb County`, `St Clair County` as the county writes itself: DeKalb County, St. Clair County. */
export function withCountySpelling(reading: OfficeReading, { name, full_name }: County): OfficeReading {
  const plain = officeTitle(full_name.replace(/[.']/g, '').toUpperCase())
  const spell = (title: string): string => {
    const full = plain === full_name ? title : title.replaceAll(plain, full_name)
    const cased = officeTitle(name.toUpperCase())
    return cased === name || cased.toLowerCase() !== name.toLowerCase() ? full : full.replaceAll(cased, name)
  }
  const { title, short_title } = reading.office
  return { ...reading, office: { ...reading.office, title: spell(title), short_title: spell(short_title) } }
}

/** The part of the area, if there is one: `Ward 2`, or the column's words: `Berryville District`, `2nd Educational District`. */
export function areaPart({ words }: Pick<OfficeLine, 'words'>): AreaPart | null {
  const parts = words.parts.filter((candidate) => !isSeat(candidate))
  const [first] = parts
  if (first) {
    const [, ...others] = parts.map(({ word, code }) => codeOf(`${word} ${code}`))
    const code = [codeOf(first.code), ...others].join('_')
    return {
      word: first.word === 'WARD' ? 'ward' : 'district',
      code,
      name: parts.map((part) => partWords(part)).join(', '),
    }
  }
  if (words.named === '') return null
  const name = officeTitle(words.named)
  const number = /^(\d+)(?:ST|ND|RD|TH)(?= [A-Z ]*DISTRICT$)/.exec(words.named)?.[1]
  const code =
    number?.replace(/^0+(?=.)/, '') ?? codeOf(words.named.replace(/ (?:DISTRICT|WARD|PRECINCT|BOROUGH)$/, ''))
  return { word: / WARD$/.test(words.named) ? 'ward' : 'district', code, name }
}

export function codeOf(code: string): string {
  return code
    .toLowerCase()
    .replace(/['.]/g, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
}

/** Tells contests of one office and area apart: its seats, whether it is at large, and its term. */
export function seatOf({ parts, at_large, term }: OfficeWords, also: readonly string[] = []): { seat?: string } {
  const seat = [
    ...also,
    ...(at_large ? ['At Large'] : []),
    ...parts.filter(isSeat).map((part) => partWords(part)),
    ...(term ? [term] : []),
  ]
  return seat.length > 0 ? { seat: seat.join(' ') } : {}
}

/** `, Ward 2, Seat A`; `At Large` and the term follow. */
export function suffixOf(
  { parts, named, at_large, term }: OfficeWords,
  fallback: (part: OfficePart) => string = () => 'District',
): string {
  const words = [
    ...(named === '' ? [] : [officeTitle(named)]),
    ...parts.map((part) => partWords(part, fallback(part))),
    ...(at_large ? ['At Large'] : []),
    ...(term ? [term] : []),
  ]
  return words.map((word) => `, ${word}`).join('')
}

/** Left of a title when the office is taken out of it, and no part of a name. */
const FILLERS = /^(?:FOR|OF|TO|THE|MEMBERS?,?|AND|SEAT|OFFICE|[-,/&.]|NONPARTISAN)$/

export function withoutFillers(text: string): string {
  const tokens = text.split(/\s+/).filter((token) => token !== '')
  while (tokens.length > 0 && FILLERS.test(tokens[0] ?? '')) tokens.shift()
  while (tokens.length > 0 && FILLERS.test(tokens.at(-1) ?? '')) tokens.pop()
  return trimMarks(tokens.join(' '))
}

export function found(division: ContestDivision): { kind: 'found'; division: ContestDivision } {
  return { kind: 'found', division }
}

/** The division of a whole county; of an independent city, its place. */
export function countyDivision(county: County): ContestDivision {
  return {
    ocd_id: county.ocd_id,
    district_type: county.ocd_id.includes('/place:') ? 'place' : 'county',
    district_level: county.ocd_id.includes('/place:') ? 'city' : 'county',
    district_name: county.full_name,
    within_ocd_id: null,
    unmatched: null,
  }
}

/** An empty pattern would match every text. */
const ruleRow = z.object({ pattern: z.string().min(1) }).catchall(z.string())

/** The rows of a table of this folder, each with its pattern, in the order in which they are tried. */
export function loadRules(name: string): { pattern: RegExp; cells: Readonly<Record<string, string>> }[] {
  const rows = readOwnTable(ruleRow, 'ingest', 'ballot', 'office-rules', name)
  return rows.map(({ pattern, ...cells }) => ({ pattern: new RegExp(pattern), cells }))
}
