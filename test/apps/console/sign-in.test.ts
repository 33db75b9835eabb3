// Sign-up and sign-in: one message for every failure, few guesses, and the end of sessions.

import { describe, expect, test } from 'vitest'
import { PASSWORD_LENGTH_MAX } from '../../../data/access/password.ts'
import { SESSION_HOURS, SESSION_IDLE_MINUTES } from '../../../data/access/session.ts'
import { KEYLESS_REQUESTS_PER_MINUTE, SIGN_INS_PER_MINUTE } from '../../../server/limits/limits.ts'
import { PASSWORD, type Seen, site, tokenIn, withSite } from './visitor.ts'

const HOUR = 3_600_000
const WRONG = 'The account name or the password is wrong.'
const CHANGE = { by: 'the test', at: '2026-03-02T12:00:00.000Z' }

withSite(async () => {
  for (const name of ['Member', 'Other', 'Leaver']) await site.makeAccount(name)
  await site.makeAccount('Suspended', { status: 'suspended' })
  await site.fixture.state.createAccount({ name: 'Shell', plan: 'free', contact: null, password_hash: null }, CHANGE)
})

describe('signing up', () => {
  const signUp = (fields: Record<string, string>): Promise<Seen> =>
    site.visitor().send('/console/sign-up', '/console/sign-up', {
      ...{ name: 'Newcomer', contact: 'new@example.org', password: PASSWORD },
      ...fields,
    })

  test('makes a pending account with the free plan, and signs in', async () => {
    const visitor = site.visitor()
    const fields = { name: ' Newsroom é ', contact: 'desk@example.org', password: PASSWORD }
    const seen = await visitor.send('/console/sign-up', '/console/sign-up', fields)
    expect([seen.status, seen.location, seen.text]).toEqual([303, '/console', ''])
    const account = await site.fixture.state.findAccount('Newsroom é')
    expect(account).toMatchObject({ status: 'pending', plan: 'free', role: 'member', contact: 'desk@example.org' })
    const [entry] = await site.fixture.state.audit('Newsroom é', 1)
    expect(entry).toMatchObject({ by: 'Newsroom é', action: 'account.created' })
    const page = await visitor.get('/console')
    expect(page.text).toContain('Waiting for approval')
    expect(page.text).not.toContain('/console/keys')
    expect((await visitor.get('/console/keys/1')).location).toBe('/console')
  })

  test('errors return the form with its values, except the password', async () => {
    const seen = await signUp({ name: 'x'.repeat(101), contact: '', password: 'short one' })
    expect(seen.status).toBe(400)
    expect(seen.text).toContain('Account name: expected 1 to 100 characters')
    expect(seen.text).toContain('Contact: expected 1 to 200 characters')
    expect(seen.text).toContain('Password: expected a password of 12 to 200 characters on one line, got one of 9.')
    expect(seen.text).toContain(`value="${'x'.repeat(101)}"`)
    expect(seen.text).not.toContain('short one')
    expect(seen.text).toContain('aria-invalid="true"')
  })

  test.each([
    [{ name: 'a\u202eb' }, 'Account name'],
    [{ name: 'Command Line' }, 'Account name'],
    [{ password: '111111111111' }, 'Password'],
    [{ password: 'Newcomer2026' }, 'Password'],
    [{ password: 'new@example.org' }, 'Password'],
    [{ password: 'p'.repeat(PASSWORD_LENGTH_MAX + 1) }, 'Password'],
  ])('refuses %o', async (fields, label) => {
    const seen = await signUp(fields)
    expect([seen.status, seen.text.includes(`${label}: expected`)]).toEqual([400, true])
  })

  test('a taken name is reported without the status of its account', async () => {
    const seen = await signUp({ name: 'Suspended' })
    expect(seen.status).toBe(400)
    expect(seen.text).toContain('This account name is taken: choose another.')
    expect(seen.text).not.toContain('suspended, plan')
  })

  test('sign-ups from one network are limited', async () => {
    const seen = await Promise.all(Array.from({ length: 14 }, (_, index) => signUp({ name: `Flood ${index}` })))
    expect(seen.filter(({ status }) => status === 303).length).toBe(SIGN_INS_PER_MINUTE)
    expect(seen.filter(({ status }) => status === 429).length).toBe(14 - SIGN_INS_PER_MINUTE)
  })
})

