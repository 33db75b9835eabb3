// Sign-up: a visitor creates an account, which then waits for the operator's approval.

import { randomBytes } from 'node:crypto'
import { accountName, contact } from '../../data/access/account.ts'
import { hashPassword, newPassword, PASSWORD_LENGTH_MIN, SALT_BYTES } from '../../data/access/password.ts'
import { findWeakness } from '../../data/access/password-strength.ts'
import { DEFAULT_PLAN } from '../../data/access/plan.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { type Field, field, hiddenToken, summary } from '../web/field.ts'
import { type Problems, parseField } from '../web/form.ts'
import { html } from '../web/html.ts'
import { changeBy } from '../web/members.ts'
import { fill, fillHtml } from '../web/sentence.ts'
import { beginSession } from '../web/session.ts'
import {
  type ConsolePage,
  type ConsoleSession,
  type ConsoleView,
  inEnglish,
  passwordExpected,
  redirect,
  saying,
  showPage,
} from './page.ts'
import { countAttempt } from './password-attempts.ts'
import type { Words } from './words/words.ts'

export async function answerSignUp(session: ConsoleSession): Promise<Reply> {
  if (session.visitor.login) return redirect('/console')
  return showPage(session, signUpPage(session.view, { token: session.visitor.token }))
}

export async function signUp(session: ConsoleSession): Promise<Reply> {
  const { host, form, visitor, now, view } = session
  const { words } = view
  const typed = { name: form.text('name'), contact: form.text('contact'), token: visitor.token }
  const problems: Problems = {}
  const name = parseField(accountName, typed.name, {
    problems,
    field: 'name',
    ...saying(view, 'Account name', words.accountNameExpected),
  })
  const reached = parseField(contact, typed.contact, {
    problems,
    field: 'contact',
    ...saying(view, 'Contact', words.contactExpected),
  })
  const password = parseField(newPassword, form.secret('password'), {
    problems,
    field: 'password',
    ...saying(view, 'Password', passwordExpected(words)),
  })
  const again = (status: number, headers: readonly string[] = []): Reply =>
    showPage(session, signUpPage(session.view, typed, problems), { status, headers })
  if (name === undefined || reached === undefined || password === undefined) return again(400)

  const throttled = await countAttempt(host, session.network, null, words)
  if (throttled) {
    problems.form = throttled.sentence
    return again(429, throttled.headers)
  }
  return await session.takeTurn(async () => {
    const weakness = await findWeakness(password, [name, reached])
    if (weakness !== undefined) {
      problems.password = inEnglish(view, `Password: ${weakness}.`, words.passwordWeak)
      return again(400)
    }
    const password_hash = await hashPassword(password, randomBytes(SALT_BYTES))
    const account = await host.state.createAccount(
      { name, plan: DEFAULT_PLAN, contact: reached, password_hash },
      changeBy({ account: { name }, now }),
    )
    if ('refused' in account) {
      // The state's message contains the status of the existing account, which a stranger must not learn.
      if (await host.state.findAccount(name)) problems.name = words.nameTaken
      else problems.form = inEnglish(view, account.refused, words.notDone)
      return again(400)
    }
    return redirect('/console', { cookie: await beginSession(host, account, now) })
  })
}

/** The field for a new password. */
export function newPasswordField(words: Words, label: string): Field {
  return {
    name: 'password',
    label,
    type: 'password',
    autocomplete: 'new-password',
    required: true,
    minlength: PASSWORD_LENGTH_MIN,
    hint: fill(words.passwordHint, { count: PASSWORD_LENGTH_MIN }),
  }
}

export function signUpPage(
  { words, href }: ConsoleView,
  { name = '', contact = '', token }: { name?: string; contact?: string; token: string },
  problems: Problems = {},
): ConsolePage {
  return {
    title: words.signUp,
    main: html`<div class="narrow">
<p>${words.signUpLead}</p>
${summary(problems, words)}
<form class="card" method="post" action="${href('/console/sign-up')}">
${hiddenToken(token)}
${field({ name: 'name', label: words.accountName, value: name, autocomplete: 'username', required: true, hint: words.accountNameHint }, problems)}
${field({ name: 'contact', label: words.contact, value: contact, autocomplete: 'email', required: true, hint: words.contactHint }, problems)}
${field(newPasswordField(words, words.password), problems)}
<button>${words.signUp}</button>
</form>
<p>${fillHtml(words.haveAccount, { signIn: html`<a href="${href('/console/sign-in')}">${words.signIn}</a>` })}</p>
</div>`,
  }
}
