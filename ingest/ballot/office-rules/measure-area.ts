// Measures: their title, their number, and the area that votes on them, from the words of the question.

import { isStateProposition, numbersOnce, taxesByCounty } from '../../../data/reference/measure-rules.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { ocdSlug, slug } from '../../read/identity.ts'
import { type ContestDivision, toDivision } from '../division.ts'
import type { County } from './county.ts'
import { namesArea, withoutName } from './court.ts'
import { findLocality, findPublished, firstWords, isPlace } from './locality.ts'
import { type MeasureText, measureBody, measureText } from './measure-text.ts'
import { officeTitle, splitOffice } from './office-text.ts'
import { countyDivision, found, isSame, type OfficeLine, type OfficeReading, unknownArea } from './reading.ts'
import { findSchoolArea } from './school-district.ts'
import { districtKind, readSpecial } from './special.ts'
import { patternOf } from './tables.ts'

// The area. Only a published city, town or school district is certain.

interface MeasureArea {
  area: ContestDivision
  /** True if the key holds the county: in another county, the same words are another question. */
  local: boolean
}

/** Words of a title after which a place name ends. */
const AFTER_PLACE = patternOf('after a place', '^(?:{})$')
/** Words of a title before a place name at its end. */
const BEFORE_PLACE = patternOf('before a place', '^(?:{})$')
const TYPED = /^.+ (?:CITY|TOWN|VILLAGE|BOROUGH|TOWNSHIP)$/
/** A body of its own, or a part of a county. */
const BODY = patternOf('body')
/** A body of its own, or what a tax is for: the words do not say which. */
const SPECIAL = patternOf('body or purpose')

/** Hawaii has no government below its counties. */
function measureArea(text: MeasureText, county: County, line: OfficeLine): MeasureArea {
  if (line.index.state.code === 'HI') return { area: countyDivision(county), local: true }
  const asked = askedOf(text.words, county, line)
  if (asked) return asked
  const college = collegeOf(text.words, line)
  if (college) return { area: college, local: false }
  const school = schoolOf(text.words, line)
  if (school) return school
  const place = text.ofCounty ? undefined : placeOf(text, county, line)
  if (place) return { area: place, local: place.ocd_id.startsWith(county.ocd_id) }
  if (text.ofCounty || isOfCounty(text.words, county, line)) return { area: countyDivision(county), local: true }
  return { area: districtOf(text, county, line), local: true }
}

/** `ALBUQUERQUE METROPOLITAN ARROYO FLOOD CONTROL AUTHORITY BE AUTHORIZED`; one that shall be established has no area yet. */
const ASKED_BODY = /^([A-Z .-]+ (?:DISTRICT|AUTHORITY)) (?:BE AUTHORIZED|ISSUE|IMPOSE|CONTINUE|LEVY)\b/

/** `SHALL SANDOVAL COUNTY BE AUTHORIZED …`, `SHALL THE COUNTY OF BERNALILLO CONTINUE …` */
function askedOf(text: string, county: County, line: OfficeLine): MeasureArea | undefined {
  const at = ` ${text}`.indexOf(' SHALL ')
  if (at < 0) return undefined
  const asked = text.slice(at + 'SHALL '.length).replace(/^THE /, '')
  const kind = /^(COUNTY|CITY|TOWN|VILLAGE) OF /.exec(asked)?.[1] ?? ''
  const body = ASKED_BODY.exec(asked)?.[1]
  const board = body === undefined ? undefined : boardOf(body, line)
  if (board) return { area: board, local: true }
  const rest = kind === '' ? asked : asked.slice(`${kind} OF `.length)
  const name = /^(.+?)(?: COUNTY)?(?:, [A-Z ]+,)? (?:BE|ISSUE|IMPOSE|CONTINUE|ENACT|ADOPT|LEVY)\b/.exec(rest)?.[1]
  if (name === undefined) return undefined
  const isCounty = slug(name) === slug(county.name) && (kind === 'COUNTY' || rest.startsWith(`${name} COUNTY`))
  return isCounty ? { area: countyDivision(county), local: true } : undefined
}

