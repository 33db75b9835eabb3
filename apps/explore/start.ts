// The first page: the form for a place, and the coming elections.

import type { Election } from '../../data/schema/election.ts'
import { type Reply, toRecord } from '../../server/http/exchange.ts'
import { type Html, html } from '../web/html.ts'
import { answersAddresses, type Look } from './look.ts'
import { electionList } from './pages/elections.ts'
import { type PlaceProblem, placeForm } from './pages/place-form.ts'
import { showPage, versionOf } from './show.ts'

/** Enough for a day on which every state votes. */
const ELECTIONS_SHOWN = '60'

export async function showStart(look: Look, problem?: PlaceProblem): Promise<Reply> {
  const { words, lang, href, named } = look
  const { data } = await look.load('listElections', { upcoming: 'true', lang, snapshot: named, limit: ELECTIONS_SHOWN })
  const main = html`<div class="start"><div><h1>${words.question}</h1>
<p class="lead">${words.lead}</p>
<section class="card place-card">${formFor(look, data, problem)}</section></div>
<section class="steps" aria-labelledby="steps-title"><h2 id="steps-title">${words.steps}</h2><ol>${[answersAddresses(look) ? words.stepPlace : words.stepPoint, words.stepTick, words.stepPrint].map((step) => html`<li>${step}</li>`)}</ol></section></div>
<section aria-labelledby="elections-title"><h2 id="elections-title">${words.elections}</h2>
${data.length === 0 ? html`<p>${words.noElections}</p>` : electionList(look, data)}
<p><a href="${href('/explore/elections')}">${words.allElections}</a></p></section>
${versionOf(look)}
${!look.account && html`<p class="small soft">${words.public}</p>`}`
  const page = { title: words.title, here: '/explore', description: words.lead, ownHeading: true, main }
  return showPage(look, page, { status: problem?.status ?? 200 })
}

/** The form for a place; its example is one whose ballot has a contest of the coming elections. */
export function formFor(look: Look, coming: readonly Election[], problem?: PlaceProblem): Html {
  const ids = coming.map(({ id }) => id)
  const example = look.host.data.examplePlace(ids)
  return placeForm(look, { token: look.visitor.token, example, addresses: answersAddresses(look) }, problem)
}

/** Suggests place names while a place is typed, as JSON for the page's script. Only names of the bundle; nothing is sent elsewhere. */
export async function answerSuggestions({ host, form }: Look): Promise<Reply> {
  return toRecord(200, host.data.placeNames(form.text('place')))
}
