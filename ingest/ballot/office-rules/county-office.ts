// Offices of counties, of independent cities, and of an unknown part of a county.

import { commissionerLivesInDistrict } from '../../../data/reference/offices.ts'
import { slug } from '../../read/identity.ts'
import { type AreaPart, partDivision, toDivision } from '../division.ts'
import { type County, cutSlug, withCountyName } from './county.ts'
import { namesArea } from './court.ts'
import { officeTitle } from './office-text.ts'
import {
  areaPart,
  countyDivision,
  type OfficeLine,
  type OfficeReading,
  retitle,
  suffixOf,
  toReading,
  toUnnamed,
  unknownArea,
  withoutCounty,
  withoutFillers,
} from './reading.ts'
import { patternOf } from './tables.ts'

/** Offices that only counties elect, if no city is named. */
const COUNTY_OFFICE = patternOf('county office')
const NAMED_COUNTY_OFFICE = patternOf('office of a named county')

export function countyOffice(given: OfficeLine): OfficeReading | undefined {
  const { county } = given
  if (!county) return undefined
  const line = { ...given, words: { ...given.words, text: withCountyName(given.words.text, county) } }
  const { text } = line.words
  const cityNamed =
    /\b(?:CITY|TOWN|BOROUGH|VILLAGE) OF\b/.test(text) && !text.includes(`CITY OF ${county.name.toUpperCase()}`)
  const role = countyRole(text, county)
  if (role === undefined || cityNamed) return undefined
  // `JASPER COUNTY COUNCIL HARDEEVILLE TOWNSHIP`
  const after = / COUNTY (?:COUNCIL|COMMISSION) /.exec(text)
  const area = after && text.endsWith(' TOWNSHIP') ? text.slice(after.index + after[0].length) : undefined
  return ofCounty(area === undefined ? line : { ...line, words: { ...line.words, named: area } }, county, role)
}

/** `COMMISSION CHAIR, District 2` is a member. */
function plainRole(role: string, part: AreaPart | null): string {
  return part && /^\d/.test(part.code) ? role.replace(/^COMMISSION CHAIR(?:MAN)?$/, 'COMMISSION') : role
}

export function ofCounty(line: OfficeLine, county: County, given: string): OfficeReading {
  const words = withoutCounty(line.words, county)
  const part = areaPart({ words })
  const role = plainRole(given, part)
  const whole = countyDivision(county)
  const isResident = part !== null && livesInPart(part, { role, county, at_large: words.at_large })
  const own = part && !isResident ? ofOfficer(part, role, { county, index: line.index }) : null
  const division = own
    ? partDivision(own, { ...whole, alternatives: [] }, 'county_council', line.index.divisions)
    : whole
  const suffix = suffixOf(words)
  return toReading(words, {
    subject: slug(role),
    title: titleOf(line.words.text, role, county) + suffix,
    short_title: officeTitle(role) + suffix,
    seats: isResident ? [part.name] : [],
    division,
    scope: 'county',
  })
}

/** `CHAIRMAN, BLOUNT COUNTY COMMISSION` keeps its order. */
function titleOf(text: string, role: string, county: County): string {
  const [, first = '', after = ''] = /^([^,]+), (.+)$/.exec(text) ?? []
  const [full, body] = [slug(county.full_name), withoutFillers(cutSlug(after, slug(county.full_name)))]
  return slug(after).startsWith(full) && body !== '' && !/^MEMBERS?$/.test(first)
    ? `${officeTitle(first)}, ${county.full_name} ${officeTitle(body)}`
    : `${county.full_name} ${officeTitle(role)}`
}

/** The whole county elects a member from a district: `DISTRICT 1 AT LARGE`, and where the law says so. */
function livesInPart(part: AreaPart, { role, county, at_large }: { role: string; county: County; at_large: boolean }) {
  return (
    (at_large && part.word === 'district') ||
    (/^COMMISSIONER$/.test(role) && commissionerLivesInDistrict(county.ocd_id))
  )
}

/** All voters of the county elect the member who lives in an area. */
export function ofResident(line: OfficeLine, county: County, role: string, area: string): OfficeReading {
  const { office, ...rest } = ofCounty(line, county, role)
  const seat = officeTitle(area)
  return { ...rest, office: { ...retitle(office, (title) => `${title}, ${seat}`), seat } }
}

/** Offices whose districts are not those of the county's commission. */
const OFFICER_DISTRICTS = [
  { office: /^CONSTABLE\b/, word: 'constable_district', name: 'Constable' },
  { office: /^REGISTER OF DEEDS\b/, word: 'registry_district', name: 'Registry of Deeds' },
] as const

