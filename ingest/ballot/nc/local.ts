// Parses titles of municipalities, special districts, counties and school boards.

import { NC_NAMED_PARTS } from '../../../data/reference/division-names.ts'
import { ocdSlug, slug } from '../../read/identity.ts'
import type { AreaPart, ContestArea } from '../area.ts'
import { titleCase } from '../title-case.ts'
import type { ListedTitle, NcTitleContext } from './area.ts'
import type { NcFamily } from './family.ts'

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
export function findMunicipal(text: string, context: NcTitleContext): ListedTitle | undefined {
  const [, body] = /^(?:CITY|TOWN|VILLAGE) OF (.+)$/.exec(text) ?? []
  return body === undefined ? undefined : findPlaceOffice(body, context)?.found
}

/** `MOREHEAD CITY MAYOR`: the municipality has this exact name, or no county or special district has this office. */
export function findUnprefixedMunicipal(text: string, context: NcTitleContext): ListedTitle | undefined {
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
export function findSpecial(text: string): ListedTitle | undefined {
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

export function findCounty(text: string, { counties }: NcTitleContext): ListedTitle | undefined {
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

export function findSchool(text: string): ListedTitle | undefined {
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
