// Boards of school districts, and the districts that a title names.

import { ocdSlug, slug } from '../../read/identity.ts'
import type { AreaPart } from '../area.ts'
import type { ContestDivision } from '../contest-division.ts'
import { findDivision } from '../division.ts'
import type { County } from './county.ts'
import { namesArea } from './court.ts'
import { areaPart, found, type OfficeLine, type OfficeReading, seatOf, suffixOf, withoutCounty } from './reading.ts'
import { officeTitle } from './title.ts'

const SCHOOL = /\bSCHOOLS?\b|\b(?:BOARD|BD) OF (?:EDUCATION|ED)\b|\bBOE\b|\bCO BD OF ED\b|\b[UE]SD\b|\bUHSD\b|\bISD\b/
const NO_BOARD = /\bSUPERINTENDENT\b|\bSUPT\b|\bSTATE (?:BOARD|SCHOOL)\b|\bATTORNEY\b/
/** What a title says of the office and not of the district. */
const OFFICE =
  /\b(?:MEMBERS?(?:HIP)?|TRUSTEES?|DIRECTORS?|OF|TO|THE|FOR|LOCAL|BOE|ED|BD|BOARD|EDUCATION|COMMITTEE|CONSTITUENT|GOVERNING|GBM|CHAIRMAN|CHAIR|PRESIDENT|SCHOOL BOARD|NONPARTISAN)\b/g

export function isSchool(text: string): boolean {
  return SCHOOL.test(text) && !NO_BOARD.test(text)
}

export function readSchool(given: OfficeLine, town: string | null): OfficeReading | undefined {
  // The column may name the district itself: `PAINTSVILLE INDEPENDENT SCHOOL DISTRICT`.
  const inColumn = / SCHOOL DISTRICT$/.test(given.words.named) ? given.words.named : town
  const { county } = given
  if (!isSchool(given.words.text) || !county) return undefined
  const words = inColumn === given.words.named ? { ...given.words, named: '' } : withoutCounty(given.words, county)
  const line = { ...given, words }
  const part = areaPart(line)
  const own = districtName(words.text)
  const name = own === '' && inColumn !== null ? districtName(inColumn) : own
  const whole = schoolDivision(name, county, line)
  const division = part ? partOf(whole, part, line) : whole
  const title = officeTitle(words.text)
  const prefix = own !== '' ? '' : `${name === '' ? county.full_name : officeTitle(inColumn ?? name)} `
  return {
    office: {
      subject: 'board-of-education',
      level: 'school',
      title: prefix + title + suffixOf(words),
      short_title: title + suffixOf(words),
      ...seatOf(words),
      area: found(division),
    },
    unexpired: words.unexpired,
    scope: division.unmatched === null ? 'state' : 'county',
  }
}

/** The district by its name with and without the county's before it: `ELKHART CONCORD`; the county's own if it has none. */
function schoolDivision(name: string, county: County, { index }: OfficeLine): ContestDivision {
  const own = name === '' || slug(name) === slug(county.full_name)
  const prefix = `${county.name.toUpperCase()} `
  const names = own ? [county.name.toUpperCase()] : name.startsWith(prefix) ? [name, name.slice(prefix.length)] : [name]
  const divisions = names.map((school) => findDivision({ kind: 'school', school, part: null }, [county.name], index))
  const published = divisions.find(({ unmatched }) => unmatched === null)
  if (published) return published
  const id = `${county.ocd_id}/school_district:${ocdSlug(own ? county.name : name)}`
  return {
    ocd_id: id,
    district_type: 'school',
    district_level: 'school',
    district_name: own
      ? `${county.full_name} Schools`
      : officeTitle(/\bSCHOOLS?$/.test(name) ? name : `${name} SCHOOLS`),
    within_ocd_id: null,
    unmatched: 'unmatched-school-district',
  }
}

/** As in Open Civic Data: under the district, or under the county where the district is the county's. */
function partOf(school: ContestDivision, part: AreaPart, { county, index }: OfficeLine): ContestDivision {
  const ofCounty =
    county !== null &&
    namesArea(county.full_name, school.district_name.replace(/ (?:County|Public)?(?: Schools?| School District)+$/, ''))
  const unders = ofCounty ? [county.ocd_id, school.ocd_id] : [school.ocd_id]
  const ids = unders.map((under) => `${under}/school_board_district:${part.code}`)
  return {
    ocd_id: ids.find((id) => index.divisions.has(id)) ?? ids[0] ?? school.ocd_id,
    district_type: 'school_board',
    district_level: 'school',
    district_name: `${school.district_name} Board ${part.name}`,
    within_ocd_id: school.ocd_id,
    unmatched: school.unmatched,
  }
}

/** `MEMBER OF THE BOARD OF EDUCATION BOROUGH OF BAY HEAD` → BAY HEAD; `MARION LAWRENCE TOWNSHIP SCHOOL BOARD` → MARION LAWRENCE TOWNSHIP */
function districtName(text: string): string {
  return text
    .replace(/\b(?:CITY|TOWN|BOROUGH|VILLAGE|TOWNSHIP) OF\b/g, ' ')
    .replace(/#\d+-?/g, ' ')
    .replace(OFFICE, ' ')
    .replace(/\bSCHOOL(?: DISTRICTS?| CORPORATION| CORP)?\b(?: NO\.? ?\d+)?/g, ' ')
    .replace(/(?:^|\s)[-/,.]+(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

const SCHOOL_WORD = /\b(?:SCHOOLS?|ISD|[UE]SD|UHSD|BOE)\b/
/** Kinds of a school district before the word. */
const KINDS = new Set(['JOINT', 'COMMUNITY', 'CONSOLIDATED', 'ELEMENTARY'])

/** The school district that a measure's title names before the word: `AUBURN SCHOOL PROPOSITION NO 1`. */
export function findSchoolArea(text: string, line: OfficeLine): ContestDivision | undefined {
  const { county } = line
  const match = SCHOOL_WORD.exec(text)
  if (!match || !county) return undefined
  const before = text.slice(0, match.index).replace(/^CITY OF /, '')
  const words = before
    .slice(Math.max(before.lastIndexOf(': '), before.lastIndexOf('- ')) + 1)
    .split(' ')
    .filter((word) => word !== '' && word !== '-')
  while (KINDS.has(words.at(-1) ?? '')) words.pop()
  const named = words.length > 0 && words.length <= 5 && !words.some((word) => /^(?:FOR|OF|TO|THE)$|\d/.test(word))
  // As its board, so that both have one id.
  return named ? schoolDivision(words.join(' '), county, line) : undefined
}