/** `MEASURE 24-507 REFERRED BY CHEMEKETA COMMUNITY COLLEGE`: a college of several counties has one id. */
function collegeOf(text: string, { index }: OfficeLine): ContestDivision | undefined {
  const at = text.indexOf(' COMMUNITY COLLEGE')
  if (at < 0) return undefined
  const words = text.slice(0, at).split(/[\s:]+/)
  const end = words.findLastIndex((word) => /^(?:BY|OF|THE|FOR|-)$|\d/.test(word))
  const name = words.slice(end + 1).join(' ')
  if (name === '') return undefined
  const ocd_id = `${index.state.ocd_id}/community_college:${ocdSlug(name)}`
  return toDivision('special', ocd_id, `${officeTitle(name)} Community College`, { unmatched: 'unmatched-division' })
}

/** The district that the question names. */
function schoolOf(text: string, line: OfficeLine): MeasureArea | undefined {
  const found = findSchoolArea(measureBody(text), line)
  return found && { area: found.area, local: !found.named }
}

function isOfCounty(text: string, county: County, { index }: OfficeLine): boolean {
  // Alabama's local amendments are their county's; `COUNTY MEASURE 23-74`.
  if (/^LOCAL AMENDMENT\b|\bFOR COUNTY PURPOSES\b|^COUNTY (?:MEASURE|QUESTION|PROPOSITION|SPECIAL)\b/.test(text))
    return true
  if (SPECIAL.test(text) || /\bCOUNTY \([A-Z ]+\)$/.test(text)) return false
  if (namesArea(text, county.full_name) || beginsWith(text, county, index)) return true
  return taxesByCounty(index.state.code) && SALES_TAX.test(text)
}

const SALES_TAX = /SPLOST\b|\bSALES (?:AND USE )?TAX\b|\bCAPITAL PROJECTS? TAX\b/

/** `ANDERSON CANNABIS QUESTION` in Anderson County, where no city of the state is called Anderson. */
function beginsWith(text: string, { name }: County, index: OfficeLine['index']): boolean {
  return withoutName(text, name) !== text && !isPlace(name, null, index)
}

/** A place that the title names: after `CITY OF`, in the column, before `CITY CHARTER` or `TOWNSHIP`, as its first or its last words. */
function placeOf(
  { words: text, column }: MeasureText,
  county: County,
  { index }: OfficeLine,
): ContestDivision | undefined {
  const spaced = text.replace(/-(?=PROPOSITION|QUESTION|(?:BOROUGH|CITY|TOWN|TOWNSHIP) OF )/g, ' - ')
  const words = wordsIn(spaced, /[\s,.:]+/)
  const known = (...names: string[]): ContestDivision | undefined => {
    for (const name of names) {
      const city = CITY_ONLY.test(spaced) ? findPublished(name, { county: null, index }) : undefined
      const place = city ?? findPublished(name, { county, index })
      if (place) return place
    }
    return undefined
  }
  return (
    known(...namesAfterOf(words), ...(column === '' ? [] : [column]), ...namesBeforeCity(words)) ??
    townshipOf(words, county, index) ??
    known(...firstNames(spaced, county), ...lastNames(words, county))
  )
}

function wordsIn(text: string, between: RegExp): string[] {
  return text.split(between).filter((word) => word !== '')
}

/** Subjects of measures that no township has: the city of a township's name has them. */
const CITY_ONLY = /\b(?:CITY|LODGING TAX|SALES TAX|POLICE|HOME RULE CHARTER|MAYOR)\b/

function namesAfterOf(words: readonly string[]): string[] {
  const of = words.findIndex(
    (word, at) => /^(?:CITY|TOWN|VILLAGE|BOROUGH|TOWNSHIP)$/.test(word) && words[at + 1] === 'OF',
  )
  return of < 0 ? [] : firstWords(words.slice(of + 2), 4).map((name) => `${words[of]} OF ${name}`)
}

