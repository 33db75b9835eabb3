// The form for a place. It is sent by POST, so that the place enters no URL and no log.

import { LOCATION_LENGTH_MAX } from '../../../data/schema/constants.ts'
import { hiddenToken } from '../../web/field.ts'
import { type Html, html } from '../../web/html.ts'
import { fill } from '../../web/sentence.ts'
import type { View } from '../view.ts'

export interface PlaceProblem {
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

export function placeForm(view: View, { token, example, addresses }: PlaceFormOptions, problem?: PlaceProblem): Html {
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
