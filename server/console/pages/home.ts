// HTML of the account's home page: its usage, its keys, and the form for a new key.

import type { Key } from '../../../data/store/state/accounts.ts'
import { hiddenToken, summary } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { type Html, type HtmlPart, html } from '../../web/html.ts'
import { day, long, soft, table } from '../../web/table.ts'
import { type KeyTyped, keyFields } from './key-fields.ts'
import type { ConsolePage } from './layout.ts'
import { type UsageSeen, usage } from './usage.ts'

export interface HomeSeen {
  keys: readonly Key[]
  usage: UsageSeen
  token: string
}

const REVOKED_SHOWN = 10
const NEW: KeyTyped = { label: '', scopes: ['data:read'], addresses: '', expires: '' }

export function homePage(
  { keys, token, ...seen }: HomeSeen,
  typed: KeyTyped = NEW,
  problems: Problems = {},
): ConsolePage {
  const { at } = seen.usage
  const open = keys.length === 0 || Object.keys(problems).length > 0
  return {
    title: 'Keys and usage',
    here: '/console',
    main: html`${summary(problems)}
${usage(seen.usage)}
<section class="card" aria-labelledby="keys-title">
<h2 id="keys-title">Keys</h2>
${
  keys.length === 0
    ? html`<p>There are no keys yet. Use a key only on your servers, never in a browser or an app.</p>`
    : table({
        caption: 'Keys of this account',
        captionUnseen: true,
        columns: ['Label', 'Key', 'Scopes', 'Addresses', 'Last day', 'Last used', 'State', 'Change'],
        rows: shownOf(keys).map((key) => toCells(key, at)),
      })
}
</section>
<details class="card"${open && html` open`}>
<summary><h2>Create a key</h2></summary>
<form method="post" action="/console/keys">
${hiddenToken(token)}
${keyFields(typed, at.slice(0, 10), problems)}
<button>Create the key</button>
</form>
</details>`,
  }
}

/** Keys that are not revoked, then the latest revoked ones. */
function shownOf(keys: readonly Key[]): Key[] {
  const revoked = keys.filter((key) => key.revoked_at !== null).reverse()
  return [...keys.filter((key) => key.revoked_at === null), ...revoked.slice(0, REVOKED_SHOWN)]
}

function toCells(key: Key, now: string): HtmlPart[] {
  const { id, label, last_four, scopes, addresses, expires_at, last_used_on } = key
  const state = stateOf(key, now)
  return [
    long(label),
    maskedKey(last_four),
    scopes.map((scope) => html`<code class="tag">${scope}</code> `),
    addresses.length === 0 ? soft('any') : addresses.map((range) => html`<code class="long">${range}</code> `),
    expires_at === null ? null : day(expires_at.slice(0, 10)),
    last_used_on === null ? soft('never') : day(last_used_on),
    html`<span class="state ${state}">${state}</span>`,
    state === 'revoked'
      ? soft('–')
      : html`<a href="/console/keys/${id}">Change<span class="unseen"> key ${id}</span></a>`,
  ]
}

export function maskedKey(lastFour: string): Html {
  return html`<code class="key">hst_live_…${lastFour}</code>`
}

function stateOf({ revoked_at, expires_at }: Key, now: string): 'active' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && expires_at <= now ? 'expired' : 'active'
}
