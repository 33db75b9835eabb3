// HTML of the second factor's pages and of the recovery codes.

import { type Field, field, hiddenToken, summary } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { type Html, html } from '../../web/html.ts'
import { countOf, fill, fillHtml } from '../../web/sentence.ts'
import type { ConsoleView } from '../view.ts'
import type { Words } from '../words/words.ts'
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

function codeField(words: Words, hint: string): Field {
  return { name: 'code', label: words.code, autocomplete: 'one-time-code', inputmode: 'numeric', required: true, hint }
}

export function secondFactorPage(view: ConsoleView, seen: SecondFactorSeen, problems: Problems = {}): ConsolePage {
  const { words } = view
  return {
    title: words.menuSecondFactor,
    here: '/console/second-factor',
    main: html`<div class="narrow">
<p>${words.factorLead}${seen.required && html` <b>${words.factorRequired}</b>`}</p>
${summary(problems, words)}
${seen.on ? onPart(view, seen, problems) : seen.begun ? begunPart(view, seen, seen.begun, problems) : offPart(view, seen)}
</div>`,
  }
}

function offPart({ words, href }: ConsoleView, { token }: SecondFactorSeen): Html {
  return html`<form class="card" method="post" action="${href('/console/second-factor/begin')}">
${hiddenToken(token)}
<p>${words.factorNone}</p>
<button>${words.factorSetUp}</button>
</form>`
}

function begunPart(
  { words, href }: ConsoleView,
  { token }: SecondFactorSeen,
  { uri, base32 }: { uri: string; base32: string },
  problems: Problems,
): Html {
  const groups = base32.match(/.{1,4}/g)?.join(' ') ?? base32
  return html`<section class="card" aria-labelledby="app-title">
<h2 id="app-title">${words.factorAdd}</h2>
<p>${fillHtml(words.factorAddLead, { link: html`<a href="${uri}">${words.factorLink}</a>` })}</p>
<p class="made"><code id="totp-key" tabindex="0" role="textbox" aria-readonly="true" aria-label="${words.factorKey}">${groups}</code>
<button type="button" class="quiet" data-copies="totp-key" hidden>${words.copy}</button></p>
</section>
<section class="card" aria-labelledby="code-title">
<h2 id="code-title">${words.factorType}</h2>
<form method="post" action="${href('/console/second-factor')}">
${hiddenToken(token)}
${field(codeField(words, words.factorTypeHint), problems)}
<button>${words.factorTurnOn}</button>
</form>
<form method="post" action="${href('/console/second-factor/begin')}">
${hiddenToken(token)}
<button class="quiet">${words.factorAnother}</button>
</form>
</section>`
}

function onPart(
  { words, href }: ConsoleView,
  { token, recoveryCodes, required }: SecondFactorSeen,
  problems: Problems,
): Html {
  const code = codeField(words, words.factorCodeHint)
  return html`<p>${fillHtml(words.factorOn, { on: html`<b>${words.factorOnWord}</b>` })} ${countOf(recoveryCodes, words.factorLeftOne, words.factorLeftMany)}</p>
<section class="card" aria-labelledby="renew-title">
<h2 id="renew-title">${words.factorNewCodes}</h2>
<p>${words.factorNewCodesLead}</p>
<form method="post" action="${href('/console/second-factor/recovery-codes')}">
${hiddenToken(token)}
${field({ ...code, id: 'renew' }, problems)}
<button>${words.factorMakeCodes}</button>
</form>
</section>
${
  !required &&
  html`<section class="card" aria-labelledby="remove-title">
<h2 id="remove-title">${words.factorTurnOff}</h2>
<p>${words.factorTurnOffLead}</p>
<form method="post" action="${href('/console/second-factor/remove')}">
${hiddenToken(token)}
${field({ ...code, id: 'remove' }, problems)}
<button class="danger">${words.factorTurnOff}</button>
</form>
</section>`
}`
}

/** The only page that ever shows them. */
export function recoveryCodesPage(
  { words, href }: ConsoleView,
  { codes, name, first }: { codes: readonly string[]; name: string; first: boolean },
): ConsolePage {
  return {
    title: first ? words.factorIsOn : words.factorNewCodes,
    main: html`<section class="card">
${first && html`<p>${words.factorFromNow}</p>`}
<p>${fillHtml(words.factorSaveLead, { save: html`<b>${words.factorSave}</b>` })}</p>
<pre id="recovery-codes" tabindex="0" aria-label="${fill(words.factorCodesOf, { name })}">${codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`).join('\n')}</pre>
<p><button type="button" class="quiet" data-copies="recovery-codes" hidden>${words.copy}</button></p>
<p><a class="button" href="${href('/console')}">${words.factorDone}</a></p>
</section>`,
  }
}

export function signInCodePage(
  { words, href }: ConsoleView,
  { token }: { token: string },
  problems: Problems = {},
): ConsolePage {
  return {
    title: words.codeTitle,
    main: html`<div class="narrow">
${summary(problems, words)}
<form class="card" method="post" action="${href('/console/sign-in/code')}">
${hiddenToken(token)}
${field(codeField(words, words.codeHint), problems)}
<button>${words.signIn}</button>
</form>
<form method="post" action="${href('/console/sign-in/cancel')}">
${hiddenToken(token)}
<button class="quiet">${words.somebodyElse}</button>
</form>
</div>`,
  }
}
