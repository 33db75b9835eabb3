// Offices of cities, towns, villages and boroughs.

import { hasTownshipMayors, livesInArea } from '../../../data/reference/offices.ts'
import { slug } from '../../read/identity.ts'
import type { County } from './county.ts'
import { ofCounty, ofResident, unnamedCity } from './county-office.ts'
import { withoutName } from './court.ts'
import { findLocality, findPublished, splitLocality } from './locality.ts'
import { officeTitle, once } from './office-text.ts'
import {
  areaPart,
  isSame,
  type OfficeLine,
  type OfficeReading,
  suffixOf,
  toReading,
  withoutFillers,
} from './reading.ts'
import { patternOf } from './tables.ts'

/** In the order in which they are taken out of a title: longer names first. */
const CITY_OFFICE = patternOf('city office')

export function cityOffice(line: OfficeLine, town: string | null): OfficeReading | undefined {
  const { words, county } = line
  const match = CITY_OFFICE.exec(words.text)
  if (!match) return directors(line)
  const role = match[0].replace(/^MEMBERS? (?:OF (?:THE )?)?/, '')
  const besides = withoutFillers(words.text.replace(match[0], ' ').replace(/[()]/g, ' '))
  // `THE DALLES COUNCILOR`
  const full = `THE ${besides}`
  const beside = words.text.startsWith(`${full} `) && isNamed(full, line) ? full : besides
  const rest = /^(?:CITY|TOWN|VILLAGE|BOROUGH)$/.test(beside) ? '' : once(beside)
  if (county && rest !== '' && livesInArea(county.ocd_id)) return ofResident(line, county, role, rest)
  const column = columnPlace(line, { rest, role })
  const named = rest !== '' && !column?.better ? rest : (column?.name ?? town ?? '')
  if (named === '' && county && hasNoCities(county, line)) return ofCounty(line, county, role)
  // `KANAWHA COUNTY CITY COUNCIL` is that of a city which it does not name.
  if (named === '' || (county && slug(named) === slug(county.full_name)))
    return /CITY|TOWN|VILLAGE|COUNCIL|MAYOR|ALDERM/.test(words.text) ? unnamedCity(line, role) : undefined
  const ofType = `${named} ${/^(CITY|VILLAGE|TOWN) /.exec(role)?.[1] ?? 'CITY'}`
  const own = /^(?:CITY|VILLAGE|TOWN) /.test(role) && isPublished(ofType, line) && !isNamed(named, line)
  return inPlace(line, own ? ofType : named, role, { column, rest, town: rest === '' ? town : null })
}

/** Hawaii's counties have no cities; the offices of an independent city are its own. */
function hasNoCities({ ocd_id }: County, { index }: OfficeLine): boolean {
  return index.state.code === 'HI' || ocd_id.includes('/place:')
}

/** Directors of a city, where the rest of the text is one: `LITTLE ROCK CITY DIRECTOR`, `BOARD OF DIRECTORS SILOAM SPRINGS`. */
function directors(line: OfficeLine): OfficeReading | undefined {
  const [role] = /\b(?:BOARD OF )?DIRECTORS?\b/.exec(line.words.text) ?? []
  if (role === undefined) return undefined
  const name = once(withoutFillers(line.words.text.replace(role, ' ')))
  return name === '' || !isPublished(name, line) ? undefined : place(line, name, role)
}

interface ColumnPlace {
  name: string
  /** The whole column, without the part that the area is. */
  kept: string
  /** The text spoils the name: `AMHERST1` with AMHERST in the column. */
  better: boolean
}

