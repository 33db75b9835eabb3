// Offices of counties, cities, towns and townships.

import { livesInArea } from '../../../data/reference/residence-areas.ts'
import { slug } from '../../read/identity.ts'
import type { AreaPart } from '../area.ts'
import type { ContestDivision } from '../contest-division.ts'
import { partDivision } from '../part-division.ts'
import type { County } from './county.ts'
import { namesArea } from './court.ts'
import { findLocality, splitLocality } from './locality.ts'
import { unknownArea } from './measure-area.ts'
import { trimMarks } from './office-text.ts'
import {
  areaPart,
  countyDivision,
  found,
  type OfficeLine,
  type OfficeReading,
  seatOf,
  suffixOf,
  withoutCounty,
} from './reading.ts'
import { officeTitle } from './title.ts'

/** Offices that only counties elect, if no city is named. */
const COUNTY_OFFICE =
  /\b(?:SHERIFF|CORONER|ASSESSOR|RECORDER|SURVEYOR|SURROGATE|AUDITOR|JAILER|ENGINEER|PUBLIC (?:ADMINISTRATOR|DEFENDER|TRUSTEE)|REGISTER OF (?:DEEDS|WILLS|PROBATE|MESNE CONVEYANCE)|REGISTRAR OF DEEDS|CLERK OF (?:THE )?(?:SUPERIOR |CIRCUIT |DISTRICT |STATE |PEACE )?(?:CIVIL |CRIMINAL )?(?:COURTS?|PEACE)|CLERK OF SUPERIOR COURT|(?:CIRCUIT|SUPERIOR|DISTRICT|STATE)(?: COURT)? CLERK|CIRCUIT CLERK|COURT CLERK|CLERK AND RECORDER|CLERK & RECORDER|PROSECUTING ATTORNEY|PROSECUTOR|(?:DISTRICT|STATE'?S?|COMMONWEALTH'?S) ATTORNEY|SOLICITOR|TAX (?:COLLECTOR|COMMISSION(?:ER)?|ASSESSOR)|PROPERTY (?:APPRAISER|VALUATION ADMINISTRATOR)|SUPERVISOR OF ELECTIONS|SUPERINTENDENT(?: OF (?:SCHOOLS|EDUCATION))?|SUPT OF SCHOOLS|SUPERVISORS?|COUNTY CLERK|COUNTY TREASURER|ELECTION COMMISSIONER|REVENUE COMMISSIONER|CONSTABLE|HIGH BAILIFF|LEVY COURT|COUNTY EXECUTIVE|COUNTY COMMISSION(?:ERS?)?|SOLE COMMISSION|COUNTY COUNCIL)\b|^(?:COUNTY )?(?:TREASURER|CLERK|ATTORNEY|COMMISSION(?:ER)?|EXECUTIVE)$/
const NAMED_COUNTY_OFFICE =
  /\b(?:TREASURER|CLERK|ATTORNEY|COMMIS{1,2}ION(?:ERS?)?|EXECUTIVE|CHAIR(?:MAN)?|COUNCIL|ADMINISTRATOR|BOARD OF COUNTY COMMISSIONERS|MAYOR|SUPERVISORS?|FREEHOLDERS?)\b/
