// An invited editor sets a password with the code that the operator made.

import { randomBytes } from 'node:crypto'
import { plainInvitation } from '../../data/access/invitation.ts'
import { hashPassword, newPassword, SALT_BYTES } from '../../data/access/password.ts'
import { findWeakness } from '../../data/access/password-strength.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { type Problems, parseField } from '../web/form.ts'
import { invitationPage } from './pages/invitation.ts'
import { redirect, showPage } from './reply.ts'
import { countAttempt } from './throttle.ts'
import { inEnglish, passwordExpected, saying } from './view.ts'
import type { ConsoleVisit } from './visit.ts'

export async function answerInvitation(visit: ConsoleVisit): Promise<Reply> {
  return showPage(visit, invitationPage(visit.view, { name: '', token: visit.visitor.token }))
}

export async function acceptInvitation(visit: ConsoleVisit): Promise<Reply> {
  const { host, form, network, visitor, now, view } = visit
  const { words } = view
  const name = form.text('name').normalize('NFC')
  const problems: Problems = {}
  const again = (status: number, headers: readonly string[] = []): Reply =>
    showPage(visit, invitationPage(view, { name, token: visitor.token }, problems), { status, headers })
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
  return await visit.takeTurn(async () => {
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
