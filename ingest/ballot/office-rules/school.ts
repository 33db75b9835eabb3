// Boards of school districts, and the member towns that fill their seats.

import { numbersSchools, schoolNumber } from '../../../data/reference/offices.ts'
import { ocdSlug, slug } from '../../read/identity.ts'
import type { AreaPart, ContestDivision, DivisionIndex } from '../division.ts'
import type { County } from './county.ts'
import { isPlace } from './locality.ts'
import { type OfficePart, type OfficeWords, officeTitle } from './office-text.ts'
import { areaPart, type OfficeLine, type OfficeReading, retitle, suffixOf, toReading, toUnnamed } from './reading.ts'
import {
  findCountysSchool,
  findSchoolDistrict,
  isCountyName,
  isFullName,
  mintedSchool,
  numberedSchool,
  ownSchool,
  type SchoolDivision,
  withoutMark,
} from './school-district.ts'
import { districtName, mendSchool, publishedSchoolName, schoolWords, splitColumn } from './school-text.ts'
import { respell, wordsOf } from './tables.ts'

const SCHOOL = /\bSCHOOLS?\b|\b(?:BOARD|BD) OF (?:EDUCATION|ED)\b|\bBOE\b|\bCO BD OF ED\b|\b[UE]SD\b|\bUHSD\b|\bISD\b/
/** A board of a regional district may be named without the word: `EAST WINDSOR REGIONAL - HIGHTSTOWN BOROUGH`. */
const REGIONAL = /\b(?:REGIONAL|REG|RGNL)\b/
const NO_BOARD = /\bSUPERINTENDENT\b|\bSUPT?\b|\bSTATE (?:BOARD|SCHOOL)\b|\bATTORNEY\b/
/** Words of an office; a title without one names the district alone: `HAMILTON HEIGHTS SCHOOL`. */
const BOARD = /\b(?:BOARD|BD|BOE|MEMBERS?|TRUSTEES?|DIRECTORS?|COMMITTEE|EDUCATION|GBM)\b/

function isSchool(text: string): boolean {
  return SCHOOL.test(text) && !NO_BOARD.test(text)
}

export function readSchool(given: OfficeLine, town: string | null): OfficeReading | undefined {
  if (!given.county) return undefined
  const board = /^SUPERINTENDENT, (.+ BOARD OF EDUCATION)$/.exec(given.words.text)?.[1]
  if (board !== undefined) return superintendentOf(board, given, town)
  if (!isSchool(given.words.text) && !isRegional(given.words.text, given.county, given.index)) return undefined
  const { words: repaired, county, place } = mendSchool(given.words, given.county, given.index)
  const own = districtName(repaired.text)
  const named = findNamed(repaired, { county, own, town, index: given.index })
  const line = { ...given, county, words: named.words }
  const part = named.part ?? areaPart(line)
  const division = part ? partOf(named.whole, part, line) : withoutMark(named.whole)
  const title = titleOf(withoutPrefix(repaired.text, line.county, given.index), named.part)
  const prefix = own !== '' ? '' : `${named.title === '' ? county.full_name : named.title} `
  const suffix =
    suffixOf(named.title === '' ? repaired : named.words) + (place === '' ? '' : ` (${officeTitle(place)})`)
  // `SCHOOL BOARD` in a county with several districts, none of which is the county's.
  const others = given.index.divisions.under(county.ocd_id, 'school_district').length > 0
  if (own === '' && named.title === '' && part === null && division.unmatched !== null && others)
    return toUnnamed(repaired, county, { ...BOARD_OF_EDUCATION, title: title + suffix, area: UNNAMED })
  return toReading(named.words, {
    ...BOARD_OF_EDUCATION,
    title: prefix + title + suffix,
    short_title: title + suffix,
    division,
  })
}