describe('signing in', () => {
  test('trims the name, and redirects with GET', async () => {
    const visitor = site.visitor()
    const seen = await visitor.signIn(' Member ')
    expect([seen.status, seen.location]).toEqual([303, '/console'])
    expect((await visitor.get('/console')).text).toContain('Keys and usage')
    expect((await visitor.get('/console/sign-in')).location).toBe('/console')
    expect((await visitor.get('/console/sign-up')).location).toBe('/console')
  })

  test('leads to the page that was asked for, in both languages, also after a wrong password', async () => {
    for (const lang of ['', '&lang=es']) {
      const visitor = site.visitor()
      const asked = await visitor.get(`/console/password?x=1${lang}&done=password`)
      const signIn = asked.location ?? ''
      expect(signIn).toBe(`/console/sign-in?to=${encodeURIComponent('/console/password?x=1')}${lang}`)
      const page = await visitor.get(signIn)
      const [, action = ''] = /<form class="card" method="post" action="([^"]+)"/.exec(page.text) ?? []
      expect(action.replaceAll('&amp;', '&')).toBe(signIn)
      expect(page.text).toMatch(/class="language" href="[^"]*to=%2Fconsole%2Fpassword/)
      const typed = { name: 'Member', token: tokenIn(page.text) }
      const wrong = await visitor.post(signIn, { ...typed, password: 'wrong' })
      expect(wrong.text).toContain(`action="${action}"`)
      const { location } = await visitor.post(signIn, { ...typed, password: PASSWORD })
      expect(location).toBe(`/console/password?x=1${lang}`)
      expect((await visitor.get(signIn)).location).toBe(location)
    }
    const link = { headers: { 'sec-fetch-site': 'cross-site' } }
    const { text } = await site.visitor().get('/console/sign-in?to=%2Fdesk%2Fx', link)
    expect(text).toContain('You came from another site. <a href="/desk/x">Continue</a>')
  })

  test('leads to no other host and no other page, whatever the address says', async () => {
    const elsewhere = ['https://example.org/console', '//example.org/console', '/\\example.org/console']
    const hidden = [
      '/\t/example.org/desk',
      '/.//example.org/desk',
      '/console/..//example.org/desk',
      'javascript:alert(1)',
    ]
    const others = [
      '/v1/states',
      '/consoles',
      '/console/../v1/states',
      'console',
      '',
      '/desk@example.org',
      '/console:80',
    ]
    for (const to of [...elsewhere, ...hidden, ...others]) {
      const signIn = `/console/sign-in?${new URLSearchParams({ to })}`
      const visitor = site.visitor()
      const { text } = await visitor.get(signIn)
      expect(text, to).not.toContain('example.org')
      const seen = await visitor.post(signIn, { name: 'Member', password: PASSWORD, token: tokenIn(text) })
      expect([seen.status, seen.location], to).toEqual([303, '/console'])
      expect((await visitor.get(signIn)).location, to).toBe('/console')
      site.nextMinute()
    }
  })

  test('an unknown account, a wrong password, no password and an invalid name give the same answer', async () => {
    const typed = [
      ['Nobody', PASSWORD],
      ['Member', `${PASSWORD}!`],
      ['Member', ''],
      ['Shell', PASSWORD],
      ['Suspended', 'not the password'],
      ['x'.repeat(300), PASSWORD],
      ['', ''],
    ] as const
    const pages = new Set<string>()
    for (const [name, password] of typed) {
      const seen = await site.visitor().signIn(name, password)
      expect(seen.status, name).toBe(400)
      expect(seen.headers.getSetCookie()).toEqual([])
      pages.add(seen.text.replace(/value="[^"]*"/g, '').replace(/req_[\w-]+/g, ''))
    }
    expect(pages.size).toBe(1)
    expect([...pages][0]).toContain(WRONG)
  })

  test('finds an account in any Unicode form of its name, even if the name would be refused today', async () => {
    const names = ['Zoë', 'x'.repeat(100)]
    for (const name of names) await site.makeAccount(name)
    for (const name of names) expect((await site.visitor().signIn(name.normalize('NFD'))).status).toBe(303)
  })

  test('the suspension of an account is shown only after its password', async () => {
    const seen = await site.visitor().signIn('Suspended')
    expect([seen.status, seen.text.includes('suspended')]).toEqual([403, true])
  })

  test('sets a new session value each time, whatever cookie the client sent', async () => {
    const visitor = site.visitor()
    visitor.cookies.set('__Host-session', 'A'.repeat(43))
    await visitor.signIn('Member')
    const first = visitor.cookies.get('__Host-session')
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(first).not.toBe('A'.repeat(43))
    const again = await site.signedIn('Member')
    expect(again.cookies.get('__Host-session')).not.toBe(first)
  })

  test('is limited by network for any name and password, until the next minute', async () => {
    const guess = () => site.visitor().signIn('Other', 'a wrong password')
    const seen = await Promise.all(Array.from({ length: SIGN_INS_PER_MINUTE + 5 }, guess))
    expect(seen.filter(({ status }) => status === 400).length).toBe(SIGN_INS_PER_MINUTE)
    const late = await site.visitor().signIn('Other')
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '60'])
    expect(late.text).toContain('try again in 60 s.')
    expect((await site.visitor().signIn('Member')).status).toBe(429)
    site.nextMinute()
    expect((await site.visitor().signIn('Other')).status).toBe(303)
  })

  test('right passwords count like wrong ones, so that nobody can fill the hashing queue with their own', async () => {
    const seen = await Promise.all(
      Array.from({ length: SIGN_INS_PER_MINUTE + 4 }, () => site.visitor().signIn('Member')),
    )
    expect(seen.filter(({ status }) => status === 303).length).toBe(SIGN_INS_PER_MINUTE)
    expect(seen.filter(({ status }) => status === 429).length).toBe(4)
  })
})

