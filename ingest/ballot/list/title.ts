// The contest that a title of a candidate list names: by the office table of its entry, else by the rules that all states share.

import { z } from 'zod'
import { findNear } from '../../../data/schema/edit-distance.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { readOwnTable } from '../../read/csv.ts'
import { SourceError } from '../../read/source.ts'
import { type ContestArea, countyId, type DivisionIndex, findDivision } from '../division.ts'
import { readRetention } from '../medsl/retention.ts'
import { titleOffices, usHouse } from '../office.ts'
import { findOffice, type ListedOffice, type OfficeRule, type TableRow } from '../office-rule.ts'
import { type County, indexCounties } from '../office-rules/county.ts'
import { officeTitle, plain, splitOffice } from '../office-rules/office-text.ts'
import { type OfficeReading, readOffice } from '../office-rules/read-office.ts'
import { withoutFillers } from '../office-rules/reading.ts'
import { wordsOf } from '../office-rules/tables.ts'
import { OFFICES } from '../office-table.ts'

export interface Title {
  contest: string
  /** Its county's name, if the line has one. */
  county: string | undefined
  /** All of its choices are answers, such as Yes and No. */
  asks: boolean
  /** Of the election. */
  year: number
}

export interface ReadTitle {
  office: ListedOffice
  rank?: number
  unexpired?: boolean
  row?: TableRow
  /** Names of the state that are like the one of its place or school district, which is not known. */
  near?: readonly string[]
}

/** Why a title gives no contest; `expected` completes a sentence. */
export interface Refusal {
  code: string
  expected: string
}

export type FindTitle = (title: Title) => ReadTitle | Refusal

export function titleFinder(offices: readonly OfficeRule[] | undefined, index: DivisionIndex): FindTitle {
  const find = offices ? byTable(offices, index) : byRules(index)
  const known = new Map<string, ReadTitle | Refusal>()
  return (title) => {
    const key = JSON.stringify(title)
    const held = known.get(key)
    if (held) return held
    const read = withOneDistrict(find(title), index, title.year)
    const missing = 'office' in read ? findMissingDistrict(read.office.area, index, title.year) : undefined
    const result = missing === undefined ? read : { code: 'unknown-district', expected: missing }
    known.set(key, result)
    return result
  }
}

// By the office table.

function byTable(offices: readonly OfficeRule[], index: DivisionIndex): FindTitle {
  return ({ contest, county, asks }) => {
    const found = findOffice(offices, contest)
    if (!found) return { code: 'unknown-contest-title', expected: 'a contest that a row of the office table matches' }
    const { office, rank, row } = found
    const wrong = findCountyFault(office.area, { contest, county }, index)
    if (wrong !== undefined) return { code: 'other-county', expected: wrong }
    const asked = withAnswers(office, asks)
    if ('code' in asked) return asked
    const near = nearOf(office.area, county, index)
    const unexpired = asked.measure_code === undefined && !asked.retention && saysUnexpired(contest)
    return { office: asked, rank, unexpired, ...(row && { row }), ...(near && { near }) }
  }
}

/** Throws SourceError for a row that names no county of the state. */
function findCountyFault(
  area: ContestArea,
  { contest, county }: Pick<Title, 'contest' | 'county'>,
  index: DivisionIndex,
): string | undefined {
  const named = 'county' in area ? area.county : null
  if (named === null) return undefined
  const id = countyId(index, named)
  if (!index.divisions.has(id))
    throw new SourceError(
      `its row for "${contest.slice(0, 60)}" names the county "${named.slice(0, 40)}", expected a county of ${index.state.name}`,
      { file: 'the office table' },
    )
  return county === undefined || countyId(index, county) === id
    ? undefined
    : `a line of ${named}, which the row of the office table names, and not of ${county}: give the county in the title ("{County} {Office}") and as a group in area`
}

const JUDICIAL = /\b(?:judge|justice)\b/

/** Only a measure, or the question whether a judge stays, has answers. */
function withAnswers(office: ListedOffice, asks: boolean): ListedOffice | Refusal {
  const isAsked = office.measure_code !== undefined || office.retention === true
  if (isAsked === asks) return office
  if (!asks) return { code: 'unknown-answer', expected: 'Yes and No, or For and Against, for all choices of this row' }
  if (JUDICIAL.test(office.subject.replaceAll('-', ' '))) return { ...office, retention: true }
  return {
    code: 'answers-of-office',
    expected:
      'names of persons: Yes and No are the answers of a measure, with the office measure or the detail retention in its row',
  }
}

// By the rules that all states share, and by those for returns as far as they find an area that is published: these rules give every title
// some office.

