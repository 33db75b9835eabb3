// Illinois' page of results: a table of both parties' candidates for each district, under the district's name.

import { type HtmlElement, htmlCells, htmlElements, htmlText, readHtml } from '../../../read/html.ts'
import { type FetchedFile, SourceError } from '../../../read/source.ts'
import type { ListReader } from '../../list/built-in.ts'

export const il: ListReader = { lines: readPage }

/** The election that the page shows, chosen in its list of elections. */
const SHOWN = '2026 GENERAL PRIMARY'
const COLUMNS = ['Candidate', 'Party', 'Total Votes', 'Percent of Party Vote']

type Found = Generator<{ line: number; record: Record<string, string> }>

function* readPage(file: FetchedFile): Found {
  const page = readHtml(file)
  const chosen = htmlElements(page, 'option').filter(({ attributes }) => attributes.selected !== undefined)
  if (!chosen.some((option) => htmlText(option) === SHOWN))
    throw new SourceError(
      `shows the election "${chosen.map(htmlText).join('", "').slice(0, 60)}", expected "${SHOWN}"`,
      { file: file.name },
    )
  let office = ''
  for (const element of htmlElements(page, 'asp:label', 'table')) {
    if (element.name === 'asp:label') office = htmlText(element)
    else if (element.attributes.class === 'SearchListTable') yield* readTable(element, office, file)
  }
}

function* readTable(table: HtmlElement, Office: string, file: FetchedFile): Found {
  const [header, ...rows] = htmlElements(table, 'tr')
  const columns = header ? htmlCells(header).map(htmlText) : []
  if (columns.join() !== COLUMNS.join())
    throw new SourceError(
      `the table of "${Office}" has the columns ${columns.join(', ')}, expected ${COLUMNS.join(', ')}`,
      { file: file.name, line: table.line },
    )
  for (const row of rows) {
    const [Candidate = '', Party = ''] = htmlCells(row).map(htmlText)
    if (Candidate !== 'Vote Totals') yield { line: row.line, record: { Office, Candidate, Party } }
  }
}
