// The second step of signing in: the code of an account that has a second factor.

import type { Reply } from '../http/exchange.ts'
import { signInCodePage } from './pages/second-factor.ts'
import { redirect, show } from './reply.ts'
import { checkCode } from './second-factor.ts'
import { beginSession, endSession } from './session.ts'
import type { Visit } from './visit.ts'

export async function answerSignInCode(visit: Visit): Promise<Reply> {
  const { visitor } = visit
  if (visitor.session) return redirect('/console')
  if (!visitor.awaiting) return redirect('/console/sign-in')
  return show(visit, signInCodePage({ token: visitor.token }))
}

/** The session of the first step ends, and a new one begins under a new value. */
export async function signInWithCode(visit: Visit): Promise<Reply> {
  const { desk, visitor, now } = visit
  const { awaiting } = visitor
  if (!awaiting) return redirect('/console/sign-in', { done: 'ended' })
  const problem = await checkCode(visit, awaiting)
  if (problem) return show(visit, signInCodePage({ token: visitor.token }, { code: problem }), { status: 400 })
  await endSession(desk, awaiting)
  return redirect('/console', { cookie: await beginSession(desk, awaiting.account, now) })
}

export async function cancelSignIn({ desk, visitor }: Visit): Promise<Reply> {
  if (!visitor.awaiting) return redirect('/console/sign-in')
  return redirect('/console/sign-in', { cookie: await endSession(desk, visitor.awaiting) })
}
