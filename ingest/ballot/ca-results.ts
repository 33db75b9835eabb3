// California's results of November 2020 by county, as the OpenElections project publishes them: CSV, one candidate and county a line.

import { readCsv } from '../read/csv.ts'
import { type FetchedFile, type ReadContext, type Sink, type Source, SourceError } from '../read/source.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from './candidacies.ts'
import { generalElection } from './election-days.ts'
import { plainParty } from './feed/party.ts'
import { type OfficeRule, president, stateHouse, stateSenate, usHouse } from './office.ts'
import { leaveOutWriteIn } from './write-in.ts'

export const caResults: readonly Source[] = [
  {
    id: 'ca-results-2020',
    publisher: 'OpenElections, from the California Secretary of State',
    url: 'https://github.com/openelections/openelections-data-ca',
    licence: 'MIT',
    vintage: '2020',
    published_on: '2025-03-28',
    states: ['CA'],
    files: [
      {
        url: 'https://raw.githubusercontent.com/openelections/openelections-data-ca/c52ae46/2020/20201103__ca__general__county.csv',
        mirror: 'ballots/ca_openelections_2020/20201103__ca__general__county.csv.gz',
      },
    ],
    personal: [],
    family: 'public',
    lists: { basis: 'returns', kinds: ['candidate'], levels: ['federal', 'state'], whole_in: [] },
    needs: ['divisions'],
    read: readCa,
  },
]

const ELECTION = generalElection('CA', 2020)

/** In ballot order. The rules match `<office>/<district>`. */
const OFFICES: readonly OfficeRule[] = [
  { pattern: /^President\/$/, office: () => president },
  { pattern: /^U\.S\. House\/(\d+)$/, office: (district) => usHouse(district) },
  { pattern: /^State Senate\/(\d+)$/, office: (district) => stateSenate('CA', district) },
  { pattern: /^State Assembly\/(\d+)$/, office: (district) => stateHouse('CA', district) },
]

const layout: CandidacyLayout = { state: 'CA', offices: OFFICES }
const COLUMNS = ['county', 'office', 'district', 'candidate', 'write_in', 'party'] as const

function readCa(files: readonly FetchedFile[], context: ReadContext<'divisions'>, sink: Sink): void {
  for (const file of files) writeCandidacies(layout, candidacies(file, sink), { files, context, sink })
}

function* candidacies(file: FetchedFile, sink: Sink): Generator<Candidacy> {
  const written = new Set<string>()
  for (const { line, record } of readCsv(file, { columns: COLUMNS, allowExtra: true }, sink)) {
    const at = { file: file.name, line }
    const contest = `${record.office.trim()}/${record.district.trim()}`
    const name = record.candidate.trim().replace(/\s+/g, ' ')
    if (!/^[YN]$/.test(record.write_in))
      throw new SourceError(`got write_in "${record.write_in.slice(0, 20)}", expected Y or N`, at)
    if (record.write_in === 'Y') {
      // Once for all counties.
      if (!written.has(`${contest}/${name}`)) leaveOutWriteIn(name, at, sink)
      written.add(`${contest}/${name}`)
      continue
    }
    const printed = record.party.trim()
    yield {
      ...{ at, election: ELECTION, contest, name, counties: [record.county.trim()] },
      ...{ party: printed === '' ? null : plainParty(printed), party_label: printed === '' ? null : printed },
    }
  }
}
