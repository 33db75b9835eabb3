// Boards of special districts: water, fire, hospital, soil and water, community college.

import { ocdSlug, slug } from '../../read/identity.ts'
import { toDivision } from '../division.ts'
import { type County, countyNamed } from './county.ts'
import { namesArea } from './court.ts'
import { type OfficePart, type OfficeWords, officeTitle, withoutMarks } from './office-text.ts'
import { areaPart, type OfficeLine, type OfficeReading, suffixOf, toReading } from './reading.ts'
import { loadRules, patternOf, respell } from './tables.ts'

/** The topic, and the type in a division id. The first that matches. */
const TOPICS = loadRules('district-kinds.csv')

/** The type in a division id of a district whose kind is known. */
export function districtKind(text: string): string | undefined {
  return TOPICS.find(({ pattern }) => pattern.test(text))?.cells.word
}

const NO_DISTRICT = patternOf('no special district')
/** Words of a title that belong to the office and not to the district. */
const OFFICE = patternOf('office of a district', undefined, 'g')
/** Words of a kind of district, which do not name one. */
const KIND = patternOf('kind of district', undefined, 'g')
const respellSpecial = respell('special district')

export function readSpecial(given: OfficeLine): OfficeReading | undefined {
  const line = { ...given, words: plainWords(given.words, given.county) }
  const { words, county, index } = line
  const topic = districtKind(words.text)
  // `COMMISSIONER OF PUBLIC WORKS - GREENWOOD` is the city's.
  if (
    topic === undefined ||
    /^COMMISSIONER OF PUBLIC WORKS - /.test(words.text) ||
    NO_DISTRICT.test(words.text.replace(/\b(?:AGRICULTURAL )?EXTENSION COUNCIL\b/, ''))
  )
    return undefined
  const own = withoutMarks(words.text.replace(/^COMMISSIONER OF PUBLIC WORKS (?=\S)/, '').replace(OFFICE, ' '))
  const generic = withoutKind(own) === ''
  const inColumn = generic && isDistrictName(words.named, topic)
  const number = ownNumber(words)
  const name = inColumn ? words.named : number ? `${own} ${number.code}` : own
  const left = { ...words, named: inColumn ? '' : words.named, parts: words.parts.filter((part) => part !== number) }
  const part = areaPart({ words: left })
  const home = homeOf(name, county, index)
  const under = home?.ocd_id ?? index.state.ocd_id
  const isCountys = generic && !inColumn && !number
  const ocd_id = `${under}/${topic}:${isCountys ? ocdSlug(home?.name ?? own) : slugOf(name, topic)}`
  const names = county === null || !generic || inColumn || isUnit(words) || namesArea(words.text, county.name)
  const prefix = names ? '' : `${county.full_name} `
  const title = titleOf(left, { name, inColumn, number: number?.code })
  const district_name = `${prefix}${officeTitle(name)}`
  const more = { within_ocd_id: home?.ocd_id ?? null, unmatched: 'unmatched-division' } as const
  return toReading(words, {
    subject: slug(words.text.replace(withoutKind(own), ' ')) || slug(words.text),
    // `COUNTY SOIL CONSERVATION SUPERVISOR`
    title: prefix === '' ? title : prefix + title.replace(/^County /, ''),
    short_title: title,
    division: part
      ? toDivision('special', `${ocd_id}/district:${part.code}`, `${district_name} ${part.name}`, more)
      : toDivision('special', ocd_id, district_name, more),
  })
}

const SIDES = ['NORTH', 'SOUTH', 'EAST', 'WEST']

/** The words in the usual order: name, kind, office. */
function plainWords(words: OfficeWords, county: County | null): OfficeWords {
  const text = respellSpecial(words.text)
  // `COMMISSIONER EAST POTTAWATTAMIE`, `COUNCIL WEST POTTAWATTAMIE`
  const side = SIDES.map((one) => ` ${one} ${county?.name.toUpperCase()}`).find((end) => text.endsWith(end))
  if (side !== undefined && words.named === '')
    return { ...words, text: text.slice(0, -side.length), named: side.trim() }
  // `SUPERVISOR`, `DISTRICT SUPERVISORS - NORTH` in the column.
  const [, office, rest = ''] =
    /^((?:DISTRICT )?(?:SUPERVISORS?|DIRECTORS?|TRUSTEES?))(?: - (.+))?$/.exec(words.named) ?? []
  if (office !== undefined) return { ...words, text: `${text} ${office}`, named: rest }
  return { ...words, text }
}

/** `ADAMS COUNTY SOIL CONSERVATION DISTRICT` names the district itself, and so does `LIMESTONE VALLEY` of a soil district. */
function isDistrictName(named: string, topic: string): boolean {
  if (/\b(?:DISTRICT|COUNTY)\b/.test(named)) return true
  return topic === SOIL && /^[A-Z ]{6,}$/.test(named) && !/^(?:AT LARGE|(?:NORTH|SOUTH|EAST|WEST)[A-Z]*)$/.test(named)
}

const SOIL = 'soil_and_water_conservation_district'

/** `EDUCATIONAL SERVICE UNIT` 9, `BORDENTOWN TOWNSHIP FIRE DISTRICT` 1: the number of the district, not of a part. */
function ownNumber(words: OfficeWords): OfficePart | undefined {
  return isUnit(words) || /\bFIRE DISTRICT$/.test(words.text)
    ? words.parts.find(({ word }) => word === '')
    : numberBeforeSeat(words)
}

function isUnit({ text }: OfficeWords): boolean {
  return text === 'EDUCATIONAL SERVICE UNIT'
}

/** `PUBLIC UTILITY DISTRICT COMMISSIONER` with `DISTRICT 1 POSITION 2`: PUD No. 1, and a seat. */
function numberBeforeSeat({ text, parts }: OfficeWords): OfficePart | undefined {
  const [first, second] = parts
  const isDistrict = /\bPUBLIC (?:UTILITY|HOSPITAL)\b/.test(text) && first?.word === 'DISTRICT'
  return isDistrict && second?.word === 'POSITION' ? first : undefined
}

/** The county that the name says: Golden Valley County's district is listed by Billings County first. */
function homeOf(name: string, county: County | null, index: OfficeLine['index']): County | null {
  const written = /^([A-Z. ]+?) COUNTY\b/.exec(name)?.[1]
  return (written === undefined ? undefined : countyNamed(written, index)) ?? county
}

/** A soil district is that of its county, however its kind is written. */
function slugOf(name: string, topic: string): string {
  const short = topic === SOIL ? withoutKind(name) : name
  return ocdSlug(short === '' ? name : short)
}

function titleOf(
  words: OfficeWords,
  { name, inColumn, number }: { name: string; inColumn: boolean; number: string | undefined },
): string {
  const role = withoutKind(words.text)
  if (inColumn && / (?:CONSERVATION|WATER) DISTRICT$/.test(name))
    return officeTitle(`${name} ${role}`) + suffixOf(words)
  const suffix = suffixOf(inColumn ? { ...words, named: name } : words)
  if (number === undefined) return officeTitle(words.text) + suffix
  if (isUnit(words)) return `${officeTitle(words.text)} ${number}${suffix}`
  const text = / DISTRICT\b/.test(words.text)
    ? words.text.replace(/ DISTRICT\b/, ` DISTRICT NO. ${number}`)
    : words.text.replace(/ (?=\S+$)/, ` DISTRICT NO. ${number} `)
  return officeTitle(text) + suffix
}

function withoutKind(text: string): string {
  return withoutMarks(text.replace(KIND, ' '))
}