/** Of a board of which the text does not name the district. */
const BOARD_OF_EDUCATION = { subject: 'board-of-education', level: 'school' } as const
const UNNAMED = { district_type: 'school', district_level: 'school', unmatched: 'unmatched-school-district' } as const

/** Elected by the voters of the board's district. */
function superintendentOf(
  board: string,
  { words, ...given }: OfficeLine,
  town: string | null,
): OfficeReading | undefined {
  const reading = readSchool({ ...given, words: { ...words, text: board } }, town)
  if (!reading) return undefined
  const office = retitle(reading.office, (title) => `Superintendent, ${title}`)
  return { ...reading, office: { ...office, subject: 'superintendent' } }
}

/** `HIGHTSTOWN BOROUGH` of the published regional district that the text names. */
function isRegional(text: string, county: County, index: DivisionIndex): boolean {
  return REGIONAL.test(text) && findMember(text, county, index) !== undefined
}

const respellTitle = respell('school title')
const SHORTENED = wordsOf('no acronym')

/** `GMG SCHOOL DIRECTOR`: a word without a vowel is made of initials; `FREEHOLD REG HS DIST`, `BD OF ED` */
function schoolTitle(text: string): string {
  return officeTitle(respellTitle(text)).replace(/\b[B-DF-HJ-NP-TV-XZ][b-df-hj-np-tv-xz]{1,4}\b/g, (word) =>
    SHORTENED.has(word.toUpperCase()) ? word : word.toUpperCase(),
  )
}

/** `YORK CLOVER SCHOOL DISTRICT TRUSTEE`: the county's name is the file's mark where a town's follows. */
function withoutPrefix(text: string, county: County, index: DivisionIndex): string {
  const prefix = `${county.name.toUpperCase().replaceAll('.', '')} `
  const rest = text.slice(prefix.length)
  return text.startsWith(prefix) && isPlace(districtName(rest), county, index) ? rest : text
}

/** `EAST NOBLE SCHOOL BOARD SWAN TOWNSHIP`, `ZIONSVILLE COMM SCHOOL CORP EAGLE TOWNSHIP` */
const BEFORE_MEMBER = /\bSCHOOL (?:BOARD(?: MEMBER)?|CORP(?:ORATION)?) (?=[A-Z])/

/** A title of a district without its board gets it; a member town comes last. */
function titleOf(text: string, part: AreaPart | null): string {
  const before = part && BEFORE_MEMBER.exec(text)
  const end = before ? before.index + before[0].length : text.length
  const [board, town] = [text.slice(0, end).trim(), text.slice(end)]
  const title = schoolTitle(board)
  const full = BOARD.test(board) || !SCHOOL.test(board) ? title : `${title} Board`
  return town === '' ? full : `${full}, ${schoolTitle(town)}`
}

interface Named {
  whole: SchoolDivision
  /** Without the words that name the district. */
  words: OfficeWords
  /** A member town of a regional district. */
  part: AreaPart | null
  /** Of a district that the column or the town names; else ''. */
  title: string
}

interface Where {
  county: County
  /** Name of the district as the text has it, '' if it has none. */
  own: string
  town: string | null
  index: DivisionIndex
}

function findNamed(words: OfficeWords, { county, own, town, index }: Where): Named {
  const plain = { words, part: null, title: '' }
  const number = schoolNumber(county.ocd_id, ownName(own, county))
  const known = number === undefined ? undefined : numberedSchool(number, county, index)
  if (known) return { ...plain, whole: known }
  const ofCounty = own === '' || isCountyName(own, county)
  // The column names the district: `PAINTSVILLE INDEPENDENT SCHOOL DISTRICT`, `NORTH PIKE 004` of `PIKE SCHOOL BOARD`.
  const column = ofCounty ? inColumn(words, county, index) : undefined
  if (column) return own === '' ? column : { ...column, title: '' }
  if (own === '' && town !== null) {
    const whole = findSchoolDistrict(town, county, index) ?? mintedSchool(districtName(town), county, index)
    return { ...plain, whole: { ...whole, county_id: null }, title: officeTitle(town) }
  }
  // `DISTRICT 1 AREA 2` of `ANDERSON SCHOOL TRUSTEE`
  const numbered = ofCounty ? numberedPart(words, county, index) : undefined
  if (numbered) return { ...plain, ...numbered }
  if (own === '' || isFullName(own, county))
    return { ...plain, whole: ownSchool(county, index) ?? mintedSchool(own, county, index) }
  const text = schoolWords(words.text)
  const whole = findCountysSchool(text, county, index)
  if (whole) return { ...plain, whole }
  const member = findMember(words.text, county, index)
  if (member) return { ...plain, ...member }
  return { ...plain, whole: findSchoolDistrict(text, county, index) ?? mintedSchool(own, county, index) }
}

