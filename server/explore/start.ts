// The first page: the form for a place, and the coming elections.

import type { Election } from '../../data/schema/election.ts'
import type { Reply } from '../http/exchange.ts'
import { elections } from '../v1/elections.ts'
import { html } from '../web/html.ts'
import type { Look } from './look.ts'
import { electionList } from './pages/elections.ts'
import { placeForm } from './pages/place-form.ts'
import { showPage, versionOf } from './show.ts'

/** Enough for a day on which every state votes. */
const ELECTIONS_SHOWN = '60'

export async function showStart(look: Look, problem?: { sentence: string; status: number }): Promise<Reply> {
  const { words, lang, href, named, visitor } = look
  const { data } = await look.load<Election[]>(elections, {
    ...{ upcoming: 'true', lang, snapshot: named, limit: ELECTIONS_SHOWN },
  })
  const main = html`<div class="start"><div><h1>${words.question}</h1>
<p class="lead">${words.lead}</p>
<section class="card place-card">${placeForm(look, visitor.token, problem?.sentence)}</section></div>
<section class="steps" aria-labelledby="steps-title"><h2 id="steps-title">${words.steps}</h2><ol>${[words.stepPlace, words.stepTick, words.stepPrint].map((step) => html`<li>${step}</li>`)}</ol></section></div>
<section aria-labelledby="elections-title"><h2 id="elections-title">${words.elections}</h2>
${data.length === 0 ? html`<p>${words.noElections}</p>` : electionList(look, data)}
<p><a href="${href('/explore/elections')}">${words.allElections}</a></p></section>
${versionOf(look)}
${!look.account && html`<p class="small soft">${words.public}</p>`}`
  const page = { title: words.title, here: '/explore', description: words.lead, ownHeading: true, main }
  return showPage(look, page, { status: problem?.status ?? 200 })
}
