// Kentucky: the areas of local offices, which clerks describe in words, and names in four columns.

import { encoder } from '../../../read/field-value.ts'
import type { Sink } from '../../../read/source.ts'
import { type DivisionIndex, isPlace } from '../../division.ts'
import { generalElection } from '../../election-days.ts'
import type { ListedCandidacy, ListReader } from '../../list/built-in.ts'
import type { At } from '../../listed.ts'

// Finds the area of a filing from its county, the clerk's free-text description, and its district.

interface KyListed {
  office: string
  county: string
  description: string
  district: string
}

/** As in the filings; a part is '' if the office has none. */
interface KyPlace {
  county: string
  /** A city or a school district. METRO means the consolidated county itself. */
  place: string
  district: string
  /** For a city: `COUNCIL`, `COMMIS`, or '' if the description does not say. */
  body: string
}
const METRO = 'METRO'

/** How descriptions name an office of a whole county that is consolidated with its city. */
const METROS: Readonly<Record<string, RegExp>> = { FAYETTE: /^URBAN COUNTY\b/, JEFFERSON: /^METRO\b/ }

type Found = KyPlace | { unknown: string }

/** Returns the place, or the reason why it is unknown. */
export function kyPlace(listed: KyListed, index: DivisionIndex): Found {
  const { office, county, description } = listed
  switch (office) {
    case 'MAYOR':
    case 'CITY LEGISLATIVE BODY':
      return cityPlace(listed, index)
    case 'SCHOOL BOARD MEMBER':
      return schoolPlace(listed)
    case 'CONSTABLE':
    case 'COUNTY COMMISSIONER':
    case 'MAGISTRATE / JUSTICE OF THE PEACE':
      return districtPlace(county, description.trim(), listed.district.trim())
    default:
      return { ...NOWHERE, county }
  }
}

const NOWHERE = { place: '', district: '', body: '' } as const

