// Illinois' results of the primary of March 2026 for the House of Representatives: a page of the State Board of Elections with a table of
// both parties' candidates for each district, under the district's name.

import { findPrimarySystem } from '../../../../data/reference/elections.ts'
import { MAJOR_PARTIES } from '../../../../data/reference/party-labels.ts'
import { encoder } from '../../../read/field-value.ts'
import { type HtmlElement, htmlCells, htmlElements, htmlText, readHtml } from '../../../read/html.ts'
import { type FetchedFile, type ReadContext, type Sink, type Source, SourceError } from '../../../read/source.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../../candidacies.ts'
import { civicMirrorFile } from '../../civic-mirror.ts'
import type { ListedElection } from '../../listed.ts'
import { loadOffices } from '../../office-table.ts'

export const ilSources: readonly Source[] = [
  {
    ...civicMirrorFile({
      id: 'il-house-results-2026-primary',
      state: 'IL',
      office: 'Illinois State Board of Elections',
      vintage: '2026',
      path: 'backend/integrations/il_sbe/tests/fixtures/category_house_all.html',
      name: 'il_house_results_20260317.html.gz',
    }),
    lists: { basis: 'returns', kinds: ['candidate'], levels: ['state'], whole_in: [] },
    needs: ['divisions'],
    read: readIl,
  },
]

/** The third Tuesday of March (10 ILCS 5/2A-1.1). */
const DAY = '2026-03-17'
/** The election that the page shows, chosen in its list of elections. */
const SHOWN = '2026 GENERAL PRIMARY'
const ELECTION: ListedElection = {
  state: 'IL',
  date: DAY,
  type: 'primary',
  words: 'Primary Election',
  primary_system: findPrimarySystem('IL', DAY),
}

const layout: CandidacyLayout = { state: 'IL', offices: loadOffices('IL') }
const encodeParty = encoder({ field: 'Party', known: MAJOR_PARTIES })
const COLUMNS = ['Candidate', 'Party', 'Total Votes', 'Percent of Party Vote']

function readIl(files: readonly FetchedFile[], context: ReadContext<'divisions'>, sink: Sink): void {
  for (const file of files) writeCandidacies(layout, candidacies(file, sink), { files, context, sink })
}

function* candidacies(file: FetchedFile, sink: Sink): Generator<Candidacy> {
  const page = readHtml(file)
  const chosen = htmlElements(page, 'option').filter(({ attributes }) => attributes.selected !== undefined)
  if (!chosen.some((option) => htmlText(option) === SHOWN))
    throw new SourceError(
      `shows the election "${chosen.map(htmlText).join('", "').slice(0, 60)}", expected "${SHOWN}"`,
      {
        file: file.name,
      },
    )
  let office = ''
  for (const element of htmlElements(page, 'asp:label', 'table')) {
    if (element.name === 'asp:label') office = htmlText(element)
    else if (element.attributes.class === 'SearchListTable') yield* readTable(element, office, file, sink)
  }
}

function* readTable(table: HtmlElement, office: string, file: FetchedFile, sink: Sink): Generator<Candidacy> {
  const [header, ...rows] = htmlElements(table, 'tr')
  const columns = header ? htmlCells(header).map(htmlText) : []
  if (columns.join() !== COLUMNS.join())
    throw new SourceError(
      `the table of "${office}" has the columns ${columns.join(', ')}, expected ${COLUMNS.join(', ')}`,
      {
        file: file.name,
        line: table.line,
      },
    )
  for (const row of rows) {
    const [name = '', printed = ''] = htmlCells(row).map(htmlText)
    if (name === 'Vote Totals') continue
    const at = { file: file.name, line: row.line }
    const party = encodeParty(printed, at, sink) ?? null
    yield {
      at,
      election: ELECTION,
      contest: office,
      name,
      party,
      party_label: printed,
      ...(party !== null && { party_contest: party }),
    }
  }
}
