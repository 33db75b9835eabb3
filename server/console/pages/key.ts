// HTML of the pages that change, revoke and show a key.

import { hiddenToken, summary } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { html } from '../../web/html.ts'
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
<h2 id="revoke-title">Revoke the key</h2>
<p>The key stops working at once, in every program that uses it. This cannot be undone.</p>
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
    title: 'Key created',
    main: html`<section class="card">
<p><b>Copy it now.</b> Only a hash of the key is stored, and no other page shows it. ${label !== null && html`Its label is <b>${label}</b>.`}</p>
<p class="made"><code id="made-key" tabindex="0" role="textbox" aria-readonly="true" aria-label="The key">${key}</code>
<button type="button" class="quiet" data-copies="made-key" hidden>Copy</button></p>
<p>A first call:</p>
<pre tabindex="0" aria-label="A first call"><code>curl -H 'Authorization: Bearer ${key}' \\
  '${origin}/v1/states'</code></pre>
<p>Keep it on your servers. Do not use it in a browser or an app.</p>
<p><a class="button" href="/console">Done: keys and usage</a></p>
</section>`,
  }
}
