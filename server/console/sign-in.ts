import { checkPassword } from '../../data/schema/password.ts'
import type { Reply } from '../http/exchange.ts'
import { signInPage } from './pages/sign-in.ts'
import { redirect, show } from './reply.ts'
import { beginSession, endSession } from './session.ts'
import { countAttempt } from './throttle.ts'
import type { Visit } from './visit.ts'

/** One sentence and one work for an unknown account, an account without a password, and a wrong password. */
const WRONG = 'The account name or the password is wrong.'
const SUSPENDED = 'This account is suspended. Ask the operator of this service.'

export async function answerSignIn(visit: Visit): Promise<Reply> {
  const { visitor, fromElsewhere } = visit
  if (visitor.session) return redirect('/console')
  if (visitor.awaiting) return redirect('/console/sign-in/code')
  return show(visit, signInPage({ token: visitor.token, fromElsewhere }))
}

export async function signIn(visit: Visit): Promise<Reply> {
  const { desk, form, peer, visitor, now } = visit
  // As accounts are kept; what no account is called by today may have been taken once.
  const typed = form.text('name').normalize('NFC')
  const password = form.secret('password')
  const again = (status: number, sentence: string, headers: readonly string[] = []): Reply => {
    const page = signInPage({ name: typed, token: visitor.token, fromElsewhere: false }, { form: sentence })
    return show(visit, page, { status, headers })
  }

  const name = (await desk.state.findAccount(typed)) ? typed : typed.normalize('NFKC')
  const throttled = await countAttempt(desk, peer, name)
  if (throttled) return again(429, throttled.sentence, throttled.headers)
  return await desk.takeTurn(async () => {
    const before = await desk.state.findAccount(name)
    if (!(await checkPassword(password, before?.password_hash ?? null))) return again(400, WRONG)
    // The check takes a while: meanwhile the password may have been changed, or the account suspended.
    const account = await desk.state.findAccount(name)
    if (!account || account.password_hash !== before?.password_hash) return again(400, WRONG)
    if (account.status === 'suspended') return again(403, SUSPENDED)
    const former = visitor.session ?? visitor.awaiting
    if (former) await endSession(desk, former)
    const factor = await desk.state.findSecondFactor(account.id)
    const awaitsCode = factor !== undefined && factor.set_at !== null
    const cookie = await beginSession(desk, account, now, { awaitsCode })
    return redirect(awaitsCode ? '/console/sign-in/code' : '/console', { cookie })
  })
}
