// Parses a contest title of North Carolina's listings into office, seat and area.

import { z } from 'zod'
import { NC_NAMED_PARTS } from '../../../../data/reference/division-names.ts'
import { LEVELS, type Level } from '../../../../data/schema/vocabulary.ts'
import { readOwnTable } from '../../../read/csv.ts'
import { ocdSlug, slug } from '../../../read/identity.ts'
import type { AreaPart, ContestArea } from '../../division.ts'
import { numberIn } from '../../office-rules/office-text.ts'
import { titleCase } from '../../printed-name.ts'

/**
 * The kinds of contests, with the level of their offices, in ballot order. A `…-part` is elected by a ward or a district of a board, its
 * sibling by the whole jurisdiction.
 */
const familyRow = z.strictObject({ family: z.string().min(1), level: z.enum(LEVELS) })
const FAMILIES = new Map(
  readOwnTable(familyRow, 'ingest', 'ballot', 'states', 'nc', 'families.csv').map(({ family, level }) => [
    family,
    level,
  ]),
)
export const NC_FAMILIES: readonly string[] = [...FAMILIES.keys()]

/** The parts of a title. */
export interface NcTitle {
  family: string
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
type ListedTitle = Pick<NcTitle, 'family' | 'office' | 'seat' | 'area'> & { level?: Level; short: string }

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
    findStateOffice(text) ??
    findMunicipal(text, context) ??
    findSpecial(text) ??
    findBoard(text, context) ??
    findUnprefixedMunicipal(text, context)
  if (!found) return undefined
  const suffix = unexpired ? ' (Unexpired)' : ''
  const { short, level = levelOf(found.family), ...parts } = found
  return { ...parts, level, unexpired, title: titleCase(text) + suffix, short_title: titleCase(short) + suffix }
}

function levelOf(family: string): Level {
  const level = FAMILIES.get(family)
  if (level === undefined) throw new RangeError(`families.csv has no family ${family}`)
  return level
}

// Offices of the state and of its numbered districts.

const officeRow = z.strictObject({
  /** As the listings write it, before the number of a district and of a seat. */
  title: z.string().min(1),
  short_title: z.string().min(1),
  family: z.enum(NC_FAMILIES),
  office: z.string().min(1),
  level: z.enum(LEVELS),
  /** Whose voters elect it: the state's, or those of a district of this type. */
  area: z.enum(['state', 'cd', 'sldu', 'sldl', 'superior_court', 'district_court', 'prosecutorial_district']),
})

/** In ballot order. */
const OFFICES = readOwnTable(officeRow, 'ingest', 'ballot', 'states', 'nc', 'titles.csv')

/** Statewide offices in ballot order; then the first office of each other family. */
export const NC_OFFICE_ORDER: readonly string[] = [
  ...new Set(OFFICES.flatMap(({ area, office }) => (area === 'state' ? office : []))),
  ...['board-of-commissioners', 'clerk-of-superior-court', 'register-of-deeds', 'sheriff', 'coroner', 'tax-collector'],
  'mayor',
]

/** `US SENATE`, `NC SUPERIOR COURT JUDGE DISTRICT 10A SEAT 02`. */
function findStateOffice(text: string): ListedTitle | undefined {
  const [, title = '', code, seat] = /^(.+?)(?: DISTRICT (\d+[A-Z]?))?(?: SEAT (\d+))?$/.exec(text) ?? []
  const found = OFFICES.find((row) => row.title === title && (row.area === 'state') === (code === undefined))
  if (!found) return undefined
  const { short_title, family, office, level, area } = found
  return {
    ...{ family, office, level, seat: seat === undefined ? null : seatOf(seat) },
    area: area === 'state' ? { kind: area } : { kind: 'numbered', word: area, code: codeOf(code ?? '') },
    short: short_title + text.slice(title.length),
  }
}

function seatOf(number: string): string {
  return `seat-${Number(number)}`
}

// The end of a local title: the whole jurisdiction or a part of it, and the seat.

interface NcTail {
  part: AreaPart | null
  /** `at-large`, `seat-2`, `chairman`; null if the title has no seat. */
  seat: string | null
}

/** `IV`, `FOUR`, `04` and `4TH` → `4`, `10A` → `10a`. */
function codeOf(number: string): string {
  return numberIn(number)
    .replace(/^0+(?=.)/, '')
    .replace(/(?<=\d)(ST|ND|RD|TH)$/, '')
    .toLowerCase()
}

/** Of a board or a place, in the words of the titles. */
function wordOf(printed: string): AreaPart['word'] {
  if (printed === 'TWP') return 'township'
  return printed === 'WARD' || printed === 'END' ? 'ward' : 'district'
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
  if (atLargeSeat) return { part: null, seat: `at-large-${seatOf(atLargeSeat)}` }
  return parseSeatArea(tail) ?? parseNumbered(tail) ?? parseNamed(tail)
}

