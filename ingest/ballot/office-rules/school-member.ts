// Member towns of regional school districts, which fill seats of their own.

import { placeKey } from '../../../data/schema/folded-name.ts'
import { ocdSlug } from '../../read/identity.ts'
import type { AreaPart } from '../area.ts'
import type { DivisionIndex } from '../division.ts'
import type { County } from './county.ts'
import { findSchoolDistrict, type SchoolDivision } from './school-district.ts'
import { schoolName } from './school-name.ts'
import { schoolWords } from './school-text.ts'
import { officeTitle } from './title.ts'

export interface Member {
  whole: SchoolDivision
  part: AreaPart
}

/** After these words, the rest may be a town: `MANCHESTER REG BD OF ED PROSPECT PARK`, `EAST NOBLE SCHOOL BOARD SWAN TOWNSHIP`. */
const KIND =
  /\b(?:REGIONAL|REG|RGNL|HS|DIST(?:RICT)?|SCHOOL|CORP(?:ORATION)?|CONS|BOARD|BD OF ED|EDUCATION|COMMITTEE|BOE|MEMBER) (?=[A-Z])/g
const MARK = / --? ?|- | ?\((?:REP )?/g
const TOWN = /^(?:(CITY|TOWN|BOROUGH|BORO|TOWNSHIP|TWP) OF )?(.+?)(?: (CITY|TOWN|BOROUGH|BORO|TOWNSHIPS?|TWP))?$/

/** `BORDENTOWN CITY - BORDENTOWN REGIONAL SCHOOL DISTRICT`, `CHARIHO SCHOOL COMMITTEE TOWN OF HOPKINTON` */
export function findMember(text: string, county: County, index: DivisionIndex): Member | undefined {
  for (const { left, right, marked } of splitsOf(text))
    for (const [district, town] of marked
      ? [[left, right] as const, [right, left] as const]
      : [[left, right] as const]) {
      const part = townPart(town, county, index)
      const whole = part && findSchoolDistrict(schoolWords(district), county, index)
      if (whole && part && schoolName(town).core !== '') return { whole: { ...whole, county_id: null }, part }
    }
  return undefined
}

interface Split {
  left: string
  right: string
  marked: boolean
}

/** At a dash or parenthesis, the last first; then after a word of a kind of district. */
function splitsOf(text: string): Split[] {
  const at = (pattern: RegExp, marked: boolean): Split[] =>
    [...text.matchAll(pattern)].reverse().map((match) => ({
      left: text.slice(0, match.index + (marked ? 0 : match[0].length)).trim(),
      right: text
        .slice(match.index + match[0].length)
        .replace(/\)$/, '')
        .trim(),
      marked,
    }))
  return [...at(MARK, true), ...at(KIND, false)].filter(({ left, right }) => left !== '' && right !== '')
}

/** A published town of the county, or one that says its kind. */
function townPart(text: string, county: County, index: DivisionIndex): AreaPart | undefined {
  if (/\b(?:REGIONAL|REG|RGNL|SCHOOLS?|DISTRICT|HS)\b/.test(text)) return undefined
  const words = schoolWords(text)
  const [, before, name = '', after] = TOWN.exec(words) ?? []
  const kind = before ?? after
  const known = name !== '' && isTown(name, county, index)
  if (!known && !(kind !== undefined && / /.test(words) && /TOWNSHIPS?$/.test(words))) return undefined
  return { word: 'district', code: ocdSlug(words.toLowerCase()), name: officeTitle(words) }
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