function inColumn(words: OfficeWords, county: County, index: DivisionIndex): Named | undefined {
  const { name, part } = splitColumn(words)
  if (name === '') return undefined
  const parts: OfficePart[] = [...(part ? [part] : []), ...words.parts]
  const left = { ...words, named: '', parts }
  const title = officeTitle(words.named === name ? name : words.named)
  if (slug(name) === 'county' || slug(name) === slug(county.full_name)) {
    const whole = ownSchool(county, index)
    return whole && { whole, words: left, part: null, title: county.full_name }
  }
  const whole =
    (/ SCHOOL DISTRICT$/.test(words.named) ? findSchoolDistrict(name, county, index) : undefined) ??
    findCountysSchool(name, county, index)
  return whole && whole.county_id === null ? { whole, words: left, part: null, title } : undefined
}

/** `YORK CLOVER` → CLOVER */
function ownName(own: string, { name }: County): string {
  const prefix = `${name.toUpperCase()} `
  return own.startsWith(prefix) ? own.slice(prefix.length) : own
}

/** A district with a seat or an area of its own is the school district: `DISTRICT 55, SEAT 1` of `LAURENS SCHOOL BOARD`. */
function numberedPart(
  words: OfficeWords,
  county: County,
  index: DivisionIndex,
): Pick<Named, 'whole' | 'words'> | undefined {
  const [first, ...rest] = words.parts
  const isPart = first?.word !== 'DISTRICT' || (rest.length === 0 && !words.at_large)
  if (first === undefined || (isPart && !numbersSchools(county.ocd_id))) return undefined
  // One of the county's districts lies mostly in another county.
  const elsewhere = isPart ? findSchoolDistrict(`${county.name} ${first.code}`, county, index) : undefined
  const whole = numberedSchool(first.code, county, index) ?? elsewhere
  return whole && { whole, words: { ...words, parts: rest } }
}

/** As in Open Civic Data: under the district, or under the county where the district is the county's. */
function partOf(school: SchoolDivision, part: AreaPart, { index }: OfficeLine): ContestDivision {
  const unders = school.county_id === null ? [school.ocd_id] : [school.county_id, school.ocd_id]
  const code = part.code.replace(/^0+(?=\d)/, '')
  const ids = unders.map((under) => `${under}/school_board_district:${code}`)
  const published = ids.find((id) => index.divisions.has(id))
  return {
    ...withoutMark(school),
    ocd_id: published ?? ids[0] ?? school.ocd_id,
    district_type: 'school_board',
    district_name: `${school.district_name} Board ${part.name}`,
    within_ocd_id: school.ocd_id,
    unmatched: published === undefined ? school.unmatched : null,
  }
}

// Member towns of regional school districts, which fill seats of their own.

interface Member {
  whole: SchoolDivision
  part: AreaPart
}

/** After these words, the rest may be a town: `MANCHESTER REG BD OF ED PROSPECT PARK`, `EAST NOBLE SCHOOL BOARD SWAN TOWNSHIP`. */
const KIND =
  /\b(?:REGIONAL|REG|RGNL|HS|DIST(?:RICT)?|SCHOOL|CORP(?:ORATION)?|CONS|BOARD|BD OF ED|EDUCATION|COMMITTEE|BOE|MEMBER) (?=[A-Z])/g
