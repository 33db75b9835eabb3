// Parses a contest title of North Carolina's listings into office, seat and area.

import { z } from 'zod'
import { NC_NAMED_PARTS } from '../../../../data/reference/division-names.ts'
import { LEVELS, type Level } from '../../../../data/schema/vocabulary.ts'
import { readOwnTable } from '../../../read/csv.ts'
import { ocdSlug, slug } from '../../../read/identity.ts'
import type { AreaPart, ContestArea, NumberedWord } from '../../division.ts'
import { titleCase } from '../../printed-name.ts'

const UNEXPIRED = / \((?:UNEXPIRED|UNEXPIRED TERM|UNEX)\)$/

/**
 * In characters; the longest real title has 100. Parsing tries each place name at the start of a title, so longer titles would be
 * slow.
 */
const TITLE_LENGTH_MAX = 1000

/** Undefined for an unknown pattern. `contestName` is in capitals, as in the listings. */
export function parseNcTitle(contestName: string, context: NcTitleContext): NcTitle | undefined {
  if (contestName.length > TITLE_LENGTH_MAX) return undefined
  const unexpired = UNEXPIRED.test(contestName)
  const text = contestName.replace(UNEXPIRED, '').replace(/\s+/g, ' ').trim()
  const found =
    findStatewide(text) ??
    findNumbered(text) ??
    findMunicipal(text, context) ??
    findSpecial(text) ??
    findCounty(text, context) ??
    findSchool(text) ??
    findUnprefixedMunicipal(text, context)
  if (!found) return undefined
  const suffix = unexpired ? ' (Unexpired)' : ''
  const { family, level, office, seat, area, short } = found
  return {
    family,
    level: level ?? (family === 'statewide' ? 'state' : levelOf(family)),
    office,
    seat,
    unexpired,
    area,
    title: titleCase(text) + suffix,
    short_title: titleCase(short) + suffix,
  }
}

function findStatewide(text: string): ListedTitle | undefined {
  const [, seat] = / SEAT (\d+)$/.exec(text) ?? []
  const name = text.replace(/ SEAT \d+$/, '')
  const found = STATEWIDE.find(({ title }) => title === name)
  if (!found) return undefined
  return {
    ...{ family: 'statewide', office: found.office, level: found.level },
    seat: seat ? `seat-${Number(seat)}` : null,
    area: { kind: 'state' },
    short: text.replace(/^NC /, ''),
  }
}

interface Numbered {
  pattern: RegExp
  family: NcFamily
  office: string
  word: NumberedWord
  short: string
}

const numbered = (family: NcFamily, office: string, word: NumberedWord, words: string, short: string): Numbered => ({
  pattern: new RegExp(`^${words} DISTRICT (\\d+[A-Z]?)( SEAT \\d+)?$`),
  family,
  office,
  word,
  short,
})

const NUMBERED: readonly Numbered[] = [
  numbered('us-house', 'us-house', 'cd', 'US HOUSE OF REPRESENTATIVES', 'US HOUSE'),
  numbered('state-senate', 'state-senate', 'sldu', 'NC STATE SENATE', 'NC SENATE'),
  numbered('state-house', 'state-house', 'sldl', 'NC HOUSE OF REPRESENTATIVES', 'NC HOUSE'),
  numbered('superior-court', 'superior-court-judge', 'superior_court', 'NC SUPERIOR COURT JUDGE', 'SUPERIOR COURT'),
  numbered('district-court', 'district-court-judge', 'district_court', 'NC DISTRICT COURT JUDGE', 'DISTRICT COURT'),
  numbered(
    'district-attorney',
    'district-attorney',
    'prosecutorial_district',
    'DISTRICT ATTORNEY',
    'DISTRICT ATTORNEY',
  ),
]

function findNumbered(text: string): ListedTitle | undefined {
  for (const { pattern, family, office, word, short } of NUMBERED) {
    const [whole, number, seat = ''] = pattern.exec(text) ?? []
    if (whole === undefined || number === undefined) continue
    const code = number.replace(/^0+(?=.)/, '').toLowerCase()
    return {
      family,
      office,
      seat: seat ? `seat-${Number(seat.replace(' SEAT ', ''))}` : null,
      area: { kind: 'numbered', word, code },
      short: `${short} DISTRICT ${number}${seat}`,
    }
  }
  return undefined
}

// The parts of a title.

