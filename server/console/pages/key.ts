// One key: what it may do, and its end.

import type { Problems } from '../form.ts'
import { html } from '../html.ts'
import { summary } from './field.ts'
import { maskedKey } from './home.ts'
import { type KeyTyped, keyFields } from './key-fields.ts'
import { type ConsolePage, hiddenToken } from './layout.ts'

export interface KeySeen {
  id: number
  last_four: string
  token: string
  /** Of the last day: today, or the one that it has, which may be over. */
  earliest: string
}

export function keyPage(
  { id, last_four, token, earliest }: KeySeen,
  typed: KeyTyped,
  problems: Problems = {},
): ConsolePage {
  return {
    title: 'Change a key',
    main: html`<p><a href="/console">← Keys and usage</a></p>
<p>${maskedKey(last_four)}</p>
${summary(problems)}
<form class="card" method="post" action="/console/keys/${id}">
${hiddenToken(token)}
${keyFields(typed, earliest, problems)}
<button>Save</button>
</form>
<section class="card" aria-labelledby="revoke-title">
<h2 id="revoke-title">Revoke it</h2>
<p>The key is refused from now on, in every program that uses it. This cannot be taken back.</p>
<form method="post" action="/console/keys/${id}/revoke">
${hiddenToken(token)}
<button class="danger">Revoke this key</button>
</form>
</section>`,
  }
}

/** The only page that ever shows a key. */
export function madeKeyPage({
  key,
  label,
  origin,
}: {
  key: string
  label: string | null
  origin: string
}): ConsolePage {
  return {
    title: 'The key is made',
    main: html`<section class="card">
<p><b>Copy it now.</b> It is kept nowhere, and this page is the only one that shows it. ${label !== null && html`You called it <b>${label}</b>.`}</p>
<p class="made"><code id="made-key" tabindex="0" role="textbox" aria-readonly="true" aria-label="The key">${key}</code>
<button type="button" class="quiet" data-copies="made-key" hidden>Copy</button></p>
<p>A first call:</p>
<pre tabindex="0" aria-label="A first call"><code>curl -H 'Authorization: Bearer ${key}' \\
  '${origin}/v1/states'</code></pre>
<p>Keep it on your servers; it is no key for a browser or an app.</p>
<p><a class="button" href="/console">Done: keys and usage</a></p>
</section>`,
  }
}
