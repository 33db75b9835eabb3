// Finds the published school district that a text or the title of a measure names, among the districts of the county that lists it.

import { ocdSlug, slug } from '../../read/identity.ts'
import { type ContestDivision, type DivisionIndex, memoize, toDivision } from '../division.ts'
import { titleCase } from '../printed-name.ts'
import { areCut, type County, countiesOf } from './county.ts'
import { officeTitle } from './office-text.ts'
import type { OfficeLine } from './reading.ts'
import { canMean, isSameKind, publishedSchoolName, type SchoolName, schoolName } from './school-text.ts'

/** `county_id`: of the county whose district it is, so that its board's districts have ids under the county. */
export type SchoolDivision = ContestDivision & { county_id: string | null }

interface District {
  ocd_id: string
  name: string
  words: SchoolName
}

type Published = readonly { ocd_id: string; name: string }[]

/** The words of published districts, which are split once. */
const splitNames = memoize((published: Published): readonly District[] =>
  published.map(({ ocd_id, name }) => ({ ocd_id, name, words: publishedSchoolName(name) })),
)

/** The districts under a county or the state. */
function districtsUnder(ocd_id: string, index: DivisionIndex): readonly District[] {
  return splitNames(index.divisions.under(ocd_id, 'school_district'))
}

/**
 * The published district with this name: the only one that it can mean in the county, with and without the county's name before it
 * (`ELKHART CONCORD`); else the only one of the whole state that has these words.
 */
export function findSchoolDistrict(text: string, county: County, index: DivisionIndex): SchoolDivision | undefined {
  const found = findInCounty(text, county, index) ?? findElsewhere(text, county, index)
  return found && divisionOf(found, index)
}

/** Only in the county that lists it. */
export function findCountysSchool(text: string, county: County, index: DivisionIndex): SchoolDivision | undefined {
  const found = findInCounty(text, county, index)
  return found && divisionOf(found, index)
}

function findInCounty(text: string, county: County, index: DivisionIndex): District | undefined {
  const districts = districtsUnder(county.ocd_id, index)
  // Texts have no dots: `ST JOSEPH SOUTH BEND`.
  const prefix = `${county.name.toUpperCase().replaceAll('.', '')} `
  const spellings = [
    text,
    // `ELKHART CONCORD`
    ...(text.startsWith(prefix) ? [text.slice(prefix.length)] : []),
    // `RACELAND/WORTHINGTON INDEPENDENT`
    ...(text.includes('/') ? [text.replace(/ ?\/[^ ]+/, '')] : []),
  ]
  const core = schoolName(county.name).core
  type Match = (words: SchoolName, district: SchoolName) => boolean
  const find = (isMatch: Match): District | undefined => {
    for (const words of spellings.map(schoolName)) {
      const same = choose(
        words,
        districts.filter((district) => isMatch(words, district.words)),
      )
      if (same) return same
    }
    return undefined
  }
  // `west valley school district spokane`, `southwestern-jefferson co con`
  const withCounty: Match = (words, district) => district.core === `${words.core}${core}`
  return find((words, district) => district.core === words.core) ?? find(withCounty)
}

/** The one that the words can mean; of several, the one of the same kind. */
function choose(words: SchoolName, named: readonly District[]): District | undefined {
  if (words.core === '') return undefined
  const possible = named.filter((district) => canMean(words, district.words))
  if (possible.length < 2) return possible[0]
  const same = possible.filter((district) => isSameKind(words, district.words))
  return same.length === 1 ? same[0] : undefined
}

/** A district of another county lists its voters here: no other one of the state may have these words, and no place of this county. */
function findElsewhere(text: string, county: County, index: DivisionIndex): District | undefined {
  const words = schoolName(text.replace(/ ?\/[^ /]+(?= )/, ''))
  const core = schoolName(county.name).core
  const numbered = words.number !== null
  if (words.core.length < 3 || (words.core === core && !numbered)) return undefined
  // `LEXINGTON/RICHLAND SCHOOL DISTRICT 5` is published as `lexington_05` under Richland.
  const same = districtsUnder(index.state.ocd_id, index).filter(
    (district) => district.words.core === words.core && (words.core !== core || district.words.number === words.number),
  )
  // `RUSSELL INDEPENDENT`, of Greenup County, is not Russell County's.
  const possible = words.areas.has('city') ? same.filter((district) => canMean(words, district.words)) : same
  const [only] = possible
  if (possible.length !== 1 || !only || !canMean(words, only.words)) return undefined
  const places = index.divisions.under(county.ocd_id, 'place')
  return places.some(({ name }) => schoolName(name).core === words.core) ? undefined : only
}

function divisionOf({ ocd_id, name, words }: District, index: DivisionIndex): SchoolDivision {
  const parent = ocd_id.slice(0, ocd_id.lastIndexOf('/'))
  const county = countiesOf(index).find((one) => one.ocd_id === parent)
  const own = county && words.core === schoolName(county.name).core && isOfCounty(words, parent, index)
  return { ...toDivision('school', ocd_id, titleCase(name.toUpperCase())), county_id: own ? parent : null }
}