/** `RADCLIFF CITY COUNCIL`, `MAYOR-CITY OF GLASGOW`, `CENTRAL CITY MAYOR`. */
function cityPlace(listed: KyListed, index: DivisionIndex): Found {
  const { office, county, description } = listed
  const district = office === 'MAYOR' ? '' : listed.district.trim()
  if (METROS[county]?.test(description)) return { county, place: METRO, district, body: '' }
  const words = description
    .replace(/[-,]/g, ' ')
    .replace(/\b(MAYOR|COUNCIL|COMMIS+ION(ER)?|OF)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const city = [words, words.replace(/ ?\bCITY\b ?/g, '')].find((name) => name !== '' && isPlace(index, name))
  if (city === undefined) return { unknown: 'the description names no city of Kentucky' }
  const [body = ''] = /COUNCIL|COMMIS/.exec(description) ?? []
  return { county, place: city, district, body }
}

/** `BELL COUNTY SCHOOL BOARD DIVISION 2`, `PINEVILLE SCHOOL BOARD`. */
function schoolPlace({ county, description, district }: KyListed): Found {
  const [, school] = /^(.+) SCHOOL BOARD\b/.exec(description.trim()) ?? []
  return school === undefined
    ? { unknown: 'the description names no school district' }
    : { ...NOWHERE, county, place: school, district: district.trim() }
}

/** From the District column, else from the description: `1ST DISTRICT`, `DIST. 4`, `EAST DISTRICT`. */
function districtPlace(county: string, description: string, district: string): Found {
  const [, before, after] = /\b(\d+)(?:ST|ND|RD|TH) DIST|\bDIST[A-Z]*\.? *(\d+)/.exec(description) ?? []
  const named = before ?? after ?? ''
  if (named !== '' && district !== '' && named !== district)
    return { unknown: `the description names district ${named} and the District column ${district}` }
  const [compass] = /^(NORTH|SOUTH)?(EAST|WEST)?(CENTRAL)?\b/.exec(description) ?? []
  const code = [district, named, description, compass ?? ''].find((word) => /^(\d{1,2}|[A-Z]{4,9})$/.test(word))
  return code === undefined || !(/^\d/.test(code) || code === compass)
    ? { unknown: 'neither the District column nor the description names a district' }
    : { ...NOWHERE, county, district: code }
}

/**
 * The text that the office table matches. Candidates with the same text share a contest. The nomination and the election of a county
 * commissioner have different areas.
 */
function kyContest(office: string, { county, place, district, body }: KyPlace, type: string): string {
  return [office, county === 'LARUE' ? 'LaRue' : county, place, district, body, type].join('|')
}

// A candidate's name, joined from four columns into reading order.

/**
 * `BILLY JOE "BJ" PICKERELL JR`. Moves a nickname in the Suffix column before the last name, and drops a suffix that another column
 * repeats. Removes a courtesy title (`MR`), which ballots do not print, with an issue `courtesy-title`.
 */
export function kyName(record: ListedCandidacy['record'], at: At, sink: Pick<Sink, 'issue'>): string {
  const { 'First Name': first = '', 'Middle Name': middle = '', 'Last Name': last = '', Suffix: suffix = '' } = record
  const words = (...parts: string[]): string => parts.join(' ').trim().replace(/\s+/g, ' ')
  const others = ` ${words(first, middle, last).replace(/[."“”]/g, '')} `
  if (/^(MR|MRS|MS|MISS)\.?$/.test(suffix)) {
    const message = `the suffix "${suffix}" is a courtesy title; the name is written without it`
    sink.issue({ ...at, field: 'Suffix', code: 'courtesy-title', value: suffix, message, severity: 'mended' })
    return words(first, middle, last)
  }
  if (others.includes(` ${suffix.replace(/[."“”]/g, '')} `)) return words(first, middle, last)
  return /^(JR|SR|I{1,3}|IV|V)\.?$/.test(suffix)
    ? words(first, middle, last, suffix)
    : words(first, middle, suffix, last)
}

/** Disqualified and deceased candidates stay in the list as withdrawn, so they are never recommended. */
const ENDINGS = ['Withdrawn', 'Disqualified', 'Deceased'] as const
const YES = ['Unexpired', ...ENDINGS].map((field) => ({
  field,
  encode: encoder({ field, known: { '': false, YES: true } }),
}))

/**
 * Nonpartisan offices and independent candidates are elected in November (KRS 83A.045, 118.315). A city holds a nonpartisan primary
 * in May only if it has not forgone it and more candidates file than may be nominated (KRS 83A.170). The first week of filings does
 * not show this, so only the general election, which is certain, is listed.
 */
const GENERAL = generalElection('KY', 2026)

export const ky: ListReader = {
  columns: [...['First Name', 'Middle Name', 'Suffix', 'Office Description', 'District'], ...['Unexpired', ...ENDINGS]],
  // The copy covers the first week of filings.
  complete: false,
  source: { filesStandAlone: true },
  *candidacies(read, { index, sink }) {
    for (const { office: _, rank, record, party_contest, ...filing } of read) {
      const { at, party = null } = filing
      const cell = (column: string): string => record[column] ?? ''
      const [county, office, district] = [cell('County'), cell('Office'), cell('District')]
      const description = cell('Office Description')
      if (!at.file.endsWith(`/${county}.csv`)) {
        const message = 'got an unknown county, expected that of the file; the line is left out'
        sink.issue({ ...at, field: 'County', code: 'unknown-county', value: county, message, severity: 'refused' })
        continue
      }
      const place = kyPlace({ office, county, description, district }, index)
      if ('unknown' in place) {
        const value = [office, county, description, district].join(' | ')
        const message = `${place.unknown}, so its district is unknown; the line is left out`
        const field = 'Office Description'
        sink.issue({ ...at, field, code: 'unknown-district', value, message, severity: 'refused' })
        continue
      }
      const isPrimary = party !== null && party !== 'Independent'
      const election = isPrimary ? filing.election : GENERAL
      const [unexpired = false, ...ended] = YES.map(({ field, encode }) => encode(cell(field), at, sink))
      yield {
        ...filing,
        election,
        name: kyName(record, at, sink),
        withdrawn: ended.includes(true),
        contest: kyContest(office, place, election.type),
        unexpired,
        ...(isPrimary && { party_contest: party }),
        ...(party === null && { details: { nonpartisan: true }, party_label: null }),
        counties: [county],
      }
    }
  },
}