const MARK = / --? ?|- | ?\((?:REP )?|(?<=\bREGIONAL|\bREG|\bDISTRICT)-/g
/** `WESTAMPTON-RANCOCAS VALLEY REGIONAL SCHOOL DISTRICT`, `SOMERSET HILLS BERNARDSVILLE`: only of a regional district. */
const INNER = /[- ](?=[A-Z])/g
const TOWN = /^(?:(CITY|TOWN|BOROUGH|BORO|TOWNSHIP|TWP) OF )?(.+?)(?: (CITY|TOWN|BOROUGH|BORO|TOWNSHIPS?|TWP))?$/

/** A dash or parenthesis; then the end of a kind of district; then any word of a district that is published as regional. */
const SPLITS = [
  { at: 'mark', pattern: MARK },
  { at: 'kind', pattern: KIND },
  { at: 'inner', pattern: INNER },
] as const

/** `BORDENTOWN CITY - BORDENTOWN REGIONAL SCHOOL DISTRICT`, `CHARIHO SCHOOL COMMITTEE TOWN OF HOPKINTON`; the last split first. */
function findMember(text: string, county: County, index: DivisionIndex): Member | undefined {
  const memberOf = (district: string, town: string, inner: boolean): Member | undefined => {
    const part = townPart(town, county, index)
    const find = inner ? findCountysSchool : findSchoolDistrict
    const whole = part && find(schoolWords(district), county, index)
    const fits = whole && (!inner || publishedSchoolName(whole.district_name.toLowerCase()).regional)
    return fits && part ? { whole: { ...whole, county_id: null }, part } : undefined
  }
  for (const { at, pattern } of SPLITS)
    for (const { 0: match, index: start } of [...text.matchAll(pattern)].reverse()) {
      const end = start + match.length
      const left = text.slice(0, at === 'kind' ? end : start).trim()
      const right = text.slice(end).replace(/\)$/, '').trim()
      if (left === '' || right === '') continue
      const swapped = (): Member | undefined => (at === 'kind' ? undefined : memberOf(right, left, at === 'inner'))
      const member = memberOf(left, right, at === 'inner') ?? swapped()
      if (member) return member
    }
  return undefined
}

/** A published town of the county or several, or a township: `HIGH BRIDGE BOROUGH & LEBANON TOWNSHIP`. */
function townPart(text: string, county: County, index: DivisionIndex): AreaPart | undefined {
  const plain = text.replace(/ SCHOOL DISTRICT$/, '')
  if (/\b(?:REGIONAL|REG|RGNL|SCHOOLS?|DISTRICT|HS)\b/.test(plain)) return undefined
  const words = schoolWords(plain)
  if (!words.split(' & ').every((one) => isNamedTown(one, county, index))) return undefined
  // `TOWN OF WARREN` is Warren; a township and a borough of one name are two.
  const name = plain.replace(/^(?:CITY|TOWN) OF (?:THE )?/, '')
  const named = (name === plain ? words : name).replace(/\bTWP\b/, 'TOWNSHIP').replace(/\bBORO\b/, 'BOROUGH')
  return { word: 'district', code: ocdSlug(named.toLowerCase()), name: officeTitle(named) }
}

function isNamedTown(text: string, county: County, index: DivisionIndex): boolean {
  const [, before, name = '', after] = TOWN.exec(text) ?? []
  if (/^(?:CITY|TOWN|BOROUGH|TOWNSHIP|TWP)?$/.test(name)) return false
  // `CIVIL CITY` is the city itself, without its townships.
  return isPlace(name, county, index) || /^TOWNSHIPS?$/.test(before ?? after ?? '') || text === 'CIVIL CITY'
}
