// Montana's list of filings, as its candidate filing system exports it: CSV, one filing per line. A party nominates in June; who has no party
// files for November.

import { findPrimarySystem, novemberElection } from '../../../../data/reference/elections.ts'
import { MT_PARTIES } from '../../../../data/reference/party-labels.ts'
import { readCsv } from '../../../read/csv.ts'
import { encoder } from '../../../read/field-value.ts'
import type { FetchedFile, ReadContext, Sink, Source } from '../../../read/source.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../../candidacies.ts'
import type { At, ListedElection } from '../../listed.ts'
import { loadOffices } from '../../office-table.ts'

/** The publisher gives each election an id, which its page has; so the years to come have no address yet. */
export const mtSources: readonly Source[] = [
  {
    id: 'mt-filings-2026',
    publisher: 'Montana Free Press, from the Montana Secretary of State',
    url: 'https://github.com/mtfreepress/mt-2026-elections',
    licence: 'Public record',
    vintage: '2026',
    published_on: '2026-05-05',
    states: ['MT'],
    files: [
      {
        url: 'https://raw.githubusercontent.com/mtfreepress/mt-2026-elections/3a69945/inputs/filings/CandidateList.csv',
        mirror: 'ballots/mt_sos_2026/CandidateList.csv',
      },
    ],
    personal: ['Mailing Address', 'Email/Web Address', 'Phone'],
    family: 'public',
    // November's candidates of parties are known after the primary.
    lists: { kinds: ['candidate', 'retention'], whole_in: [] },
    needs: ['divisions'],
    read: readMt,
  },
]

/** The Tuesday after the first Monday of June (MCA 13-1-107). */
const PRIMARY_DAY = '2026-06-02'
const PRIMARY: ListedElection = {
  state: 'MT',
  date: PRIMARY_DAY,
  type: 'primary',
  words: 'Primary Election',
  primary_system: findPrimarySystem('MT', PRIMARY_DAY),
}
const GENERAL: ListedElection = {
  state: 'MT',
  date: novemberElection(2026),
  type: 'general',
  words: 'General Election',
}

const COLUMNS = ['Status', 'District', 'Race', 'Term Length', 'Name', 'Party Preference'] as const
type Filing = Record<(typeof COLUMNS)[number], string>

/** The rules match `<race>/<district>`; of a judge whom voters keep or not, `<race>/<district>/<name>`. */
const layout: CandidacyLayout = { state: 'MT', offices: loadOffices('MT') }
const encodeParty = encoder({ field: 'Party Preference', known: MT_PARTIES })
const encodeStatus = encoder({
  field: 'Status',
  known: { FILED: 'stands', NOMINATED: 'stands', WITHDRAWN: 'ended', REMOVED: 'ended', 'PENDING PETITION': 'pending' },
})

function readMt(files: readonly FetchedFile[], context: ReadContext<'divisions'>, sink: Sink): void {
  for (const file of files) writeCandidacies(layout, candidacies(file, sink), { files, context, sink })
}

function* candidacies(file: FetchedFile, sink: Sink): Generator<Candidacy> {
  const lines = [...readCsv(file, { columns: COLUMNS, allowExtra: true }, sink)]
  const filings = lines.map(({ line, record }) => ({ at: { file: file.name, line }, record }))
  for (const filing of filings) {
    const { at, record } = filing
    const party = encodeParty(record['Party Preference'], at, sink) ?? null
    const status = encodeStatus(record.Status.toUpperCase(), at, sink)
    if (status === 'pending' || party === MT_PARTIES.IND) {
      // Without the parties' nominees, a contest in November would look uncontested.
      const [code, message] =
        status === 'pending'
          ? ['pending-petition', 'the petition is not decided; the line is left out']
          : ['no-nominees', 'the list lacks the nominees of the parties for November; the line is left out']
      sink.issue({ ...at, field: 'Status', code, value: nameOf(record), message, severity: 'ignored' })
    } else if (party === null) yield* nonpartisan(filing, filings, status === 'ended')
    else yield { ...toCandidacy(filing, PRIMARY, status === 'ended'), party, party_contest: party }
  }
}

/**
 * Two meet in November without a primary. Voters keep or do not keep a judge in office without an opponent (Mont. Const. art. VII § 8).
 */
function* nonpartisan(
  filing: { at: At; record: Filing },
  all: readonly { record: Filing }[],
  withdrawn: boolean,
): Generator<Candidacy> {
  const rivals = all.filter(({ record }) => record.Race === filing.record.Race)
  const base = toCandidacy(filing, rivals.length > 2 ? PRIMARY : GENERAL, withdrawn)
  if (rivals.length > 1 || !filing.record.Name.startsWith('*')) yield base
  else
    for (const answer of ['yes', 'no'] as const) {
      const contest = `${base.contest}/${base.name}`
      yield { ...base, contest, name: answer === 'yes' ? 'Yes' : 'No', answer }
    }
}

function toCandidacy(
  { at, record }: { at: At; record: Filing },
  election: ListedElection,
  withdrawn: boolean,
): Candidacy {
  const years = record['Term Length'].trim()
  const unexpired = / UNEXPIRED$/.test(record.Race.trim())
  return {
    at,
    election,
    contest: `${record.Race.trim()}/${record.District.trim()}`,
    name: nameOf(record),
    withdrawn,
    unexpired,
    ...(/^\d+$/.test(years) && !unexpired && { details: { term: `${years} years` } }),
  }
}

/** An asterisk marks who holds the office. */
function nameOf({ Name }: Filing): string {
  return Name.replace(/^\*/, '').trim().replace(/\s+/g, ' ')
}
