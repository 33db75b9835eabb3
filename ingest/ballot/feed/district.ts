// Finds the division of a feed's electoral district: by the feed's id, else by its type and name.

import { z } from 'zod'
import { DISTRICT_TYPES } from '../../../data/schema/vocabulary.ts'
import { readOwnTable } from '../../read/csv.ts'
import { withoutZeroDecimals } from '../../read/field-value.ts'
import {
  type AreaPart,
  type ContestArea,
  type ContestDivision,
  type DivisionIndex,
  findDivision,
  isPlace,
  toDivision,
} from '../division.ts'
import { readable, titleCase } from '../printed-name.ts'
import type { FeedDistrict } from './feed.ts'

const kindRow = z.strictObject({
  /** As plainType gives it: of 5.x and 6.0, and the free-form types of earlier feeds. */
  type: z.string().min(1),
  kind: z.enum(['state', 'county', 'county-council', 'place', 'council', 'school', 'special']),
  /** Of a special district, the type in its id. */
  word: z.string(),
})
type Kind = z.output<typeof kindRow>['kind'] | 'cd' | 'sldu' | 'sldl'
type KindOfDistrict = Exclude<Kind, 'special'> | { word: string }

const KINDS = new Map(
  readOwnTable(kindRow, 'ingest', 'ballot', 'feed', 'kinds.csv').map(
    ({ type, kind, word }): [string, KindOfDistrict] => [type, kind === 'special' ? { word } : kind],
  ),
)

/** In a type, or in the name of a district whose type says only that it is of a legislature. The first that matches decides. */
const CHAMBERS: readonly (readonly [RegExp, 'cd' | 'sldu' | 'sldl'])[] = [
  [/^us (?:house|representative|congress)|^representative (?:in|to) congress|^congress|^cd\b/, 'cd'],
  [
    /^(?:state )?sena(?:te|tor|torial)\b|^state upper\b|^upper (?:house|chamber)|^(?:sd|sldu)\b|^legislative upper/,
    'sldu',
  ],
  [
    /^(?:state )?(?:house|representative|assembly|delegate)|^house of delegates|^general assembly|^state lower\b|^lower (?:house|chamber)|^(?:hd|ad|sldl)\b|^legislative lower/,
    'sldl',
  ],
]
/** Types that say only that the district is of a legislature, or nothing. */
const OF_A_LEGISLATURE = /^(?:|district|legislat(?:ive|ure)|state legislat(?:ive|ure)|other)$/

/** `State_Senate` and `state-senate` → `state senate`; `U.S. House District` → `us house`. */
function plainType(type: string): string {
  return type
    .toLowerCase()
    .replaceAll('.', '')
    .replace(/[^a-z]+/g, ' ')
    .replace(/\bunited states\b/, 'us')
    .replace(/ districts?( |$)/, '$1')
    .trim()
}

/** @param state its name, which may stand before the chamber's: `Delaware State Senate District 13` */
function kindOf({ type, name }: FeedDistrict, state: string): KindOfDistrict {
  const plain = plainType(type)
  const known = KINDS.get(plain)
  if (known !== undefined) return known
  const chamberIn = (text: string) => CHAMBERS.find(([pattern]) => pattern.test(text))?.[1]
  const [named, own] = [plainType(name), plainType(state)]
  const inName = chamberIn(named.startsWith(`${own} `) ? named.slice(own.length + 1) : named)
  const inType = chamberIn(plain)
  // The type "House" may be of either house.
  if (inType !== undefined) return inType === 'sldl' && inName === 'cd' ? inName : inType
  return (OF_A_LEGISLATURE.test(plain) && /\d/.test(name) ? inName : undefined) ?? { word: 'special_district' }
}

/** The type of a district by the last type in its id. A council's also depends on whether it belongs to a county. */
const publishedRow = z.strictObject({ word: z.string().min(1), district_type: z.enum(DISTRICT_TYPES) })
const PUBLISHED = new Map(
  readOwnTable(publishedRow, 'ingest', 'ballot', 'feed', 'published.csv').map((row) => [row.word, row.district_type]),
)

/** For a district that Open Civic Data does not publish, sets `unmatched` and keeps the feed's id or mints one. */
export function divisionOf(district: FeedDistrict, index: DivisionIndex): ContestDivision {
  const { ocd_id } = district
  const stated = ocd_id !== null && `${ocd_id}/`.startsWith(`${index.state.ocd_id}/`) ? byId(ocd_id, district) : null
  if (stated && isPublished(stated.ocd_id, index)) return stated
  const counties = district.counties.map(countyName)
  const named = byName(district, counties, index)
  if (named.unmatched === null && isPublished(named.ocd_id, index)) return named
  // If several counties share the district, none can be its parent, so its id is minted under the state.
  const minted = counties.length > 1 ? byName(district, [], index) : named
  const division = stated ?? { ...minted, district_name: readable(district.name) }
  return { ...division, unmatched: named.unmatched ?? 'unmatched-division' }
}

function isPublished(ocd_id: string, { state, divisions }: DivisionIndex): boolean {
  return ocd_id === state.ocd_id || divisions.has(ocd_id)
}