/** In the order in which they are taken out of a title: longer names first. */
const CITY_OFFICE =
  /\b(?:PRESIDENT OF (?:THE )?(?:CITY |TOWN )?COUNCIL|(?:CITY |TOWN |VILLAGE |BOROUGH )?COUNCIL PRESIDENT|MEMBERS? (?:OF (?:THE )?)?(?:CITY |TOWN |BOROUGH |VILLAGE |TOWNSHIP )?(?:COUNCIL|COMMISSION)|(?:CITY |TOWN |VILLAGE |BOROUGH |TOWNSHIP |COMMON )?COUNCIL(?:[ -]?(?:MEMBERS?|MAN|WOMAN|PERSON|ORS?|LORS?))?|(?:CITY |TOWN |VILLAGE )?COUNCILORS?|COUNCILMEMBERS?|BOARD OF (?:ALDERMEN|COMMISSIONERS|SELECTMEN|TRUSTEES)|ALDERM[AE]N|ALDERPERSON|(?:CITY |TOWN )?COMMISSION(?:ERS?)?|VICE[ -]MAYOR|MAYOR|(?:CITY |TOWN )?CLERK(?:[ /-]| \/ | - )TREASURER|RECORDER ?\/ ?TREASURER|(?:CITY |TOWN |BOROUGH |VILLAGE )?(?:CLERK|TREASURER|ATTORNEY|RECORDER|AUDITOR|MARSHAL|SERGEANT|MODERATOR|ASSESSOR|COLLECTOR|TRUSTEES?)|(?:ASSISTANT )?MODERATOR|CHIEF OF POLICE|POLICE CHIEF|FIRST WARDEN|SECOND WARDEN|SELECTM[AE]N|TOWN (?:ADMINISTRATOR|BOARD|ADVISORY BOARD|MEETING)|REPRESENTATIVE TOWN MEETING|REGISTRAR OF VOTERS|BUDGET COMMITTEE|CHARTER (?:REVIEW )?COMMISSION|(?:LOCAL )?GOVERNMENT (?:STUDY|REVIEW)(?: COMMISSION(?:ERS?)?)?|(?:LOCAL )?STUDY COMMISSION(?:ERS?)?|EXECUTIVE COMMITTEE)\b/
const TOWNSHIP_OFFICE =
  /\b(?:TOWNSHIP )?(?:COMMITTEE|TRUSTEES?|CLERK|BOARD(?: MEMBERS?)?|COUNCIL(?: MEMBERS?)?|ASSESSOR|SUPERVISORS?|CONSTABLE|COMMISSIONERS?|MAYOR|TREASURER)(?= |$)/
/** Left of a title when the office is taken out of it, and no part of a name. */
const FILLERS = /^(?:FOR|OF|TO|THE|MEMBERS?,?|AND|[-,/&.]|NONPARTISAN)$/

/** Every office gets an area: if it names none, an unknown part of its county. */
export function readLocal(line: OfficeLine, town: string | null): OfficeReading | undefined {
  return township(line) ?? countyOffice(line) ?? cityOffice(line, town) ?? unknown(line)
}

function township(line: OfficeLine): OfficeReading | undefined {
  const { text } = line.words
  if (!/\bTOWNSHIP\b|\bTWP\b|\bTWSP\b/.test(text) || !line.county || !TOWNSHIP_OFFICE.test(text)) return undefined
  const role = TOWNSHIP_OFFICE.exec(text)?.[0] ?? ''
  const name = withoutFillers(
    text
      .replace(role, ' ')
      .replace(/\bTOWNSHIP OF\b/, ' ')
      .replace(/\b(?:TOWNSHIP|TWP|TWSP)\b/g, ' '),
  )
  if (name === '') return undefined
  const area = splitLocality(name).type === null ? `${name} TOWNSHIP` : name
  const office = role.replace(/^TOWNSHIP /, '')
  return place(line, area, {
    role: office,
    subject: `township-${slug(office)}`,
    title: `${officeTitle(area)} ${officeTitle(office)}`,
  })
}

function countyOffice(line: OfficeLine): OfficeReading | undefined {
  const { words, county } = line
  if (!county) return undefined
  const { text } = words
  const cityNamed =
    /\b(?:CITY|TOWN|BOROUGH|VILLAGE) OF\b/.test(text) && !text.includes(`CITY OF ${county.name.toUpperCase()}`)
  const role = countyRole(text, county)
  if (role === undefined || cityNamed) return undefined
  return ofCounty(line, county, role)
}

function ofCounty(line: OfficeLine, county: County, role: string): OfficeReading {
  const words = withoutCounty(line.words, county)
  const part = areaPart({ words })
  const whole = countyDivision(county)
  const own = part && ofOfficer(part, role, county)
  const district = own && partDivision(own, { ...whole, alternatives: [] }, 'county_council', line.index.divisions)
  // The district of a registry of deeds is none of a council.
  const isCouncil = own?.word !== 'registry_district'
  const division = district ? (isCouncil ? district : { ...district, district_type: 'special' as const }) : whole
  const title = officeTitle(role)
  return {
    office: {
      subject: slug(role),
      level: 'county',
      title: `${county.full_name} ${title}${suffixOf(words)}`,
      short_title: `${title}${suffixOf(words)}`,
      ...seatOf(words),
      area: found(division),
    },
    unexpired: words.unexpired,
    scope: 'county',
  }
}

