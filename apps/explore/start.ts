// The first page: the form for a place, and the coming elections.

import { LOCATION_LENGTH_MAX } from '../../data/schema/constants.ts'
import type { Election } from '../../data/schema/election.ts'
import { type Reply, toRecord } from '../../server/http/exchange.ts'
import type { View } from '../web/ballot/view.ts'
import { hiddenToken } from '../web/field.ts'
import { type Html, html } from '../web/html.ts'
import { fill } from '../web/sentence.ts'
import { electionList } from './elections.ts'
import { answersAddresses, type Look } from './look.ts'
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

// The form for a place. It is sent by POST, so that the place enters no URL and no log.

interface PlaceProblem {
  sentence: string
  status: number
  /** Names of places that may be meant. */
  choices: readonly string[]
  /** The path that answers a choice. */
  action: string
}

interface PlaceFormOptions {
  token: string
  /** A place that the data answers; null if it has none. */
  example: string | null
  /** Whether a street address has an answer. */
  addresses: boolean
}

function placeForm(view: View, { token, example, addresses }: PlaceFormOptions, problem?: PlaceProblem): Html {
  const { words } = view
  const wrong = problem !== undefined
  return html`<form class="place-form" method="post" action="/explore/ballot" data-place autocomplete="off">
${hiddenFields(view, token)}
<div class="field${wrong && ' wrong'}">
<label for="place">${addresses ? words.place : words.placeOrPoint}</label>
<p class="hint" id="place-hint">${example !== null && `${fill(words.placeExample, { place: example })} `}${words.placeHint}</p>
${wrong && html`<p class="problem" id="place-problem" role="alert">${problem.sentence}</p>`}
<input id="place" name="place" required maxlength="${LOCATION_LENGTH_MAX}" autocomplete="off" spellcheck="false" aria-describedby="place-hint${wrong && ' place-problem'}"${wrong && html` aria-invalid="true"`}>
</div>
<p class="row"><button>${words.showBallot}</button><button class="quiet" formaction="/explore/officeholders">${words.showOfficeholders}</button></p>
</form>
${wrong && problem.choices.length > 0 && choicesForm(view, token, problem)}`
}

/** A form of its own: the typed text is not sent again. */
function choicesForm(view: View, token: string, { choices, action }: PlaceProblem): Html {
  return html`<form class="place-choices" method="post" action="${action}" aria-labelledby="choices-title" data-choices>
${hiddenFields(view, token)}
<p id="choices-title">${view.words.didYouMean}</p>
<p class="row">${choices.map((place) => html`<button class="quiet" name="place" value="${place}">${place}</button>`)}</p>
</form>`
}

function hiddenFields({ lang, named }: View, token: string): Html {
  return html`${hiddenToken(token)}<input type="hidden" name="lang" value="${lang}"><input type="hidden" name="snapshot" value="${named ?? ''}">`
}
