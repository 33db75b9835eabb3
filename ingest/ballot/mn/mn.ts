// Minnesota's table of federal, state and county candidates: text with semicolons, without a header. The Secretary of State's layout of
// 2024 describes all tables; some are windows-1252, some UTF-8.

import { encoder } from '../../read/code-table.ts'
import { readCsv } from '../../read/csv.ts'
import { type FetchedFile, type Sink, SourceError, type SourceReader } from '../../read/source.ts'
import { guessEncoding } from '../../read/text.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../candidacies.ts'
import { plainParty } from '../feed/party.ts'
import type { ListedElection } from '../listed.ts'
import { isTally } from '../tally.ts'
import { MN_OFFICES } from './office.ts'

const CANDIDATE_COLUMNS = ['id', 'name', 'office', 'title', 'county', 'party', 'abbreviation'] as const
const PARTY_COLUMNS = ['abbreviation', 'name', 'id'] as const
const COUNTY_COLUMNS = ['id', 'name', 'precincts'] as const
const PRECINCT_COLUMNS = [
  ...['county', 'precinct', 'name', 'congressional', 'legislative', 'commissioner', 'judicial'],
  ...['conservation', 'municipality', 'school'],
] as const

const layout: CandidacyLayout = { state: 'MN', offices: MN_OFFICES }

/** @param election the tables do not name it. The files are the tables of candidates, parties, counties and precincts. */
export function readMn(election: ListedElection): SourceReader<'divisions'> {
  return (files, context, sink) => {
    const [candidates, parties, counties, precincts] = files
    if (!candidates || !parties || !counties || !precincts) return
    const lines = [...readTable(counties, COUNTY_COLUMNS, sink)]
    const names = new Map(lines.map(({ record }) => [record.id, record.name.trim()]))
    const districts = readDistricts(precincts, names, sink)
    const tables = { parties: readParties(parties, sink), counties: names, districts }
    writeCandidacies(layout, candidacies(candidates, tables, { election, sink }), { files, context, sink })
  }
}

function readTable<Column extends string>(file: FetchedFile, columns: readonly Column[], sink: Sink) {
  return readCsv(file, { columns, header: false, delimiter: ';', quotes: false, encoding: guessEncoding(file) }, sink)
}

/** The party of each abbreviation; null for no party. */
function readParties(file: FetchedFile, sink: Sink): Record<string, string | null> {
  const parties = [...readTable(file, PARTY_COLUMNS, sink)].map(
    ({ record: { abbreviation, name } }) => [abbreviation.trim(), plainParty(name)] as const,
  )
  return Object.fromEntries(parties)
}

/** The names of the counties of each district: `U.S. Representative District 1`, `State Senator District 10`, `1st District Court`. */
function readDistricts(
  file: FetchedFile,
  counties: ReadonlyMap<string, string>,
  sink: Sink,
): ReadonlyMap<string, ReadonlySet<string>> {
  const districts = new Map<string, Set<string>>()
  for (const { record } of readTable(file, PRECINCT_COLUMNS, sink)) {
    const county = counties.get(record.county)
    if (county === undefined) continue
    for (const district of [
      `U.S. Representative District ${record.congressional}`,
      `State Representative District ${record.legislative}`,
      `State Senator District ${record.legislative.replace(/[AB]$/, '')}`,
      `District Court ${Number(record.judicial)}`,
    ])
      districts.set(district, (districts.get(district) ?? new Set()).add(county))
  }
  return districts
}

interface Tables {
  parties: Record<string, string | null>
  /** Names by id. */
  counties: ReadonlyMap<string, string>
  districts: ReadonlyMap<string, ReadonlySet<string>>
}

/** The id of a county for a contest of the state or of several counties. */
const SEVERAL = '88'

function* candidacies(
  file: FetchedFile,
  { parties, counties, districts }: Tables,
  { election, sink }: { election: ListedElection; sink: Sink },
): Generator<Candidacy> {
  const encodeParty = encoder({ field: 'party', known: parties })
  for (const { line, record } of readTable(file, CANDIDATE_COLUMNS, sink)) {
    const at = { file: file.name, line }
    if (isTally(record.name)) continue
    const [, special, title = ''] = /^(Special Election for )?(.+)$/.exec(record.title.trim()) ?? []
    const county = record.county.trim() === SEVERAL ? 'State' : counties.get(record.county.trim())
    if (county === undefined)
      throw new SourceError(
        `got county "${record.county.slice(0, 20)}", expected 88 or one of the table of counties`,
        at,
      )
    const party = encodeParty(record.abbreviation, at, sink) ?? null
    yield {
      ...{ at, election, contest: `${county}: ${title}`, name: record.name.trim().replace(/\s+/g, ' '), party },
      ...(party !== null && election.type === 'primary' ? { party_contest: party } : {}),
      unexpired: special !== undefined,
      counties: county === 'State' ? [...(districts.get(districtOf(title)) ?? [])] : [county],
      // Ids repeat across counties, but not within a contest.
      discriminator: record.id.trim(),
    }
  }
}

function districtOf(title: string): string {
  const [, judicial] = /^Judge - (\d+)(?:st|nd|rd|th) District Court/.exec(title) ?? []
  return judicial === undefined ? title : `District Court ${Number(judicial)}`
}