function byId(ocd_id: string, { name }: FeedDistrict): ContestDivision {
  const within = ocd_id.slice(0, ocd_id.lastIndexOf('/'))
  const word = ocd_id.slice(within.length + 1).replace(/:.*/s, '')
  const type = PUBLISHED.get(word) ?? 'special'
  const ofCounty = type === 'council' && /\/(county|parish):[^/]+$/.test(within)
  return toDivision(ofCounty ? 'county_council' : type, ocd_id, readable(name), {
    within_ocd_id: type === 'council' || type === 'school_board' ? within : null,
  })
}

function byName(district: FeedDistrict, counties: readonly string[], index: DivisionIndex): ContestDivision {
  const kind = kindOf(district, index.state.name)
  const name = district.name.toUpperCase().replace(/(?<=\d)\.0+$/, '')
  if (typeof kind === 'object') return special(name, kind.word, counties, index)
  const area = areaOf(kind, name, district.number, counties, index)
  return area ? findDivision(area, counties, index) : special(name, 'special_district', counties, index)
}

/** Undefined if the name fits several areas. */
function areaOf(
  kind: Exclude<KindOfDistrict, object>,
  name: string,
  stated: string | null,
  counties: readonly string[],
  index: DivisionIndex,
): ContestArea | undefined {
  const number = numberOf(stated ?? /(?<!\d)(\d+(?:\.0+|[A-Z])?)$/.exec(name)?.[1])
  const [county, ...others] = counties
  switch (kind) {
    case 'state':
      return { kind }
    case 'cd':
      return numbered(kind, isAtLarge(number, name, index) ? 'at-large' : number)
    case 'sldu':
    case 'sldl':
      return numbered(kind, number)
    case 'county':
      return { kind, county: name.replace(/ (COUNTY|PARISH)$/, ''), part: null }
    case 'county-council':
      if (county === undefined || others.length > 0 || number === undefined) return undefined
      return { kind: 'county', county, part: part('district', 'District', number) }
    case 'place':
      return { kind, place: placeName(name, index), part: null }
    case 'council': {
      const [, place = '', word = '', code = ''] =
        /^(.+?),? (?:CITY COUNCIL )?(WARD|DISTRICT) (?:NO\.? )?(\w+)$/.exec(name) ?? []
      const plain = placeName(place, index)
      if (!isPlace(index, plain)) return undefined
      const ward = word === 'WARD' ? part('ward', 'Ward', code) : part('district', 'District', code)
      return { kind: 'place', place: plain, part: ward }
    }
    case 'school': {
      const { whole, area } = splitArea(name)
      return { kind, school: whole.replace(/ SCHOOLS?( DISTRICT)?$/, ''), part: area }
    }
    default:
      return kind satisfies never
  }
}

function numbered(word: 'cd' | 'sldu' | 'sldl', number: string | undefined): ContestArea | undefined {
  return number === undefined ? undefined : { kind: 'numbered', word, code: number.toLowerCase() }
}

/** A state with one seat has an at-large district, which feeds also call its first, or by the state's name. */
function isAtLarge(number: string | undefined, name: string, { state, divisions }: DivisionIndex): boolean {
  if (/\bAT[- ]LARGE\b/.test(name)) return true
  if (!divisions.has(`${state.ocd_id}/cd:at-large`)) return false
  return number === undefined || number === '0' || (number === '1' && !divisions.has(`${state.ocd_id}/cd:1`))
}

/** `013`, `13.0` → `13`. */
function numberOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : withoutZeroDecimals(text).replace(/^0+(?=.)/, '')
}

/** A special district, or a numbered part of one, which Open Civic Data calls a region. */
function special(name: string, word: string, counties: readonly string[], index: DivisionIndex): ContestDivision {
  const { whole, area } = splitArea(name)
  const base = findDivision({ kind: 'special', county: null, name: whole, word }, counties, index)
  const level = word === 'community_college' ? ('school' as const) : base.district_level
  const division = { ...base, district_level: level }
  if (area === null) return division
  const district_name = `${division.district_name}, ${area.name}`
  return { ...division, ocd_id: `${division.ocd_id}/region:${area.code}`, district_name, within_ocd_id: base.ocd_id }
}

/** `DOWNEY UNIFIED SCHOOL TA 3` → `DOWNEY UNIFIED SCHOOL` and its trustee area 3. */
function splitArea(name: string): { whole: string; area: AreaPart | null } {
  const [, whole, word = '', code] =
    /^(.+?),? (TA|TRUSTEE AREA|DIVISION|DISTRICT|REGION) ?(?:NO\.? ?)?(\d+)$/.exec(name) ?? []
  if (whole === undefined || code === undefined) return { whole: name, area: null }
  return { whole, area: part('district', word === 'TA' ? 'Trustee Area' : titleCase(word), code) }
}

function part(word: AreaPart['word'], title: string, code: string): AreaPart {
  const plain = code.replace(/^0+(?=.)/, '')
  return { word, code: plain.toLowerCase(), name: `${title} ${plain}` }
}

/** `CITY OF CULVER CITY` → `CULVER CITY`, `AZUSA CITY` → `AZUSA`. */
function placeName(name: string, index: DivisionIndex): string {
  const plain = name.replace(/^(CITY|TOWN|VILLAGE|BOROUGH|TOWNSHIP) OF /, '')
  return isPlace(index, plain) ? plain : plain.replace(/ (CITY|TOWN|VILLAGE)$/, '')
}

/** In capitals, as findDivision expects. */
export function countyName(county: string): string {
  return county
    .slice(county.lastIndexOf(':') + 1)
    .replaceAll('_', ' ')
    .toUpperCase()
}
