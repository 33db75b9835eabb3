// A headless client: cookies and forms with their hidden fields; it does not follow redirects.

import { scryptSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { AccountRole } from '../../../data/access/account.ts'
import { SALT_BYTES } from '../../../data/access/password.ts'
import type { Account } from '../../../data/store/state/accounts.ts'
import { type Fixture, openFixture } from '../../server/fixture.ts'

export const PASSWORD = 'correct horse battery'
const CHANGE = { by: 'the test', at: '2026-03-02T12:00:00.000Z' }
const MINUTE = 60_000

export interface Seen {
  status: number
  text: string
  headers: Headers
  location: string | null
}

export type Fields = Readonly<Record<string, string | readonly string[]>>

export interface Visitor {
  cookies: Map<string, string>
  get(path: string, init?: RequestInit): Promise<Seen>
  /** Sends a form unchanged, without a token. */
  post(path: string, fields: Fields, headers?: Readonly<Record<string, string>>): Promise<Seen>
  /** Opens the page, takes the token of its form, and sends it. */
  send(page: string, action: string, fields: Fields): Promise<Seen>
  signIn(name: string, password?: string): Promise<Seen>
}

export function createVisitor(url: string): Visitor {
  const cookies = new Map<string, string>()
  const ask = async (path: string, init: RequestInit): Promise<Seen> => {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const reply = await fetch(url + path, { ...init, headers, redirect: 'manual' })
    for (const set of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (/Max-Age=0\b/.test(set)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const { status, headers: got } = reply
    return { status, text: await reply.text(), headers: got, location: got.get('location') }
  }
  const visitor: Visitor = {
    cookies,
    get: (path, init = {}) => ask(path, init),
    post: (path, fields, headers = {}) => ask(path, { method: 'POST', headers, body: toBody(fields) }),
    async send(page, action, fields) {
      const { text } = await visitor.get(page)
      return visitor.post(action, { ...fields, token: tokenIn(text) })
    },
    signIn: (name, password = PASSWORD) => visitor.send('/console/sign-in', '/console/sign-in', { name, password }),
  }
  return visitor
}

/** The token of the page's last form: the first may be the menu's. */
export function tokenIn(text: string): string {
  const token = [...text.matchAll(/name="token" value="([^"]*)"/g)].at(-1)?.[1]
  if (token === undefined) throw new Error(`no form on this page: ${text.slice(0, 2000)}`)
  return token
}

/** The bytes of an authenticator's key. */
export function fromBase32(text: string): Uint8Array {
  const bits = [...text]
    .map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'))
    .join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

function toBody(fields: Fields): URLSearchParams {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one)
  return body
}

export interface Site {
  fixture: Fixture
  url: string
  visitor(): Visitor
  /** Makes an account with the usual password. */
  makeAccount(
    name: string,
    as?: { status?: 'pending' | 'approved' | 'suspended'; role?: AccountRole },
  ): Promise<Account>
  /** A visitor who is signed in with the usual password. */
  signedIn(name: string): Promise<Visitor>
  /** The lines that the server has logged. */
  log(): string
  /** Milliseconds since 1970; changes only through `move`. */
  now(): number
  move(milliseconds: number): void
  /** Moves the clock past the current minute, so that all limits per minute start anew. */
  nextMinute(): void
  close(): Promise<void>
}

/** The usual password at a small cost, because each test signs in: a hash is checked with the parameters that it names. */
const LIGHT = { N: 1024, r: 8, p: 1 }
const SALT = Buffer.alloc(SALT_BYTES, 7)
export const USUAL_HASH = [
  'scrypt',
  LIGHT.N,
  LIGHT.r,
  LIGHT.p,
  SALT.toString('hex'),
  scryptSync(PASSWORD, SALT, 32, LIGHT).toString('hex'),
].join('$')

export interface SiteOptions {
  from?: number
  secondFactor?: 'operators'
  publicExplorer?: boolean
}

/** A server with its own clock, and a log. */
export async function openSite({ from = Date.parse(CHANGE.at), ...options }: SiteOptions = {}): Promise<Site> {
  const fixture = await openFixture()
  await fixture.publish({ fillers: 0 })
  let time = from
  const logFile = join(fixture.paths.root, 'requests.log')
  const { url } = await fixture.start({ ...options, clock: () => time, asOf: null, logFile })
  const { state } = fixture
  const site: Site = {
    fixture,
    url,
    visitor: () => createVisitor(url),
    log: () => readFileSync(logFile, 'utf8'),
    async makeAccount(name, { status = 'approved', role = 'member' } = {}) {
      const wanted = { name, plan: 'free', contact: null, password_hash: USUAL_HASH }
      const made = await state.createAccount(wanted, CHANGE)
      if ('refused' in made) throw new Error(made.refused)
      if (status !== 'pending') await state.setAccountStatus(name, 'approve', CHANGE)
      if (status === 'suspended') await state.setAccountStatus(name, 'suspend', CHANGE)
      if (role === 'operator') await state.setAccountRole(name, role, CHANGE)
      return { ...made, status, role }
    },
    async signedIn(name) {
      const visitor = createVisitor(url)
      const { status } = await visitor.signIn(name)
      if (status !== 303) throw new Error(`${name} could not sign in: ${status}`)
      return visitor
    },
    now: () => time,
    move: (milliseconds) => {
      time += milliseconds
    },
    nextMinute: () => site.move(MINUTE),
    close: () => fixture.close(),
  }
  return site
}

/** The site of the running suite. */
export let site: Site

/** Opens the site of a suite, and lets each of its tests begin in a new minute. */
export function withSite(prepare: () => Promise<unknown>, options?: SiteOptions): void {
  beforeAll(async () => {
    site = await openSite(options)
    await prepare()
  })
  afterAll(() => site.close())
  beforeEach(() => site.nextMinute())
}
