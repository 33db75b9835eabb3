// HTML of the account's home page: its usage, its keys, and the form for a new key.

import type { Key } from '../../../data/store/state/keys.ts'
import { KEY_USE_WRITE_MS } from '../../../server/constants.ts'
import { hiddenToken, summary } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { type Html, type HtmlPart, html } from '../../web/html.ts'
import { fill } from '../../web/sentence.ts'
import { day, long, soft, table } from '../../web/table.ts'
import type { ConsoleView } from '../view.ts'
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
  { words, href }: ConsoleView,
  { keys, token, ...seen }: HomeSeen,
  typed: KeyTyped = NEW,
  problems: Problems = {},
): ConsolePage {
  const { at } = seen.usage
  const open = keys.length === 0 || Object.keys(problems).length > 0
  return {
    title: words.menuHome,
    here: '/console',
    main: html`${summary(problems, words)}
${usage(words, seen.usage)}
<section class="card" aria-labelledby="keys-title">
<h2 id="keys-title">${words.keys}</h2>
${
  keys.length === 0
    ? html`<p>${words.keysNone}</p>`
    : table({
        caption: words.keysCaption,
        captionUnseen: true,
        columns: [
          ...[words.label, words.key, words.scopes, words.addresses],
          ...[words.lastDay, words.lastUsed, words.keyState, words.change],
        ],
        rows: shownOf(keys).map((key) => toCells({ words, href }, key, at)),
      })
}
${keys.length > 0 && html`<p class="soft small">${fill(words.lastUsedLate, { seconds: KEY_USE_WRITE_MS / 1000 })}</p>`}
</section>
<details class="card"${open && html` open`}>
<summary><h2>${words.createKey}</h2></summary>
<form method="post" action="${href('/console/keys')}">
${hiddenToken(token)}
${keyFields(words, typed, at.slice(0, 10), problems)}
<button>${words.createTheKey}</button>
</form>
</details>`,
  }
}

/** Keys that are not revoked, then the latest revoked ones. */
function shownOf(keys: readonly Key[]): Key[] {
  const revoked = keys.filter((key) => key.revoked_at !== null).reverse()
  return [...keys.filter((key) => key.revoked_at === null), ...revoked.slice(0, REVOKED_SHOWN)]
}

function toCells({ words, href }: Pick<ConsoleView, 'words' | 'href'>, key: Key, now: string): HtmlPart[] {
  const { id, label, last_four, scopes, addresses, expires_at, last_used_on } = key
  const state = stateOf(key, now)
  return [
    long(label) ?? soft(words.none),
    maskedKey(last_four),
    scopes.map((scope) => html`<code class="tag">${scope}</code> `),
    addresses.length === 0 ? soft(words.anywhere) : addresses.map((range) => html`<code class="long">${range}</code> `),
    expires_at === null ? soft(words.none) : day(expires_at.slice(0, 10)),
    last_used_on === null ? soft(words.never) : day(last_used_on),
    html`<span class="state ${state}">${words[`state_${state}`]}</span>`,
    state === 'revoked'
      ? soft('–')
      : html`<a href="${href(`/console/keys/${id}`)}" aria-label="${fill(words.changeKey, { id })}">${words.change}</a>`,
  ]
}

export function maskedKey(lastFour: string): Html {
  return html`<code class="key">hst_live_…${lastFour}</code>`
}

function stateOf({ revoked_at, expires_at }: Key, now: string): 'active' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && expires_at <= now ? 'expired' : 'active'
}
