// Measures: their title, their number, and the area that votes on them, from the words of the question.

import { isStateProposition, numbersOnce, taxesByCounty } from '../../../data/reference/measure-rules.ts'
import { placeKey } from '../../../data/schema/folded-name.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { ocdSlug, slug } from '../../read/identity.ts'
import type { ContestDivision } from '../division.ts'
import type { County } from './county.ts'
import { namesArea } from './court.ts'
import { findLocality } from './locality.ts'
import { type MeasureText, measureBody, measureText } from './measure-text.ts'
import { officeTitle, splitOffice } from './office-text.ts'
import { countyDivision, found, type OfficeLine, type OfficeReading } from './reading.ts'
import { findSchoolArea } from './school-district.ts'
import { districtKind, readSpecial } from './special.ts'

// The area. Only a published city, town or school district is certain.

interface MeasureArea {
  area: ContestDivision
  /** True if the key holds the county: in another county, the same words are another question. */
  local: boolean
}

const SLUG_MAX = 100
/** Words of a title after which a place name ends. */
const AFTER_PLACE =
  /^(?:LOCAL|PROPOSITIONS?|PROPOSED|QUESTIONS?|MEASURES?|MUNICIPAL|ORDINANCE|BOND|LEVY|CANNABIS|MEDICAL|MEDICINAL|WET[-/]DRY|MICROBREWE?RE?Y|BOUNDARY|BRUNCH|AD|HOMESTEAD|REFERENDUM|REFERRED|ANNEXATION|SALES|PUBLIC|PROPOSAL|CITY|TOWN|CHARTER|HOME|TAX|SUNDAY|REDEVELOPMENT|REVELOPMENT|WINERY|PROP|ISSUE|MAYORAL|LODGING|RECALL|-|\(.*|\d{1,2}-\d{2,3})$/
/** Words of a title before a place name at its end. */
const BEFORE_PLACE =
  /^(?:-|BONDS?|TAX|SALES|LEVY|LEVIES|QUESTION|PROPOSAL|REFERENDUM|ELECTION|ANNEXATION|INCREASE|AMENDMENTS?|CHARTER|POLICE|SPECIAL|MEASURE|PROPOSITION|ORDINANCE|#?\d[\d-]*)$/
const TYPED = /^.+ (?:CITY|TOWN|VILLAGE|BOROUGH|TOWNSHIP)$/
/** A body of its own, or a part of a county. */
const BODY = /\b(?:DISTRICTS?|DIST|AUTHORITY|VFD|SCHOOLS?|PRECINCT|ZONE|UNINCORPORATED|R\.?F\.?P\.?D|FIRE PROTECTION)\b/
/** A body of its own, or what a tax is for: the words do not say which. */
const SPECIAL =
  /\b(?:DISTRICTS?|DIST|FIRE|TOWNSHIP|AUTHORITY|PARK|CEMETERY|HOSPITAL|SCHOOLS?|UNINCORPORATED|CITY OF|TOWN OF|PRECINCT|ZONE|VFD)\b/

/** Hawaii has no government below its counties. */
function measureArea(text: MeasureText, county: County, line: OfficeLine): MeasureArea {
  if (line.index.state.code === 'HI') return { area: countyDivision(county), local: true }
  const asked = askedOf(text.words, county, line)
  if (asked) return asked
  const college = collegeOf(text.words, line)
  if (college) return { area: college, local: false }
  const school = schoolOf(text.words, county, line)
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
  const { index } = line
  const rest = kind === '' ? asked : asked.slice(`${kind} OF `.length)
  const name = /^(.+?)(?: COUNTY)?(?:, [A-Z ]+,)? (?:BE|ISSUE|IMPOSE|CONTINUE|ENACT|ADOPT|LEVY)\b/.exec(rest)?.[1]
  if (name === undefined) return undefined
  const isCounty = slug(name) === slug(county.name) && (kind === 'COUNTY' || rest.startsWith(`${name} COUNTY`))
  if (isCounty) return { area: countyDivision(county), local: true }
  if (kind === '' || kind === 'COUNTY') return undefined
  const place = known(`${kind} OF ${name}`, county, index)
  return place && { area: place, local: place.ocd_id.startsWith(county.ocd_id) }
}

/** `MEASURE 24-507 REFERRED BY CHEMEKETA COMMUNITY COLLEGE`: a college of several counties has one id. */
function collegeOf(text: string, { index }: OfficeLine): ContestDivision | undefined {
  const at = text.indexOf(' COMMUNITY COLLEGE')
  if (at < 0) return undefined
  const words = text.slice(0, at).split(/[\s:]+/)
  const end = words.findLastIndex((word) => /^(?:BY|OF|THE|FOR|-)$|\d/.test(word))
  const name = words.slice(end + 1).join(' ')
  if (name === '') return undefined
  return {
    ocd_id: `${index.state.ocd_id}/community_college:${ocdSlug(name)}`,
    district_type: 'special',
    district_level: 'special',
    district_name: `${officeTitle(name)} Community College`,
    within_ocd_id: null,
    unmatched: 'unmatched-division',
  }
}

/** The district that the question names; `SCHOOL BOND ELECTION` is asked of the only one of a county. */
function schoolOf(text: string, county: County, line: OfficeLine): MeasureArea | undefined {
  const body = measureBody(text)
  const found = findSchoolArea(body, line)
  if (found) return { area: found.area, local: !found.named }
  if (!/^SCHOOL (?:BOARD )?(?:BOND|LEVY|TAX|QUESTION|REFERENDUM)/.test(body)) return undefined
  const districts = line.index.divisions.under(county.ocd_id, 'school_district')
  const [only] = districts
  if (!only || districts.length > 1) return undefined
  return {
    local: true,
    area: {
      ocd_id: only.ocd_id,
      district_type: 'school',
      district_level: 'school',
      district_name: officeTitle(only.name.toUpperCase()),
      within_ocd_id: null,
      unmatched: null,
    },
  }
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
  const words = text.split(' ')
  const size = name.split(' ').length
  if (words.length <= size || placeKey(words.slice(0, size).join(' ')) !== placeKey(name)) return false
  const key = placeKey(name)
  return ![...index.places.keys()].some((place) => placeKey(place) === key)
}

/** A place that the title names: after `CITY OF`, in the column, before `CITY CHARTER` or `TOWNSHIP`, as its first or its last words. */
function placeOf(
  { words: text, column }: MeasureText,
  county: County,
  { index }: OfficeLine,
): ContestDivision | undefined {
  const spaced = text.replace(/-(?=PROPOSITION|QUESTION|(?:BOROUGH|CITY|TOWN|TOWNSHIP) OF )/g, ' - ')
  const words = spaced.split(/[\s,.:]+/).filter((word) => word !== '')
  const find: Find = (name) => (CITY_ONLY.test(spaced) ? cityOf(name, index) : undefined) ?? known(name, county, index)
  return (
    afterOf(words, find) ??
    (column === '' ? undefined : find(column)) ??
    beforeCity(words, find) ??
    townshipOf(words, county, index) ??
    firstOf(spaced, county, find) ??
    lastOf(words, county, find)
  )
}

/** Subjects of measures that no township has: the city of a township's name has them. */
const CITY_ONLY = /\b(?:CITY|LODGING TAX|SALES TAX|POLICE|HOME RULE CHARTER|MAYOR)\b/

function cityOf(name: string, index: OfficeLine['index']): ContestDivision | undefined {
  const place = findLocality(name, { county: null, part: null, index })
  return place.unmatched === null ? place : undefined
}

type Find = (name: string) => ContestDivision | undefined

function afterOf(words: readonly string[], find: Find): ContestDivision | undefined {
  const of = words.findIndex(
    (word, at) => /^(?:CITY|TOWN|VILLAGE|BOROUGH|TOWNSHIP)$/.test(word) && words[at + 1] === 'OF',
  )
  if (of < 0) return undefined
  const names = [4, 3, 2, 1].map((length) => words.slice(of + 2, of + 2 + length)).filter((name) => name.length > 0)
  return firstFound(
    names.map((name) => `${words[of]} OF ${name.join(' ')}`),
    find,
  )
}

/** `AMEND ASTORIA CITY CHARTER`, `PROPOSITION #6 - TOOELE CITY QUESTION 1` */
function beforeCity(words: readonly string[], find: Find): ContestDivision | undefined {
  const at = words.findIndex(
    (word, at) => word === 'CITY' && /^(?:CHARTER|COUNCIL|QUESTION)$/.test(words[at + 1] ?? ''),
  )
  if (at < 1) return undefined
  return firstFound(
    [3, 2, 1].map((length) => words.slice(Math.max(0, at - length), at).join(' ')),
    find,
  )
}

/** `PILOT MOUND TOWNSHIP - PUBLIC MEASURE`, but not that of a township's fire district. Its id is that of its trustees. */
function townshipOf(words: readonly string[], county: County, index: OfficeLine['index']): ContestDivision | undefined {
  const end = words.indexOf('TOWNSHIP') + 1
  if (end < 2 || end > 4 || !AFTER_PLACE.test(words[end] ?? '')) return undefined
  return findLocality(words.slice(0, end).join(' '), { county, part: null, index })
}

/** `EL MIRAGE - PROPOSITION 475`, `PUBLIC QUESTION - WEST WINDSOR TOWNSHIP`, `ENDICOTT TOWN FIRE AND EMT LEVY` */
function firstOf(text: string, county: County, find: Find): ContestDivision | undefined {
  for (const [at, part] of text
    .replace(/^H\.?B\.? \d+ ?-? ?/, '')
    .split(/ - |: /)
    .entries()) {
    const words = part.split(/[\s,.]+/).filter((word) => word !== '')
    const isLast = at > 0 || text.includes(`${part} - `)
    for (let length = Math.min(4, words.length - (isLast ? 0 : 1)); length > 0; length--) {
      const name = words.slice(0, length).join(' ')
      const next = words[length] ?? '-'
      if (!AFTER_PLACE.test(next) || placeKey(name) === placeKey(county.name)) continue
      const others = text.replace(name, '')
      if ((/^(?:TOWN|CITY)$/.test(next) ? BODY : SPECIAL).test(others)) continue
      const place = find(name)
      if (place) return place
    }
  }
  return undefined
}

/** `POLICE IMPROVEMENT BONDS TONTITOWN`, `BOND PROPOSAL QUESTION FRANKLIN TOWNSHIP`, `PROPOSAL FOR MILLBURN` */
function lastOf(words: readonly string[], county: County, find: Find): ContestDivision | undefined {
  for (let length = Math.min(4, words.length - 1); length > 0; length--) {
    const name = words.slice(-length).join(' ')
    const before = words.slice(0, -length)
    const begins =
      BEFORE_PLACE.test(before.at(-1) ?? '') ||
      /\b(?:PROPOSAL|QUESTION) FOR$/.test(before.join(' ')) ||
      TYPED.test(name)
    if (!begins || placeKey(name) === placeKey(county.name) || BODY.test(before.join(' '))) continue
    if (/\bFIRE DISTRICT\b/.test(before.join(' '))) continue
    const place = find(name)
    if (place) return place
  }
  return undefined
}

function firstFound(names: readonly string[], find: Find): ContestDivision | undefined {
  for (const name of names) {
    const place = find(name)
    if (place) return place
  }
  return undefined
}

function known(text: string, county: County, index: OfficeLine['index']): ContestDivision | undefined {
  const place = findLocality(text, { county, part: null, index })
  return place.unmatched === null ? place : undefined
}

/** Words before a kind of district that do not name one. */
const NO_NAME =
  /^(?:FIRE|PUBLIC|EMERGENCY|MEDICAL|CEMETERY|PARK|PARKS|PARK\/REC|HOSPITAL|PROPOSITION|SPECIAL|LOCAL|GENERAL|LIBRARY|AMBULANCE|WATER|SEWER|SANITARY|PROTECTION|RURAL|COUNTY|ROAD|HEALTH|SERVICES?)$/
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
  return {
    ocd_id: `${county.ocd_id}/${districtKind(name) ?? 'special_district'}:${ocdSlug(title)}`,
    district_type: 'special',
    district_level: 'special',
    district_name: name.startsWith(kind) ? `${title} (${county.full_name})` : title,
    within_ocd_id: county.ocd_id,
    unmatched: 'unmatched-division',
  }
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
  const area = unknownArea(officeTitle(within ?? (isNumbered ? text.full : (district ?? text.full))), county)
  // `GREENE COUNTY UNINCORPORATED AREA`: the county's question, without its cities.
  return /^[A-Z. -]+ UNINCORPORATED\b/.test(text.words)
    ? {
        ...area,
        ocd_id: `${county.ocd_id}/special:unincorporated_area`,
        district_level: 'county',
        district_name: `${county.full_name}, unincorporated area`,
      }
    : area
}

/** The area of a district's own board. */
function boardOf(district: string, line: OfficeLine): ContestDivision | undefined {
  const area = readSpecial({ ...line, statewide: false, words: splitOffice(district) })?.office.area
  return area?.kind === 'found' ? area.division : undefined
}

/** A part of the county, or all of it: the title does not say. */
export function unknownArea(title: string, county: County): ContestDivision {
  return {
    ocd_id: `${county.ocd_id}/special:${ocdSlug(title).slice(0, SLUG_MAX)}`,
    district_type: 'special',
    district_level: 'special',
    district_name: `${title} (${county.full_name})`.slice(0, 200),
    within_ocd_id: county.ocd_id,
    unmatched: 'unmatched-division',
  }
}

// The title and the number.

const NUMBER =
  /\b(CONSTITUTIONAL AMENDMENT|STATEWIDE REFERENDUM QUESTION|STATEWIDE AMENDMENT|LOCAL AMENDMENT|AMENDMENT|STATE QUESTION|LOCAL QUESTION|BOND QUESTION|CHARTER QUESTION|PUBLIC QUESTION|QUESTION|PROPOSITION|INITIATIVE MEASURE|INITIATED MEASURE|BALLOT MEASURE|PUBLIC MEASURE|STATE MEASURE|LOCAL MEASURE|MEASURE|STATE ISSUE|LOCAL ISSUE|ISSUE|REFERRED LAW|REFERENDUM|ORDINANCE|INITIATIVE)S?(?![A-Z]) ?(?:NUMBER |NO\.? ?|#)?([A-Z]{0,2}-?\d{1,5}(?:-\d{1,4})?|[A-Z]{1,2})(?![A-Z0-9'])/
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
  const words = title.split(' ')
  const size = county.name.split(' ').length
  const starts = (at: number): boolean => slug(words.slice(at, at + size).join(' ')) === slug(county.name)
  let start = 0
  const ofCounty = area.ocd_id === county.ocd_id
  while (
    starts(start) &&
    words.length > start + size &&
    words[start + size] !== 'COUNTY' &&
    (ofCounty || (/^(?:CITY|TOWN|VILLAGE)$/.test(words[start + size] ?? '') && words[start + size + 1] === 'OF'))
  )
    start += size
  const left = ofCounty && words[start] === 'COUNTY' ? words.slice(start + 1) : words.slice(start)
  return area.district_type === 'place'
    ? withPlaceOnce(left.join(' '), area.district_name.toUpperCase())
    : left.join(' ')
}

/** `FARGO LODGING TAX FARGO`, `CITY OF TONASKET PROPOSITION NO 1 - CITY OF TONASKET`, `CITY OF CLARKSTON CITY OF CLARKSTON EMS LEVY` */
function withPlaceOnce(title: string, place: string): string {
  const first = title.startsWith(`CITY OF ${place} CITY OF ${place}`) ? title.slice(`CITY OF ${place} `.length) : title
  const last = [` - CITY OF ${place}`, ` CITY OF ${place}`, ` ${place}`].find((words) => first.endsWith(words))
  // `PUBLIC MEASURE LEE` of Lee Township is its code.
  return last !== undefined && namesArea(first.slice(0, -last.length), place) && !first.endsWith(`MEASURE${last}`)
    ? first.slice(0, -last.length)
    : first
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