/** All voters of the county elect the member who lives in an area. */
function ofResident(line: OfficeLine, county: County, role: string, area: string): OfficeReading {
  const { office, ...rest } = ofCounty(line, county, role)
  const seat = officeTitle(area)
  const [title, short_title] = [`${office.title}, ${seat}`, `${office.short_title}, ${seat}`]
  return { ...rest, office: { ...office, title, short_title, seat } }
}

/** Offices whose districts are not those of the county's commission. */
const OFFICER_DISTRICTS = [
  { office: /^CONSTABLE\b/, word: 'constable_district', name: 'Constable' },
  { office: /^REGISTER OF DEEDS\b/, word: 'registry_district', name: 'Registry of Deeds' },
] as const

function ofOfficer(part: AreaPart, role: string, county: County): AreaPart {
  const found = OFFICER_DISTRICTS.find(({ office }) => office.test(role))
  return found ? { ...part, word: found.word, district_name: `${county.full_name} ${found.name} ${part.name}` } : part
}

/** The office without the county's name; undefined if it is no county's. */
function countyRole(text: string, county: County): string | undefined {
  const key = slug(text)
  const full = slug(county.full_name)
  const short = slug(county.name)
  if (namesArea(text, county.full_name)) {
    const rest = withoutFillers(cutSlug(text, full))
    if (/^(?:CITY|TOWN|VILLAGE)\b/.test(rest)) return undefined
    return rest !== '' && (NAMED_COUNTY_OFFICE.test(rest) || COUNTY_OFFICE.test(rest)) ? rest : undefined
  }
  // `ADAMS SHERIFF`, `COUNTY COMMISSIONER ADAMS`
  if (key.startsWith(`${short}-`) || key.endsWith(`-${short}`)) {
    const rest = withoutFillers(cutSlug(text, short))
    const plainRest = rest.replace(/^COUNTY /, '')
    if (COUNTY_OFFICE.test(rest) || (/^COUNTY /.test(rest) && NAMED_COUNTY_OFFICE.test(rest))) return plainRest
    if (/^COMMIS{1,2}ION(?:ERS?)?$|^COMMISSION CHAIR(?:MAN)?$/.test(rest)) return rest
    return undefined
  }
  if (
    /\bCOUNTY\b/.test(text) &&
    !/^COUNTY\b|\bCOUNTY (?:COMMISSION|COUNCIL|CLERK|ATTORNEY|JUDGE|EXECUTIVE|SOLICITOR|SCHOOL)/.test(text)
  ) {
    const elsewhere = /^(.+?) COUNTY\b/.exec(text)?.[1]
    if (elsewhere !== undefined && !COUNTY_OFFICE.test(elsewhere)) return undefined
  }
  const bare = text.replace(/^COUNTY (?=\w)/, '')
  if (/^COUNTY /.test(text) && (NAMED_COUNTY_OFFICE.test(bare) || COUNTY_OFFICE.test(bare))) return bare
  const match = COUNTY_OFFICE.exec(text)
  if (!match) return undefined
  // Words beside the office name another area: `CAMMACK VILLAGE RECORDER`.
  const beside = withoutFillers(
    text
      .replace(match[0], ' ')
      .replace(/\b(?:COUNTY|AND|COMPTROLLER|COLLECTOR|TAX|MEMBER|BOARD|UNINCORPORATED)\b/g, ' '),
  )
  return beside === '' || /\//.test(text) || /^(?:ASSISTANT|CHIEF|DEPUTY)$/.test(beside)
    ? text.replace(/^COUNTY (?=\w)/, '')
    : undefined
}

/** Removes the words of a slug from a text: `ST CLAIR COUNTY SHERIFF` without st-clair-county. */
function cutSlug(text: string, cut: string): string {
  const tokens = text.split(' ')
  const length = cut.split('-').length
  for (let at = 0; at + 1 <= tokens.length; at++)
    for (let size = 1; size <= length; size++)
      if (slug(tokens.slice(at, at + size).join(' ')) === cut)
        return [...tokens.slice(0, at), ...tokens.slice(at + size)].join(' ')
  return text
}

