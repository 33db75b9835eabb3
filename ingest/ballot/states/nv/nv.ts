// Reads the ballot from Nevada's results by precinct or county, as the OpenElections project publishes them.

import { stateOf } from '../../../../data/schema/states.ts'
import type { Listing } from '../../../../data/store/source-read.ts'
import { readCsv } from '../../../read/csv.ts'
import { slug } from '../../../read/identity.ts'
import { type FetchedFile, type ReadContext, type Sink, type Source, SourceError } from '../../../read/source.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../../candidacies.ts'
import type { ListedOffice } from '../../office.ts'
import { loadOffices } from '../../office-table.ts'
import { isTally, titleCase } from '../../printed-name.ts'

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

/** Carson City is an independent city, so its county offices belong to the city. */
function carson(office = ''): ListedOffice {
  const title = titleCase(office)
  const area = { kind: 'place', place: 'Carson City', part: null } as const
  return { subject: slug(title), level: 'county', title: `Carson City ${title}`, short_title: title, area }
}

/** The table matches `<county>: <office as printed>`. */
export const nvOffices = loadOffices('NV', { carson })
const layout: CandidacyLayout = { state: 'NV', offices: nvOffices }

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