/** `SEAT 03 (EAST)`: the seat's number is the district's number. */
function parseSeatArea(tail: string): NcTail | undefined {
  const [, number] = /^SEAT (\d+) \([A-Z ]+\)$/.exec(tail) ?? []
  return number ? { part: { word: 'seat', code: codeOf(number), name: titleCase(tail) }, seat: null } : undefined
}

/** `DISTRICT 04`, `DIST 01 SEAT 02`, `WARD ONE`, `CONSOLIDATED DISTRICT A`, `AT-LARGE 2ND WARD`. */
function parseNumbered(tail: string): NcTail | undefined {
  const [, prefix = '', word, number, seat] =
    /^(CONSOLIDATED )?(DISTRICT|DIST|WARD|AREA) ([A-Z]+|\d+)(?: SEAT (\d+))?$/.exec(tail) ?? []
  if (word && number) {
    const code = `${prefix ? 'consolidated_' : ''}${codeOf(number)}`
    const name = titleCase(`${prefix}${word} ${number}`)
    return { part: { word: wordOf(word), code, name }, seat: seat ? seatOf(seat) : null }
  }
  const [, atLarge, ordinal] = /^(AT-LARGE )?(\d+(?:ST|ND|RD|TH)|FIRST|SECOND|THIRD|FOURTH) WARD$/.exec(tail) ?? []
  if (!ordinal) return undefined
  const code = codeOf(ordinal)
  return { part: { word: 'ward', code, name: `Ward ${code}` }, seat: atLarge ? 'at-large' : null }
}

/** `GASTONIA TWP`, `OLD FORT DISTRICT`, `NORTH WARD`, `EAST END`, and the parts listed in the reference table. */
function parseNamed(tail: string): NcTail | undefined {
  const [, place, word] = /^([A-Z][A-Z -]*?) (DISTRICT|WARD|TWP|END)$/.exec(tail) ?? []
  if (place && word) return { part: { word: wordOf(word), code: ocdSlug(place), name: titleCase(tail) }, seat: null }
  const name = NC_NAMED_PARTS[tail]
  if (!name) return undefined
  return { part: { word: 'district', code: ocdSlug(name.replace(/ District$/, '')), name }, seat: null }
}

// Offices of municipalities, special districts, counties and school boards.

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
  const [, soilCounty] = /^(.+) SOIL AND WATER CONSERVATION DISTRICT SUPERVISOR$/.exec(text) ?? []
  if (soilCounty !== undefined) {
    const office = 'soil-and-water-conservation-district-supervisor'
    const area: ContestArea = { kind: 'county', county: soilCounty, part: null }
    return { family: 'soil-and-water', office, seat: null, area, short: 'SOIL AND WATER SUPERVISOR' }
  }
  const [, county = null, name, office] = SPECIAL_OFFICE.exec(text) ?? []
  if (name === undefined || office === undefined) return undefined
  const isHospital = /\bHOSPITAL\b/.test(name)
  const word = /\bSANITARY\b/.test(name) ? 'sanitation' : isHospital ? 'hospital_district' : 'water_district'
  const area: ContestArea = { kind: 'special', county, name, word }
  const subject = slug(office.trim() || 'board-member')
  return { family: 'special-district', office: subject, seat: null, area, short: `${name}${office}` }
}

interface BoardRule {
  /** Matches the jurisdiction, the office, and what follows it. */
  pattern: RegExp
  /** Of the whole jurisdiction, and of a part of it. */
  families: readonly [string, string]
  /** The usual name of an office that has several. */
  board?: string
}

const BOARDS: readonly BoardRule[] = [
  {
    pattern: /^(.+) COUNTY (SHERIFF|REGISTER OF DEEDS|CLERK OF SUPERIOR COURT|CORONER|TAX COLLECTOR)$/,
    families: ['county-office', 'county-office'],
  },
  {
    pattern: /^(.+?)(?: COUNTY| CO)? (?:(?:BOARD|BD) OF )?(COMMISSIONERS)(?: (.+))?$/s,
    families: ['county-board', 'county-board-part'],
    board: 'BOARD OF COMMISSIONERS',
  },
  {
    pattern: /^(.+?) (?:BOARD|BD) OF (EDUCATION|EDU)(?: (.+))?$/s,
    families: ['school-board', 'school-board-part'],
    board: 'BOARD OF EDUCATION',
  },
]

/** An office or a board of a listed county, or a school board. */
function findBoard(text: string, { counties }: NcTitleContext): ListedTitle | undefined {
  for (const { pattern, families, board } of BOARDS) {
    const [whole, ofPart] = families
    const [, name, printed = '', rest = ''] = pattern.exec(text) ?? []
    const tail = parseTail(rest)
    const isSchool = whole === 'school-board'
    if (name === undefined || !tail || !(isSchool || counties.includes(name))) continue
    const { part, seat } = tail
    const office = board ?? printed
    const area: ContestArea = isSchool ? { kind: 'school', school: name, part } : { kind: 'county', county: name, part }
    return { family: part ? ofPart : whole, office: slug(office), seat, area, short: `${office} ${rest}` }
  }
  return undefined
}