export interface NcTitle {
  family: NcFamily
  level: Level
  /** A segment of the contest's key, as is `seat`. */
  office: string
  seat: string | null
  unexpired: boolean
  area: ContestArea
  title: string
  short_title: string
}

interface NcTitleContext {
  /** The counties that list the contest, in capitals. */
  counties: readonly string[]
  /** True if a municipality has this name, given in capitals. */
  isPlace(name: string): boolean
}

/** The parts of a title before case conversion. `short` is the title without its jurisdiction. */
type ListedTitle = Pick<NcTitle, 'office' | 'seat' | 'area'> & { family: NcFamily; level?: Level; short: string }

// The kinds of contests, and the ballot order of their offices.

/** In ballot order. A `…-part` is elected by a ward or a district of a board, its sibling by the whole jurisdiction. */
export const NC_FAMILIES = [
  'statewide',
  'us-house',
  'state-senate',
  'state-house',
  'superior-court',
  'district-court',
  'district-attorney',
  'county-board',
  'county-board-part',
  'county-office',
  'municipality',
  'municipality-part',
  'school-board',
  'school-board-part',
  'soil-and-water',
  'special-district',
  'unknown',
] as const
type NcFamily = (typeof NC_FAMILIES)[number]

const statewideRow = z.strictObject({
  /** As the listings write it. */
  title: z.string().min(1),
  office: z.string().min(1),
  level: z.enum(LEVELS),
})

/** In ballot order. */
const STATEWIDE = readOwnTable(statewideRow, 'ingest', 'ballot', 'states', 'nc', 'statewide.csv')

/** Statewide offices in ballot order; then the first office of each other family. */
export const NC_OFFICE_ORDER: readonly string[] = [
  ...new Set(STATEWIDE.map(({ office }) => office)),
  'board-of-commissioners',
  'clerk-of-superior-court',
  'register-of-deeds',
  'sheriff',
  'coroner',
  'tax-collector',
  'mayor',
]

/** The level of a family's offices; each statewide office has its own. */
function levelOf(family: Exclude<NcFamily, 'statewide'>): Level {
  switch (family) {
    case 'us-house':
      return 'federal'
    case 'state-senate':
    case 'state-house':
    case 'superior-court':
    case 'district-court':
    case 'district-attorney':
      return 'state'
    case 'county-board':
    case 'county-board-part':
    case 'county-office':
      return 'county'
    case 'municipality':
    case 'municipality-part':
      return 'city'
    case 'school-board':
    case 'school-board-part':
      return 'school'
    case 'soil-and-water':
    case 'special-district':
    case 'unknown':
      return 'special'
    default:
      return family satisfies never
  }
}

// Parses titles of municipalities, special districts, counties and school boards.

// The end of a local title: the whole jurisdiction or a part of it, and the seat.

interface NcTail {
  part: AreaPart | null
  /** `at-large`, `seat-2`, `chairman`; null if the title has no seat. */
  seat: string | null
}

const NUMBERS: Readonly<Record<string, string>> = {
  I: '1',
  II: '2',
  III: '3',
  IV: '4',
  V: '5',
  ONE: '1',
  TWO: '2',
  THREE: '3',
  FOUR: '4',
  FIRST: '1',
  SECOND: '2',
  THIRD: '3',
  FOURTH: '4',
}
const WORDS: Readonly<Record<string, AreaPart['word']>> = {
  AREA: 'district',
  DIST: 'district',
  DISTRICT: 'district',
  END: 'ward',
  TWP: 'township',
  WARD: 'ward',
}

/**
 * Parses the text after the office in a title of capitals, e.g. ``, `AT-LARGE SEAT 02`, `DISTRICT 04`, `GASTONIA TWP`. Undefined
 * for an unknown pattern.
 */
function parseTail(text: string): NcTail | undefined {
  const tail = text
    .replace(/^MEMBERS?\b ?/, '')
    .replace(/ ?\bMEMBERS?$/, '')
    .trim()
  if (tail === '') return { part: null, seat: null }
  if (/^(AT-LARGE|COUNTY-WIDE|CHAIR|CHAIRMAN)$/.test(tail)) return { part: null, seat: slug(tail) }
  const [, atLargeSeat] = /^AT-LARGE SEAT (\d+)$/.exec(tail) ?? []
  if (atLargeSeat) return { part: null, seat: `at-large-seat-${Number(atLargeSeat)}` }
  return parseSeatArea(tail) ?? parseNumbered(tail) ?? parseNamed(tail)
}

