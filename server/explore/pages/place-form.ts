// The form for a place. It is sent by POST, so that the place enters no URL and no log.

import { LOCATION_LENGTH_MAX } from '../../../data/schema/constants.ts'
import { hiddenToken } from '../../web/field.ts'
import { type Html, html } from '../../web/html.ts'
import type { View } from '../view.ts'

export function placeForm({ words, lang, named }: View, token: string, problem?: string): Html {
  return html`<form class="place-form" method="post" action="/explore/ballot" data-place autocomplete="off">
${hiddenToken(token)}<input type="hidden" name="lang" value="${lang}"><input type="hidden" name="snapshot" value="${named ?? ''}">
<div class="field${problem !== undefined && ' wrong'}">
<label for="place">${words.place}</label>
<p class="hint" id="place-hint">${words.placeHint}</p>
${problem !== undefined && html`<p class="problem" id="place-problem" role="alert">${problem}</p>`}
<input id="place" name="place" required maxlength="${LOCATION_LENGTH_MAX}" autocomplete="off" spellcheck="false" aria-describedby="place-hint${problem !== undefined && ' place-problem'}"${problem !== undefined && html` aria-invalid="true"`}>
</div>
<p class="row"><button>${words.showBallot}</button><button class="quiet" formaction="/explore/officeholders">${words.showOfficeholders}</button></p>
</form>`
}
