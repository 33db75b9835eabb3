// The offices of Pennsylvania's municipal elections, in the words of its counties.

import { PA_SHARED_COURTS } from '../../../../data/reference/courts.ts'
import { PA_SHORT_NAMES } from '../../../../data/reference/division-names.ts'
import { ocdSlug, slug } from '../../../read/identity.ts'
import {
  type AreaPart,
  type ContestArea,
  type ContestDivision,
  type DivisionIndex,
  findDivision,
  partDivision,
} from '../../division.ts'
import { statewide } from '../../office.ts'
import type { ListedOffice } from '../../office-rule.ts'
import type { County } from '../../office-rules/county.ts'
import { findLocality } from '../../office-rules/locality.ts'
import { officeTitle, once, plain } from '../../office-rules/office-text.ts'
import { countyDivision, found } from '../../office-rules/reading.ts'
import { MUNICIPAL_TYPES, type PaText, splitMunicipal, splitText } from './text.ts'

/** Why a contest is not served. */
export type PaLeftOut = 'precinct-office' | 'no-place' | 'unknown-contest-title'

export interface PaOffice extends Pick<PaText, 'unexpired' | 'votes'> {
  office: ListedOffice
  /** True if the office can have several places, and the source does not say how many. */
  several: boolean
  /** The same contest in every county. */
  statewide: boolean
}

interface Place {
  county: County
  index: DivisionIndex
  /** Of the county's municipalities (`findTypes`). */
  types: ReadonlyMap<string, string | null>
}

