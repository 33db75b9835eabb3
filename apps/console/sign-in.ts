// Signing in and out. Signing in has a second step if the account has a second factor.

import { checkPassword } from '../../data/access/password.ts'
import type { Account } from '../../data/store/state/accounts.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { field, hiddenToken, summary } from '../web/field.ts'
import type { Problems } from '../web/form.ts'
import { html } from '../web/html.ts'
import { fillHtml } from '../web/sentence.ts'
import { beginSession, endSession } from '../web/session.ts'
import {
  type ConsoleMemberSession,
  type ConsolePage,
  type ConsoleSession,
  type ConsoleView,
  redirect,
  showPage,
} from './page.ts'
import { countAttempt } from './password-attempts.ts'
import { checkCode, signInCodePage } from './second-factor.ts'

export async function signOut({ host, login }: ConsoleMemberSession): Promise<Reply> {
  return redirect('/console/sign-in', { done: 'signed-out', cookie: await endSession(host, login) })
}

// Second step of sign-in: the code of an account with a second factor.

export async function answerSignInCode(session: ConsoleSession): Promise<Reply> {
  const { visitor } = session
  if (visitor.login) return redirect('/console')
  if (!visitor.awaiting) return redirect('/console/sign-in')
  return showPage(session, signInCodePage(session.view, { token: visitor.token }))
}

/** Ends the session of the first step, and starts a new one with a new cookie value. */
export async function signInWithCode(session: ConsoleSession): Promise<Reply> {
  const { host, visitor, now } = session
  const { awaiting } = visitor
  if (!awaiting) return redirect('/console/sign-in', { done: 'ended' })
  const problem = await checkCode(session, awaiting)
  if (problem)
    return showPage(session, signInCodePage(session.view, { token: visitor.token }, { code: problem }), { status: 400 })
  await endSession(host, awaiting)
  return redirect(homeOf(awaiting.account), { cookie: await beginSession(host, awaiting.account, now) })
}

export async function cancelSignIn({ host, visitor }: ConsoleSession): Promise<Reply> {
  if (!visitor.awaiting) return redirect('/console/sign-in')
  return redirect('/console/sign-in', { cookie: await endSession(host, visitor.awaiting) })
}

// First step of sign-in: account name and password.

export async function answerSignIn(session: ConsoleSession): Promise<Reply> {
  const { visitor, fromElsewhere } = session
  if (visitor.login) return redirect('/console')
  if (visitor.awaiting) return redirect('/console/sign-in/code')
  return showPage(session, signInPage(session.view, { token: visitor.token, fromElsewhere }))
}

/** The same message and the same work for an unknown account, an account without a password, and a wrong password. */
export async function signIn(session: ConsoleSession): Promise<Reply> {
  const { host, form, network, visitor, now } = session
  const { words } = session.view
  // Names are stored in NFC. Older accounts may have names that are no longer allowed.
  const typed = form.text('name').normalize('NFC')
  const password = form.secret('password')
  const again = (status: number, sentence: string, headers: readonly string[] = []): Reply => {
    const page = signInPage(
      session.view,
      { name: typed, token: visitor.token, fromElsewhere: false },
      { form: sentence },
    )
    return showPage(session, page, { status, headers })
  }

  const name = (await host.state.findAccount(typed)) ? typed : typed.normalize('NFKC')
  const throttled = await countAttempt(host, network, name, words)
  if (throttled) return again(429, throttled.sentence, throttled.headers)
  return await session.takeTurn(async () => {
    const before = await host.state.findAccount(name)
    if (!(await checkPassword(password, before?.password_hash ?? null))) return again(400, words.wrong)
    // The check takes a while: the password may have been changed, or the account suspended, meanwhile.
    const account = await host.state.findAccount(name)
    if (!account || account.password_hash !== before?.password_hash) return again(400, words.wrong)
    if (account.status === 'suspended') return again(403, words.suspended)
    const former = visitor.login ?? visitor.awaiting
    if (former) await endSession(host, former)
    const factor = await host.state.findSecondFactor(account.id)
    const awaitsCode = factor !== undefined && factor.set_at !== null
    const cookie = await beginSession(host, account, now, { awaitsCode })
    return redirect(awaitsCode ? '/console/sign-in/code' : homeOf(account), { cookie })
  })
}

/** Where the account's owner has something to do. */
function homeOf({ role }: Account): string {
  return role === 'endorser' ? '/desk' : '/console'
}

export function signInPage(
  { words, href }: ConsoleView,
  { name = '', token, fromElsewhere }: { name?: string; token: string; fromElsewhere: boolean },
  problems: Problems = {},
): ConsolePage {
  const link = (path: string, text: string) => html`<a href="${href(path)}">${text}</a>`
  return {
    title: words.signIn,
    main: html`<div class="narrow">
${fromElsewhere && html`<p class="notice">${fillHtml(words.fromElsewhere, { link: link('/console', words.goOn) })}</p>`}
${summary(problems, words)}
<form class="card" method="post" action="${href('/console/sign-in')}">
${hiddenToken(token)}
${field({ name: 'name', label: words.accountName, value: name, autocomplete: 'username', required: true }, problems)}
${field({ name: 'password', label: words.password, type: 'password', autocomplete: 'current-password', required: true }, problems)}
<button>${words.signIn}</button>
</form>
<p>${fillHtml(words.noAccount, { signUp: link('/console/sign-up', words.signUp), invitation: link('/console/invitation', words.useCode) })}</p>
</div>`,
  }
}