/** `SEAT 03 (EAST)`: the seat's number is the district's number. */
function parseSeatArea(tail: string): NcTail | undefined {
  const [, number, area] = /^SEAT (\d+) \(([A-Z ]+)\)$/.exec(tail) ?? []
  if (!number || !area) return undefined
  return { part: { word: 'seat', code: codeOf(number), name: titleCase(`SEAT ${number} (${area})`) }, seat: null }
}

/** `DISTRICT 04`, `DIST 01 SEAT 02`, `WARD ONE`, `CONSOLIDATED DISTRICT A`, `AT-LARGE 2ND WARD`. */
function parseNumbered(tail: string): NcTail | undefined {
  const [, prefix, word, number, seat] =
    /^(CONSOLIDATED )?(DISTRICT|DIST|WARD|AREA) ([A-Z]+|\d+)(?: SEAT (\d+))?$/.exec(tail) ?? []
  if (word && number && WORDS[word]) {
    const code = `${prefix ? 'consolidated_' : ''}${codeOf(number)}`
    const name = titleCase(`${prefix ?? ''}${word} ${number}`)
    return { part: { word: WORDS[word], code, name }, seat: seat ? `seat-${Number(seat)}` : null }
  }
  const [, atLarge, ordinal] = /^(AT-LARGE )?(\d+(?:ST|ND|RD|TH)|FIRST|SECOND|THIRD|FOURTH) WARD$/.exec(tail) ?? []
  if (!ordinal) return undefined
  const code = codeOf(ordinal)
  return { part: { word: 'ward', code, name: `Ward ${code}` }, seat: atLarge ? 'at-large' : null }
}

/** `GASTONIA TWP`, `OLD FORT DISTRICT`, `NORTH WARD`, `EAST END`, and the parts listed in the reference table. */
function parseNamed(tail: string): NcTail | undefined {
  const [, place, word] = /^([A-Z][A-Z -]*?) (DISTRICT|WARD|TWP|END)$/.exec(tail) ?? []
  if (place && word && WORDS[word])
    return { part: { word: WORDS[word], code: ocdSlug(place), name: titleCase(tail) }, seat: null }
  const name = NC_NAMED_PARTS[tail]
  if (!name) return undefined
  return { part: { word: 'district', code: ocdSlug(name.replace(/ District$/, '')), name }, seat: null }
}

function codeOf(number: string): string {
  return (
    NUMBERS[number] ??
    number
      .replace(/^0+(?=.)/, '')
      .replace(/(?<=\d)(ST|ND|RD|TH)$/, '')
      .toLowerCase()
  )
}

const MUNICIPAL_OFFICE =
  /^((?:CITY |TOWN |VILLAGE )?(?:MAYOR|COUNCIL ?MEMBERS?|COUNCIL(?:WO)?M[AE]N|COUNCIL|COMMISSIONERS?|ALDER(?:WO)?M[AE]N|BOARD OF (?:COMMISSIONERS|ALDERMEN)))(?: (.+))?$/
/** Excludes commissioners, because counties have them too. */
const OFFICE_OF_MUNICIPALITIES_ALONE = /^(?:CITY |TOWN |VILLAGE |MAYOR|COUNCIL|ALDER|BOARD OF ALDERMEN)/

/** `TOWN OF CARY MAYOR`. */
function findMunicipal(text: string, context: NcTitleContext): ListedTitle | undefined {
  const [, body] = /^(?:CITY|TOWN|VILLAGE) OF (.+)$/.exec(text) ?? []
  return body === undefined ? undefined : findPlaceOffice(body, context)?.found
}

/** `MOREHEAD CITY MAYOR`: the municipality has this exact name, or no county or special district has this office. */
function findUnprefixedMunicipal(text: string, context: NcTitleContext): ListedTitle | undefined {
  const office = findPlaceOffice(text, context)
  return office?.isKnown || OFFICE_OF_MUNICIPALITIES_ALONE.test(office?.found.short ?? '') ? office?.found : undefined
}

