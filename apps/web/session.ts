// Sessions and their cookies. Scripts cannot read the cookies, and other sites cannot send them. Only the HMAC of a cookie's value is
// stored.

import { randomBytes } from 'node:crypto'
import { CODE_MINUTES, SESSION_HOURS } from '../../data/access/session.ts'
import { HOUR, MINUTE } from '../../data/schema/scalar.ts'
import type { Account } from '../../data/store/state/accounts.ts'
import type { Operations } from '../../data/store/state/state.ts'

/** HMAC-SHA-256 in hex under the server's pepper. */
export type Hmac = (text: string) => string

interface SessionService {
  state: Pick<Operations, 'findSession' | 'createSession' | 'endSession'>
  hmac: Hmac
}

export interface Login {
  hash: string
  account: Account
  /** Whether the account has a second factor; this session then began with it, or set it. */
  second_factor: boolean
}

export interface Visitor {
  login: Login | null
  /** Set if the password was right, and the code of the second factor is still missing. */
  awaiting: Login | null
  /** The token that this visitor's forms must contain. */
  token: string
  /** Set-Cookie for a visitor without a cookie. */
  cookie: string | null
}

const SESSION = '__Host-session'
/** For visitors who are not signed in. It must not replace a session's cookie: a link from another site arrives without either. */
const VISITOR = '__Host-visitor'
const VALUE_BYTES = 32
const VALUE = /^[\w-]{43}$/
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict'

/** @param header Cookie @param now milliseconds since 1970 */
export async function findVisitor(
  { state, hmac }: SessionService,
  header: string | undefined,
  now: number,
): Promise<Visitor> {
  const sent = findCookie(header, SESSION)
  if (sent !== undefined) {
    const hash = hashSession(hmac, sent)
    const session = await state.findSession(hash, new Date(now).toISOString())
    if (session && session.account.status !== 'suspended') {
      const { account, second_factor, awaits_code } = session
      const open = { hash, account, second_factor }
      const [signedIn, awaiting] = awaits_code ? [null, open] : [open, null]
      return { login: signedIn, awaiting, token: makeToken(hmac, sent), cookie: null }
    }
  }
  const known = findCookie(header, VISITOR)
  const value = known ?? makeValue()
  const cookie = known === undefined ? `${VISITOR}=${value}; ${ATTRIBUTES}` : null
  return { login: null, awaiting: null, token: makeToken(hmac, value), cookie }
}

/** Always uses a new cookie value, independent of the visitor's cookie. @returns Set-Cookie */
export async function beginSession(
  { state, hmac }: SessionService,
  account: Account,
  now: number,
  { awaitsCode = false }: { awaitsCode?: boolean } = {},
): Promise<string> {
  const value = makeValue()
  const lasts = awaitsCode ? CODE_MINUTES * MINUTE : SESSION_HOURS * HOUR
  await state.createSession({
    hash: hashSession(hmac, value),
    account_id: account.id,
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + lasts).toISOString(),
    awaits_code: awaitsCode,
  })
  return `${SESSION}=${value}; Max-Age=${lasts / 1000}; ${ATTRIBUTES}`
}

/** @returns Set-Cookie */
export async function endSession({ state }: SessionService, login: Login): Promise<string> {
  await state.endSession(login.hash)
  return `${SESSION}=; Max-Age=0; ${ATTRIBUTES}`
}

function makeValue(): string {
  return randomBytes(VALUE_BYTES).toString('base64url')
}

function hashSession(hmac: Hmac, value: string): string {
  return hmac(`session ${value}`)
}

function makeToken(hmac: Hmac, value: string): string {
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
