// Delaware's filed candidates of a general election: a workbook of every office of the State, one filing a row. Declared write-in candidates
// are in another workbook: no ballot prints them, so they are not read.

import { stateOf } from '../../../../data/schema/states.ts'
import { encoder } from '../../../read/field-value.ts'
import type { FetchedFile, Sink, Source, SourceReader, YearlySource } from '../../../read/source.ts'
import { readTranscript, xlsxTranscript } from '../../../read/transcript.ts'
import { awaitedList } from '../../awaited-list.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../../candidacies.ts'
import { generalElection } from '../../election-days.ts'
import { loadOffices } from '../../office-table.ts'
import { partyOf } from '../../printed-name.ts'

const LISTS = 'https://elections.delaware.gov/candidates/candidatelist'
/** The others hold homes, mail addresses, websites, e-mail addresses and telephone numbers. */
const transcript = xlsxTranscript(['Office', 'Withdrawal Date', 'BallotName', 'Party', 'DisplayedStatus'])

/** General elections are in even years. */
export const deYearly: YearlySource = {
  first: 2026,
  of: (year) => (year % 2 === 0 ? [deCandidates(year)] : []),
}

function deCandidates(year: number): Source {
  const name = `genl_fcddt_${year}.xlsx`
  return {
    id: `de-candidates-${year}`,
    publisher: 'Delaware Department of Elections',
    url: `${LISTS}/`,
    ...awaitedList('DE', year),
    files: [{ url: `${LISTS}/${name}`, mirror: `ballots/de_doe/${name}`, transcript }],
    lists: { kinds: ['candidate'], levels: ['federal', 'state'], whole_in: [stateOf('DE').ocd_id] },
    read: readDe(year),
  }
}

const layout: CandidacyLayout = { state: 'DE', offices: loadOffices('DE') }

/** Provisional: the State Election Commissioner still reviews the filing. */
const isWithdrawn = encoder({
  field: 'DisplayedStatus',
  known: { Qualified: false, Provisional: false, Withdrawn: true, Disqualified: true, Deceased: true },
})

const PARTIES: Readonly<Record<string, string>> = { 'Ind Pty of DE': 'Independent Party of Delaware' }

function readDe(year: number): SourceReader<'divisions'> {
  return (files, context, sink) => writeCandidacies(layout, candidacies(files, sink, year), { files, context, sink })
}

function* candidacies(files: readonly FetchedFile[], sink: Sink, year: number): Generator<Candidacy> {
  const election = generalElection('DE', year)
  for (const file of files)
    for (const { line, record } of readTranscript(file, transcript, sink)) {
      const at = { file: file.name, line }
      const printed = record.Party.trim()
      const party = printed === '' ? null : (PARTIES[printed] ?? partyOf(printed))
      yield {
        at,
        election,
        contest: record.Office.trim(),
        name: record.BallotName.trim(),
        party,
        party_label: printed === '' || printed === party ? null : printed,
        withdrawn: isWithdrawn(record.DisplayedStatus, at, sink) || record['Withdrawal Date'].trim() !== '',
      }
    }
}