/** The longest known municipality whose name leaves an office (`SILER CITY MAYOR` is not of Siler); else the shortest name. */
function findPlaceOffice(
  text: string,
  { isPlace }: NcTitleContext,
): { found: ListedTitle; isKnown: boolean } | undefined {
  const words = text.split(' ')
  let shortest: ListedTitle | undefined
  for (let length = words.length - 1; length > 0; length--) {
    const place = words.slice(0, length).join(' ')
    const short = words.slice(length).join(' ')
    const [, office, rest = ''] = MUNICIPAL_OFFICE.exec(short) ?? []
    const tail = office === undefined ? undefined : parseTail(rest)
    if (office === undefined || !tail) continue
    const { part, seat } = tail
    const family = part ? 'municipality-part' : 'municipality'
    const found: ListedTitle = { family, office: slug(office), seat, area: { kind: 'place', place, part }, short }
    if (isPlace(place)) return { found, isKnown: true }
    shortest = found
  }
  return shortest && { found: shortest, isKnown: false }
}

const SPECIAL_OFFICE =
  /^(?:(.+) - )?(.+?)((?: BOARD(?: MEMBERS?| OF DIRECTORS| OF TRUSTEES)?| SUPERVISORS?| COMMISSIONERS?| TRUSTEES?)?)$/s

/**
 * `CARTERET - HARKERS ISLAND SANITARY BOARD MEMBER`, `WHITTIER SANITARY DISTRICT BOARD MEMBERS`; water districts and hospitals too.
 */
function findSpecial(text: string): ListedTitle | undefined {
  if (!/\b(SANITARY|WATER|SEWER|HOSPITAL)\b/.test(text)) return undefined
  const family: NcFamily = 'special-district'
  const [, soilCounty] = /^(.+) SOIL AND WATER CONSERVATION DISTRICT SUPERVISOR$/.exec(text) ?? []
  if (soilCounty !== undefined) {
    const area: ContestArea = { kind: 'county', county: soilCounty, part: null }
    const office = 'soil-and-water-conservation-district-supervisor'
    return { family: 'soil-and-water', office, seat: null, area, short: 'SOIL AND WATER SUPERVISOR' }
  }
  const [, county = null, name, office] = SPECIAL_OFFICE.exec(text) ?? []
  if (name === undefined || office === undefined) return undefined
  const word = /\bSANITARY\b/.test(name)
    ? 'sanitation'
    : /\bHOSPITAL\b/.test(name)
      ? 'hospital_district'
      : 'water_district'
  const area: ContestArea = { kind: 'special', county, name, word }
  return { family, office: slug(office.trim() || 'board-member'), seat: null, area, short: `${name}${office}` }
}

const COUNTY_OFFICE = /^(.+) COUNTY (SHERIFF|REGISTER OF DEEDS|CLERK OF SUPERIOR COURT|CORONER|TAX COLLECTOR)$/
const COUNTY_BOARD = /^(.+?)(?: COUNTY| CO)? ((?:(?:BOARD|BD) OF )?COMMISSIONERS)(?: (.+))?$/s

function findCounty(text: string, { counties }: NcTitleContext): ListedTitle | undefined {
  const [, county, office] = COUNTY_OFFICE.exec(text) ?? []
  if (county !== undefined && office !== undefined && counties.includes(county))
    return {
      family: 'county-office',
      office: slug(office),
      seat: null,
      area: { kind: 'county', county, part: null },
      short: office,
    }
  const [, boardCounty, board, rest = ''] = COUNTY_BOARD.exec(text) ?? []
  const tail = parseTail(rest)
  if (boardCounty === undefined || board === undefined || !tail || !counties.includes(boardCounty)) return undefined
  const { part, seat } = tail
  const family = part ? 'county-board-part' : 'county-board'
  const area: ContestArea = { kind: 'county', county: boardCounty, part }
  return { family, office: 'board-of-commissioners', seat, area, short: `BOARD OF COMMISSIONERS ${rest}` }
}

const SCHOOL_BOARD = /^(.+?) (?:BOARD|BD) OF (?:EDUCATION|EDU)(?: (.+))?$/s

function findSchool(text: string): ListedTitle | undefined {
  const [, school, rest = ''] = SCHOOL_BOARD.exec(text) ?? []
  const tail = parseTail(rest)
  if (school === undefined || !tail) return undefined
  const { part, seat } = tail
  const family = part ? 'school-board-part' : 'school-board'
  return {
    family,
    office: 'board-of-education',
    seat,
    area: { kind: 'school', school, part },
    short: `BOARD OF EDUCATION ${rest}`,
  }
}
