// Signing in and out. Signing in has a second step if the account has a second factor.

import { checkPassword } from '../../data/access/password.ts'
import type { Account } from '../../data/store/state/accounts.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { field, hiddenToken, summary } from '../web/field.ts'
import type { Problems } from '../web/form.ts'
import { html } from '../web/html.ts'
import { fillHtml } from '../web/sentence.ts'
import { beginSession, endSession } from '../web/session.ts'
import { findWantedPage, signInPath } from '../web/wanted-page.ts'
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
  if (visitor.login) return redirect(wantedOf(session) ?? '/console')
  if (!visitor.awaiting) return redirect(signInPath(wantedOf(session)))
  return showPage(session, signInCodePage(session.view, toSignInView(session)))
}

/** Ends the session of the first step, and starts a new one with a new cookie value. */
export async function signInWithCode(session: ConsoleSession): Promise<Reply> {
  const { host, visitor, now } = session
  const { awaiting } = visitor
  if (!awaiting) return redirect(signInPath(wantedOf(session), 'ended'))
  const problem = await checkCode(session, awaiting)
  if (problem)
    return showPage(session, signInCodePage(session.view, toSignInView(session), { code: problem }), { status: 400 })
  await endSession(host, awaiting)
  const { account } = awaiting
  return redirect(wantedOf(session) ?? homeOf(account), { cookie: await beginSession(host, account, now) })
}

export async function cancelSignIn(session: ConsoleSession): Promise<Reply> {
  const { host, visitor } = session
  const path = signInPath(wantedOf(session))
  return visitor.awaiting ? redirect(path, { cookie: await endSession(host, visitor.awaiting) }) : redirect(path)
}

// First step of sign-in: account name and password.

export async function answerSignIn(session: ConsoleSession): Promise<Reply> {
  const { visitor, fromElsewhere } = session
  const wanted = wantedOf(session)
  if (visitor.login) return redirect(wanted ?? '/console')
  if (visitor.awaiting) return redirect(codePath(wanted))
  return showPage(session, signInPage(session.view, { ...toSignInView(session), fromElsewhere }))
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
      { ...toSignInView(session), name: typed, fromElsewhere: false },
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
    const wanted = wantedOf(session)
    return redirect(awaitsCode ? codePath(wanted) : (wanted ?? homeOf(account)), { cookie })
  })
}

/** The page that the visitor asked for first; null: none. */
function wantedOf({ query }: Pick<ConsoleSession, 'query'>): string | null {
  return findWantedPage(query.get('to')) ?? null
}

function codePath(wanted: string | null): string {
  return wanted === null ? '/console/sign-in/code' : `/console/sign-in/code?${new URLSearchParams({ to: wanted })}`
}

/** What both steps of the sign-in show. */
interface SignInView {
  token: string
  /** The query of their forms: the page that follows. */
  leads: Readonly<Record<string, string>>
}

function toSignInView(session: Pick<ConsoleSession, 'query' | 'visitor'>): SignInView {
  const wanted = wantedOf(session)
  return { token: session.visitor.token, leads: wanted === null ? {} : { to: wanted } }
}

/** Where the account's owner has something to do. */
function homeOf({ role }: Account): string {
  return role === 'endorser' ? '/desk' : '/console'
}

export function signInPage(
  { words, href }: ConsoleView,
  { name = '', token, leads, fromElsewhere }: { name?: string; fromElsewhere: boolean } & SignInView,
  problems: Problems = {},
): ConsolePage {
  const link = (path: string, text: string) => html`<a href="${href(path)}">${text}</a>`
  return {
    title: words.signIn,
    main: html`<div class="narrow">
${fromElsewhere && html`<p class="notice">${fillHtml(words.fromElsewhere, { link: link(leads.to ?? '/console', words.goOn) })}</p>`}
${summary(problems, words)}
<form class="card" method="post" action="${href('/console/sign-in', leads)}">
${hiddenToken(token)}
${field({ name: 'name', label: words.accountName, value: name, autocomplete: 'username', required: true }, problems)}
${field({ name: 'password', label: words.password, type: 'password', autocomplete: 'current-password', required: true }, problems)}
<button>${words.signIn}</button>
</form>
<p>${fillHtml(words.noAccount, { signUp: link('/console/sign-up', words.signUp), invitation: link('/console/invitation', words.useCode) })}</p>
</div>`,
  }
}