/** `AMEND ASTORIA CITY CHARTER`, `PROPOSITION #6 - TOOELE CITY QUESTION 1` */
function namesBeforeCity(words: readonly string[]): string[] {
  const at = words.findIndex(
    (word, at) => word === 'CITY' && /^(?:CHARTER|COUNCIL|QUESTION)$/.test(words[at + 1] ?? ''),
  )
  return at < 1 ? [] : [3, 2, 1].map((length) => words.slice(Math.max(0, at - length), at).join(' '))
}

/** `PILOT MOUND TOWNSHIP - PUBLIC MEASURE`, but not that of a township's fire district. Its id is that of its trustees. */
function townshipOf(words: readonly string[], county: County, index: OfficeLine['index']): ContestDivision | undefined {
  const end = words.indexOf('TOWNSHIP') + 1
  if (end < 2 || end > 4 || !AFTER_PLACE.test(words[end] ?? '')) return undefined
  return findLocality(words.slice(0, end).join(' '), { county, part: null, index })
}

/** `EL MIRAGE - PROPOSITION 475`, `PUBLIC QUESTION - WEST WINDSOR TOWNSHIP`, `ENDICOTT TOWN FIRE AND EMT LEVY` */
function firstNames(text: string, county: County): string[] {
  const parts = text.replace(/^H\.?B\.? \d+ ?-? ?/, '').split(/ - |: /)
  return parts.flatMap((part, at) => {
    const words = wordsIn(part, /[\s,.]+/)
    const isWhole = at > 0 || text.includes(`${part} - `)
    return firstWords(words, 4).filter((name) => {
      const next = words[name.split(' ').length] ?? (isWhole ? '-' : '')
      const others = text.replace(name, '')
      const isOther = (/^(?:TOWN|CITY)$/.test(next) ? BODY : SPECIAL).test(others)
      return AFTER_PLACE.test(next) && !isSame(name, county.name) && !isOther
    })
  })
}

/** `POLICE IMPROVEMENT BONDS TONTITOWN`, `BOND PROPOSAL QUESTION FRANKLIN TOWNSHIP`, `PROPOSAL FOR MILLBURN` */
function lastNames(words: readonly string[], county: County): string[] {
  return [4, 3, 2, 1].flatMap((length) => {
    const name = words.slice(-length).join(' ')
    const before = words.slice(0, -length).join(' ')
    const last = words.at(-length - 1) ?? ''
    const begins = BEFORE_PLACE.test(last) || /\b(?:PROPOSAL|QUESTION) FOR$/.test(before) || TYPED.test(name)
    const isOther = isSame(name, county.name) || BODY.test(before) || /\bFIRE DISTRICT\b/.test(before)
    return before !== '' && begins && !isOther ? [name] : []
  })
}

/** Words before a kind of district that do not name one. */
const NO_NAME = patternOf('no name of a district', '^(?:{})$')
const DISTRICT =
  /^.+? (?:(?:FIRE(?: PROTECTION)?|PARK(?: AND RECREATION)?|PARKS AND RECREATION(?:AL)?|HOSPITAL|CEMETERY|AMBULANCE(?: EMS)?|EMS|LIBRARY|WATER(?: AND SEWER)?|HEALTH|SANITARY|VECTOR CONTROL|WATERSHED|TAX|TRANSPORTATION BENEFIT|SOLID WASTE DISPOSAL|POOL) DIST(?:RICT)?|FIRE PROTECTION|R\.?F\.?P\.?D|FIRE AUTHORITY|PORT AUTHORITY|CEMETERY(?= QUESTION))\b\.?/

/** The district that a question names: `STAR FIRE PROTECTION DISTRICT LEVY`; undefined for `FIRE DISTRICT 7 LEVY`. */
export function namedDistrict(text: string): string | undefined {
  const name = DISTRICT.exec(measureBody(text))?.[0]
  return name === undefined || NO_NAME.test(name.split(' ')[0] ?? '') || /\d/.test(name) ? undefined : name
}

