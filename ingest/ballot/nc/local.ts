// Titles of municipalities, special districts, counties and school boards.

import { slug } from '../../identity.ts'
import type { Area } from '../area.ts'
import type { Found, NcTitleContext } from './area.ts'
import type { NcFamily } from './family.ts'
import { parseTail } from './part.ts'

const MUNICIPAL_OFFICE =
  /^((?:CITY |TOWN |VILLAGE )?(?:MAYOR|COUNCIL ?MEMBERS?|COUNCIL(?:WO)?M[AE]N|COUNCIL|COMMISSIONERS?|ALDER(?:WO)?M[AE]N|BOARD OF (?:COMMISSIONERS|ALDERMEN)))(?: (.+))?$/
/** Counties have commissioners too. */
const OFFICE_OF_MUNICIPALITIES_ALONE = /^(?:CITY |TOWN |VILLAGE |MAYOR|COUNCIL|ALDER|BOARD OF ALDERMEN)/

/** `TOWN OF CARY MAYOR`. */
export function findMunicipal(text: string, context: NcTitleContext): Found | undefined {
  const [, body] = /^(?:CITY|TOWN|VILLAGE) OF (.+)$/.exec(text) ?? []
  return body === undefined ? undefined : findPlaceOffice(body, context)?.found
}

/** `MOREHEAD CITY MAYOR`: the municipality has this name, or its office is one that no county and no special district has. */
export function findUnprefixedMunicipal(text: string, context: NcTitleContext): Found | undefined {
  const office = findPlaceOffice(text, context)
  return office?.isKnown || OFFICE_OF_MUNICIPALITIES_ALONE.test(office?.found.short ?? '') ? office?.found : undefined
}

/** The longest known municipality that leaves an office behind it (`SILER CITY MAYOR` is not of Siler), else the shortest name. */
function findPlaceOffice(text: string, { isPlace }: NcTitleContext): { found: Found; isKnown: boolean } | undefined {
  const words = text.split(' ')
  let shortest: Found | undefined
  for (let length = words.length - 1; length > 0; length--) {
    const place = words.slice(0, length).join(' ')
    const short = words.slice(length).join(' ')
    const [, office, rest = ''] = MUNICIPAL_OFFICE.exec(short) ?? []
    const tail = office === undefined ? undefined : parseTail(rest)
    if (office === undefined || !tail) continue
    const { part, seat } = tail
    const family = part ? 'municipality-part' : 'municipality'
    const found: Found = { family, office: slug(office), seat, area: { kind: 'place', place, part }, short }
    if (isPlace(place)) return { found, isKnown: true }
    shortest = found
  }
  return shortest && { found: shortest, isKnown: false }
}

const SPECIAL_OFFICE =
  /^(?:(.+) - )?(.+?)((?: BOARD(?: MEMBERS?| OF DIRECTORS| OF TRUSTEES)?| SUPERVISORS?| COMMISSIONERS?| TRUSTEES?)?)$/s

/** `CARTERET - HARKERS ISLAND SANITARY BOARD MEMBER`, `WHITTIER SANITARY DISTRICT BOARD MEMBERS`, water, hospitals. */
export function findSpecial(text: string): Found | undefined {
  if (!/\b(SANITARY|WATER|SEWER|HOSPITAL)\b/.test(text)) return undefined
  const family: NcFamily = 'special-district'
  const [, soilCounty] = /^(.+) SOIL AND WATER CONSERVATION DISTRICT SUPERVISOR$/.exec(text) ?? []
  if (soilCounty !== undefined) {
    const area: Area = { kind: 'county', county: soilCounty, part: null }
    const office = 'soil-and-water-conservation-district-supervisor'
    return { family: 'soil-and-water', office, seat: null, area, short: 'SOIL AND WATER SUPERVISOR' }
  }
  const [, county = null, name, office] = SPECIAL_OFFICE.exec(text) ?? []
  if (name === undefined || office === undefined) return undefined
  const word = /\bSANITARY\b/.test(name)
    ? 'sanitation'
    : /\bHOSPITAL\b/.test(name)
      ? 'hospital_district'
      : 'water_district'
  const area: Area = { kind: 'special', county, name, word }
  return { family, office: slug(office.trim() || 'board-member'), seat: null, area, short: `${name}${office}` }
}

const COUNTY_OFFICE = /^(.+) COUNTY (SHERIFF|REGISTER OF DEEDS|CLERK OF SUPERIOR COURT|CORONER|TAX COLLECTOR)$/
const COUNTY_BOARD = /^(.+?)(?: COUNTY| CO)? ((?:(?:BOARD|BD) OF )?COMMISSIONERS)(?: (.+))?$/s

export function findCounty(text: string, { counties }: NcTitleContext): Found | undefined {
  const [, county, office] = COUNTY_OFFICE.exec(text) ?? []
  if (county !== undefined && office !== undefined && counties.includes(county))
    return {
      family: 'county-office',
      office: slug(office),
      seat: null,
      area: { kind: 'county', county, part: null },
      short: office,
    }
  const [, boardCounty, board, rest = ''] = COUNTY_BOARD.exec(text) ?? []
  const tail = parseTail(rest)
  if (boardCounty === undefined || board === undefined || !tail || !counties.includes(boardCounty)) return undefined
  const { part, seat } = tail
  const family = part ? 'county-board-part' : 'county-board'
  const area: Area = { kind: 'county', county: boardCounty, part }
  return { family, office: 'board-of-commissioners', seat, area, short: `BOARD OF COMMISSIONERS ${rest}` }
}

const SCHOOL_BOARD = /^(.+?) (?:BOARD|BD) OF (?:EDUCATION|EDU)(?: (.+))?$/s

export function findSchool(text: string): Found | undefined {
  const [, school, rest = ''] = SCHOOL_BOARD.exec(text) ?? []
  const tail = parseTail(rest)
  if (school === undefined || !tail) return undefined
  const { part, seat } = tail
  const family = part ? 'school-board-part' : 'school-board'
  return {
    family,
    office: 'board-of-education',
    seat,
    area: { kind: 'school', school, part },
    short: `BOARD OF EDUCATION ${rest}`,
  }
}