describe('a session', () => {
  const IDLE = SESSION_IDLE_MINUTES * 60_000
  const nextMinuteAs = async (name: string) => {
    site.nextMinute()
    return await site.signedIn(name)
  }
  const isIn = async (visitor: { get(path: string): Promise<Seen> }): Promise<boolean> =>
    (await visitor.get('/console')).status === 200

  test('ends after its lifetime, to the millisecond', async () => {
    const visitor = await site.signedIn('Member')
    const ends = site.now() + SESSION_HOURS * HOUR
    while (site.now() + IDLE < ends) {
      site.move(IDLE - 1)
      expect(await isIn(visitor)).toBe(true)
    }
    site.move(ends - site.now() - 1)
    expect(await isIn(visitor)).toBe(true)
    site.move(1)
    expect(await isIn(visitor)).toBe(false)
    expect((await visitor.get('/console')).location).toBe('/console/sign-in?to=%2Fconsole')
  })

  test('ends if no page is opened for long enough; requests of scripts do not extend it', async () => {
    const visitor = await site.signedIn('Member')
    site.move(IDLE - 1)
    expect(await isIn(visitor)).toBe(true)
    site.move(IDLE - 1)
    expect((await visitor.get('/console', { headers: { 'sec-fetch-dest': 'empty' } })).status).toBe(200)
    site.move(1)
    expect((await visitor.get('/console')).location).toBe('/console/sign-in?to=%2Fconsole')
  })

  test('is not limited by other clients of its network, and has its own limit', async () => {
    const visitor = await site.signedIn('Member')
    const left = async (path: string): Promise<number> => {
      const { headers } = await site.visitor().get(path)
      return Number(headers.get('ratelimit-remaining'))
    }
    while ((await left('/v1/states')) > 0);
    expect((await site.visitor().get('/console/sign-in')).status).toBe(429)
    expect(await isIn(visitor)).toBe(true)
    expect((await visitor.send('/console/password', '/console/password', { current: '', password: '' })).status).toBe(
      400,
    )
    let allowed = 0
    while (await isIn(visitor)) allowed += 1
    expect(allowed).toBeLessThanOrEqual(KEYLESS_REQUESTS_PER_MINUTE)
    expect((await visitor.get('/console')).status).toBe(429)
    expect(await isIn(await nextMinuteAs('Member'))).toBe(true)
  })

  test('ends at sign-out, and its cookie is no longer valid', async () => {
    const visitor = await site.signedIn('Member')
    const cookie = visitor.cookies.get('__Host-session') ?? ''
    const other = await site.signedIn('Member')
    const seen = await visitor.send('/console', '/console/sign-out', {})
    expect([seen.status, seen.location]).toEqual([303, '/console/sign-in?done=signed-out'])
    expect((await visitor.get('/console/sign-in?done=signed-out')).text).toContain('You are signed out.')
    expect(visitor.cookies.has('__Host-session')).toBe(false)
    visitor.cookies.set('__Host-session', cookie)
    expect([await isIn(visitor), await isIn(other)]).toEqual([false, true])
  })

  test('ends at suspension, and stays ended after the account is resumed', async () => {
    const visitor = await site.signedIn('Leaver')
    await site.fixture.state.setAccountStatus('Leaver', 'suspend', CHANGE)
    expect(await isIn(visitor)).toBe(false)
    await site.fixture.state.setAccountStatus('Leaver', 'resume', CHANGE)
    expect(await isIn(visitor)).toBe(false)
  })

  test('is stored only as a hash', async () => {
    const visitor = await site.signedIn('Member')
    const value = visitor.cookies.get('__Host-session') ?? ''
    for (const hash of [value, Buffer.from(value, 'base64url').toString('hex')])
      expect(await site.fixture.state.findSession(hash, new Date(site.now()).toISOString())).toBeUndefined()
  })
})

