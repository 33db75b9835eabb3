// The second factor: codes of an authenticator app, and recovery codes for a lost app.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { encode } from 'uqr'
import { describeTotp, findCodeStep, RECOVERY_CODES, TOTP_SECRET_BYTES } from '../../data/access/second-factor.ts'
import type { Host } from '../../server/host.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { type Field, field, hiddenToken, summary } from '../web/field.ts'
import type { Problems } from '../web/form.ts'
import { type Html, html } from '../web/html.ts'
import { changeBy } from '../web/members.ts'
import { countOf, fill, fillHtml } from '../web/sentence.ts'
import {
  type ConsoleMemberSession,
  type ConsolePage,
  type ConsoleSession,
  type ConsoleView,
  inEnglish,
  redirect,
  showPage,
} from './page.ts'
import { countAttempt } from './password-attempts.ts'
import type { Words } from './words/words.ts'

export async function answerSecondFactor(session: ConsoleMemberSession, problems: Problems = {}): Promise<Reply> {
  const { host, login, account, visitor } = session
  const required = host.settings.secondFactor === 'operators' && account.role === 'operator'
  const factor = await host.state.findSecondFactor(account.id)
  const begun = factor && factor.set_at === null ? describeTotp(openSecret(host, factor.secret), account.name) : null
  const seen = { token: visitor.token, required, begun, recoveryCodes: factor?.recovery_codes ?? 0 }
  const page = secondFactorPage(session.view, { ...seen, on: login.second_factor }, problems)
  return showPage(session, page, { status: Object.keys(problems).length > 0 ? 400 : 200 })
}

/** Creates a secret, which the page shows until a code confirms it. */
export async function beginSecondFactor(session: ConsoleMemberSession): Promise<Reply> {
  const { host, account } = session
  const refused = await host.state.beginSecondFactor(account.id, sealSecret(host, randomBytes(TOTP_SECRET_BYTES)))
  if (refused)
    return await answerSecondFactor(session, {
      form: inEnglish(session.view, refused.refused, session.view.words.notDone),
    })
  return redirect('/console/second-factor')
}

/** Responds with a page instead of a redirect: only hashes of recovery codes are stored, so they can be shown only in this response. */
export async function setSecondFactor(session: ConsoleMemberSession): Promise<Reply> {
  const { host, form, account, login, now } = session
  const throttled = await countAttempt(host, session.network, account.name, session.view.words)
  if (throttled) return await answerSecondFactor(session, { form: throttled.sentence })
  const factor = await host.state.findSecondFactor(account.id)
  if (!factor || factor.set_at !== null) return redirect('/console/second-factor')
  const step = findCodeStep(openSecret(host, factor.secret), readCode(form.text('code')), now)
  if (step === undefined) return await answerSecondFactor(session, { code: session.view.words.codeWrongIn })
  const codes = makeRecoveryCodes()
  const set = { step, recovery: codes.map((code) => hashRecoveryCode(host, code)), session: login.hash }
  const refused = await host.state.setSecondFactor(account, set, changeBy(session))
  if (refused)
    return await answerSecondFactor(session, {
      form: inEnglish(session.view, refused.refused, session.view.words.notDone),
    })
  return showPage(session, recoveryCodesPage(session.view, { codes, name: account.name, first: true }))
}

export async function renewRecoveryCodes(session: ConsoleMemberSession): Promise<Reply> {
  const { host, account } = session
  const problem = await checkCode(session, session)
  if (problem) return await answerSecondFactor(session, { renew: problem })
  const codes = makeRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(host, code))
  await host.state.setRecoveryCodes(account, hashes, changeBy(session))
  return showPage(session, recoveryCodesPage(session.view, { codes, name: account.name, first: false }))
}

export async function removeSecondFactor(session: ConsoleMemberSession): Promise<Reply> {
  const { host, account, login } = session
  if (host.settings.secondFactor === 'operators' && account.role === 'operator')
    return await answerSecondFactor(session, { remove: session.view.words.factorKept })
  const problem = await checkCode(session, session)
  if (problem) return await answerSecondFactor(session, { remove: problem })
  const removed = await host.state.removeSecondFactor(account.name, changeBy(session), login.hash)
  if ('refused' in removed)
    return await answerSecondFactor(session, {
      form: inEnglish(session.view, removed.refused, session.view.words.notDone),
    })
  return redirect('/console/second-factor', { done: 'second-factor-removed' })
}

