// The first page: the form for a place, and the coming elections.

import { type Reply, toRecord } from '../../server/http/exchange.ts'
import { html } from '../web/html.ts'
import { electionList, loadLatestElections } from './elections.ts'
import { answersAddresses, type Look } from './look.ts'
import { typedPlace } from './place.ts'
import { type PlaceProblem, placeForm } from './place-form.ts'
import { showPage, versionOf } from './show.ts'

/** Enough for a day on which every state votes. */
const ELECTIONS_SHOWN = '60'

export async function showStart(look: Look, problem?: PlaceProblem): Promise<Reply> {
  const { words, lang, href, named, host, seal } = look
  const { data } = await look.load('listElections', { upcoming: 'true', lang, snapshot: named, limit: ELECTIONS_SHOWN })
  const latest = data.length === 0 ? await loadLatestElections(look) : []
  const example = host.data.examplePlace([...data, ...latest].map(({ id }) => id))
  const place = look.exchange.request.method === 'POST' ? typedPlace(look) : (look.query.get('place') ?? '')
  const asked = place === '' ? undefined : { place, sealed: seal.close(place), url: null }
  const main = html`<div class="start"><div><h1>${words.question}</h1>
<p class="lead">${words.lead}</p>
<section class="card place-card">${placeForm(look, { asked, problem, example })}</section></div>
<section class="steps" aria-labelledby="steps-title"><h2 id="steps-title">${words.steps}</h2><ol>${[answersAddresses(look) ? words.stepPlace : words.stepPoint, words.stepTick, words.stepPrint].map((step) => html`<li>${step}</li>`)}</ol></section></div>
<section aria-labelledby="elections-title"><h2 id="elections-title">${words.elections}</h2>
${data.length === 0 ? html`<p>${words.noElections}</p>` : electionList(look, data)}
${latest.length > 0 && html`<h2>${words.pastElections}</h2>${electionList(look, latest)}`}
<p><a href="${href('/explore/elections')}">${words.allElections}</a></p></section>
${versionOf(look)}
${!look.account && html`<p class="small soft">${words.public}</p>`}`
  const page = { title: words.title, here: '/explore', description: words.lead, ownHeading: true, ownForm: true, main }
  return showPage(look, page, { status: problem?.status ?? 200 })
}

/** Suggests place names while a place is typed, as JSON for the page's script. Only names of the bundle; nothing is sent elsewhere. */
export async function answerSuggestions({ host, form }: Look): Promise<Reply> {
  return toRecord(200, host.data.placeNames(form.text('place')))
}

/** The place that the page's script has kept sealed, as JSON, so that the field of another page shows what was typed. */
export async function answerTyped(look: Look): Promise<Reply> {
  return toRecord(200, typedPlace(look))
}
