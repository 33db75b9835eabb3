// Member towns of regional school districts, which fill seats of their own.

import { placeKey } from '../../../data/schema/folded-name.ts'
import { ocdSlug } from '../../read/identity.ts'
import type { AreaPart } from '../area.ts'
import type { DivisionIndex } from '../division.ts'
import type { County } from './county.ts'
import { findCountysSchool, findSchoolDistrict, type SchoolDivision } from './school-district.ts'
import { publishedSchoolName } from './school-name.ts'
import { schoolWords } from './school-text.ts'
import { officeTitle } from './title.ts'

export interface Member {
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

/** `BORDENTOWN CITY - BORDENTOWN REGIONAL SCHOOL DISTRICT`, `CHARIHO SCHOOL COMMITTEE TOWN OF HOPKINTON` */
export function findMember(text: string, county: County, index: DivisionIndex): Member | undefined {
  for (const { left, right, at } of splitsOf(text))
    for (const [district, town] of at === 'kind'
      ? [[left, right] as const]
      : [[left, right] as const, [right, left] as const]) {
      const part = townPart(town, county, index)
      const find = at === 'inner' ? findCountysSchool : findSchoolDistrict
      const whole = part && find(schoolWords(district), county, index)
      const fits = whole && (at !== 'inner' || publishedSchoolName(whole.district_name.toLowerCase()).regional)
      if (fits && part) return { whole: { ...whole, county_id: null }, part }
    }
  return undefined
}

interface Split {
  left: string
  right: string
  at: 'mark' | 'kind' | 'inner'
}

/** At a dash or parenthesis, the last first; then after a word of a kind of district; then anywhere. */
function splitsOf(text: string): Split[] {
  const split = (pattern: RegExp, at: Split['at']): Split[] =>
    [...text.matchAll(pattern)].reverse().map((match) => ({
      left: text.slice(0, match.index + (at === 'kind' ? match[0].length : 0)).trim(),
      right: text
        .slice(match.index + match[0].length)
        .replace(/\)$/, '')
        .trim(),
      at,
    }))
  const splits = [...split(MARK, 'mark'), ...split(KIND, 'kind'), ...split(INNER, 'inner')]
  return splits.filter(({ left, right }) => left !== '' && right !== '')
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
  return isTown(name, county, index) || /^TOWNSHIPS?$/.test(before ?? after ?? '') || text === 'CIVIL CITY'
}

export function isTown(name: string, county: County, index: DivisionIndex): boolean {
  const key = placeKey(name)
  const within = index.divisions.under(county.ocd_id, 'place')
  const plain = (full: string): string => placeKey(full.replace(/ (?:city|town|village|borough|township)$/, ''))
  return within.some((place) => plain(place.name) === key) || placesOf(index).has(key)
}

const keys = new WeakMap<DivisionIndex['places'], ReadonlySet<string>>()

function placesOf({ places }: DivisionIndex): ReadonlySet<string> {
  const known = keys.get(places) ?? new Set([...places.keys()].map((words) => placeKey(words.replace(/ borough$/, ''))))
  keys.set(places, known)
  return known
}