const PRECINCT = /\b(?:JUDGE|INSPECTOR|INSP)S? (?:OF )?(?:THE )?ELECT/
/** An office of the whole county; one person can hold several (`REGISTER & RECORDER`). */
const COUNTY_OFFICE =
  /\b(?:CONTROLLER|CORONER|TREASURER|SHERIFF|DISTRICT ATTORNEY|RECORDER(?: OF DEEDS)?|REGISTER(?: OF WILLS)?|CLERK OF (?:THE )?(?:ORPHANS'?S? COURT|COURTS?)|PROTHONOTARY|JURY COMMISSIONER|(?:COUNTY )?EXECUTIVE)\b/g
const BETWEEN_OFFICES = /^(?:[ /&,]|AND)*$/
const SCHOOL = /\bSCHOOL(?: BOARD)? DIRECTORS?\b|\bSCH DIR(?: DIRECTORS)?\b|\bSCHOOL BOARD\b|\bSCHOOL DISTRICT\b|\bSD\b/

const SCHOOL_ALL = new RegExp(SCHOOL, 'g')

/** `Tax Collector`, `Bethel Twp` → the office and its township. */
export function readPaOffice(printed: string, district: string, place: Place): PaOffice | PaLeftOut {
  const split = splitText(inFull(`${printed} ${district}`, place.county.name), '')
  if (PRECINCT.test(split.text)) return 'precinct-office'
  return court(split, place) ?? countyOffice(split, place) ?? school(split, place) ?? municipal(split, place)
}

export function toPaOffice(
  { unexpired, votes }: Pick<PaText, 'unexpired' | 'votes'>,
  office: ListedOffice,
  several = false,
): PaOffice {
  return { office, unexpired, votes, several, statewide: office.area.kind === 'state' }
}

/** Elected by a county, or in a part of it. */
function ofCounty(subject: string, title: string, area: ContestArea): ListedOffice {
  return { subject, level: 'county', title, short_title: title, area }
}

/** `LAP BOR MAYOR` in Sullivan → `LAPORTE BOROUGH MAYOR` */
function inFull(text: string, county: string): string {
  return Object.entries(PA_SHORT_NAMES[county] ?? {}).reduce(
    (full, [short, words]) => ` ${full} `.replace(` ${short} `, ` ${words} `).trim(),
    plain(text),
  )
}

function court(split: PaText, { county }: Place): PaOffice | undefined {
  const { text } = split
  const whole = /^(?:JUDGE (?:OF )?(?:THE )?)?(SUPERIOR|COMMONWEALTH|SUPREME) COURT$/.exec(text)?.[1]
  if (whole !== undefined)
    return toPaOffice(split, statewide(`${slug(whole)}-court-judge`, `Judge of the ${officeTitle(whole)} Court`))
  const magisterial = /\bMAGISTERIAL\b/.test(text) ? /(?<!\d)(\d\d)-0?(\d)-0?(\d{1,2})\b/.exec(text) : null
  if (magisterial) {
    const [, district = '', type = '', number = ''] = magisterial
    const code = `${district}-${type}-${number.padStart(2, '0')}`
    const area = courtArea({
      ocd_id: `${county.ocd_id}/magisterial_district:${code}`,
      district_level: 'county',
      district_name: `${county.full_name} Magisterial District ${code}`,
      within_ocd_id: county.ocd_id,
    })
    const title = `Magisterial District Judge, District ${code}`
    return toPaOffice(split, ofCounty('magisterial-district-judge', title, area))
  }
  if (/\bCOMMON PLEAS\b/.test(text)) {
    const title = 'Judge of the Court of Common Pleas'
    return toPaOffice(split, ofCounty('common-pleas-judge', title, commonPleas(county)), true)
  }
  if (!/^JUDGE OF THE MUNICIPAL COURT$/.test(text)) return undefined
  const area = found(countyDivision(county))
  return toPaOffice(split, ofCounty('municipal-judge', 'Judge of the Municipal Court', area), true)
}

/** The judicial district: the county, or a district of two. */
export function commonPleas(county: County): ContestArea {
  const shared = PA_SHARED_COURTS[county.name]
  if (shared === undefined) return found(countyDivision(county))
  return courtArea({
    ocd_id: `${county.ocd_id.slice(0, county.ocd_id.indexOf('/county:'))}/court_of_common_pleas:${shared}`,
    district_level: 'state',
    district_name: `Pennsylvania Judicial District ${shared}`,
    within_ocd_id: null,
  })
}

function courtArea(district: Omit<ContestDivision, 'district_type' | 'unmatched'>): ContestArea {
  return found({ ...district, district_type: 'court', unmatched: null })
}

/** `CAMBRIA COUNTY CONTROLLER`, `CITY CONTROLLER` in Philadelphia → `CONTROLLER` */
function withoutCounty(text: string, { name }: County): string {
  const prefixes = [`${name.toUpperCase()} COUNTY `, 'COUNTY ', ...(name === 'Philadelphia' ? ['CITY '] : [])]
  const prefix = prefixes.find((words) => text.startsWith(words)) ?? ''
  return text.slice(prefix.length).trim()
}

function countyOffice(split: PaText, { county, index }: Place): PaOffice | undefined {
  const names_county = split.text.startsWith('COUNTY ') || split.text.startsWith(`${county.name.toUpperCase()} COUNTY `)
  const text = withoutCounty(split.text, county)
  const whole = found(countyDivision(county))
  if (text !== '' && BETWEEN_OFFICES.test(text.replace(COUNTY_OFFICE, '')) && split.ward === null) {
    const office = { ...ofCounty(slug(text), officeTitle(text), whole), ...seatOf(split) }
    return toPaOffice(split, office, text === 'JURY COMMISSIONER')
  }
  const body = /^(?:MEMBERS? OF (?:THE )?)?(?:COUNTY )?(COUNCIL|COMMISSIONERS?)(?: (\d+))?$/.exec(text)
  const number = body?.[2] ?? split.district ?? undefined
  if (!body || !(names_county || split.at_large || number !== undefined || /^MEMBERS? OF COUNTY/.test(text)))
    return undefined
  const words = `County ${officeTitle(body[1] ?? '')}`
  const suffix = number === undefined ? (split.at_large ? ', At Large' : '') : `, District ${number}`
  const area = number === undefined ? whole : councilDistrict(number, county, index)
  const office = { ...ofCounty(slug(words), `${words}${suffix}`, area), ...seatOf(split) }
  return toPaOffice(split, office, number === undefined)
}

function councilDistrict(code: string, { name: county, full_name }: County, index: DivisionIndex): ContestArea {
  const name = `District ${code}`
  const part = { word: 'district', code, name, district_name: `${full_name} ${name}` } as const
  return found(findDivision({ kind: 'county', county, part }, [county], index))
}

function school(split: PaText, { county, index }: Place): PaOffice | PaLeftOut | undefined {
  if (!SCHOOL.test(split.text)) return undefined
  const own = split.text
    .replace(/ -(?= |$)/g, ' ')
    .replace(SCHOOL_ALL, ' ')
    .replace(/\bIN THE\b|\bSCHOOL(?: DISTRICT| DIST)?\b|\bDIRECTORS?\b|\bFOR\b|\bOF\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const [, words = own, number] = /^(.*\D) 0*(\d{1,2}[A-Z]?|I{1,3}|IV)$/.exec(once(own)) ?? []
  // `FHSD` names a district to those who know it.
  if (words === '' || /\d|^[A-Z]{1,4}SD\b|^[A-Z]{1,3}$/.test(words)) return 'no-place'
  const { name, rest, whole } = findSchoolDistrict(words, { county, index })
  const printed = split.region ?? number ?? split.district ?? regionName(rest, name)
  const region = printed === null ? null : printed.replace(/^I{1,3}$/, ({ length }) => String(length))
  const district = schoolTitle(whole, name)
  const suffix = region === null ? '' : `, Region ${region}`
  const title = `${district}, School Director${suffix}`
  const office: ListedOffice = {
    subject: 'school-director',
    level: 'school',
    title,
    short_title: `School Director${suffix}`,
    ...seatOf(split),
    area: found(region === null ? { ...whole, district_name: district } : regionOf(whole, region, district)),
  }
  return toPaOffice(split, withTerm(office, split), true)
}

/** `CENTRAL REGION SOUTHERN HUNTINGDON CENTRAL` → Central; the district's own name again is no region. */
function regionName(rest: string, district: string): string | null {
  const [, side = rest] = /^([A-Z]+) REGION\b/.exec(rest) ?? []
  const isDistrict = [rest, district]
    .map((words) => words.replace(/ AREA$/, ''))
    .every((words, _, [first]) => words === first)
  return rest === '' || isDistrict ? null : officeTitle(side)
}

/** Regions of some districts have the names of their municipalities: `BIG SPRING LOWER MIFFLIN`. */
function findSchoolDistrict(
  words: string,
  { county, index }: Pick<Place, 'county' | 'index'>,
): { name: string; rest: string; whole: ContestDivision } {
  const tokens = words.split(' ')
  for (let length = tokens.length; length > 0; length--) {
    const name = tokens.slice(0, length).join(' ')
    for (const ending of ['', ' AREA', ' TOWNSHIP', ' TWP', ' BOROUGH', ' CITY']) {
      const spelling = `${ending === '' ? name : name.replace(/ AREA$/, '')}${ending} SD`
      const whole = findDivision({ kind: 'school', school: spelling, part: null }, [county.name], index)
      if (whole.unmatched === null) return { name, rest: tokens.slice(length).join(' '), whole }
    }
  }
  return {
    name: words,
    rest: '',
    whole: findDivision({ kind: 'school', school: `${words} SD`, part: null }, [county.name], index),
  }
}

/** `bald eagle area sd` → `Bald Eagle Area School District` */
function schoolTitle({ unmatched, district_name }: ContestDivision, name: string): string {
  const words = unmatched === null ? officeTitle(district_name.toUpperCase()).replace(/ Sd$/, '') : officeTitle(name)
  return `${words} School District`
}

function regionOf(whole: ContestDivision, region: string, district: string): ContestDivision {
  return {
    ...whole,
    ocd_id: `${whole.ocd_id}/school_board_district:${ocdSlug(region)}`,
    district_type: 'school_board',
    district_name: `${district} Region ${region}`,
    within_ocd_id: whole.ocd_id,
  }
}

/**
 * The types of the municipalities of a county, by name: a county that prints `Auditor` and `Freedom` alone prints `Supervisor` for the same
 * township. Null: of two types.
 */
export function findTypes(
  texts: readonly { county: string; office: string; district: string }[],
): ReadonlyMap<string, string | null> {
  const types = new Map<string, string | null>()
  for (const { county, office, district } of texts) {
    const split = splitText(inFull(`${office} ${district}`, county), '')
    const found = PRECINCT.test(split.text) || SCHOOL.test(split.text) ? undefined : splitMunicipal(split.text)
    const type = found?.type ?? null
    if (!found || type === null) continue
    const held = types.get(found.name)
    types.set(found.name, held === undefined || held === type ? type : null)
  }
  return types
}

function municipal(split: PaText, place: Place): PaOffice | PaLeftOut {
  const municipality = splitMunicipal(split.text)
  if (!municipality) return 'unknown-contest-title'
  const { role, name } = municipality
  if (name === '' || MUNICIPAL_TYPES[name] !== undefined) return 'no-place'
  if (/\d|#|\bPRECINCT\b/.test(name)) return 'unknown-contest-title'
  // Some counties list the office of a whole borough for each of its wards.
  const code = role.by_part ? (split.ward ?? split.district) : null
  const word = split.ward === null ? 'district' : 'ward'
  const part: AreaPart | null = code === null ? null : { word, code, name: partName(word, code) }
  const likely = place.types.get(name) ?? role.prefers
  const { words, division } = findMunicipality({ name, type: municipality.type, likely, part }, place)
  const suffix = `${part ? `, ${part.name}` : ''}${split.at_large ? ', At Large' : ''}`
  const office: ListedOffice = {
    subject: slug(role.title),
    level: 'city',
    title: `${words}, ${role.title}${suffix}`,
    short_title: `${role.title}${suffix}`,
    ...seatOf(split),
    area: found(division),
  }
  return toPaOffice(split, withTerm(office, split), role.several)
}

function partName(word: 'ward' | 'district', code: string): string {
  return /^\d/.test(code) ? `${officeTitle(word)} ${code}` : `${officeTitle(code)} ${officeTitle(word)}`
}

interface Municipality {
  name: string
  type: string | null
  /** The type that it has if the text does not say. */
  likely: string | undefined
  part: AreaPart | null
}

/** A township lies in its county's list, a city or borough in the state's. A name without its type must be certain. */
function findMunicipality(
  { name, type, likely, part }: Municipality,
  { county, index }: Pick<Place, 'county' | 'index'>,
): { words: string; division: ContestDivision } {
  const at = (area: string) => ({ words: officeTitle(area), division: findLocality(area, { county, part, index }) })
  // Union City is a borough, Lancaster a city.
  if (type === 'CITY')
    return {
      ...([at(`${name} CITY BOROUGH`)].find(isCertain) ?? at(`${name} CITY`)),
      words: officeTitle(`${name} CITY`),
    }
  if (type !== null) return at(`${name} ${type}`)
  const words = officeTitle(name)
  const [first] = likely === undefined ? [] : [at(`${name} ${likely}`)].filter(isCertain)
  const certain = ['BOROUGH', 'TOWNSHIP', 'CITY', 'MUNICIPALITY'].map((one) => at(`${name} ${one}`)).filter(isCertain)
  const isOne = new Set(certain.map(({ division }) => division.ocd_id)).size === 1
  const one = first ?? (isOne ? certain[0] : undefined)
  if (one) return { ...one, words }
  const division = {
    ocd_id: `${county.ocd_id}/municipality:${ocdSlug(name)}`,
    district_type: 'place',
    district_level: 'city',
    district_name: words,
    within_ocd_id: county.ocd_id,
    unmatched: 'unmatched-place',
  } as const
  return {
    words,
    division: part ? partDivision(part, { ...division, alternatives: [] }, 'council', index.divisions) : division,
  }
}

function isCertain({ division }: { division: ContestDivision }): boolean {
  return division.unmatched === null
}

/** Terms of different length are different contests of one office. */
function seatOf({ years, at_large }: PaText): { seat?: string } {
  const seat = [...(at_large ? ['at large'] : []), ...(years === null ? [] : [`${years}-year term`])].join(' ')
  return seat === '' ? {} : { seat }
}

function withTerm(office: ListedOffice, { years }: PaText): ListedOffice {
  if (years === null) return office
  const words = `, ${years}-Year Term`
  return {
    ...office,
    title: office.title + words,
    short_title: office.short_title + words,
    details: { term: `${years} years` },
  }
}
