// HTML of the second factor's pages and of the recovery codes.

import { field, hiddenToken, summary } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { html } from '../../web/html.ts'
import type { ConsolePage } from './layout.ts'

export interface SecondFactorSeen {
  token: string
  /** True if this service requires a second factor of the account. */
  required: boolean
  on: boolean
  /** The secret for the authenticator app; null if setup has not begun. */
  begun: { uri: string; base32: string } | null
  recoveryCodes: number
}

const CODE = { label: 'Code', autocomplete: 'one-time-code', inputmode: 'numeric', required: true } as const

export function secondFactorPage(seen: SecondFactorSeen, problems: Problems = {}): ConsolePage {
  return {
    title: 'Second factor',
    here: '/console/second-factor',
    main: html`<div class="narrow">
<p>With a second factor, sign-in needs your password and a code from an authenticator app on your phone or computer.${
      seen.required && html` <b>This service requires one for operators.</b>`
    }</p>
${summary(problems)}
${seen.on ? onPart(seen, problems) : seen.begun ? begunPart(seen, seen.begun, problems) : offPart(seen)}
</div>`,
  }
}

function offPart({ token }: SecondFactorSeen) {
  return html`<form class="card" method="post" action="/console/second-factor/begin">
${hiddenToken(token)}
<p>The account has no second factor.</p>
<button>Set up a second factor</button>
</form>`
}

function begunPart({ token }: SecondFactorSeen, { uri, base32 }: { uri: string; base32: string }, problems: Problems) {
  const groups = base32.match(/.{1,4}/g)?.join(' ') ?? base32
  return html`<section class="card" aria-labelledby="app-title">
<h2 id="app-title">1. Add it to your app</h2>
<p>On the device with the app, <a href="${uri}">open this link</a>. Or type this key into the app, as a time-based key:</p>
<p class="made"><code id="totp-key" tabindex="0" role="textbox" aria-readonly="true" aria-label="The key for the app">${groups}</code>
<button type="button" class="quiet" data-copies="totp-key" hidden>Copy</button></p>
</section>
<section class="card" aria-labelledby="code-title">
<h2 id="code-title">2. Type the code from the app</h2>
<form method="post" action="/console/second-factor">
${hiddenToken(token)}
${field({ name: 'code', ...CODE, hint: 'Six digits, which change every thirty seconds.' }, problems)}
<button>Turn it on</button>
</form>
<form method="post" action="/console/second-factor/begin">
${hiddenToken(token)}
<button class="quiet">Make another key</button>
</form>
</section>`
}

function onPart({ token, recoveryCodes, required }: SecondFactorSeen, problems: Problems) {
  const hint = 'From the app, or a recovery code.'
  return html`<p>The second factor is <b>on</b>. ${recoveryCodes} recovery ${recoveryCodes === 1 ? 'code is' : 'codes are'} left.</p>
<section class="card" aria-labelledby="renew-title">
<h2 id="renew-title">New recovery codes</h2>
<p>Each code signs you in once if you lose the app. New codes replace all that are left.</p>
<form method="post" action="/console/second-factor/recovery-codes">
${hiddenToken(token)}
${field({ id: 'renew', name: 'code', ...CODE, hint }, problems)}
<button>Make new recovery codes</button>
</form>
</section>
${
  !required &&
  html`<section class="card" aria-labelledby="remove-title">
<h2 id="remove-title">Turn it off</h2>
<p>Sign-in then needs only the password. Every other session of the account ends.</p>
<form method="post" action="/console/second-factor/remove">
${hiddenToken(token)}
${field({ id: 'remove', name: 'code', ...CODE, hint }, problems)}
<button class="danger">Turn it off</button>
</form>
</section>`
}`
}

/** The only page that ever shows them. */
export function recoveryCodesPage({
  codes,
  name,
  first,
}: {
  codes: readonly string[]
  name: string
  first: boolean
}): ConsolePage {
  return {
    title: first ? 'The second factor is on' : 'New recovery codes',
    main: html`<section class="card">
${first && html`<p>From now on, sign-in needs a code. Every other session of the account has ended.</p>`}
<p><b>Save these recovery codes now</b>, on paper or in a password manager. If you lose the app, each signs you in once in place of a code. Only their hashes are stored, and no other page shows them.</p>
<pre id="recovery-codes" tabindex="0" aria-label="Recovery codes of ${name}">${codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`).join('\n')}</pre>
<p><button type="button" class="quiet" data-copies="recovery-codes" hidden>Copy</button></p>
<p><a class="button" href="/console">Done: keys and usage</a></p>
</section>`,
  }
}

export function signInCodePage({ token }: { token: string }, problems: Problems = {}): ConsolePage {
  return {
    title: 'Sign in: the code',
    main: html`<div class="narrow">
${summary(problems)}
<form class="card" method="post" action="/console/sign-in/code">
${hiddenToken(token)}
${field({ name: 'code', ...CODE, hint: 'The code in your authenticator app or, if you lost the app, one of your recovery codes.' }, problems)}
<button>Sign in</button>
</form>
<form method="post" action="/console/sign-in/cancel">
${hiddenToken(token)}
<button class="quiet">Sign in as somebody else</button>
</form>
</div>`,
  }
}
