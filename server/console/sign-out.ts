import type { Reply } from '../http/exchange.ts'
import { redirect } from './reply.ts'
import { endSession } from './session.ts'
import type { MemberVisit } from './visit.ts'

export async function signOut({ desk, session }: MemberVisit): Promise<Reply> {
  return redirect('/console/sign-in', { done: 'signed-out', cookie: await endSession(desk, session) })
}
