// Alabama's results of the party runoffs of June 2026: the first sheet of a workbook, one candidate and county a line.

import { MAJOR_PARTIES } from '../../../../data/reference/party-labels.ts'
import { encoder } from '../../../read/field-value.ts'
import { type FetchedFile, type ReadContext, type Sink, type Source, SourceError } from '../../../read/source.ts'
import { readXlsx } from '../../../read/xlsx.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../../candidacies.ts'
import { civicMirrorFile } from '../../civic-mirror.ts'
import { primaryRunoff } from '../../election-days.ts'
import { loadOffices } from '../../office-table.ts'

export const alSources: readonly Source[] = [
  {
    ...civicMirrorFile({
      id: 'al-results-2026-runoff',
      state: 'AL',
      office: 'Alabama Secretary of State',
      vintage: '2026',
      path: 'backend/integrations/al_sos/tests/fixtures/al_sos_enr_export.xlsx',
      name: 'al_results_2026_primary_runoff.xlsx',
    }),
    lists: { basis: 'returns', kinds: ['candidate', 'measure'], whole_in: [] },
    needs: ['divisions'],
    read: readAl,
  },
]

const TITLE = '2026 PRIMARY RUNOFF ELECTION'
/** The fourth Tuesday after the primary of May 19 (Code of Ala. § 17-13-18). */
const ELECTION = primaryRunoff('AL', '2026-06-16')

const layout: CandidacyLayout = { state: 'AL', offices: loadOffices('AL') }
const COLUMNS = ['Election Title', 'County Name', 'Contest Title', 'Candidate Name', 'Party Code'] as const
const encodeParty = encoder({ field: 'Party Code', known: MAJOR_PARTIES })

async function readAl(files: readonly FetchedFile[], context: ReadContext<'divisions'>, sink: Sink): Promise<void> {
  for (const file of files) {
    const lines: Candidacy[] = []
    for await (const candidacy of candidacies(file, sink)) lines.push(candidacy)
    writeCandidacies(layout, lines, { files, context, sink })
  }
}

async function* candidacies(file: FetchedFile, sink: Sink): AsyncGenerator<Candidacy> {
  for await (const { line, record } of readXlsx(file, { columns: COLUMNS, allowExtra: true }, sink)) {
    const at = { file: file.name, line }
    if (record['Election Title'] !== TITLE)
      throw new SourceError(`got Election Title "${record['Election Title'].slice(0, 60)}", expected "${TITLE}"`, at)
    const title = record['Contest Title'].trim()
    const county = record['County Name'].trim()
    const name = record['Candidate Name'].trim()
    const base = { at, election: ELECTION, name, counties: [county] }
    if (title === 'REFERENDUM') {
      // No party has a part in it: every voter answers.
      const contest = `${county.toUpperCase()}: ${title}`
      if (/^(?:Yes|No)$/.test(name)) yield { ...base, contest, answer: name === 'Yes' ? 'yes' : 'no' }
      else throw new SourceError(`got the answer "${name.slice(0, 40)}", expected Yes or No`, at)
      continue
    }
    const party = encodeParty(record['Party Code'], at, sink) ?? null
    yield {
      ...base,
      contest: title.replace(/ \((?:REP|DEM)\)$/, ''),
      party,
      party_label: record['Party Code'].trim(),
      ...(party !== null && { party_contest: party }),
    }
  }
}