function cityOffice(line: OfficeLine, town: string | null): OfficeReading | undefined {
  const { words } = line
  const match = CITY_OFFICE.exec(words.text)
  if (!match) return undefined
  const role = match[0].replace(/^MEMBERS? (?:OF (?:THE )?)?/, '')
  const rest = withoutFillers(words.text.replace(match[0], ' ').replace(/[()]/g, ' '))
  if (line.county && rest !== '' && livesInArea(line.county.ocd_id)) return ofResident(line, line.county, role, rest)
  // `CITY OF BARTLESVILLE` may stand in the column.
  const column = /\b(?:CITY|TOWN|BOROUGH|VILLAGE) OF .+/.exec(words.named)?.[0]
  const named = rest !== '' ? rest : (column ?? town ?? '')
  // `KANAWHA COUNTY CITY COUNCIL` is that of a city which it does not name.
  if (named === '' || (line.county && slug(named) === slug(line.county.full_name))) return undefined
  const own =
    /^CITY /.test(role) && isPublished(`${named} CITY`, line) && !isPublished(named, line) ? `${named} CITY` : named
  return inPlace(line, own, role, { column, rest })
}

/** `MILL CITY COUNCIL` is the council of Mill City. */
function isPublished(name: string, { county, index }: OfficeLine): boolean {
  return findLocality(name, { county, part: null, index }).unmatched === null
}

function inPlace(
  line: OfficeLine,
  named: string,
  role: string,
  { column, rest }: { column: string | undefined; rest: string },
): OfficeReading {
  const { words } = line
  // `CLALLAM CHARTER REVIEW COMMISSION` is the county's, where no place has its name.
  const { county } = line
  if (
    county &&
    slug(named) === slug(county.name) &&
    findLocality(named, { county, part: null, index: line.index }).unmatched !== null
  )
    return ofCounty(line, county, role)
  const kept = column !== undefined && rest === '' ? withoutFillers(words.named.replace(column, ' ')) : words.named
  const inColumn = [named, splitLocality(named).name, `${named} CITY`, `${named} TOWN`].some(
    (name) => slug(name) === slug(kept),
  )
    ? ''
    : kept
  const part = /^\d{1,3}$/.test(inColumn) ? [{ word: '', code: inColumn }] : []
  const there = {
    ...line,
    words: { ...words, named: part.length > 0 ? '' : inColumn, parts: [...words.parts, ...part] },
  }
  return place(there, named, { role, subject: slug(role), title: `${officeTitle(named)} ${officeTitle(role)}` })
}

function place(
  line: OfficeLine,
  area: string,
  { role, subject, title }: { role: string; subject: string; title: string },
): OfficeReading {
  const { words, county, index } = line
  const part = areaPart(line)
  const whole: ContestDivision = findLocality(area, { county, part, index })
  return {
    office: {
      subject,
      level: 'city',
      title: `${title}${suffixOf(words)}`,
      short_title: `${officeTitle(role)}${suffixOf(words)}`,
      ...seatOf(words),
      area: found(whole),
    },
    unexpired: words.unexpired,
    scope: whole.unmatched === null ? 'state' : 'county',
  }
}

function unknown({ words, county, index }: OfficeLine): OfficeReading {
  const title = officeTitle(words.text) + suffixOf(words)
  const prefix = county && !namesArea(words.text, county.name) ? `${county.full_name} ` : ''
  return {
    office: {
      subject: slug(words.text) || 'office',
      level: county ? 'special' : 'state',
      title: prefix + title,
      short_title: title,
      ...seatOf(words),
      area: county ? found(unknownArea(title, county)) : { kind: 'found', division: stateDivision(index.state) },
    },
    unexpired: words.unexpired,
    scope: 'county',
  }
}

function stateDivision({ ocd_id, name }: OfficeLine['index']['state']): ContestDivision {
  return {
    ocd_id,
    district_type: 'state',
    district_level: 'state',
    district_name: name,
    within_ocd_id: null,
    unmatched: null,
  }
}

function withoutFillers(text: string): string {
  const tokens = text.split(/\s+/).filter((token) => token !== '')
  while (tokens.length > 0 && FILLERS.test(tokens[0] ?? '')) tokens.shift()
  while (tokens.length > 0 && FILLERS.test(tokens.at(-1) ?? '')) tokens.pop()
  return trimMarks(tokens.join(' '))
}