describe('changing the password', () => {
  const NEW = 'another staple entirely'

  test('requires the current one, ends every other session, and renews this one', async () => {
    await site.makeAccount('Changer')
    const [visitor, other] = [await site.signedIn('Changer'), await site.signedIn('Changer')]
    const cookie = visitor.cookies.get('__Host-session')
    const change = (current: string, password: string): Promise<Seen> =>
      visitor.send('/console/password', '/console/password', { current, password })

    const wrong = await change('not the password', NEW)
    expect([wrong.status, wrong.text.includes('This is not the current password.')]).toEqual([400, true])
    expect((await change(PASSWORD, 'short')).text).toContain('New password: expected a password of')
    expect((await change(PASSWORD, 'Changer-2026')).text).toContain('New password: expected')

    const seen = await change(PASSWORD, NEW)
    expect([seen.status, seen.location]).toEqual([303, '/console?done=password'])
    expect((await visitor.get('/console?done=password')).text).toContain('Your password is changed')
    expect(visitor.cookies.get('__Host-session')).not.toBe(cookie)
    expect((await other.get('/console')).status).toBe(303)
    expect((await site.visitor().signIn('Changer')).status).toBe(400)
    expect((await site.visitor().signIn('Changer', NEW)).status).toBe(303)
    const [entry] = await site.fixture.state.audit('Changer', 1)
    expect(entry).toMatchObject({ by: 'Changer', action: 'account.password_set', detail: {} })
  })

  test('is limited like signing in', async () => {
    const visitor = await site.signedIn('Member')
    const { text } = await visitor.get('/console/password')
    const token = tokenIn(text)
    const fields = { token, current: 'wrong', password: NEW }
    const seen = await Promise.all(Array.from({ length: 12 }, () => visitor.post('/console/password', fields)))
    // The tenth attempt was the sign-in.
    expect(seen.map(({ status }) => status).sort()).toEqual([...Array(9).fill(400), 429, 429, 429])
  })
})
