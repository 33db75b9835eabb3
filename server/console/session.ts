// Who visits: cookies that no script and no other site can read or send, and the sessions behind them. What a cookie holds is
// kept nowhere but as its HMAC.

import { randomBytes } from 'node:crypto'
import { SESSION_HOURS } from '../../data/schema/account.ts'
import { HOUR } from '../../data/schema/duration.ts'
import type { Account } from '../../data/store/state/state.ts'
import type { Service } from '../service.ts'

type Keeping = Pick<Service, 'state' | 'hmac'>

export interface OpenSession {
  hash: string
  account: Account
}

export interface Visitor {
  session: OpenSession | null
  /** What a form of this visitor carries. */
  token: string
  /** Set-Cookie of a visitor who came without one. */
  cookie: string | null
}

const SESSION = '__Host-session'
/** Of who is not signed in. A session's cookie is never written over by it: a link from another site arrives without either. */
const VISITOR = '__Host-visitor'
const VALUE_BYTES = 32
const VALUE = /^[\w-]{43}$/
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict'

/** @param header Cookie @param now milliseconds since 1970 */
export async function findVisitor({ state, hmac }: Keeping, header: string | undefined, now: number): Promise<Visitor> {
  const sent = findCookie(header, SESSION)
  if (sent !== undefined) {
    const hash = hashSession(hmac, sent)
    const session = await state.findSession(hash, new Date(now).toISOString())
    if (session && session.account.status !== 'suspended')
      return { session: { hash, account: session.account }, token: makeToken(hmac, sent), cookie: null }
  }
  const known = findCookie(header, VISITOR)
  const value = known ?? makeValue()
  const cookie = known === undefined ? `${VISITOR}=${value}; ${ATTRIBUTES}` : null
  return { session: null, token: makeToken(hmac, value), cookie }
}

/** Always under a new value, whatever the visitor came with. @returns Set-Cookie */
export async function beginSession({ state, hmac }: Keeping, account: Account, now: number): Promise<string> {
  const value = makeValue()
  await state.createSession({
    hash: hashSession(hmac, value),
    account_id: account.id,
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + SESSION_HOURS * HOUR).toISOString(),
  })
  return `${SESSION}=${value}; Max-Age=${SESSION_HOURS * 3600}; ${ATTRIBUTES}`
}

/** @returns Set-Cookie */
export async function endSession({ state }: Keeping, session: OpenSession): Promise<string> {
  await state.endSession(session.hash)
  return `${SESSION}=; Max-Age=0; ${ATTRIBUTES}`
}

function makeValue(): string {
  return randomBytes(VALUE_BYTES).toString('base64url')
}

function hashSession(hmac: Service['hmac'], value: string): string {
  return hmac(`session ${value}`)
}

function makeToken(hmac: Service['hmac'], value: string): string {
  return hmac(`form ${value}`)
}

function findCookie(header: string | undefined, name: string): string | undefined {
  const found = header
    ?.split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)
  return found !== undefined && VALUE.test(found) ? found : undefined
}
