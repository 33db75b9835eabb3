// Converts the contests of Nevada's files (`<county>: <office as printed>`) to offices and areas, in ballot order.

import type { Level } from '../../../data/schema/vocabulary.ts'
import { slug } from '../../read/identity.ts'
import type { AreaPart, ContestArea } from '../area.ts'
import {
  type ListedOffice,
  type OfficeRule,
  president,
  stateHouse,
  stateSenate,
  statewide,
  usHouse,
  usSenate,
} from '../office.ts'
import { titleCase } from '../title-case.ts'

const COUNTY_OFFICES = 'Assessor|Clerk|Recorder|Sheriff|Treasurer|Public Administrator|District Attorney'

export const NV_OFFICES: readonly OfficeRule[] = [
  rule('President', () => president),
  rule('(?:U\\.S\\. Senate)', () => usSenate),
  rule('(?:U\\.S\\. Representative in Congress, District|U\\.S\\. House) (\\d+)', (_, n) => usHouse(n)),
  ...[
    'Governor',
    'Lieutenant Governor',
    'Secretary of State',
    'State Treasurer',
    'State Controller',
    'Attorney General',
  ].map((title) => rule(title, () => statewide(slug(title), title))),
  rule('State Senate(?:, District)? (\\d+)', (_, n) => stateSenate('NV', n)),
  rule('State (?:Assembly, District|House) (\\d+)', (_, n) => stateHouse('NV', n)),
  rule('Supreme Court Justice, Seat ([A-Z])', (_, seat) => ({
    ...statewide('supreme-court-justice', `Supreme Court Justice, Seat ${seat}`),
    seat: `seat-${seat}`,
    details: { nonpartisan: true },
  })),
  rule('District Court Judge, District (\\d+), Department (\\d+)( Family Division)?', (_, n, department, family) => ({
    ...of('District Court Judge', 'state', { kind: 'numbered', word: 'district_court', code: n }),
    title: `District Court Judge, District ${n}, Department ${department}${family}`,
    short_title: `District Court ${n}, Department ${department}`,
    seat: `department-${department}`,
    details: { nonpartisan: true },
  })),
  // "CW" means nominated in a district and elected by the whole county.
  rule('County Comm Dist\\. (\\d+) \\(CW\\)', (county, n) => ({
    ...of('Commissioner', 'county', jurisdiction(county), `, District ${n}`),
    seat: `district-${n}`,
    details: { elected_at_large: true },
  })),
  rule('County Commissioner District (\\d+)', (county, n) =>
    of('Commissioner', 'county', jurisdiction(county, district(n)), `, District ${n}`),
  ),
  // Carson City's wards and trustee districts and the wards of Reno and Sparks only nominate: all precincts vote in each contest.
  rule('Supervisor, Ward (\\d+)', (county, n) => ({
    ...of('Supervisor', 'county', jurisdiction(county), `, Ward ${n}`),
    seat: `ward-${n}`,
    details: { elected_at_large: true },
  })),
  rule(`(?:County )?(${COUNTY_OFFICES})`, (county, office) => of(titleCase(office), 'county', jurisdiction(county))),
  rule('School Trustee District (\\d+)', (county, n) => ({
    ...of('School Trustee', 'school', schools(county), `, District ${n}`),
    seat: `district-${n}`,
    details: { elected_at_large: true },
  })),
  rule('School Board Trustee District ([A-Z])', (county, n) =>
    of('School Trustee', 'school', schools(county, district(n)), `, District ${n}`),
  ),
  rule('School Board Trustee District ([A-Z])-AL', (county, n) => ({
    ...of('School Trustee', 'school', schools(county), `, At Large (${n})`),
    seat: `at-large-${n}`,
  })),
  rule('(?:Mayor (.+)|(.+) Mayor)', (_, before, after) => of('Mayor', 'city', place(before || after))),
  rule('(.+) Council Ward (\\d+)', (_, city, n) => ({
    ...of('Council', 'city', place(city), ` Ward ${n}`),
    seat: `ward-${n}`,
    details: { elected_at_large: true },
  })),
  rule('(.+) Council, (\\d+) Seats', (_, city, seats) => ({
    ...of('Council', 'city', place(city)),
    votes_allowed: Number(seats),
  })),
  rule('(.+) Council Seat(?: (\\d+))?', (_, city, n) => seated('Council', 'city', place(city), n)),
  rule('(.+) Council Seats ([\\d, ]+)', (_, city, seats) => ({
    ...of('Council', 'city', place(city), `, Seats ${seats}`),
    seat: `seats-${seats}`,
    votes_allowed: seats.split(',').length,
  })),
  rule('(.+) City Attorney', (_, city) => of('City Attorney', 'city', place(city))),
  rule('(.+) Municipal Court Judge Dept\\. (\\d+)', (_, city, n) => ({
    ...seated('Municipal Court Judge', 'city', place(city), n, 'Department'),
    details: { nonpartisan: true },
  })),
  rule('(.+) (Justice of the Peace|Constable)(?: Dept\\. (\\d+))?', (county, township, office, n) =>
    seated(titleCase(office), 'county', special(county, `${township} Township`, 'township'), n, 'Department'),
  ),
  rule('(.+) (TV|REC) Seat ([A-Z]|\\d+)', (county, name, kind, n) =>
    seated('Board', 'special', special(county, `${name} ${kind === 'TV' ? 'Television' : 'Recreation'} District`), n),
  ),
  rule('(.+) (GID|FPD) - vote for (\\d+)', (county, name, kind, votes) => ({
    ...of(
      'Board',
      'special',
      special(county, `${name} ${kind === 'GID' ? 'General Improvement' : 'Fire Protection'} District`),
    ),
    votes_allowed: Number(votes),
  })),
]

