// Alaska's candidates of one election, by year. All candidates stand in one primary; the four with the most votes are ranked in the general
// election (AS 15.15.350, 15.25.010). The layout is the one of 2026, as other projects have read it.

import { stateOf } from '../../../data/schema/states.ts'
import type { FetchedFile, Sink, Source, SourceFile, SourceReader, YearlySource } from '../../read/source.ts'
import { SourceError } from '../../read/source.ts'
import { readTranscript } from '../../read/transcript.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../candidacies.ts'
import { generalElection, primaryElection } from '../election-days.ts'
import { plainParty } from '../feed/party.ts'
import type { ListedElection } from '../listed.ts'
import { inReadingOrder, matesInReadingOrder } from '../reading-order.ts'
import { leaveOutWriteIn } from '../write-in.ts'
import { AK_COURT, AK_OFFICES } from './office.ts'
import { type AkLine, akTranscript, recogniseAkPage } from './page.ts'

const TYPES = { primary: 'prim', general: 'genr' } as const
type AkElectionType = keyof typeof TYPES

/** The list of 2026 has three. */
const PAGES_MAX = 6

function akCandidates(year: number, type: AkElectionType): Source {
  const election = type === 'general' ? generalElection('AK', year) : primaryElection('AK', year)
  const url = `https://www.elections.alaska.gov/candidates/?election=${String(year).slice(-2)}${TYPES[type]}`
  const title = `${year} ${election.words}`
  const toPage = (number: number): SourceFile => ({
    url: number === 1 ? url : `${url}&frm-page-407=${number}`,
    mirror: `ballots/ak_doe/ak-candidates-${year}-${type}-${number}.html`,
    recognise: (file) => recogniseAkPage(file, title, number),
    transcript: akTranscript,
    ...(number > 1 && { optional: true }),
  })
  return {
    id: `ak-candidates-${year}-${type}`,
    publisher: 'Alaska Division of Elections',
    url,
    licence: 'Public record',
    vintage: String(year),
    published_on: `${year}-01-01`,
    living: true,
    awaited: true,
    seen: false,
    states: ['AK'],
    files: Array.from({ length: PAGES_MAX }, (_, at) => toPage(at + 1)),
    personal: [],
    family: 'public',
    lists: { kinds: ['candidate', 'retention'], levels: ['federal', 'state'], whole_in: [stateOf('AK').ocd_id] },
    needs: ['divisions'],
    read: readAk(election),
  }
}

export const akYearly: YearlySource = {
  first: 2024,
  of: (year) => (year % 2 === 0 ? [akCandidates(year, 'primary'), akCandidates(year, 'general')] : []),
}

const layout: CandidacyLayout = { state: 'AK', offices: AK_OFFICES }

function readAk(election: ListedElection): SourceReader<'divisions'> {
  return (files, context, sink) => {
    const lines = files.flatMap((file) =>
      [...readTranscript(file, akTranscript, sink)].map(({ line, record }) => ({
        at: { file: file.name, line },
        record,
      })),
    )
    requirePages(files, lines)
    writeCandidacies(layout, candidacies(lines, election, sink), { files, context, sink })
  }
}

interface Line {
  at: { file: string; line: number }
  record: AkLine
}

/** A page that is not there would leave its offices out. */
function requirePages(files: readonly FetchedFile[], lines: readonly Line[]): void {
  const last = Math.max(1, ...lines.map(({ record }) => Number(record.pages)))
  const missing = Array.from({ length: last }, (_, at) => at + 1).find(
    (number) => !files.some(({ name }) => name.endsWith(`-${number}.html`)),
  )
  if (missing !== undefined)
    throw new SourceError(`the list has ${last} pages, and page ${missing} was not read`, {
      file: files[0]?.name ?? '',
    })
}

/** Every page repeats the judges. */
function* candidacies(lines: readonly Line[], election: ListedElection, sink: Sink): Generator<Candidacy> {
  for (const { at, record } of lines) {
    const { office, registration, mark } = record
    if (mark !== '') leaveOutWriteIn(record.name, at, sink)
    else if (AK_COURT.test(office)) {
      const name = inReadingOrder(record.name)
      const contest = `${office}: ${name}`
      if (hasEnded(record, at)) {
        const message = 'the judge does not stand for retention; the line is left out'
        sink.issue({ ...at, field: 'status', code: 'retention-ended', value: name, message, severity: 'ignored' })
        continue
      }
      yield { at, election, contest, name: 'Yes', answer: 'yes' }
      yield { at, election, contest, name: 'No', answer: 'no' }
    } else
      yield {
        ...{
          at,
          election,
          contest: office,
          name: matesInReadingOrder(record.name),
          party: partyOfRegistration(registration),
        },
        party_label: registration === '' ? null : registration,
        withdrawn: hasEnded(record, at),
      }
  }
}

/** `Registered Republican` → `Republican`. Nonpartisan and undeclared candidates have no party. Running mates have the first one's. */
function partyOfRegistration(registration: string): string | null {
  const [first = ''] = registration.split('/', 1)
  const [, party] = /^Registered (.+)$/.exec(first.trim()) ?? []
  return party === undefined ? null : plainParty(party)
}

/** Throws SourceError for an unknown status. */
function hasEnded({ status }: AkLine, at: Line['at']): boolean {
  if (/^(withdr|remov|disqual|deceas|reject|denied)/i.test(status)) return true
  if (/^certified$/i.test(status)) return false
  throw new SourceError(
    `got the status "${status.slice(0, 40)}", expected Certified, Withdrawn, Removed, Disqualified, Deceased, Rejected or Denied`,
    at,
  )
}
