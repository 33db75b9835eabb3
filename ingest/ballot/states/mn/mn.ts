// Minnesota: four tables, text with semicolons and without a header. The Secretary of State's layout of 2024 describes them; some are
// windows-1252, some UTF-8.

import { readCsv } from '../../../read/csv.ts'
import { encoder } from '../../../read/field-value.ts'
import { slug } from '../../../read/identity.ts'
import { type FetchedFile, FileGone, type Sink, unexpected } from '../../../read/source.ts'
import { guessEncoding } from '../../../read/text.ts'
import type { ListReader } from '../../list/built-in.ts'
import { isTally } from '../../no-candidate.ts'
import { countywide } from '../../office.ts'
import type { ListedOffice } from '../../office-rule.ts'
import { plainParty } from '../../printed-name.ts'

const CANDIDATE_COLUMNS = ['id', 'name', 'office', 'title', 'county', 'party', 'abbreviation'] as const
const PARTY_COLUMNS = ['abbreviation', 'name', 'id'] as const
const COUNTY_COLUMNS = ['id', 'name', 'precincts'] as const
const PRECINCT_COLUMNS = [
  ...['county', 'precinct', 'name', 'congressional', 'legislative', 'commissioner', 'judicial'],
  ...['conservation', 'municipality', 'school'],
] as const

/** The table matches `<county>: <title>`; a contest of the state or of several counties has `State` for the county. */
export const mn: ListReader = {
  offices: { county: countyOffice },
  file: () => ({ recognise: refuseTest }),
  lines: (file, sink, files) => (file === files[0] ? readCandidates(files, sink) : []),
  candidacies: (read) =>
    read.map(({ record, ...candidacy }) => ({
      ...candidacy,
      party: record.party || null,
      ...(record.party && candidacy.election.type === 'primary' && { party_contest: record.party }),
      unexpired: record.special === 'yes',
      counties: record.counties?.split(';').filter((county) => county !== '') ?? [],
    })),
}

/** By the ends of their addresses. */
const HELD_2024: Readonly<Record<string, string>> = {
  'cand.txt': 'ballots/states_2025_2026/mn_cand_20241105.txt.gz',
  'PartyTbl.txt': 'ballots/mn_sos/2024/Parties_2024',
  'CntyTbl.txt': 'ballots/mn_sos/2024/Counties_2024',
  'PrctTbl.txt': 'ballots/mn_sos/2024/Precincts_2024',
}

/** The general election of 2024. */
export const held: ListReader = {
  ...mn,
  file: ({ url, mirror }) => ({ mirror: HELD_2024[url.split('/').at(-1) ?? ''] ?? mirror, recognise: refuseTest }),
}

function countyOffice(county = '', title = ''): ListedOffice {
  return { ...countywide(slug(title), title, county), details: { nonpartisan: true } }
}

/** The id of a county for a contest of the state or of several counties. */
const SEVERAL = '88'

/** Ids repeat across counties, but not within a contest. */
function* readCandidates(
  [candidates, parties, counties, precincts]: readonly FetchedFile[],
  sink: Sink,
): Generator<{ line: number; record: Record<string, string> }> {
  if (!candidates || !parties || !counties || !precincts) return
  const names = new Map(
    [...readTable(counties, COUNTY_COLUMNS, sink)].map(({ record }) => [record.id, record.name.trim()]),
  )
  const districts = readDistricts(precincts, names, sink)
  const encodeParty = encoder({ field: 'party', known: readParties(parties, sink) })
  for (const { line, record } of readTable(candidates, CANDIDATE_COLUMNS, sink)) {
    if (isTally(record.name)) continue
    const at = { file: candidates.name, line }
    const [, special, title = ''] = /^(Special Election for )?(.+)$/.exec(record.title.trim()) ?? []
    const county = record.county.trim() === SEVERAL ? 'State' : names.get(record.county.trim())
    if (county === undefined) throw unexpected('county', record.county, '88 or one of the table of counties', at)
    const own = county === 'State' ? [...(districts.get(districtOf(title)) ?? [])] : [county]
    yield {
      line,
      record: {
        ...{ contest: `${county}: ${title}`, name: record.name, id: record.id, counties: own.join(';') },
        ...{ party: encodeParty(record.abbreviation, at, sink) ?? '', special: special === undefined ? '' : 'yes' },
      },
    }
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

function districtOf(title: string): string {
  const [, judicial] = /^Judge - (\d+)(?:st|nd|rd|th) District Court/.exec(title) ?? []
  return judicial === undefined ? title : `District Court ${Number(judicial)}`
}

/** Before an election the files can hold invented results. */
function refuseTest({ name, bytes }: { name: string; bytes: Uint8Array }): void {
  if (/^\W*TEST RESULTS/i.test(Buffer.from(bytes.subarray(0, 200)).toString('latin1')))
    throw new FileGone('holds test results; the list is not published yet', { file: name })
}