function byRules(index: DivisionIndex): FindTitle {
  const shared = titleOffices(index.state)
  const findCounty = indexCounties(index)
  const unknown = {
    code: 'unknown-contest-title',
    expected: 'a contest that the general rules, or a row of an office table, match',
  }
  return ({ contest, county: named, asks }) => {
    const isSeat = !asks
    const unexpired = isSeat && saysUnexpired(contest)
    const office = asks ? undefined : findOffice(shared, contest)?.office
    if (office) return { office, unexpired }
    const retention = asks ? readRetention(contest) : undefined
    const county = named === undefined ? null : findCounty(named)
    const read = (text: string): OfficeReading | undefined =>
      readOffice(
        {
          office: text,
          county,
          measure: asks && !retention,
          statewide: asks && /^state(?:wide)? /i.test(contest),
          judge: retention ? officeTitle(retention.judge) : null,
        },
        index,
      )
    const text = retention?.office ?? contest
    const reading = read(text)
    if (reading && isCertain(reading.office, { contest, text, county }, index))
      return { office: reading.office, unexpired: isSeat && (reading.unexpired || unexpired) }
    const ofPlace = asks ? undefined : read(withPlaceFirst(contest))
    if (ofPlace && isOfPlace(ofPlace.office, index))
      return { office: ofPlace.office, unexpired: ofPlace.unexpired || unexpired }
    const area = reading?.office.area
    const near =
      area?.kind === 'found' && area.division.unmatched !== null
        ? nearNames(area.division.district_name, area.division.unmatched, index)
        : []
    return near.length === 0
      ? unknown
      : { ...unknown, expected: `${unknown.expected}; names of ${index.state.name} that are near: ${near.join(', ')}` }
  }
}

/** Words for a seat that is filled for the rest of a term. */
const UNEXPIRED =
  /\b(?:unexpired|unexp|unex|uxp|partial[- ]term|short[- ]term|(?:rest|remainder|balance) of (?:an? |the )?(?:\S+ )?term|vacan(?:t|cy|cies))\b/i

/** Before the kind of an election, between marks, or at either end of a title. */
const SPECIAL =
  /\bspecial(?=[- ](?:election|term|primary|general|runoff)\b|\W*$)|^\W*special\b|[(:,–—-]\s*special(?=\s*[):,–—-])/i

/** `SPECIAL SCHOOL DISTRICT`, of which the word names the kind. */
const SPECIAL_KIND =
  /\bspecial[- ](?:assessment|education|purpose|services?|(?:(?:school|tax|taxing|road|fire|water|sewer|sanitary|drainage|park|library|hospital|utility|improvement)(?: (?:and|&) \w+)? )?districts?)\b/gi

function saysUnexpired(title: string): boolean {
  return UNEXPIRED.test(title) || SPECIAL.test(title.replace(SPECIAL_KIND, 'district'))
}

/** `Municipal Court Judge Position 5 CITY OF SEATTLE` → `CITY OF SEATTLE MUNICIPAL COURT JUDGE POSITION 5`; '' for any other title. */
function withPlaceFirst(contest: string): string {
  const text = plain(contest)
  const at = text.search(/\b(?:CITY|TOWN|VILLAGE) OF /)
  return at <= 0 || /\bCOUNTY\b/.test(text) ? '' : `${text.slice(at)} ${withoutFillers(text.slice(0, at))}`
}

function isOfPlace({ area }: ListedOffice, { state }: DivisionIndex): boolean {
  return (
    area.kind === 'found' &&
    area.division.unmatched === null &&
    area.division.ocd_id.startsWith(`${state.ocd_id}/place:`)
  )
}

/** A question of the whole state. */
const STATE_QUESTION =
  /^(?:state(?:wide)? )?(?:ballot )?(?:constitutional amendment|amendment|proposition|initiative|referendum|question|measure|issue|proposal)\b/i

/**
 * Of an office that the general rules read. They take a representative without a district for the only one of the state, unknown words
 * without a county for an office of the state, unknown words beside an office for its name, and give an area of its own to what they do
 * not know.
 * @param text the contest without the question whether a judge stays
 */
function isCertain(
  { area, subject, measure_code, retention }: ListedOffice,
  { contest, text, county }: { contest: string; text: string; county: County | null },
  { state }: DivisionIndex,
): boolean {
  if (area.kind === 'numbered') return area.code !== 'at-large' || /\bat[ -]large\b/i.test(contest)
  const isWhole = area.kind === 'state' || (area.kind === 'found' && area.division.ocd_id === state.ocd_id)
  if (isWhole && measure_code !== undefined) return STATE_QUESTION.test(contest)
  if (isWhole && retention) return /\bsupreme court\b/i.test(contest)
  if (isWhole) return OFFICES.get(subject.replaceAll('-', '_'))?.area === 'state'
  if (area.kind !== 'found') return true
  const { ocd_id, unmatched } = area.division
  if (/\/place:[^/]+$/.test(ocd_id) && DISTRICT_OF_PLACE.test(plain(text))) return false
  if (county && ocd_id === county.ocd_id && measure_code === undefined) return isOfCounty(text, county)
  return unmatched === null && ocd_id.startsWith(state.ocd_id)
}

/** `NORTHEAST ELECTORAL DISTRICT`, but not a district court, which may have the city's name. */
const DISTRICT_OF_PLACE = /\b(?:ELECTORAL|(?:NORTH|SOUTH)(?:EAST|WEST)?|EAST|WEST|CENTRAL) DISTRICT\b/

