// The page of coverage: a map of the states, and a sortable table with a row for each.

import { toFixTimes } from '../../data/schema/correction.ts'
import type { Coverage } from '../../data/schema/coverage.ts'
import { compareText } from '../../data/schema/text-order.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { sayFixTimes } from '../web/duration.ts'
import { html } from '../web/html.ts'
import { withLanguage } from '../web/language.ts'
import type { Look } from './look.ts'
import { coverageTable, coverageText } from './pages/coverage.ts'
import { coverageMap } from './pages/coverage-map.ts'
import { showPage, versionOf } from './show.ts'

export async function answerCoverage(look: Look): Promise<Reply> {
  const { words, named, host } = look
  const loaded = await look.load('listCoverage', { snapshot: named })
  const data = loaded.data.toSorted((a, b) => Number(isHeld(b)) - Number(isHeld(a)) || compareText(a.name, b.name))
  const outlines = host.data.stateOutlines()
  const main = html`<p class="lead">${words.coverageLead}</p>
${coverageMap(look, data, outlines) ?? coverageText(look, data)}
${coverageTable(look, data)}
<p>${sayFixTimes(words, toFixTimes(await host.state.fixTimes()))} <a href="${withLanguage('/corrections', look.lang)}">${words.corrections}</a></p>
${versionOf(look)}`
  return showPage(look, { title: words.coverage, here: '/explore/coverage', main })
}

/** States whose ballots are held come first. */
function isHeld({ next_election_coverage }: Coverage): boolean {
  return next_election_coverage !== 'none'
}