/** A district's number follows its kind: `FIRE DISTRICT - 06`, `WASHTUCNA PARK AND RECREATION 2`, `WILSON CREEK CEMETERY DIST #02`. */
const NUMBERED =
  /^(?:.+? )??((?:FIRE|CEMETERY|HOSPITAL|PORT|PARKS?(?:(?: AND |\/)REC(?:REATION)?)?|EMERGENCY MED(?:ICAL)? SERVICES?)(?: PROTECTION)?(?: DIST(?:RICT)?)?) (?:- |#|NO\.? ?)?(\d{1,3})(?![\d.%-]| (?:YEAR|MILL|PERCENT|ACRE))/

function numberedDistrict(text: string, county: County): ContestDivision | undefined {
  const found = NUMBERED.exec(measureBody(text))
  if (!found) return undefined
  const [whole, kind = '', number = ''] = found
  const name = `${whole.slice(0, whole.indexOf(kind) + kind.length)} ${Number(number)}`
  const title = officeTitle(name)
  const ocd_id = `${county.ocd_id}/${districtKind(name) ?? 'special_district'}:${ocdSlug(title)}`
  return toDivision('special', ocd_id, name.startsWith(kind) ? `${title} (${county.full_name})` : title, {
    within_ocd_id: county.ocd_id,
    unmatched: 'unmatched-division',
  })
}

/** The area of the district's board, if the question names it; else an unknown area. */
function districtOf(text: MeasureText, county: County, line: OfficeLine): ContestDivision {
  const numbered = numberedDistrict(text.full, county)
  if (numbered) return numbered
  const district = namedDistrict(text.words)
  // `DOUGLAS CEMETERY DISTRICT` with 2 in the column, `OAKESDALE PARK DISTRICT - 4`: others have the same words.
  const after = district === undefined ? '' : text.full.slice(text.full.indexOf(district) + district.length)
  const isNumbered =
    /^ (?:- |#|NO\.? )?\d/.test(after) || (!/\bDIST/.test(district ?? '') && namesArea(text.words, county.full_name))
  const board = district === undefined || isNumbered ? undefined : boardOf(district, line)
  if (board) return board
  // `PROPOSITION DELAWARE COUNTY (CLEORA)`
  const within = /\bCOUNTY \(([A-Z ]+)\)$/.exec(text.full)?.[1]
  const title = officeTitle(within ?? (isNumbered ? text.full : (district ?? text.full)))
  // `GREENE COUNTY UNINCORPORATED AREA`: the county's question, without its cities.
  const isRest = /^[A-Z. -]+ UNINCORPORATED\b/.test(text.words)
  return unknownArea(title, county, {
    ...(isRest && {
      ocd_id: `${county.ocd_id}/special:unincorporated_area`,
      district_level: 'county',
      district_name: `${county.full_name}, unincorporated area`,
    }),
  })
}

/** The area of a district's own board. */
function boardOf(district: string, line: OfficeLine): ContestDivision | undefined {
  const area = readSpecial({ ...line, statewide: false, words: splitOffice(district) })?.office.area
  return area?.kind === 'found' ? area.division : undefined
}

// The title and the number.

const NUMBER = patternOf(
  'kind of measure',
  "\\b({})S?(?![A-Z]) ?(?:NUMBER |NO\\.? ?|#)?([A-Z]{0,2}-?\\d{1,5}(?:-\\d{1,4})?|[A-Z]{1,2})(?![A-Z0-9'])",
)
/** Articles and the like are no numbers. */
const NO_NUMBER = /^(?:TO|OF|IN|ON|BY|AN|OR|FOR|IS|AS|IF|AT|UP|BE|DO|SO|WE|NO|A(?= ))$/
const PROPOSITION = /^PROPOSITION (\d+)$/
const SUBJECT_MAX = 100

export function readMeasure(line: OfficeLine, office: string, district = ''): OfficeReading {
  const { county, statewide, index } = line
  const { code: state } = index.state
  const text = measureText(office, district, { county, state })
  const whole = statewide || !county || isOfState(text.words, county, state)
  const voters = whole ? undefined : measureArea(text, county, line)
  const own = county && voters ? withoutArea(text.title, voters.area, county) : text.title
  const title = officeTitle(own)
  const code = codeOfMeasure(text.words)
  const number = numbersOnce(state) ? /\d{1,2}-\d{2,3}/.exec(code ?? text.words)?.[0] : undefined
  return {
    office: {
      subject: number ? `measure-${number}` : slug(text.full).slice(0, SUBJECT_MAX).replace(/-$/, ''),
      level: voters ? voters.area.district_level : 'state',
      title: prefixOf(own, text, { voters, county }) + title,
      short_title: title,
      area: voters ? found(voters.area) : { kind: 'state' },
      measure_code: code ?? (number === undefined ? '' : `Measure ${number}`),
    },
    unexpired: false,
    scope: voters?.local ? 'county' : 'state',
  }
}

/** Before a title that does not name the voters: `Sandoval County: `, `City of Albuquerque: ` */
function prefixOf(
  own: string,
  { title, full }: MeasureText,
  { voters, county }: { voters: MeasureArea | undefined; county: County | null },
): string {
  if (!voters || !county) return ''
  const { area, local } = voters
  // A fire district that the title names may reach into another county.
  const isBoard =
    area.district_type === 'special' &&
    !area.ocd_id.includes('/special:') &&
    !namesArea(area.district_name, county.full_name)
  if (local && !isBoard) return namesArea(own, county.full_name) ? '' : `${county.full_name}: `
  // Of a sentence, only the heading is left.
  return title !== full && (isBoard || area.unmatched === null) && !namesArea(own, area.district_name)
    ? `${area.district_name}: `
    : ''
}

/**
 * Without a county's name before and a city's name after what the title says anyway: `AIKEN CAPITAL PROJECT TAX`, `FARGO LODGING TAX FARGO`.
 */
function withoutArea(title: string, area: ContestDivision, county: County): string {
  const ofCounty = area.ocd_id === county.ocd_id
  const rest = withoutName(title, county.name)
  const isOwn = ofCounty ? !/^COUNTY(?: |$)/.test(rest) : /^(?:CITY|TOWN|VILLAGE) OF(?: |$)/.test(rest)
  if (rest !== title && isOwn) return withoutArea(rest, area, county)
  const left = ofCounty ? title.replace(/^COUNTY(?: |$)/, '') : title
  return area.district_type === 'place' ? withPlaceOnce(left, area.district_name.toUpperCase()) : left
}

/** `FARGO LODGING TAX FARGO`, `CITY OF TONASKET PROPOSITION NO 1 - CITY OF TONASKET` */
function withPlaceOnce(title: string, place: string): string {
  const last = [` - CITY OF ${place}`, ` CITY OF ${place}`, ` ${place}`].find((words) => title.endsWith(words))
  // `PUBLIC MEASURE LEE` of Lee Township is its code.
  return last !== undefined && namesArea(title.slice(0, -last.length), place) && !title.endsWith(`MEASURE${last}`)
    ? title.slice(0, -last.length)
    : title
}

/** A measure of the whole state, of which the source has a part of the counties. */
function isOfState(text: string, county: County, state: StateCode): boolean {
  if (/\bLOCAL\b/.test(text) || namesArea(text, county.full_name)) return false
  return /\bCONSTITUTIONAL AMENDMENT\b/.test(text) || isStateProposition(state, Number(PROPOSITION.exec(text)?.[1]))
}

/** A number that says itself what it counts: Montana's `CI-126` and `LR-130`. */
const OWN_CODE = /^(?:CI|LR|IR)-\d{1,3}\b/

function codeOfMeasure(text: string): string | undefined {
  const [own] = OWN_CODE.exec(text) ?? []
  if (own !== undefined) return own
  const [, word, number] = NUMBER.exec(text) ?? []
  if (word === undefined || number === undefined || NO_NUMBER.test(number)) return undefined
  return `${officeTitle(word)} ${number}`
}
