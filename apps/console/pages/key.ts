// HTML of the pages that change, revoke and show a key.

import { hiddenToken, summary } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { html } from '../../web/html.ts'
import { fillHtml } from '../../web/sentence.ts'
import type { ConsoleView } from '../view.ts'
import { maskedKey } from './home.ts'
import { type KeyTyped, keyFields } from './key-fields.ts'
import type { ConsolePage } from './layout.ts'

export interface KeySeen {
  id: number
  last_four: string
  token: string
  /** Earliest last day that may be chosen: today, or the key's current one, which may be in the past. */
  earliest: string
}

export function keyPage(
  { words, href }: ConsoleView,
  { id, last_four, token, earliest }: KeySeen,
  typed: KeyTyped,
  problems: Problems = {},
): ConsolePage {
  return {
    title: words.changeAKey,
    main: html`<p><a href="${href('/console')}">${words.backToKeys}</a></p>
<p>${maskedKey(last_four)}</p>
${summary(problems, words)}
<form class="card" method="post" action="${href(`/console/keys/${id}`)}">
${hiddenToken(token)}
${keyFields(words, typed, earliest, problems)}
<button>${words.save}</button>
</form>
<section class="card" aria-labelledby="revoke-title">
<h2 id="revoke-title">${words.revokeTitle}</h2>
<p>${words.revokeLead}</p>
<form method="post" action="${href(`/console/keys/${id}/revoke`)}">
${hiddenToken(token)}
<button class="danger">${words.revoke}</button>
</form>
</section>`,
  }
}

/** The only page that ever shows a key. */
export function madeKeyPage(
  { words, href }: ConsoleView,
  { key, label, origin }: { key: string; label: string | null; origin: string },
): ConsolePage {
  return {
    title: words.made,
    main: html`<section class="card">
<p><b>${words.madeCopy}</b> ${words.madeOnce} ${label !== null && fillHtml(words.madeLabel, { label: html`<b>${label}</b>` })}</p>
<p class="made"><code id="made-key" tabindex="0" role="textbox" aria-readonly="true" aria-label="${words.theKey}">${key}</code>
<button type="button" class="quiet" data-copies="made-key" hidden>${words.copy}</button></p>
<p>${words.firstCall}:</p>
<pre tabindex="0" aria-label="${words.firstCall}"><code>curl -H 'Authorization: Bearer ${key}' \\
  '${origin}/v1/states'</code></pre>
<p>${words.madeKeep}</p>
<p><a class="button" href="${href('/console')}">${words.factorDone}</a></p>
</section>`,
  }
}
