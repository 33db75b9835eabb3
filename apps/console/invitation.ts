// An invited editor sets a password with the code that the operator made.

import { randomBytes } from 'node:crypto'
import { plainInvitation } from '../../data/access/invitation.ts'
import { hashPassword, newPassword, SALT_BYTES } from '../../data/access/password.ts'
import { findWeakness } from '../../data/access/password-strength.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { field, hiddenToken, summary } from '../web/field.ts'
import { type Problems, parseField } from '../web/form.ts'
import { html } from '../web/html.ts'
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
import { newPasswordField } from './sign-up.ts'

export async function answerInvitation(session: ConsoleSession): Promise<Reply> {
  return showPage(session, invitationPage(session.view, { name: '', code: '', token: session.visitor.token }))
}

export async function acceptInvitation(session: ConsoleSession): Promise<Reply> {
  const { host, form, network, visitor, now, view } = session
  const { words } = view
  const name = form.text('name').normalize('NFC')
  const problems: Problems = {}
  const again = (status: number, headers: readonly string[] = []): Reply =>
    showPage(session, invitationPage(view, { name, code: form.text('code'), token: visitor.token }, problems), {
      status,
      headers,
    })
  const password = parseField(newPassword, form.secret('password'), {
    problems,
    field: 'password',
    ...saying(view, 'Password', passwordExpected(words)),
  })
  if (password === undefined) return again(400)
  const throttled = await countAttempt(host, network, name, words)
  if (throttled) {
    problems.form = throttled.sentence
    return again(429, throttled.headers)
  }
  return await session.takeTurn(async () => {
    const weakness = await findWeakness(password, [name])
    if (weakness !== undefined) {
      problems.password = inEnglish(view, `Password: ${weakness}.`, words.passwordWeak)
      return again(400)
    }
    const password_hash = await hashPassword(password, randomBytes(SALT_BYTES))
    const hash = host.hmac(plainInvitation(form.text('code')))
    const at = new Date(now).toISOString()
    const answer = await host.state.acceptInvitation(name, { hash, password_hash }, { by: name, at })
    if ('refused' in answer) {
      problems.form = inEnglish(view, answer.refused, words.invitationRefused)
      return again(400)
    }
    return redirect('/console/sign-in', { done: 'invitation-used' })
  })
}

function invitationPage(
  { words, href }: ConsoleView,
  { name, code, token }: { name: string; code: string; token: string },
  problems: Problems = {},
): ConsolePage {
  return {
    title: words.invitation,
    main: html`<div class="narrow">
<p>${words.invitationLead}</p>
${summary(problems, words)}
<form class="card" method="post" action="${href('/console/invitation')}">
${hiddenToken(token)}
${field({ name: 'name', label: words.accountName, value: name, autocomplete: 'username', required: true }, problems)}
${field({ name: 'code', label: words.invitationCode, value: code, autocomplete: 'off', required: true, hint: words.invitationCodeHint }, problems)}
${field(newPasswordField(words, words.password), problems)}
<button>${words.setPassword}</button>
</form>
</div>`,
  }
}
