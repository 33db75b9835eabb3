// The form for a place, on every page. It is sent by POST, so that the place enters no URL and no log.

import { LOCATION_LENGTH_MAX } from '../../data/schema/location-text.ts'
import { STATES } from '../../data/schema/states.ts'
import type { View } from '../web/ballot/view.ts'
import { placeIn } from '../web/ballot/words/words.ts'
import { hiddenToken } from '../web/field.ts'
import { type Html, html } from '../web/html.ts'
import { fill } from '../web/sentence.ts'
import { answersAddresses, type Look } from './look.ts'

/** The place that a page answers. */
export interface AskedPlace {
  /** As typed. Only a page with `Cache-Control: no-store` repeats it. */
  place: string
  /** For the browser's history, which keeps no typed place. */
  sealed: string
  /** The area on whose map the place was chosen, and its part. */
  from?: string
  part?: string
  /** Path and query of the page; null if they would reveal the place. */
  url: string | null
}

export interface PlaceProblem {
  sentence: string
  status: number
  /** Names of places that may be meant. */
  choices: readonly string[]
  /** What they are. */
  choicesTitle: string
  /** The path that answers a choice. */
  action: string
}

interface PlaceFormOptions {
  asked?: AskedPlace | undefined
  problem?: PlaceProblem | undefined
  /** A place that the data answers; null if it has none. */
  example: string | null
}

/** On the first page: with a hint, and with what is wrong. */
export function placeForm(look: Look, { asked, problem, example }: PlaceFormOptions): Html {
  const { words, visitor } = look
  const states = addressStatesNamed(look) ?? ''
  const isCounted = (addressStates(look)?.length ?? 0) > LABELED_STATES
  const wrong = problem !== undefined
  return html`${wrong && html`<div class="place-wrong"><p class="problem" id="place-problem" role="alert">${problem.sentence}</p>${problem.choices.length > 0 && choicesForm(look, visitor.token, problem)}</div>`}<form class="place-form" method="post" action="/explore/ballot" data-place${viewOf(look, asked)} autocomplete="off">
${hiddenFields(look, visitor.token)}
<div class="field${wrong && ' wrong'}">
<label for="place">${labelOfPlace(look)}</label>
<p class="hint" id="place-hint">${example !== null && `${fill(words.placeExample, { place: example })} `}${isCounted && html`<b>${fill(words.placeAddressStates, { states })}</b> `}${words.placeHint}</p>
${placeInput(look, asked, html` aria-describedby="place-hint${wrong && ' place-problem'}"${wrong && html` aria-invalid="true"`}`)}
</div>
<p class="row"><button>${words.showBallot}</button><button class="quiet" formaction="/explore/officeholders">${words.showOfficeholders}</button>${locateButton(look)}</p>
<p class="small soft">${words.placeMore}</p>
</form>`
}

/** In the header of every other page. */
export function placeBar(look: Look, asked: AskedPlace | undefined): Html {
  const { words, visitor } = look
  return html`<form class="place-bar" method="post" action="/explore/ballot" data-place${viewOf(look, asked)} autocomplete="off">
${hiddenFields(look, visitor.token)}<label class="unseen" for="place">${labelOfPlace(look)}</label>${placeInput(look, asked, html` placeholder="${labelOfPlace(look)}"`)}<button>${words.showBallot}</button>${locateButton(look)}</form>`
}

/** @setting States that the label of the field names; of more, it has their number, and the hint below it names them. */
const LABELED_STATES = 4

export function labelOfPlace(look: Pick<Look, 'words' | 'lang' | 'host'>): string {
  const { words, lang } = look
  if (!answersAddresses(look)) return words.placeOrPoint
  const held = addressStates(look)
  if (held === null) return words.place
  const names = held.map(({ name }) => placeIn(name, lang))
  const named = new Intl.ListFormat(lang, { type: 'disjunction' }).format(names)
  const states = held.length > LABELED_STATES ? fill(words.statesMany, { count: held.length }) : named
  return fill(words.placeSomeAddresses, { states })
}

/** The states in which a street address has an answer; null if one has none anywhere, or in every state. */
function addressStates(look: Pick<Look, 'host'>): readonly (typeof STATES)[number][] | null {
  if (!answersAddresses(look) || look.host.settings.geocodes) return null
  const held = STATES.filter(({ code }) => answersAddresses(look, code))
  return held.length === STATES.length ? null : held
}

/** Names of these states, for a sentence; null as `addressStates`. */
export function addressStatesNamed(look: Look): string | null {
  const named = addressStates(look)?.map(({ name }) => placeIn(name, look.lang))
  return named === undefined ? null : new Intl.ListFormat(look.lang).format(named)
}

function placeInput({ form }: Look, asked: AskedPlace | undefined, attributes: Html): Html {
  // A position of the device is not what somebody typed.
  const typed = form.text('located') === '' ? (asked?.place ?? '') : ''
  return html`<input id="place" name="place" required maxlength="${LOCATION_LENGTH_MAX}" autocomplete="off" spellcheck="false" value="${typed}"${attributes}>`
}

/** The script shows it where the browser knows its position. */
function locateButton({ words }: View): Html {
  return html`<button type="button" class="quiet" data-locate data-failed="${words.locateFailed}" hidden>${words.locate}</button>`
}

/** What the script needs for an entry of the history, and to fill the field of other pages. */
function viewOf({ exchange, path, lang, named, form }: Look, asked: AskedPlace | undefined): Html | null {
  if (!asked) return null
  const { url, sealed, from = '', part = '' } = asked
  const isPosted = exchange.request.method === 'POST'
  const located = form.text('located')
  const endorsers = form.all('endorsers').join(',')
  const fields = { sealed, lang, snapshot: named ?? '', located, from, part, endorsers }
  const post = isPosted ? { action: path, fields } : null
  return html` data-view="${JSON.stringify({ url, post, sealed: located === '' && from === '' ? sealed : null })}"`
}

/** @setting Names of places that may be meant, largest first, which are shown before the others are opened. */
const CHOICES_SHOWN = 8

/** A form of its own: the typed text is not sent again. */
function choicesForm(view: View, token: string, { choices, choicesTitle, action }: PlaceProblem): Html {
  const buttons = (places: readonly string[]): Html =>
    html`<p class="row">${places.map((place) => html`<button class="quiet" name="place" value="${place}">${place}</button>`)}</p>`
  const [large, others] = [choices.slice(0, CHOICES_SHOWN), choices.slice(CHOICES_SHOWN)]
  return html`<form class="place-choices" method="post" action="${action}" aria-labelledby="choices-title" data-choices>
${hiddenFields(view, token)}
<p id="choices-title">${choicesTitle}</p>
${buttons(large)}
${others.length > 0 && html`<details><summary>${fill(view.words.morePlaces, { count: others.length })}</summary>${buttons(others)}</details>`}
</form>`
}

function hiddenFields({ lang, named }: View, token: string): Html {
  return html`${hiddenToken(token)}<input type="hidden" name="lang" value="${lang}"><input type="hidden" name="snapshot" value="${named ?? ''}">`
}
