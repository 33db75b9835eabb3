// California's candidates of a general election, from the official results of its primary: for a voter-nominated office, the two candidates
// with the most votes are on the ballot in November, and nobody else (Elec. Code §§ 8141.5, 8142, 8606). The file lacks the President.

import { readCsv } from '../../../read/csv.ts'
import {
  type FetchedFile,
  type ReadContext,
  type Sink,
  type Source,
  SourceError,
  type SourceReader,
  type YearlySource,
} from '../../../read/source.ts'
import { readXlsx } from '../../../read/xlsx.ts'
import { awaitedList } from '../../awaited-list.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../../candidacies.ts'
import { generalElection } from '../../election-days.ts'
import type { At } from '../../listed.ts'
import { loadOffices } from '../../office-table.ts'
import { isTally, leaveOutWriteIn, partyOf, plainParty } from '../../printed-name.ts'

const STATEMENTS = 'https://elections.cdn.sos.ca.gov/sov'
/** One row a county, contest and candidate. No column is personal. */
const COLUMNS = [
  ...['Election Date', 'Contest Name', 'Candidate ID', 'Candidate Name', 'Write-in Flag', 'Party Name', 'Vote Total'],
] as const

/** Primaries for the offices of the State and Congress are in even years. */
export const caYearly: YearlySource = {
  first: 2026,
  of: (year) => (year % 2 === 0 ? [caCandidates(year)] : []),
}

function caCandidates(year: number): Source {
  return {
    id: `ca-candidates-${year}`,
    publisher: 'California Secretary of State',
    url: 'https://www.sos.ca.gov/elections/prior-elections/statewide-election-results',
    ...awaitedList('CA', year),
    files: [
      {
        url: `${STATEMENTS}/${year}-primary/sov/csv-voter-nominated.xlsx`,
        mirror: `ballots/ca_sos/${year}-primary-csv-voter-nominated.xlsx`,
      },
    ],
    // Without the President, who is nominated by parties.
    lists: { kinds: ['candidate'], levels: ['federal', 'state'], whole_in: [] },
    read: readCa(year),
  }
}

const layout: CandidacyLayout = { state: 'CA', offices: loadOffices('CA') }

function readCa(year: number): SourceReader<'divisions'> {
  return async (files, context, sink) => {
    for (const file of files) {
      const contests = await addVotes(file, sink, year)
      writeCandidacies(layout, candidacies(contests, sink, year), { files: [file], context, sink })
    }
  }
}

/** A candidate of the primary, with the votes of all counties. */
interface Standing {
  /** The first row. */
  at: At
  name: string
  party: string
  votes: number
}

/** Keyed by contest, then by `keyOf`. */
type Contests = Map<string, Map<string, Standing>>

function* candidacies(contests: Contests, sink: Sink, year: number): Generator<Candidacy> {
  const election = generalElection('CA', year)
  for (const [contest, standings] of contests)
    for (const { at, name, party } of findNominees(contest, [...standings.values()], sink))
      yield {
        at,
        election,
        contest,
        name,
        party: isNonpartisan(party) ? null : partyOf(party),
        unexpired: /\b(?:unexpired|partial)\b/i.test(contest),
      }
}

async function addVotes(file: FetchedFile, sink: Sink, year: number): Promise<Contests> {
  const contests: Contests = new Map()
  for await (const { line, record } of readXlsx(file, { columns: COLUMNS, allowExtra: true }, sink)) {
    const at = { file: file.name, line }
    const day = record['Election Date'].trim()
    if (!day.includes(String(year)))
      throw new SourceError(`got the election date "${day.slice(0, 40)}", expected a day of ${year}`, at)
    const name = record['Candidate Name'].replace(/\s+/g, ' ').trim()
    if (isTally(name)) continue
    const votes = record['Vote Total'].trim().replaceAll(',', '')
    if (!/^\d*$/.test(votes)) throw new SourceError(`got the Vote Total "${votes.slice(0, 40)}", expected a number`, at)
    const contest = record['Contest Name'].replace(/\s+/g, ' ').trim()
    const standings = contests.get(contest) ?? new Map<string, Standing>()
    contests.set(contest, standings)
    const key = keyOf(record, name, at)
    const held = standings.get(key) ?? { at, name, party: record['Party Name'].trim(), votes: 0 }
    held.votes += Number(votes)
    standings.set(key, held)
  }
  return contests
}

/** A candidate has an id; a write-in candidate may have a name alone. */
function keyOf(record: Readonly<Record<(typeof COLUMNS)[number], string>>, name: string, at: At): string {
  const id = record['Candidate ID'].trim()
  if (id !== '') return `id ${id}`
  if (record['Write-in Flag'].trim() === 'Y' && name !== '') return `name ${name.toLowerCase()}`
  throw new SourceError(`got no Candidate ID for the Candidate Name "${name.slice(0, 60)}", expected one`, at)
}

/**
 * In the order of the file: the two with the most votes, and all who are tied for the second place, or for the first. A write-in candidate
 * among them is printed in November. A candidate for a nonpartisan office who wins more than half of the votes is elected: § 8140.
 */
function findNominees(contest: string, standings: readonly Standing[], sink: Sink): readonly Standing[] {
  const ranked = standings.filter(({ votes }) => votes > 0).toSorted((a, b) => b.votes - a.votes)
  const [first, second] = ranked
  if (!first) return []
  const total = ranked.reduce((sum, { votes }) => sum + votes, 0)
  if (isNonpartisan(first.party) && first.votes * 2 > total) {
    const message =
      'a candidate won more than half of the votes in the primary, so the office is not on the ballot in November'
    sink.issue({ ...first.at, field: null, code: 'elected-in-primary', value: contest, message, severity: 'ignored' })
    return []
  }
  const least = second?.votes ?? first.votes
  return standings.filter(({ votes }) => votes >= least)
}

function isNonpartisan(party: string): boolean {
  return /^non-?partisan$/i.test(party)
}

// The results of November 2020 by county, as the OpenElections project publishes them: CSV, one candidate and county a line.

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
    read: read2020,
  },
]

const ELECTION = generalElection('CA', 2020)

/** The table matches `<office>/<district>`. */
const layout2020: CandidacyLayout = { state: 'CA', offices: loadOffices('CA', {}, 'results.csv') }
const COLUMNS_2020 = ['county', 'office', 'district', 'candidate', 'write_in', 'party'] as const

function read2020(files: readonly FetchedFile[], context: ReadContext<'divisions'>, sink: Sink): void {
  for (const file of files) writeCandidacies(layout2020, candidacies2020(file, sink), { files, context, sink })
}

function* candidacies2020(file: FetchedFile, sink: Sink): Generator<Candidacy> {
  const written = new Set<string>()
  for (const { line, record } of readCsv(file, { columns: COLUMNS_2020, allowExtra: true }, sink)) {
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
      at,
      election: ELECTION,
      contest,
      name,
      counties: [record.county.trim()],
      party: printed === '' ? null : plainParty(printed),
      party_label: printed === '' ? null : printed,
    }
  }
}
