// The school district that a measure's title names.

import { slug } from '../../read/identity.ts'
import type { ContestDivision } from '../contest-division.ts'
import type { County } from './county.ts'
import type { OfficeLine } from './reading.ts'
import { findSchoolDistrict, mintedSchool, ownSchool, type SchoolDivision } from './school-district.ts'
import { schoolName } from './school-name.ts'

const SCHOOL_WORD =
  /\b(?:(?:(?:ELEMENTARY|JOINT|COMMUNITY|CONSOLIDATED) )?SCHOOLS?|ISD|[UE]SD|UHSD|BOE|(?:BOARD|BD) OF ED(?:UCATION)?)\b/
/** `BOARD OF EDUCATION LEVY`, `SCHOOL BOND ELECTION`: the county's own. */
const OWN = /^(?:BOARD OF EDUCATION|SCHOOL (?:BOND|TAX|LEVY|EXCESS LEVY))\b/
/** Words before a district's name: `PROPOSITION WYNONA PUBLIC SCHOOLS`, `HB 1270-HALL COUNTY SCHOOL DISTRICT`. */
const BEFORE = /^(?:PROPOSITION|MEASURE|QUESTION|PROP|REFERENDUM|BONDS?|-)$/

export interface SchoolArea {
  area: ContestDivision
  /** The title names the district, so that it needs no county. */
  named: boolean
}

/** `AUBURN SCHOOL PROPOSITION NO 1`, `TEMPE UHSD #213-QUESTION 1`, `SCHOOL BOARD QUESTION - DOWNE` */
export function findSchoolArea(text: string, { county, index }: OfficeLine): SchoolArea | undefined {
  const match = SCHOOL_WORD.exec(text)
  if (!match || !county) return undefined
  const own = OWN.test(text) ? ownSchool(county, index) : undefined
  if (own && own.county_id !== null) return { area: withoutMark(own), named: false }
  const before = text
    .slice(0, match.index)
    .replace(/^CITY OF /, '')
    .replace(/^HB \d+ ?-/, '')
  const words = before
    .slice(Math.max(before.lastIndexOf(': '), before.lastIndexOf('- ')) + 1)
    .split(' ')
    .filter((word) => word !== '' && word !== '-')
  const first = words.findLastIndex((word) => BEFORE.test(word) || /[\d:]/.test(word)) + 1
  const number = /^ (?:DISTRICT|DIST)? ?(?:NO\.? |#)?(\d{1,3}[A-Z]?)\b/.exec(
    text.slice(match.index + match[0].length),
  )?.[1]
  for (const from of first === 0 ? [0] : [0, first]) {
    const named = words.slice(from)
    const isName =
      named.length > 0 && named.length <= 5 && !named.some((word) => /^(?:FOR|OF|TO|THE|ON)$|\d/.test(word))
    if (!isName) continue
    const name = named.join(' ')
    const spelling = `${name} ${/^(?:[UE]|UH)SD$/.test(match[0]) || /ELEMENTARY/.test(match[0]) ? match[0] : ''}`.trim()
    const found = findOf(spelling, number, county, index)
    if (found) return { area: withoutMark(found), named: true }
    // Not published: the county stays in the title, and in the key, as other counties may have one of this name.
    if (first === 0 && !/\bBOARD OF\b/.test(match[0]))
      return { area: withoutMark(mintedSchool(spelling, county, index)), named: false }
  }
  const [, asked, named] =
    /\bSCHOOL (?:BOARD )?QUESTION - ([A-Z ]+)$|\bSCHOOL (?:DISTRICT )?NO\.? \d+ \(([A-Z ]+)\)/.exec(text) ?? []
  if (named !== undefined)
    return {
      area: withoutMark(findOf(named, undefined, county, index) ?? mintedSchool(named, county, index)),
      named: false,
    }
  const after = asked
  const found = after === undefined ? undefined : findSchoolDistrict(after, county, index)
  return found && { area: withoutMark(found), named: true }
}

/** The county's own by its full name; else the published district. */
function findOf(
  name: string,
  number: string | undefined,
  county: County,
  index: OfficeLine['index'],
): SchoolDivision | undefined {
  if (slug(name) === slug(county.full_name)) return ownSchool(county, index)
  const words = schoolName(name)
  if (words.core === '') return undefined
  const numbered = number === undefined ? undefined : findSchoolDistrict(`${name} ${number}`, county, index)
  return numbered ?? findSchoolDistrict(name, county, index)
}

function withoutMark({ county_id: _, ...division }: SchoolDivision): ContestDivision {
  return division
}
