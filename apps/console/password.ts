import { randomBytes } from 'node:crypto'
import { checkPassword, hashPassword, newPassword, SALT_BYTES } from '../../data/access/password.ts'
import { findWeakness } from '../../data/access/password-strength.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { field, hiddenToken, summary } from '../web/field.ts'
import { type Problems, parseField } from '../web/form.ts'
import { html } from '../web/html.ts'
import { changeBy } from '../web/members.ts'
import { beginSession } from '../web/session.ts'
import {
  type ConsoleMemberSession,
  type ConsolePage,
  type ConsoleView,
  inEnglish,
  passwordExpected,
  redirect,
  saying,
  showPage,
} from './page.ts'
import { countAttempt } from './password-attempts.ts'
import { newPasswordField } from './sign-up.ts'

export async function answerPassword(session: ConsoleMemberSession): Promise<Reply> {
  return showPage(session, passwordPage(session.view, { name: session.account.name, token: session.visitor.token }))
}

/** Ends every session, and starts a new one for this visitor. */
export async function changePassword(session: ConsoleMemberSession): Promise<Reply> {
  const { host, form, account, network, visitor, now, view } = session
  const { words } = view
  const problems: Problems = {}
  const current = form.secret('current')
  const password = parseField(newPassword, form.secret('password'), {
    problems,
    field: 'password',
    ...saying(view, 'New password', passwordExpected(words)),
  })
  const again = (status: number, headers: readonly string[] = []): Reply =>
    showPage(session, passwordPage(view, { name: account.name, token: visitor.token }, problems), { status, headers })
  if (password === undefined) return again(400)

  const throttled = await countAttempt(host, network, account.name, words)
  if (throttled) {
    problems.form = throttled.sentence
    return again(429, throttled.headers)
  }
  return await session.takeTurn(async () => {
    const found = await host.state.findAccount(account.name)
    const before = found?.password_hash ?? null
    if (!(await checkPassword(current, before))) {
      problems.current = words.currentWrong
      return again(400)
    }
    const weakness = await findWeakness(password, [account.name, account.contact ?? ''])
    if (weakness !== undefined) {
      problems.password = inEnglish(view, `New password: ${weakness}.`, words.passwordWeak)
      return again(400)
    }
    const hash = await hashPassword(password, randomBytes(SALT_BYTES))
    const changed = await host.state.setPassword(account.name, hash, changeBy(session), before)
    if ('refused' in changed) {
      problems.form = inEnglish(view, changed.refused, words.notDone)
      return again(400)
    }
    return redirect('/console', { done: 'password', cookie: await beginSession(host, changed, now) })
  })
}

export function passwordPage(
  { words, href }: ConsoleView,
  { name, token }: { name: string; token: string },
  problems: Problems = {},
): ConsolePage {
  return {
    title: words.changePassword,
    here: '/console/password',
    main: html`<div class="narrow">
<p>${words.changePasswordLead}</p>
${summary(problems, words)}
<form class="card" method="post" action="${href('/console/password')}">
${hiddenToken(token)}
<input type="text" name="username" value="${name}" autocomplete="username" hidden>
${field({ name: 'current', label: words.currentPassword, type: 'password', autocomplete: 'current-password', required: true }, problems)}
${field(newPasswordField(words, words.newPassword), problems)}
<button>${words.changePassword}</button>
</form>
</div>`,
  }
}