/** @param words a pattern for the office; `office` gets the county, then the groups */
function rule(
  words: string,
  office: (county: string, ...groups: [string, string, string]) => ListedOffice,
): OfficeRule {
  return {
    pattern: new RegExp(`^([^:]+): ${words}$`, 'i'),
    office: (county = '', first = '', second = '', third = '') => office(county, first, second, third),
  }
}

function of(office: string, level: Level, area: ContestArea, part = ''): ListedOffice {
  const title = `${areaName(area)} ${office}${part}`
  return { subject: slug(office), level, title, short_title: `${office}${part}`, area }
}

function seated(office: string, level: Level, area: ContestArea, seat: string, word = 'Seat'): ListedOffice {
  if (seat === '') return of(office, level, area)
  return { ...of(office, level, area, `, ${word} ${seat}`), seat: `${word}-${seat}` }
}

function areaName(area: ContestArea): string {
  switch (area.kind) {
    case 'county':
      return `${area.county} County`
    case 'place':
      return area.place
    case 'school':
      return area.school
    case 'special':
      return area.name
    case 'state':
    case 'found':
    case 'numbered':
      return ''
    default:
      return area satisfies never
  }
}

/** Carson City is an independent city, so its county offices belong to the city. */
function jurisdiction(county: string, part: AreaPart | null = null): ContestArea {
  return county === 'Carson City' ? { kind: 'place', place: county, part } : { kind: 'county', county, part }
}

/** Each county has one school district. */
function schools(county: string, part: AreaPart | null = null): ContestArea {
  return { kind: 'school', school: county === 'Carson City' ? county : `${county} County`, part }
}

function place(city: string, part: AreaPart | null = null): ContestArea {
  return { kind: 'place', place: titleCase(city), part }
}

function special(county: string, name: string, word = 'special_district'): ContestArea {
  return { kind: 'special', county, name: titleCase(name), word }
}

const district = (n: string): AreaPart => ({ word: 'district', code: n.toLowerCase(), name: `District ${n}` })