function ofOfficer(
  part: AreaPart,
  role: string,
  { county, index }: { county: County; index: OfficeLine['index'] },
): AreaPart {
  const found = OFFICER_DISTRICTS.find(({ office }) => office.test(role))
  if (found) return { ...part, word: found.word, district_name: `${county.full_name} ${found.name} ${part.name}` }
  // A county with commissioners and a council publishes the districts of both.
  const executive =
    /^COMMISSIONER$/.test(role) && index.divisions.has(`${county.ocd_id}/executive_district:${part.code}`)
  return executive ? { ...part, word: 'executive_district' } : part
}

/** The office without the county's name; undefined if it is no county's. */
function countyRole(text: string, county: County): string | undefined {
  const [key, short] = [slug(text), slug(county.name)]
  if (namesArea(text, county.full_name)) return roleBesideFull(withoutFillers(cutSlug(text, slug(county.full_name))))
  // `ADAMS SHERIFF`, `COUNTY COMMISSIONER ADAMS`
  if (key.startsWith(`${short}-`) || key.endsWith(`-${short}`))
    return roleBesideShort(withoutFillers(cutSlug(text, short)))
  const elsewhere = /^(.+?) COUNTY\b/.exec(text)?.[1]
  if (elsewhere !== undefined && !COUNTY_OFFICE.test(elsewhere) && !OWN_COUNTY.test(text)) return undefined
  const bare = text.replace(/^COUNTY (?=\w)/, '')
  if (text === 'COMPTROLLER' && county.ocd_id.includes('/place:')) return text
  if (/^COUNTY /.test(text) && isOffice(bare)) return bare
  const match = COUNTY_OFFICE.exec(text)
  if (!match) return undefined
  // Words beside the office name another area: `CAMMACK VILLAGE RECORDER`.
  const beside = withoutFillers(text.replace(match[0], ' ').replace(BESIDE, ' '))
  return beside === '' || /\//.test(text) || /^(?:ASSISTANT|CHIEF|DEPUTY)$/.test(beside) ? bare : undefined
}

/** The line's own county, without its name. */
const OWN_COUNTY = /^COUNTY\b|\bCOUNTY (?:COMMISSION|COUNCIL|CLERK|ATTORNEY|JUDGE|EXECUTIVE|SOLICITOR|SCHOOL)/
/** Words beside an office that name no area. */
const BESIDE = /\b(?:COUNTY|AND|LOCAL|COMPTROLLER|COLLECTOR|TAX|MEMBER|BOARD|UNINCORPORATED)\b/g

function isOffice(text: string): boolean {
  return NAMED_COUNTY_OFFICE.test(text) || COUNTY_OFFICE.test(text)
}

/** Of `ADAMS COUNTY CLERK` */
function roleBesideFull(rest: string): string | undefined {
  if (/^(?:CITY|TOWN|VILLAGE)\b/.test(rest)) return undefined
  if (/^(?:MEMBERS?,? )?(?:COUNTY )?BOARD(?: MEMBERS?)?$/.test(rest)) return 'BOARD MEMBER'
  const council = /^(COUNCIL|COMMISSION) .+ TOWNSHIP$/.exec(rest)?.[1]
  return council ?? (isOffice(rest) ? rest : undefined)
}

/** Of `ADAMS CLERK` */
function roleBesideShort(rest: string): string | undefined {
  if (COUNTY_OFFICE.test(rest) || (/^COUNTY /.test(rest) && NAMED_COUNTY_OFFICE.test(rest)))
    return rest.replace(/^(?:COUNTY|CITY) (?=SHERIFF)|^COUNTY /, '')
  return /^COMMIS{1,2}ION(?:ERS?)?$|^COMMISSION CHAIR(?:MAN)?$/.test(rest) ? rest : undefined
}

// Offices whose area the words do not name: an unknown part of the county.

export function unknown({ words, county, index }: OfficeLine): OfficeReading {
  const title = officeTitle(words.text) + suffixOf(words)
  const prefix = county && !namesArea(words.text, county.name) ? `${county.full_name} ` : ''
  return toReading(words, {
    subject: slug(words.text) || 'office',
    title: prefix + title,
    short_title: title,
    // The seats of one board that differ in their terms have one area.
    division: county
      ? unknownArea(officeTitle(words.text) + suffixOf({ ...words, term: null }), county)
      : toDivision('state', index.state.ocd_id, index.state.name),
    scope: 'county',
  })
}

/** The office of a city that the text does not name: `City Council, District 1 (Cabell County)`. */
export function unnamedCity({ words, county }: OfficeLine, role: string): OfficeReading | undefined {
  if (!county) return undefined
  const text = cutSlug(words.text, slug(county.full_name))
  const title = officeTitle(text === '' ? role : text) + suffixOf(words)
  return toUnnamed(words, county, { subject: slug(role), level: 'city', title })
}
