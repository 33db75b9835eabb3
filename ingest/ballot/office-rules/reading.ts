// The input of the office rules (one line of returns) and their result.

import { placeKey } from '../../../data/schema/folded-name.ts'
import { ocdSlug } from '../../read/identity.ts'
import { type AreaPart, type ContestDivision, type DivisionIndex, toDivision } from '../division.ts'
import type { ListedOffice } from '../office-rule.ts'
import type { County } from './county.ts'
import { type OfficePart, type OfficeWords, officeTitle, trimMarks } from './office-text.ts'
import { wordsOf } from './tables.ts'

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
const SEAT_WORDS = wordsOf('seat')

export function isSeat({ word }: OfficePart): boolean {
  return SEAT_WORDS.has(word)
}

/** `Ward 2`; a code alone has the word `fallback`. */
export function partWords({ word, code }: OfficePart, fallback = 'District'): string {
  return `${word === '' ? fallback : officeTitle(word)} ${officeTitle(code.length > 1 ? code : code.toUpperCase())}`
}

/** A column that only repeats the county's or independent city's name, names no part: `CHESAPEAKE CITY`, `FOSTER COMMISSIONER`. */
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
export function isSame(name: string, other: string): boolean {
  return placeKey(name) === placeKey(other)
}

/** Names of several counties, one of which is the line's own: `MENOMINEE AND SHAWANO COUNTIES`, `EMPORIA CITY, GREENSVILLE COUNTY`. */
function listsCounty(text: string, county: County): boolean {
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
  return { ...reading, office: retitle(reading.office, spell) }
}

/** Writes both titles anew. */
export function retitle(office: ListedOffice, write: (title: string) => string): ListedOffice {
  return { ...office, title: write(office.title), short_title: write(office.short_title) }
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

// Divisions and readings.

/** The division of a whole county; of an independent city, its place. */
export function countyDivision({ ocd_id, full_name }: County): ContestDivision {
  return toDivision(ocd_id.includes('/place:') ? 'place' : 'county', ocd_id, full_name)
}

const SLUG_MAX = 100

/** A part of the county, or all of it: the words do not say. */
export function unknownArea(title: string, county: County, more: Partial<ContestDivision> = {}): ContestDivision {
  const ocd_id = `${county.ocd_id}/special:${ocdSlug(title).slice(0, SLUG_MAX)}`
  const name = `${title} (${county.full_name})`.slice(0, 200)
  return toDivision('special', ocd_id, name, {
    within_ocd_id: county.ocd_id,
    unmatched: 'unmatched-division',
    ...more,
  })
}

interface ReadOffice extends Pick<ListedOffice, 'subject' | 'title' | 'short_title'> {
  division: ContestDivision
  /** Default: that of the division. */
  level?: ListedOffice['level']
  /** What tells its contest apart, beside the seat that the words name. */
  seats?: readonly string[]
  /** Default: `state` if the division is published. */
  scope?: OfficeReading['scope']
}

export function toReading(words: OfficeWords, { division, seats, scope, ...read }: ReadOffice): OfficeReading {
  const { subject, level = division.district_level, title, short_title } = read
  return {
    office: { subject, level, title, short_title, ...seatOf(words, seats), area: found(division) },
    unexpired: words.unexpired,
    scope: scope ?? (division.unmatched === null ? 'state' : 'county'),
  }
}

interface UnnamedOffice extends Pick<ListedOffice, 'subject' | 'level' | 'title'> {
  area?: Partial<ContestDivision>
}

/** An office whose words do not name its area: `City Council, District 1 (Cabell County)`. */
export function toUnnamed(
  words: OfficeWords,
  county: County,
  { title, area, ...office }: UnnamedOffice,
): OfficeReading {
  return toReading(words, {
    ...office,
    title: `${title} (${county.full_name})`,
    short_title: title,
    division: unknownArea(title, county, area),
  })
}
