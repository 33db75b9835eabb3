// Reads the ballot from Nevada's results by precinct or county, as the OpenElections project publishes them.

import { stateOf } from '../../../data/schema/states.ts'
import type { Level } from '../../../data/schema/vocabulary.ts'
import type { Listing } from '../../../data/store/source-read.ts'
import { readCsv } from '../../read/csv.ts'
import { slug } from '../../read/identity.ts'
import { type FetchedFile, type ReadContext, type Sink, type Source, SourceError } from '../../read/source.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../candidacies.ts'
import type { AreaPart, ContestArea } from '../division.ts'
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
import { isTally, titleCase } from '../printed-name.ts'

// Converts the contests of the files (`<county>: <office as printed>`) to offices and areas, in ballot order.

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

const RELEASE =
  'https://raw.githubusercontent.com/openelections/openelections-data-nv/483b551e47bf1b5ffad8fdcda701f077e3cb4672'
const COLUMNS = ['county', 'office', 'district', 'candidate'] as const
const NONE_OF_THESE = /^none of these candidates$/i

/** @param files the ends of their names, after the date; with `.gz` if the mirror has them compressed */
function nvResults(year: number, date: string, files: readonly string[], lists: Listing): Source {
  return {
    id: `nv-results-${year}`,
    publisher: 'OpenElections, from the Nevada Secretary of State and county clerks',
    url: 'https://github.com/openelections/openelections-data-nv',
    licence: 'MIT',
    vintage: String(year),
    published_on: '2025-04-03',
    states: ['NV'],
    files: files.map((part) => {
      const name = `${date.replaceAll('-', '')}__nv__general__${part}`
      return { url: `${RELEASE}/${year}/${name.replace(/\.gz$/, '')}`, mirror: `ballots/nv_openelections/${name}` }
    }),
    personal: [],
    family: 'public',
    lists,
    needs: ['divisions'],
    read: readNv,
  }
}

const NEVADA = stateOf('NV').ocd_id

export const nvSources: readonly Source[] = [
  nvResults(2014, '2014-11-04', ['carson_city__precinct.csv', 'elko__precinct.csv.gz', 'washoe__precinct.csv.gz'], {
    basis: 'returns',
    kinds: ['candidate'],
    whole_in: ['place:carson_city', 'county:elko', 'county:washoe'].map((area) => `${NEVADA}/${area}`),
  }),
  nvResults(2016, '2016-11-08', ['county.csv'], {
    basis: 'returns',
    kinds: ['candidate'],
    levels: ['federal', 'state'],
    whole_in: [NEVADA],
  }),
]

const layout: CandidacyLayout = { state: 'NV', offices: NV_OFFICES }

function readNv(files: readonly FetchedFile[], context: ReadContext<'divisions'>, sink: Sink): void {
  writeCandidacies(layout, candidacies(files, sink), { files, context, sink })
}

/** Names contests `<county>: <office>`. The files of 2016 have the district in a separate column. */
function* candidacies(files: readonly FetchedFile[], sink: Sink): Generator<Candidacy> {
  for (const file of files) {
    const { date, county } = parseName(file)
    const optional = ['county', 'district'] as const
    for (const { line, record } of readCsv(file, { columns: COLUMNS, optional, allowExtra: true }, sink)) {
      if (isTally(record.candidate)) continue
      const listed = county ?? record.county.trim()
      const none = NONE_OF_THESE.test(record.candidate.trim())
      yield {
        at: { file: file.name, line },
        election: { state: 'NV', date, type: 'general', words: 'General Election' },
        contest: `${listed}: ${`${record.office.trim()} ${record.district.trim()}`.trim()}`,
        name: none ? 'None of These Candidates' : inReadingOrder(record.candidate),
        ...(none ? { option: 'none_of_these' } : {}),
        counties: [listed],
      }
    }
  }
}

/** `20141104__nv__general__carson_city__precinct` is the file of one county. A file of all counties has a county column. */
function parseName({ name }: FetchedFile): { date: string; county: string | null } {
  const [, year, month, day, county] =
    /(?:^|\/)(\d{4})(\d\d)(\d\d)__nv__general(?:__(\w+?)__precinct|__county)\.csv$/.exec(name) ?? []
  if (!year || !month || !day)
    throw new SourceError('expected a file name such as 20141104__nv__general__elko__precinct.csv', { file: name })
  return { date: `${year}-${month}-${day}`, county: county ? (COUNTIES[county] ?? county) : null }
}

const COUNTIES: Readonly<Record<string, string>> = { carson_city: 'Carson City', elko: 'Elko', washoe: 'Washoe' }

/** `Hansen, Jonathan J` → `Jonathan J Hansen`. */
function inReadingOrder(name: string): string {
  const [, last, rest] = /^([^,]+), *([^ ].*)$/.exec(name.trim()) ?? []
  return last && rest ? `${rest} ${last}` : name.trim().replace(/\s+/g, ' ')
}
