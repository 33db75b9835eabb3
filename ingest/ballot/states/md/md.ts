// Maryland's candidates of a gubernatorial general election: one filing a line, for the offices of the State and Congress. The list of
// county offices does not name the county of a district, so it is not read.

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
import { generalElection } from '../../election-days.ts'
import { loadOffices } from '../../office-table.ts'
import { leaveOutWriteIn, partyOf } from '../../printed-name.ts'

const ELECTIONS = 'https://elections.maryland.gov/elections'
const [OFFICE, DISTRICT] = ['Office Name', 'Contest Run By District Name and Number'] as const
const [LAST, FIRST] = ['Candidate Ballot Last Name and Suffix', 'Candidate First Name and Middle Name'] as const
const [PARTY, STATUS, FILING] = ['Office Political Party', 'Candidate Status', 'Filing Type and Date'] as const
const RELATED = ['Related Candidate First Name and Middle Name', 'Related Candidate Last Name and Suffix'] as const
/** The others hold addresses, telephone numbers, e-mail addresses, websites, committees, the residence and the gender. */
const transcript = csvTranscript([OFFICE, DISTRICT, LAST, FIRST, PARTY, STATUS, FILING, ...RELATED])

/** `GG` is the gubernatorial general election. The names of the files of other years are not known. */
export const mdYearly: YearlySource = {
  first: 2026,
  of: (year) => (year % 4 === 2 ? [mdCandidates(year)] : []),
}

function mdCandidates(year: number): Source {
  const name = `${year}_GG_statewide_candidatelist.csv`
  return {
    id: `md-candidates-${year}`,
    publisher: 'Maryland State Board of Elections',
    url: `${ELECTIONS}/${year}/general_candidates/${year}_GG_statewide_candidatelist.html`,
    ...awaitedList('MD', year),
    files: [{ url: `${ELECTIONS}/${year}/general_candidates/${name}`, mirror: `ballots/md_sbe/${name}`, transcript }],
    // Its contests of circuit judges are not read.
    lists: { kinds: ['candidate'], levels: ['federal', 'state'], whole_in: [] },
    read: readMd(year),
  }
}

/** The rules match `<office>/<district>`. */
const layout: CandidacyLayout = { state: 'MD', offices: loadOffices('MD') }

function readMd(year: number): SourceReader<'divisions'> {
  return (files, context, sink) => writeCandidacies(layout, candidacies(files, sink, year), { files, context, sink })
}

function* candidacies(files: readonly FetchedFile[], sink: Sink, year: number): Generator<Candidacy> {
  const election = generalElection('MD', year)
  for (const file of files) {
    const lines = [...readTranscript(file, transcript, sink)]
    const inThree = new Set(
      lines.flatMap(({ record }) => /^Legislative District (\d+)C$/i.exec(clean(record[DISTRICT]))?.[1] ?? []),
    )
    for (const { line, record } of lines) {
      const at = { file: file.name, line }
      const status = record[STATUS].trim()
      if (/^write-?in\b/i.test(record[FILING].trim())) {
        leaveOutWriteIn(nameOf(record), at, sink)
        continue
      }
      if (/^seeking the nomination\b/i.test(status)) {
        const message = 'the candidate is not nominated yet; the line is left out'
        sink.issue({ ...at, field: STATUS, code: 'not-nominated', value: status, message, severity: 'ignored' })
        continue
      }
      const printed = clean(record[PARTY])
      const judicial = printed === '' || printed === 'Judicial'
      const party = judicial ? null : partyOf(printed)
      yield {
        at,
        election,
        contest: `${clean(record[OFFICE])}/${clean(record[DISTRICT])}`,
        name: nameOf(record),
        party,
        party_label: judicial || printed === party ? null : printed,
        withdrawn: isWithdrawn(status, at),
        ...(clean(record[OFFICE]) === 'House of Delegates' ? delegates(clean(record[DISTRICT]), inThree) : {}),
      }
    }
  }
}

/**
 * A district elects three delegates. It may be divided into three districts of one delegate, or into one of one and one of two (Md. Const.
 * III § 3), which the list does not tell apart. @param inThree the numbers of the districts with a part C
 */
function delegates(district: string, inThree: ReadonlySet<string>): Pick<Candidacy, 'votes_allowed' | 'details'> {
  const [, number = '', letter = ''] = /(\d{1,3})([A-C]?)$/i.exec(district) ?? []
  if (letter === '') return { votes_allowed: 3 }
  return inThree.has(number) ? { votes_allowed: 1 } : { votes_allowed: 1, details: { votes_allowed_is_minimum: true } }
}

/** A date follows: `Withdrawn - 07/28/2026`. Those who never were on the ballot stay as withdrawn, so they are never recommended. */
function isWithdrawn(status: string, at: { file: string; line: number }): boolean {
  if (status === 'Active') return false
  if (
    /^(withdrawn|declined|deceased|disqualified|removed|failed to submit required number of signatures)\b/i.test(status)
  )
    return true
  throw new SourceError(
    `got the ${STATUS} "${status.slice(0, 60)}", expected Active, Withdrawn, Declined, Deceased, Disqualified, Removed, Failed to Submit Required Number of Signatures or Seeking the Nomination`,
    at,
  )
}

/** A ticket is one choice with both names. */
function nameOf(record: Record<(typeof transcript.columns)[number], string>): string {
  const [first, last] = RELATED
  return [
    [record[FIRST], record[LAST]],
    [record[first], record[last]],
  ]
    .map((parts) => clean(parts.join(' ')))
    .filter((name) => name !== '')
    .join(' / ')
}

function clean(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
