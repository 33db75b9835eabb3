// Florida's list of state candidates of one election cycle: tab-separated text, one candidate per line, which a form of the Division's site
// gives. The layout is the one of 2026, as other projects have read it.

import { novemberElection } from '../../../data/reference/election-day.ts'
import { FL_PARTIES } from '../../../data/reference/party-labels.ts'
import { readCsv } from '../../read/csv.ts'
import {
  type FetchedFile,
  FileGone,
  FileRefused,
  type Sink,
  type Source,
  type SourceReader,
  type Transcript,
  type YearlySource,
} from '../../read/source.ts'
import { guessEncoding } from '../../read/text.ts'
import { readTranscript } from '../../read/transcript.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../candidacies.ts'
import { generalElection, primaryElection } from '../election-days.ts'
import { plainParty } from '../feed/party.ts'
import type { ListedElection } from '../listed.ts'
import { leaveOutWriteIn } from '../write-in.ts'
import {
  FL_COLUMNS,
  type FlLine,
  findStanding,
  groupLines,
  hasLeft,
  hasParty,
  isWriteIn,
  toBallots,
} from './ballots.ts'
import { FL_OFFICES, FL_RETENTIONS } from './office.ts'

const SITE = 'https://dos.elections.myflorida.com/candidates'
const FORM_PAGE = `${SITE}/downloadcanlist.asp`

function flCandidates(year: number): Source {
  const date = novemberElection(year)
  return {
    id: `fl-candidates-${year}`,
    publisher: 'Florida Division of Elections',
    url: FORM_PAGE,
    licence: 'Public record',
    vintage: String(year),
    published_on: `${year}-01-01`,
    living: true,
    awaited: true,
    seen: false,
    states: ['FL'],
    files: [
      {
        url: `${SITE}/extractCanList.asp`,
        form: {
          fields: {
            elecID: `${date.replaceAll('-', '')}-GEN`,
            office: 'All',
            status: 'All',
            cantype: 'STA',
            FormSubmit: 'Download Candidate List',
          },
          page: FORM_PAGE,
        },
        mirror: `ballots/fl_dos/fl-candidates-${year}.txt`,
        recognise: recogniseList,
        transcript,
      },
    ],
    personal: [],
    family: 'public',
    // The list leaves contests out: those with an uncertain nominee, and those of the special districts.
    lists: { kinds: ['candidate', 'retention'], levels: ['federal', 'state'], whole_in: [] },
    needs: ['divisions'],
    read: readFl(year),
  }
}

/** The list of a cycle that is over does not say who stood in November; so the first is the one of the current cycle. */
export const flYearly: YearlySource = {
  first: 2026,
  of: (year) => (year % 2 === 0 ? [flCandidates(year)] : []),
}

function recogniseList({ name, bytes }: Pick<FetchedFile, 'name' | 'bytes'>): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const [header = ''] = text.split(/[\r\n]/, 1)
  const at = { file: name }
  if (!header.split('\t').some((column) => column.trim() === 'NameLast'))
    throw new FileRefused('is not the list of candidates: its first line has no column "NameLast"', at)
  if (!/\t(?:Qualified|Unopposed|Defeated|Elected)\t/.test(text)) throw new FileGone('nobody has qualified yet', at)
}

/** The other columns are of voter ids, addresses, telephones, e-mail and treasurers. */
const transcript: Transcript<(typeof FL_COLUMNS)[number]> = {
  columns: FL_COLUMNS,
  version: 1,
  read: (file, sink) =>
    readCsv(
      file,
      { columns: FL_COLUMNS, allowExtra: true, delimiter: '\t', quotes: false, encoding: guessEncoding(file) },
      sink,
    ),
}

const layout: CandidacyLayout = { state: 'FL', offices: FL_OFFICES }

function readFl(year: number): SourceReader<'divisions'> {
  const elections = { primary: primaryElection('FL', year), general: generalElection('FL', year) }
  return (files, context, sink) => {
    for (const file of files) writeCandidacies(layout, candidacies(file, elections, sink), { files, context, sink })
  }
}

