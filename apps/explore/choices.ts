// The panel of a voter's own choices. The script shows it, and makes the controls: without scripts there is nothing to mark.

import type { Ballot } from '../../data/schema/ballot.ts'
import type { View } from '../web/ballot/view.ts'
import { CHOICES_SCRIPT_WORDS } from '../web/ballot/words/choices.ts'
import { districtNamed, placeIn } from '../web/ballot/words/words.ts'
import { type Html, html } from '../web/html.ts'
import { fill } from '../web/sentence.ts'
import { type ChosenPart, chosenNames } from './narrowing.ts'
import { linkedPlace } from './place.ts'

/** @setting Most characters of a voter's note on a contest. */
const NOTE_LENGTH_MAX = 500

/** @param prints whether the page has a place for the guide on paper, `choicesGuide` */
export function choicesPanel({ words }: View, { prints }: { prints: boolean }): Html {
  const told = Object.fromEntries(CHOICES_SCRIPT_WORDS.map((name) => [name, words[name]]))
  return html`<section class="my-panel no-print" data-my-panel data-words="${JSON.stringify(told)}" data-note-max="${NOTE_LENGTH_MAX}" aria-labelledby="my-title" hidden>
<h2 id="my-title">${words.myChoices}</h2><p>${words.myLead} <span data-my-private>${words.myPrivate}</span></p>
<p class="row" data-my-actions hidden>${prints && html`<button type="button" class="quiet" data-print hidden>${words.myPrint}</button><button type="button" class="quiet" data-my-print-all>${words.myPrintAll}</button>`}<button type="button" class="quiet" data-my-clear>${words.myClear}</button></p>
<p class="unseen" role="status" data-my-said></p>
<dialog class="my-ask" data-my-ask aria-labelledby="my-ask-title" aria-describedby="my-ask-text"><h2 id="my-ask-title">${words.myClearAsk}</h2>
<p id="my-ask-text">${words.myClearAll}</p>
<p class="row"><button type="button" class="danger" data-my-clear-now>${words.myClear}</button><button type="button" class="quiet" data-my-keep>${words.myKeep}</button></p></dialog>
</section>`
}

/** Districts of a voter that the guide on paper names. */
const NAMED_ON_PAPER: readonly string[] = ['congressional', 'state_upper', 'state_lower']

/** Where the script writes the marked guide. Only the paper has it. It names the place, the part and the districts; an address or a point, never. */
export function choicesGuide(view: View, { ballot, chosen }: { ballot: Ballot; chosen: ChosenPart | null }): Html {
  return html`<div class="my-guide" data-my-guide data-place="${placeOnPaper(view, ballot, chosen)}"></div>`
}

function placeOnPaper(view: View, { location, districts }: Ballot, chosen: ChosenPart | null): string {
  const { words, lang } = view
  if (chosen) {
    const label = placeIn(chosen.label, lang)
    const { mark, names } = chosenNames(view, { ...chosen, label, districts })
    return `${label} · ${mark === '' ? names : fill(words.myPart, { mark, names })}`
  }
  if (!location.exact) return linkedPlace(location) === null ? '' : placeIn(location.label ?? '', lang)
  const own = districts.filter(
    ({ type, match, lines }) => NAMED_ON_PAPER.includes(type) && match === 'certain' && lines === 'next_ballot',
  )
  return [...new Set(own.map((one) => districtNamed(one, lang)))].join(' · ')
}
