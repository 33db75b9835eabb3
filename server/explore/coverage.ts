// The page of coverage: a sortable table with a row for each state.

import type { Coverage } from '../../data/schema/coverage.ts'
import type { Reply } from '../http/exchange.ts'
import { coverage } from '../v1/coverage.ts'
import { html } from '../web/html.ts'
import type { Look } from './look.ts'
import { coverageTable, coverageText } from './pages/coverage.ts'
import { showPage, versionOf } from './show.ts'

export async function answerCoverage(look: Look): Promise<Reply> {
  const { words, named } = look
  const { data } = await look.load<Coverage[]>(coverage, { snapshot: named })
  const main = html`<p class="lead">${words.coverageLead}</p>
${coverageText(look, data)}
${coverageTable(look, data)}
${versionOf(look)}`
  return showPage(look, { title: words.coverage, here: '/explore/coverage', main })
}
