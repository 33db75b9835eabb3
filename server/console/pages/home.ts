// The account's page: its usage, its keys, and the form of a new one.

import type { Key } from '../../../data/store/state/state.ts'
import type { Problems } from '../form.ts'
import { type Html, html, type Part } from '../html.ts'
import { summary } from './field.ts'
import { type KeyTyped, keyFields } from './key-fields.ts'
import { hiddenToken, type Page } from './layout.ts'
import { table } from './table.ts'
import { type UsageSeen, usage } from './usage.ts'

export interface HomeSeen {
  keys: readonly Key[]
  usage: UsageSeen
  token: string
}

const NEW: KeyTyped = { label: '', scopes: ['data:read'], addresses: '', expires: '' }

export function homePage({ keys, token, ...seen }: HomeSeen, typed: KeyTyped = NEW, problems: Problems = {}): Page {
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
    ? html`<p>There are no keys yet. A key is for your servers alone, never for a browser or an app.</p>`
    : table(
        'Keys of this account',
        ['Label', 'Key', 'Scopes', 'Addresses', 'Last day', 'Last used', 'State', ''],
        keys.map((key) => toCells(key, at)),
      )
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

function toCells(key: Key, now: string): Part[] {
  const { id, label, last_four, scopes, addresses, expires_at, last_used_on } = key
  const state = stateOf(key, now)
  return [
    label,
    maskedKey(last_four),
    scopes.map((scope) => html`<code class="tag">${scope}</code> `),
    addresses.length === 0
      ? html`<span class="soft">any</span>`
      : addresses.map((range) => html`<code>${range}</code><br>`),
    expires_at?.slice(0, 10) ?? html`<span class="soft">none</span>`,
    last_used_on ?? html`<span class="soft">never</span>`,
    html`<span class="state ${state}">${state}</span>`,
    state !== 'revoked' && html`<a href="/console/keys/${id}">Change<span class="unseen"> key ${id}</span></a>`,
  ]
}

export function maskedKey(lastFour: string): Html {
  return html`<code class="key">hst_live_…${lastFour}</code>`
}

function stateOf({ revoked_at, expires_at }: Key, now: string): 'active' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && expires_at <= now ? 'expired' : 'active'
}
