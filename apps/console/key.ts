// Makes, changes and revokes a key of the visitor's account. Keys of other accounts are not found.

import { makeKey } from '../../data/access/key.ts'
import { ApiError } from '../../data/schema/api-error.ts'
import type { Key } from '../../data/store/state/keys.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { hiddenToken, summary } from '../web/field.ts'
import type { Problems } from '../web/form.ts'
import { html } from '../web/html.ts'
import { changeBy } from '../web/members.ts'
import { fillHtml } from '../web/sentence.ts'
import { instant } from '../web/table.ts'
import { loadHome, maskedKey } from './home.ts'
import { type KeyTyped, keyFields, readTyped, toTyped, typedOf } from './key-form.ts'
import { type ConsoleMemberSession, type ConsolePage, type ConsoleView, inEnglish, redirect, showPage } from './page.ts'

export async function answerKey(session: ConsoleMemberSession): Promise<Reply> {
  const key = await loadKey(session)
  return showPage(session, keyPage(session.view, toKeyView(session, key), typedOf(key)))
}

export async function changeKey(session: ConsoleMemberSession): Promise<Reply> {
  const { host, form, account } = session
  const key = await loadKey(session)
  const seen = toKeyView(session, key)
  const today = todayOf(session)
  const typed = toTyped(form)
  const problems: Problems = {}
  const wanted = readTyped(session.view, typed, { today, kept: typedOf(key).expires }, problems)
  if (wanted) {
    const changed = await host.state.changeKey({ id: key.id, account_id: account.id }, wanted, changeBy(session))
    if (!('refused' in changed)) return redirect('/console', { done: 'key-changed' })
    problems.form = inEnglish(session.view, changed.refused, session.view.words.notDone)
  }
  return showPage(session, keyPage(session.view, seen, typed, problems), { status: 400 })
}

export async function revokeKey(session: ConsoleMemberSession): Promise<Reply> {
  const { host, account } = session
  const { id } = await loadKey(session)
  const revoked = await host.state.revokeKey({ id, account_id: account.id }, changeBy(session))
  if ('refused' in revoked) throw notFound()
  return redirect('/console', { done: 'key-revoked' })
}

/** Throws ApiError 404 if the account has no such key, or if the key is revoked. */
async function loadKey({ host, account, params }: ConsoleMemberSession): Promise<Key> {
  const keys = await host.state.keysOf(account.id)
  const key = keys.find(({ id, revoked_at }) => String(id) === params.id && revoked_at === null)
  if (!key) throw notFound()
  return key
}

function toKeyView(session: ConsoleMemberSession, { id, last_four, expires_at }: Key): KeyView {
  const today = todayOf(session)
  const kept = expires_at?.slice(0, 10) ?? today
  const over = kept < today
  return { id, last_four, token: session.visitor.token, earliest: over ? kept : today }
}

function todayOf({ now }: ConsoleMemberSession): string {
  return new Date(now).toISOString().slice(0, 10)
}

function notFound(): ApiError {
  return new ApiError('not_found', 'There is no such key, or it is revoked.')
}

// Making a key. The response is a page instead of a redirect, because the key is not stored and can be shown only in this response. A form
// that is sent again makes no other key: the key follows from the form's token, which each page has anew.

function makeKeyOf({ host, form, account }: ConsoleMemberSession): string {
  const half = (name: string): string =>
    host.hmac(`${name} half of a key of account ${account.id} ${form.secret('token')}`)
  return makeKey(Buffer.from(half('first') + half('second'), 'hex'))
}

export async function createKey(session: ConsoleMemberSession): Promise<Reply> {
  const { host, form, account, origin } = session
  const change = changeBy(session)
  const typed = toTyped(form)
  const problems: Problems = {}
  const again = async (): Promise<Reply> => showPage(session, await loadHome(session, typed, problems), { status: 400 })
  const wanted = readTyped(session.view, typed, { today: change.at.slice(0, 10), kept: null }, problems)
  if (!wanted) return await again()

  const key = makeKeyOf(session)
  const made = await host.state.createKey(
    { account: account.name, ...wanted, hash: host.hmac(key), last_four: key.slice(-4) },
    change,
  )
  if ('refused' in made) {
    if (made.existing) return showPage(session, keyMadeBeforePage(session.view, made.existing), { status: 409 })
    problems.form = inEnglish(session.view, made.refused, session.view.words.notDone)
    return await again()
  }
  return showPage(session, madeKeyPage(session.view, { key, label: made.label, origin }))
}

// The HTML.

interface KeyView {
  id: number
  last_four: string
  token: string
  /** Earliest last day that may be chosen: today, or the key's current one, which may be in the past. */
  earliest: string
}

export function keyPage(
  { words, href }: ConsoleView,
  { id, last_four, token, earliest }: KeyView,
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

/** For a form that was sent again, as a reload does. */
function keyMadeBeforePage({ words, href }: ConsoleView, { id, last_four, created_at, revoked_at }: Key): ConsolePage {
  return {
    title: words.madeBefore,
    main: html`<section class="card">
<p>${fillHtml(words.madeBeforeLead, { key: maskedKey(last_four), time: html`${instant(created_at)} UTC` })}</p>
<p>${words.madeBeforeLost}</p>
<p class="row"><a class="button" href="${href('/console')}">${words.factorDone}</a>
${revoked_at === null && html`<a class="button quiet" href="${href(`/console/keys/${id}`)}">${words.madeBeforeChange}</a>`}</p>
</section>`,
  }
}
