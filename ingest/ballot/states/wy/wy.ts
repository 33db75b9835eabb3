// Wyoming's rosters of the candidates of a primary and of a general election: one candidate a line, for the offices of the State and
// Congress, and judges.

import { WY_PARTIES } from '../../../../data/reference/party-labels.ts'
import { stateOf } from '../../../../data/schema/states.ts'
import { encoder } from '../../../read/field-value.ts'
import {
  type FetchedFile,
  type Sink,
  type Source,
  SourceError,
  type SourceReader,
  type YearlySource,
} from '../../../read/source.ts'
import { csvTranscript, readTranscript } from '../../../read/transcript.ts'
import { awaitedList } from '../../awaited-list.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../../candidacies.ts'
import { generalElection, primaryElection } from '../../election-days.ts'
import type { ListedElection } from '../../listed.ts'
import { loadOffices } from '../../office-table.ts'

/** The others hold addresses, telephone numbers, e-mail addresses and websites. The PDF beside this file has the same rows. */
const transcript = csvTranscript([
  ...['Election', 'Office Sought', 'Party Affiliation', 'Date Withdrawn', 'Ballot Name'],
] as const)

const WORDS = { primary: 'Primary', general: 'General' } as const
type WyElectionType = keyof typeof WORDS

/** These elections are in even years. */
export const wyYearly: YearlySource = {
  first: 2026,
  of: (year) => (year % 2 === 0 ? [wyCandidates(year, 'primary'), wyCandidates(year, 'general')] : []),
}

function wyCandidates(year: number, type: WyElectionType): Source {
  const name = `${year}_WY_${WORDS[type]}_Election_Candidates.csv`
  return {
    id: `wy-candidates-${year}-${type}`,
    publisher: 'Wyoming Secretary of State',
    url: `https://sos.wyo.gov/Elections/${year}ElectionInformation.aspx`,
    ...awaitedList('WY', year),
    files: [
      { url: `https://sos.wyo.gov/Elections/Docs/${year}/${name}`, mirror: `ballots/wy_sos/${name}`, transcript },
    ],
    lists: { kinds: ['candidate'], levels: ['federal', 'state'], whole_in: [stateOf('WY').ocd_id] },
    read: readWy(year, type),
  }
}

const layout: CandidacyLayout = { state: 'WY', offices: loadOffices('WY') }

const encodeParty = encoder({ field: 'Party Affiliation', known: WY_PARTIES })

function readWy(year: number, type: WyElectionType): SourceReader<'divisions'> {
  const election = type === 'general' ? generalElection('WY', year) : primaryElection('WY', year)
  const named = `${year} ${WORDS[type].toUpperCase()} ELECTION`
  return (files, context, sink) =>
    writeCandidacies(layout, candidacies(files, sink, { election, named }), { files, context, sink })
}

function* candidacies(
  files: readonly FetchedFile[],
  sink: Sink,
  { election, named }: { election: ListedElection; named: string },
): Generator<Candidacy> {
  for (const file of files)
    for (const { line, record } of readTranscript(file, transcript, sink)) {
      const at = { file: file.name, line }
      const found = record.Election.trim()
      if (found !== named) throw new SourceError(`got the election "${found.slice(0, 60)}", expected "${named}"`, at)
      const party = encodeParty(record['Party Affiliation'], at, sink) ?? null
      yield {
        at,
        election,
        contest: record['Office Sought'].replace(/\s+/g, ' ').trim(),
        name: record['Ballot Name'].replace(/\s+/g, ' ').trim(),
        party,
        ...(party !== null && election.type === 'primary' ? { party_contest: party } : {}),
        withdrawn: record['Date Withdrawn'].trim() !== '',
      }
    }
}
