// Sign-up: a visitor creates an account, which then waits for the operator's approval.

import { randomBytes } from 'node:crypto'
import { accountName, contact } from '../../data/access/account.ts'
import { hashPassword, newPassword, SALT_BYTES } from '../../data/access/password.ts'
import { findWeakness } from '../../data/access/password-strength.ts'
import { DEFAULT_PLAN } from '../../data/access/plan.ts'
import type { Reply } from '../http/exchange.ts'
import { type Problems, parseField } from '../web/form.ts'
import { beginSession } from '../web/session.ts'
import { signUpPage } from './pages/sign-up.ts'
import { redirect, showPage } from './reply.ts'
import { countAttempt } from './throttle.ts'
import { changeBy, type Visit } from './visit.ts'

export async function answerSignUp(visit: Visit): Promise<Reply> {
  if (visit.visitor.session) return redirect('/console')
  return showPage(visit, signUpPage({ token: visit.visitor.token }))
}

export async function signUp(visit: Visit): Promise<Reply> {
  const { desk, form, visitor, now } = visit
  const typed = { name: form.text('name'), contact: form.text('contact'), token: visitor.token }
  const problems: Problems = {}
  const name = parseField(accountName, typed.name, { problems, field: 'name', label: 'Account name' })
  const reached = parseField(contact, typed.contact, { problems, field: 'contact', label: 'Contact' })
  const password = parseField(newPassword, form.secret('password'), { problems, field: 'password', label: 'Password' })
  const again = (status: number, headers: readonly string[] = []): Reply =>
    showPage(visit, signUpPage(typed, problems), { status, headers })
  if (name === undefined || reached === undefined || password === undefined) return again(400)

  const throttled = await countAttempt(desk, visit.peer, null)
  if (throttled) {
    problems.form = throttled.sentence
    return again(429, throttled.headers)
  }
  return await desk.takeTurn(async () => {
    const weakness = await findWeakness(password, [name, reached])
    if (weakness !== undefined) {
      problems.password = `Password: ${weakness}.`
      return again(400)
    }
    const password_hash = await hashPassword(password, randomBytes(SALT_BYTES))
    const account = await desk.state.createAccount(
      { name, plan: DEFAULT_PLAN, contact: reached, password_hash },
      changeBy({ account: { name }, now }),
    )
    if ('refused' in account) {
      // The state's message contains the status of the existing account, which a stranger must not learn.
      if (await desk.state.findAccount(name)) problems.name = 'This account name is taken: choose another.'
      else problems.form = account.refused
      return again(400)
    }
    return redirect('/console', { cookie: await beginSession(desk, account, now) })
  })
}