/** The words of offices that a whole county elects; any other word may name a city or a district. */
const COUNTY_WORDS = wordsOf('word of a county office')

/** Courts of cities, unless the title has the name of the county. */
const CITY_COURT = /\b(?:MUNICIPAL|METROPOLITAN)\b/g

/** `District Judge, Place 3`: the number may be that of a district that is no county. */
const DISTRICT_JUDGE = /\b(?:DISTRICT|CIRCUIT) JUDGES?\b/

/** True if each word of a title is of the county's name, or of an office that whole counties elect. */
function isOfCounty(contest: string, { name, full_name }: County): boolean {
  const split = (text: string): string[] =>
    plain(text)
      .replace(/[.'’]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const own = new Set([name, full_name].flatMap(split))
  const text = splitOffice(contest).text.replace(/\bSCHOOL (?=SUPERINTENDENT)/, '')
  const isNamed = ` ${split(text).join(' ')} `.includes(` ${split(full_name).join(' ')} `)
  if (!isNamed && DISTRICT_JUDGE.test(plain(contest)) && /\d/.test(contest)) return false
  return split(isNamed ? text.replace(CITY_COURT, '') : text).every(
    (word) => own.has(word) || COUNTY_WORDS.has(word) || /^(?:\d+[A-Z]{0,2}|[A-Z]|[IVX]+)$/.test(word),
  )
}

// Names that are near one that is not known.

function nearOf(area: ContestArea, county: string | undefined, index: DivisionIndex): readonly string[] | undefined {
  if (area.kind !== 'place' && area.kind !== 'school') return undefined
  const { unmatched } = findDivision({ ...area, part: null }, county === undefined ? [] : [county], index)
  return unmatched === null ? undefined : nearNames(area.kind === 'place' ? area.place : area.school, unmatched, index)
}

function nearNames(name: string, unmatched: string, { places, schools }: DivisionIndex): string[] {
  const named = [...places.values()].flatMap((place) => place?.name ?? [])
  const ofSchools = [...schools.values()].flat().map((school) => school.name)
  return findNear(
    name,
    unmatched === 'unmatched-school-district' ? ofSchools : unmatched === 'unmatched-place' ? named : [],
  )
}

// Numbered districts that no plan has.

const chamberRow = z.object({ state: z.string(), type: z.string(), districts: z.coerce.number() })
const CHAMBERS = readOwnTable(chamberRow, 'data', 'reference', 'chambers.csv')
const houseRow = z.object({
  state: z.string(),
  first_general: z.coerce.number(),
  last_general: z.coerce.number(),
  seats: z.coerce.number(),
})
const HOUSE = readOwnTable(houseRow, 'data', 'reference', 'house-seats.csv')

/** The districts of a layer, if a number tells them all; undefined if it is not known. */
function countDistricts(code: StateCode, word: string, year: number): number | undefined {
  if (word !== 'cd') {
    const chamber = word === 'sldu' ? 'state_upper' : 'state_lower'
    return CHAMBERS.find(({ state, type }) => state === code && type === chamber)?.districts || undefined
  }
  // A special election of an odd year has the districts of the year before.
  const general = year - (year % 2)
  const row = HOUSE.find(
    ({ state, first_general, last_general }) =>
      state === code && first_general <= general && general <= (last_general || general),
  )
  return row?.seats
}

/** District 1 of a state with one district of Congress is the whole state. */
function withOneDistrict(read: ReadTitle | Refusal, { state }: DivisionIndex, year: number): ReadTitle | Refusal {
  if (!('office' in read)) return read
  const { area } = read.office
  const isOnly = area.kind === 'numbered' && area.word === 'cd' && /^[01]$/.test(area.code)
  if (!isOnly || countDistricts(state.code, 'cd', year) !== 1) return read
  return { ...read, office: { ...read.office, ...usHouse('at-large') } }
}

/** What was expected instead of a district of Congress or the legislature that does not exist; undefined for one that may. */
function findMissingDistrict(area: ContestArea, { state, divisions }: DivisionIndex, year: number): string | undefined {
  if (area.kind !== 'numbered' || !/^(?:cd|sldu|sldl)$/.test(area.word)) return undefined
  const { word, code } = area
  const count = countDistricts(state.code, word, year)
  if (word === 'cd' && count === 1) return code === 'at-large' ? undefined : `at-large: ${state.name} has one district`
  const isNumber = /^\d+$/.test(code)
  const numbers = count === undefined ? undefined : `a district from 1 to ${count}, which ${state.name} has in ${year}`
  if (isNumber && numbers !== undefined && (Number(code) > (count ?? 0) || Number(code) === 0)) return numbers
  const listed = divisions.under(state.ocd_id, word).map(({ ocd_id }) => ocd_id.slice(ocd_id.lastIndexOf(':') + 1))
  if (listed.length === 0 || divisions.has(`${state.ocd_id}/${word}:${code}`)) return undefined
  const near = isNumber ? [] : findNear(code, listed)
  return `a district of ${state.name} that Open Civic Data lists, such as ${(near.length === 0 ? listed.slice(0, 1) : near).join(', ')}`
}
