// The offices of Kentucky's filings, in ballot order.

import { slug } from '../../read/identity.ts'
import type { AreaPart } from '../area.ts'
import { countywide, type ListedOffice, type OfficeRule } from '../office.ts'
import { titleCase } from '../title-case.ts'
import { type KyPlace, METRO, METROS } from './place.ts'

/** Elected by the whole county. */
const COUNTYWIDE: readonly [office: string, words: string][] = [
  ['CIRCUIT COURT CLERK', 'Circuit Court Clerk'],
  ['PROPERTY VALUATION ADMINISTRATOR', 'Property Valuation Administrator'],
  ['COUNTY JUDGE / EXECUTIVE', 'Judge/Executive'],
  ['COUNTY ATTORNEY', 'Attorney'],
  ['COUNTY CLERK', 'Clerk'],
  ['SHERIFF', 'Sheriff'],
  ['JAILER', 'Jailer'],
  ['CORONER', 'Coroner'],
  ['SURVEYOR', 'Surveyor'],
]

export const kyOffices: readonly OfficeRule[] = [
  ...COUNTYWIDE.map(([office, words]) =>
    rule(office, ({ county }) => countywide(slug(office), `${nameOf(county)} ${words}`, county)),
  ),
  rule('COUNTY COMMISSIONER', countyCommissioner),
  rule('MAGISTRATE / JUSTICE OF THE PEACE', ({ county, district }) =>
    inMagisterialDistrict('magistrate', 'Magistrate/Justice of the Peace', county, district),
  ),
  rule('CONSTABLE', ({ county, district }) => inMagisterialDistrict('constable', 'Constable', county, district)),
  rule('MAYOR', mayor),
  rule('CITY LEGISLATIVE BODY', cityLegislator),
  rule('SCHOOL BOARD MEMBER', schoolBoardMember),
]

/** The nomination and the election of a county commissioner have different areas. */
interface VotedPlace extends KyPlace {
  type: string
}

/** The text that the rules match. Candidates with the same text share a contest. */
export function kyContest(office: string, { county, place, district, body, type }: VotedPlace): string {
  return [office, county, place, district, body, type].join('|')
}

function rule(name: string, office: (place: VotedPlace) => ListedOffice): OfficeRule {
  return {
    pattern: new RegExp(`^${name}\\|([^|]+)\\|([^|]*)\\|([^|]*)\\|([^|]*)\\|(primary|general)$`),
    office: (county = '', place = '', district = '', body = '', type = '') =>
      office({ county, place, district, body, type }),
  }
}

/** Nominated by the voters of a district, elected by those of the county: KRS 67.060. */
function countyCommissioner({ county, district, type }: VotedPlace): ListedOffice {
  const words = districtWords(district)
  const name = `${nameOf(county)} Commissioner`
  const title = `${name}, ${words}`
  const office = { subject: 'county-commissioner', level: 'county', title, short_title: title } as const
  if (type === 'general')
    return { ...office, seat: words, area: { kind: 'county', county, part: null }, details: { elected_at_large: true } }
  const part = toPart('commissioner_district', district, `${name} ${words}`)
  return { ...office, area: { kind: 'county', county, part } }
}

/**
 * Magistrates and constables are elected in the same districts: Ky. Const. 99, 142. Open Civic Data calls them council districts,
 * except in the two consolidated counties, where council districts are those of the council.
 */
function inMagisterialDistrict(subject: string, words: string, county: string, district: string): ListedOffice {
  const title = `${nameOf(county)} ${words}, ${districtWords(district)}`
  const name = `${nameOf(county)} Magisterial ${districtWords(district)}`
  const part = toPart(county in METROS ? 'magisterial_district' : 'district', district, name)
  return { subject, level: 'county', title, short_title: title, area: { kind: 'county', county, part } }
}

function mayor({ county, place }: KyPlace): ListedOffice {
  const metro = place === METRO ? METROS[county] : undefined
  const title = `Mayor of ${metro ? metro.name : titleCase(place)}`
  const area = metro
    ? ({ kind: 'county', county, part: null } as const)
    : ({ kind: 'place', place, part: null } as const)
  return { subject: 'mayor', level: 'city', title, short_title: title, area }
}

function cityLegislator({ county, place, district, body }: KyPlace): ListedOffice {
  const metro = place === METRO ? METROS[county] : undefined
  const words = metro ? `${metro.name} Council Member` : `${titleCase(place)} ${BODIES[body]?.member ?? UNNAMED.member}`
  const title = district === '' ? words : `${words}, ${districtWords(district)}`
  const office = { subject: 'city-legislative-body', level: 'city', title, short_title: title } as const
  const part =
    district === '' ? null : toPart('district', district, metro && `${metro.name} Council ${districtWords(district)}`)
  if (metro) return { ...office, area: { kind: 'county', county, part } }
  return { ...office, area: { kind: 'place', place, part }, ...(part ? {} : (BODIES[body] ?? UNNAMED).seats) }
}

/** Elected together, at large: four commissioners, or six to twelve council members. KRS 83A.030. */
const BODIES: Readonly<Record<string, { member: string; seats: Pick<ListedOffice, 'votes_allowed' | 'details'> }>> = {
  COMMIS: { member: 'City Commissioner', seats: { votes_allowed: 4 } },
  COUNCIL: { member: 'City Council Member', seats: { votes_allowed: 6, details: { votes_allowed_is_minimum: true } } },
}
const UNNAMED = {
  member: 'City Legislative Body Member',
  seats: { votes_allowed: 4, details: { votes_allowed_is_minimum: true } },
}

function schoolBoardMember({ place, district }: KyPlace): ListedOffice {
  const name = `${titleCase(place)} Board of Education Member`
  const title = district === '' ? name : `${name}, Division ${district}`
  const part = district === '' ? null : { ...toPart('district', district), name: `Division ${district}` }
  const office = { subject: 'board-of-education', level: 'school', title, short_title: title } as const
  const area = { kind: 'school', school: place, part } as const
  return { ...office, area, ...(part ? {} : { details: { votes_allowed_is_minimum: true } }) }
}

function toPart(word: AreaPart['word'], district: string, district_name?: string): AreaPart {
  const part = { word, code: district.toLowerCase(), name: districtWords(district) }
  return district_name === undefined ? part : { ...part, district_name }
}

/** `District 3`, `East District`. */
function districtWords(district: string): string {
  return /^\d/.test(district) ? `District ${Number(district)}` : `${titleCase(district)} District`
}

function nameOf(county: string): string {
  return `${county === 'LARUE' ? 'LaRue' : titleCase(county)} County`
}