/** Accepts the form's code once, from the app or for recovery. @returns an error message if it is refused */
export async function checkCode(
  { host, form, network, now, view: { words } }: Pick<ConsoleSession, 'host' | 'form' | 'network' | 'now' | 'view'>,
  { account }: Pick<ConsoleMemberSession, 'account'>,
): Promise<string | undefined> {
  const throttled = await countAttempt(host, network, account.name, words)
  if (throttled) return throttled.sentence
  const factor = await host.state.findSecondFactor(account.id)
  if (!factor || factor.set_at === null) return words.factorNone
  const change = changeBy({ account, now })
  if (factor.locked_until !== null && factor.locked_until > change.at)
    return fill(words.codesLocked, { time: factor.locked_until.slice(11, 16) })
  const code = readCode(form.text('code'))
  const step = findCodeStep(openSecret(host, factor.secret), code, now)
  const taken =
    step === undefined
      ? await host.state.takeRecoveryCode(account, hashRecoveryCode(host, code), change)
      : await host.state.takeCode(account.id, step, change.at)
  if (taken) return undefined
  await host.state.countWrongCode(account, change)
  return words.codeWrong
}

/** Accepts spaces, hyphens and either case. */
function readCode(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase().slice(0, CODE_LENGTH_MAX)
}
const CODE_LENGTH_MAX = 40

/** Without I, L, O and U, which are easily misread. Ten characters have 50 random bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RECOVERY_LENGTH = 10

function makeRecoveryCodes(): string[] {
  const makeOne = (): string =>
    Array.from(randomBytes(RECOVERY_LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
  return Array.from({ length: RECOVERY_CODES }, makeOne)
}

function hashRecoveryCode({ hmac }: Pick<Host, 'hmac'>, code: string): string {
  return hmac(`recovery code ${code}`)
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM under a key derived from the pepper: the database alone is not enough to compute codes. */
function sealSecret({ hmac }: Pick<Host, 'hmac'>, secret: Uint8Array): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(hmac), iv)
  return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** Throws if the secret was sealed under another pepper. */
function openSecret({ hmac }: Pick<Host, 'hmac'>, sealed: string): Uint8Array {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(hmac), bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
}

function keyOf(hmac: Host['hmac']): Buffer {
  return Buffer.from(hmac('key of the secrets of second factors'), 'hex')
}

// The HTML: the second factor's pages, the step of sign-in, and the recovery codes.

interface SecondFactorView {
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

export function secondFactorPage(view: ConsoleView, seen: SecondFactorView, problems: Problems = {}): ConsolePage {
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

function offPart({ words, href }: ConsoleView, { token }: SecondFactorView): Html {
  return html`<form class="card" method="post" action="${href('/console/second-factor/begin')}">
${hiddenToken(token)}
<p>${words.factorNone}</p>
<button>${words.factorSetUp}</button>
</form>`
}

function begunPart(
  { words, href }: ConsoleView,
  { token }: SecondFactorView,
  { uri, base32 }: { uri: string; base32: string },
  problems: Problems,
): Html {
  const groups = base32.match(/.{1,4}/g)?.join(' ') ?? base32
  return html`<section class="card" aria-labelledby="app-title">
<h2 id="app-title">${words.factorAdd}</h2>
<p>${words.factorScan}</p>
${qrCode(uri, words.factorQr)}
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

/** Empty modules around a QR code (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** In black on white in both color schemes, as cameras expect it. */
function qrCode(text: string, label: string): Html {
  const { data } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const rows = data.map((row) => row.map((isDark) => (isDark ? 'x' : ' ')).join(''))
  const path = rows.flatMap((row, y) =>
    [...row.matchAll(/x+/g)].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`),
  )
  return html`<svg class="qr" viewBox="0 0 ${data.length} ${data.length}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${data.length}v${data.length}H0z"/><path fill="#000" d="${path.join('')}"/></svg>`
}

function onPart(
  { words, href }: ConsoleView,
  { token, recoveryCodes, required }: SecondFactorView,
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
  { token, leads }: { token: string; leads: Readonly<Record<string, string>> },
  problems: Problems = {},
): ConsolePage {
  return {
    title: words.codeTitle,
    main: html`<div class="narrow">
${summary(problems, words)}
<form class="card" method="post" action="${href('/console/sign-in/code', leads)}">
${hiddenToken(token)}
${field(codeField(words, words.codeHint), problems)}
<button>${words.signIn}</button>
</form>
<form method="post" action="${href('/console/sign-in/cancel', leads)}">
${hiddenToken(token)}
<button class="quiet">${words.somebodyElse}</button>
</form>
</div>`,
  }
}