/** `alcorn_school_dist` is Alcorn County's in a state whose districts are its counties', `morris_school_district` is Morristown's. */
function isOfCounty({ areas, community, words }: SchoolName, county_id: string, index: DivisionIndex): boolean {
  if (areas.has('county')) return true
  const published = index.divisions.under(county_id, 'school_board_district')
  if (areas.size === 0 && published.some(({ ocd_id }) => ocd_id.startsWith(`${county_id}/school_board_district:`)))
    return true
  // `salt_lake_district` is Salt Lake City's.
  const isCity = index.places.has(`${words.join(' ')} city`)
  return areas.size === 0 && !community && !isCity && hasCountyDistricts(index)
}

const COUNTY_SHARE = 0.6

/** In most of its counties a district has the county's name. */
const hasCountyDistricts = memoize((index: DivisionIndex) => {
  const counties = countiesOf(index)
  const named = counties.filter(({ ocd_id, name }) => {
    const { core } = schoolName(name)
    return districtsUnder(ocd_id, index).some(({ words }) => words.core === core)
  })
  return named.length >= counties.length * COUNTY_SHARE
})

/** Numbered districts of a county that has no other: `anderson_01`. */
export function numberedSchool(number: string, county: County, index: DivisionIndex): SchoolDivision | undefined {
  const { core } = schoolName(county.name)
  const all = districtsUnder(county.ocd_id, index)
  const named = all.filter(({ words }) => words.core === core)
  const own = named.filter(({ words }) => words.number === number)
  // `lexington_05` lies in Richland County, too.
  const [found, ...more] = own.length > 0 ? own : all.filter(({ words }) => words.number === number)
  const isNumbered = named.length > 0 && named.every(({ words }) => words.number !== null)
  return isNumbered && found && more.length === 0 ? { ...divisionOf(found, index), county_id: null } : undefined
}

/** The county's own district; undefined if several could be it. */
export function ownSchool(county: County, index: DivisionIndex): SchoolDivision | undefined {
  const { core } = schoolName(county.name)
  const districts = districtsUnder(county.ocd_id, index)
  const kind = county.ocd_id.includes('/place:') ? 'city' : 'county'
  const words: SchoolName = { ...schoolName(county.name), areas: new Set([kind]) }
  const named = districts.filter((district) => district.words.core === core)
  // An independent city has one: `va_beach_city_pblc_schs`.
  const found = choose(words, named) ?? (kind === 'city' && districts.length === 1 ? districts[0] : undefined)
  return found && { ...divisionOf(found, index), county_id: kind === 'county' ? county.ocd_id : null }
}

/** An id of its own, for a district that is not published. */
export function mintedSchool(name: string, county: County, index: DivisionIndex): SchoolDivision {
  const own = name === '' || isFullName(name, county) || isCounty(name, county, index)
  const title = own ? `${county.full_name} Schools` : officeTitle(/\bSCHOOLS?$/.test(name) ? name : `${name} SCHOOLS`)
  const ocd_id = `${county.ocd_id}/school_district:${ocdSlug(own ? county.name : name)}`
  const unmatched = 'unmatched-school-district'
  return { ...toDivision('school', ocd_id, title, { unmatched }), county_id: own ? county.ocd_id : null }
}

/** `CULLMAN CO` of Cullman County */
export function isFullName(text: string, { full_name }: County): boolean {
  return slug(text.replace(/ CO$/, ' COUNTY')) === slug(full_name)
}

/** `JEFF DAVIS` is Jefferson Davis County: a file may cut the words of a name. */
export function isCountyName(text: string, county: County): boolean {
  return isFullName(text, county) || areCut(slug(text).split('-'), slug(county.name).split('-'))
}

/** `ABBEVILLE` in Abbeville County, where the state's districts are its counties' and no city has one of that name. */
function isCounty(name: string, county: County, index: DivisionIndex): boolean {
  if (!isCountyName(name, county) || !hasCountyDistricts(index)) return false
  const { core } = schoolName(county.name)
  return !districtsUnder(county.ocd_id, index).some(({ words }) => words.core === core && words.areas.has('city'))
}

// The school district that a measure's title names.

const SCHOOL_WORD =
  /\b(?:(?:(?:ELEMENTARY|JOINT|COMMUNITY|CONSOLIDATED) )?SCHOOLS?|ISD|[UE]SD|UHSD|BOE|(?:BOARD|BD) OF ED(?:UCATION)?)\b/
/** `BOARD OF EDUCATION LEVY`, `SCHOOL BOND ELECTION`: the county's own. */
const OWN = /^(?:BOARD OF EDUCATION|SCHOOL (?:BOND|TAX|LEVY|EXCESS LEVY))\b/
/** Words before a district's name: `PROPOSITION WYNONA PUBLIC SCHOOLS`, `HB 1270-HALL COUNTY SCHOOL DISTRICT`. */
const BEFORE = /^(?:PROPOSITION|MEASURE|QUESTION|PROP|REFERENDUM|BONDS?|-)$/

interface SchoolArea {
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
  const [, asked, numbered] =
    /\bSCHOOL (?:BOARD )?QUESTION - ([A-Z ]+)$|\bSCHOOL (?:DISTRICT )?NO\.? \d+ \(([A-Z ]+)\)/.exec(text) ?? []
  const found = asked === undefined ? undefined : findSchoolDistrict(asked, county, index)
  if (found) return { area: withoutMark(found), named: true }
  if (numbered === undefined) return undefined
  const school = findOf(numbered, undefined, county, index) ?? mintedSchool(numbered, county, index)
  return { area: withoutMark(school), named: false }
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

export function withoutMark({ county_id: _, ...division }: SchoolDivision): ContestDivision {
  return division
}