function* candidacies(
  file: FetchedFile,
  elections: Readonly<Record<'primary' | 'general', ListedElection>>,
  sink: Sink,
): Generator<Candidacy> {
  const lines = [...readTranscript(file, transcript, sink)].map(({ line, record }) => ({
    at: { file: file.name, line },
    record,
  }))
  const contests = groupLines(
    lines.filter((line) => concernsBallot(line, sink)),
    contestOf,
  )
  for (const [contest, listed] of contests) {
    if (listed.some((line) => findStanding(line) === undefined)) continue
    const standing = listed.filter((line) => !hasLeft(line))
    const [first] = standing
    if (first && FL_RETENTIONS.test(first.record.OfficeDesc.trim())) {
      const { at } = first
      yield { at, election: elections.general, contest, name: 'Yes', answer: 'yes' }
      yield { at, election: elections.general, contest, name: 'No', answer: 'no' }
      continue
    }
    const { primary, open_to_all, general, uncertain } = toBallots(listed)
    for (const line of primary) {
      const party = open_to_all ? null : partyOfLine(line)
      yield {
        ...toCandidacy(line, elections.primary, contest),
        ...(party !== null && hasParty(line) && { party_contest: party }),
      }
    }
    // The derived value knows no write-in candidate.
    const opposed = general.length === 1 && standing.some(isWriteIn)
    for (const line of general)
      yield {
        ...toCandidacy(line, elections.general, contest),
        ...(opposed && { details: { uncontested: false } }),
      }
    const without_vote = primary.length + general.length === 0 && uncertain === undefined
    for (const line of standing)
      if (findStanding(line) === 'unopposed' || (without_vote && !isWriteIn(line))) leaveOutUnopposed(line, sink)
    if (first && uncertain !== undefined) {
      const message = `${uncertain}; the contest is left out where it depends on that`
      sink.issue({
        ...first.at,
        field: 'StatusDesc',
        code: 'uncertain-nominee',
        value: contest,
        message,
        severity: 'ignored',
      })
    }
  }
}

/** False for a line that says nothing of any ballot. Reports all lines that no ballot names, and an unknown status. */
function concernsBallot(line: FlLine, sink: Pick<Sink, 'issue'>): boolean {
  const { at, record } = line
  const standing = findStanding(line)
  const status = record.StatusDesc.trim()
  const said = { ...at, field: 'StatusDesc', value: status.slice(0, 100) }
  if (standing === undefined) {
    const message = `got StatusDesc "${status.slice(0, 40)}", expected a known status; its contest is left out`
    sink.issue({ ...said, code: 'unknown-status', message, severity: 'refused' })
    return true
  }
  if (standing === 'off' || standing === 'left') {
    const message = 'a candidate with this status is on no ballot; the line is left out'
    sink.issue({ ...said, code: 'off-ballot', message, severity: 'ignored' })
  } else if (isWriteIn(line)) leaveOutWriteIn(nameOf(line), at, sink)
  return standing !== 'off'
}

function leaveOutUnopposed(line: FlLine, sink: Pick<Sink, 'issue'>): void {
  const message = 'an unopposed candidate has the seat without a vote; the contest of the general election is left out'
  sink.issue({ ...line.at, field: 'StatusDesc', code: 'unopposed', value: nameOf(line), message, severity: 'ignored' })
}

function contestOf(line: FlLine): string {
  const { OfficeDesc, Juris1num, Juris2num } = line.record
  const office = OfficeDesc.trim()
  return [office, Juris1num.trim(), FL_RETENTIONS.test(office) ? nameOf(line) : Juris2num.trim()].join('/')
}

function nameOf({ record }: FlLine): string {
  return [record.NameFirst, record.NameMiddle, record.NameLast].join(' ').replace(/\s+/g, ' ').trim()
}

function toCandidacy(line: FlLine, election: ListedElection, contest: string): Candidacy {
  const { at, record } = line
  const party = partyOfLine(line)
  return {
    ...{ at, election, contest, name: nameOf(line), party },
    party_label:
      party === null ? null : record.PartyDesc.trim().replace(/ \(Partisan\)$/i, '') || record.PartyCode.trim(),
  }
}

/** A party that the table lacks keeps the name that the list prints. */
function partyOfLine({ record: { PartyCode, PartyDesc } }: FlLine): string | null {
  const code = PartyCode.trim()
  const known = FL_PARTIES[code]
  return known === undefined ? plainParty(PartyDesc.trim().replace(/ of Florida$/, '') || code) : known
}