/** A place in the column: `CITY OF BARTLESVILLE`, `KINGSLAND`, `2 OGDEN DUNES`. */
function columnPlace(line: OfficeLine, { rest, role }: { rest: string; role: string }): ColumnPlace | undefined {
  const { named } = line.words
  const of = /\b(?:CITY|TOWN|BOROUGH|VILLAGE) OF .+/.exec(named)?.[0]
  if (of !== undefined) return { name: of, kept: withoutFillers(named.replace(of, ' ')), better: false }
  const [, number = '', name = ''] = /^(\d{1,2} )?([A-Z][A-Z .'-]{2,})$/.exec(named) ?? []
  const isName = name !== '' && !/^(?:NORTH|SOUTH|EAST|WEST|CENTRAL|MIDDLE|CENTER)(?:ERN)?\b/.test(name)
  if (!isName || !isPublished(name, line, role) || (rest !== '' && isNamed(rest, line))) return undefined
  const plain = name.replace(/^THE /, '')
  if (rest !== '' && !rest.startsWith(plain)) return undefined
  return { name, kept: number.trim(), better: rest !== '' }
}

/** `MILL CITY COUNCIL` is the council of Mill City. */
function isPublished(name: string, line: OfficeLine, role = ''): boolean {
  const kind = isMunicipal(role, line.index) ? 'municipality' : null
  return findPublished(name, { ...line, kind }) !== undefined
}

/** Published under this name, and not under a longer one. */
function isNamed(name: string, line: OfficeLine): boolean {
  const place = findPublished(name, line)
  return place !== undefined && [name, splitLocality(name).name].some((one) => isSame(one, place.district_name))
}

interface Named {
  column: ColumnPlace | undefined
  rest: string
  /** The name comes from the column of towns. */
  town: string | null
}

function inPlace(line: OfficeLine, named: string, role: string, { column, rest, town }: Named): OfficeReading {
  const { words, county } = line
  const merged = county && consolidated(line, { county, named, role })
  if (merged) return merged
  const kept = column && (rest === '' || column.better) ? column.kept : words.named
  const names = [named, splitLocality(named).name, `${named} CITY`, `${named} TOWN`].map(slug)
  const inColumn = names.includes(slug(kept)) ? '' : kept
  // `PEORIA-PALO VERDE` is a district of Peoria.
  const [, city, district = ''] = /^([A-Z ]+)-([A-Z ]+)$/.exec(named) ?? []
  if (city !== undefined && inColumn === '' && !isPublished(named, line) && isPublished(city, line)) {
    const there = { ...line, words: { ...words, named: district } }
    return inPlace(there, city, role, { column: undefined, rest: named, town: null })
  }
  const left = /^\d{1,3}$/.test(inColumn)
    ? { ...words, named: '', parts: [...words.parts, { word: '', code: inColumn }] }
    : // `COURTLAND 0650A`, of Courtland
      { ...words, named: withoutName(inColumn, named) }
  return place({ ...line, words: left }, town === null ? named : `TOWN OF ${named}`, role, {
    title: `${officeTitle(named)} ${officeTitle(role)}`,
  })
}

/** A council of a city and county in one: `LOUISVILLE METRO COUNCIL`, `URBAN COUNTY COUNCIL`; its districts are published under the county. */
function consolidated(
  line: OfficeLine,
  { county, named, role }: { county: County; named: string; role: string },
): OfficeReading | undefined {
  const part = areaPart(line)
  if (!part || !/\b(?:METRO|URBAN COUNTY|CONSOLIDATED|UNIFIED)$/.test(named)) return undefined
  const id = `${county.ocd_id}/council_district:${part.code}`
  const district = line.index.divisions.under(county.ocd_id, 'council_district').find(({ ocd_id }) => ocd_id === id)
  if (!district) return undefined
  const { office, ...reading } = ofCounty(line, county, role)
  const at = district.name.toUpperCase().indexOf(named)
  const area = `${at > 0 ? district.name.slice(0, at) : ''}${officeTitle(named)}`
  return { ...reading, office: { ...office, title: `${area} ${office.short_title}` } }
}

interface PlaceOffice {
  /** Default: the office's slug. */
  subject?: string
  /** Default: the area and the office. */
  title?: string
}

/** An office of the place of this name. */
export function place(line: OfficeLine, area: string, role: string, own: PlaceOffice = {}): OfficeReading {
  const { words, county, index } = line
  const { subject = slug(role), title = `${officeTitle(area)} ${officeTitle(role)}` } = own
  const kind = isMunicipal(role, index) ? 'municipality' : null
  const division = findLocality(area, { county, part: areaPart(line), index, kind })
  const suffix = suffixOf(words)
  return toReading(words, {
    subject,
    title: withTypeOnce(title, area, { role, name: division.district_name }) + suffix,
    short_title: officeTitle(role) + suffix,
    division,
  })
}

/** `Allentown Boro Borough Council` → `Allentown Borough Council`, but Cave City has a `Cave City City Council`. */
function withTypeOnce(title: string, area: string, { role, name }: { role: string; name: string }): string {
  const { name: plain, type } = splitLocality(area)
  const doubled = type !== null && area.startsWith(plain) && role.toLowerCase().startsWith(`${type} `)
  const own = type !== null && ` ${name.toLowerCase()}`.includes(` ${plain.toLowerCase()} ${type}`)
  return doubled && !(own && type === 'city') ? `${officeTitle(plain)} ${officeTitle(role)}` : title
}

/** No township of the name has the office: `BROOKVILLE TOWN COUNCIL`, `LAKOTA COUNCIL MEMBER`. */
function isMunicipal(role: string, { state }: OfficeLine['index']): boolean {
  if (/^(?:CITY|TOWN|VILLAGE|BOROUGH) /.test(role)) return true
  return /\b(?:COUNCIL|MAYOR|ALDERM[AE]N)/.test(role) && !/TOWNSHIP/.test(role) && !hasTownshipMayors(state.code)
}
